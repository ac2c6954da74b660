"""Which printer prints the answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from satdoku.cli.answers import Printer
    from satdoku.cli.output import Output
    from satdoku.errors import InputError
    from satdoku.formats import Entry
    from satdoku.symbols import Symbols

__all__ = ["ARRAYS", "ENDINGS", "RECORDS", "printer_for", "style_of", "usual_style"]

ENDINGS: dict[str, tuple[str, ...]] = {
    ".csv": ("csv",),
    ".json": ("json",),  # one of fpuzzles, too, which holds no answers
    ".jsonl": ("json",),
    ".md": ("markdown",),
    ".msk": ("rows",),
    ".ndjson": ("json",),
    ".npy": ("npy",),
    ".opensudoku": ("opensudoku",),
    ".parquet": ("parquet",),
    ".pq": ("parquet",),
    ".sdk": ("sadman", "sudocue"),
    ".sdm": ("line",),
    ".sol": ("rows",),
    ".spf": ("grid",),
    ".ss": ("grid", "simple"),
    ".tsv": ("csv",),
    ".url": ("fpuzzles", "sudokuwiki"),
}
"""Endings of files, and what they may hold; told here, as formats are slow to load.

All formats of text may be in a .txt, so that one tells nothing."""

RECORDS = ("line", "csv", "json")
"""Formats with a line a puzzle."""

ARRAYS = ("npy", "parquet")
"""Formats that are no text."""

_PACKED = (".gz", ".bz2", ".xz")


def style_of(to: str | None, *, as_json: bool, output: str | None) -> str | None:
    """Look at --to, --json and the ending of -o before anything is read."""
    if as_json:
        if to not in (None, "json"):
            raise click.UsageError(f"--json and --to {to} contradict each other")
        return "json"
    if to is None and output is not None:
        return _of_ending(output)
    return to


def _of_ending(output: str) -> str | None:
    """Tell the format by the ending of a file's name, if that tells any.

    Raises:
        UsageError: Several formats have it, or it is that of a packed file.
    """
    from os.path import splitext  # noqa: PLC0415  pathlib is slow

    ending = splitext(output)[1].lower()  # noqa: PTH122  as above
    if ending in _PACKED:
        raise click.UsageError(
            f"-o tells no format: {ending} is packed, and files are not written so; "
            "leave it out, or pack what goes to standard output"
        )
    fit = ENDINGS.get(ending, ())
    if len(fit) > 1:
        several = " or ".join(fit)
        raise click.UsageError(
            f"{ending} is an ending of {several}; say which with --to"
        )
    return fit[0] if fit else None


def usual_style(head: Sequence[Entry | InputError], *, many: bool) -> str:
    """Choose the format of the answers by the first puzzles."""
    if not many:
        return "grid"
    from satdoku.errors import InputError  # noqa: PLC0415  loaded by now
    from satdoku.symbols import usual  # noqa: PLC0415

    sizes = [e.grid.geometry.size for e in head if not isinstance(e, InputError)]
    return "numbers" if any(usual(size) is None for size in sizes) else "line"


def printer_for(
    to: str,
    output: Output,
    to_symbols: str | None,
    *,
    places: bool,
    titles: bool,
    stats: bool,
    at_once: bool,
) -> Printer:
    """Return what prints answers.

    Args:
        to: The format.
        output: Where to.
        to_symbols: How digits are written; None as in the puzzle.
        places: Whether puzzles without an answer keep their place.
        titles: Whether each puzzle's solutions are announced.
        stats: Whether tables tell what the search took.
        at_once: Whether many answers come at a time.

    Raises:
        UsageError: The format cannot hold them, or not where they go to.
    """
    symbols: Symbols | None = None
    if to_symbols is not None:
        if to == "json":
            raise click.UsageError("--json has the usual symbols, not --to-symbols")
        if to in ("sat", "npy"):
            raise click.UsageError(f"--to {to} has no symbols; leave out --to-symbols")
        from satdoku.formats.metadata import symbols_for  # noqa: PLC0415  seldom needed

        symbols = symbols_for(to_symbols, to)
    at_once = at_once and symbols is None
    if to == "json":
        from satdoku.cli.bulk_printers import BulkJsonPrinter  # noqa: PLC0415  slow
        from satdoku.cli.json_printer import JsonPrinter  # noqa: PLC0415

        return BulkJsonPrinter(output) if at_once else JsonPrinter(output)
    if to == "sat":
        from satdoku.cli.sat_printer import SatPrinter  # noqa: PLC0415  seldom needed

        return SatPrinter(output)
    if to == "csv":
        from satdoku.cli.bulk_printers import BulkCsvPrinter  # noqa: PLC0415  seldom
        from satdoku.cli.csv_printer import CsvPrinter  # noqa: PLC0415

        kind = BulkCsvPrinter if at_once else CsvPrinter
        return kind(output, symbols, stats=stats)
    if to in ("npy", "parquet"):
        from satdoku.cli.array_printers import array_printer  # noqa: PLC0415  seldom

        return array_printer(to, output, symbols, stats=stats)
    if to == "line" and at_once:
        from satdoku.cli.bulk_printers import LinePrinter  # noqa: PLC0415  for many

        return LinePrinter(output, to, places=places, titles=titles)
    return _grids(to, output, symbols, places=places, titles=titles)


def _grids(
    to: str, output: Output, symbols: Symbols | None, *, places: bool, titles: bool
) -> Printer:
    """Return what prints answers as grids, one after the other."""
    if to == "grid" and output.is_terminal:
        from satdoku.cli.colour import has_colours  # noqa: PLC0415  for terminals

        if has_colours(output):
            from satdoku.cli.tinted_printer import TintedPrinter  # noqa: PLC0415  as above

            return TintedPrinter(output, places=places, titles=titles, symbols=symbols)
    from satdoku.cli.text_printer import TextPrinter  # noqa: PLC0415  slow

    return TextPrinter(output, to, places=places, titles=titles, symbols=symbols)
