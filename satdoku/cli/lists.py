"""`satdoku list`: what there is to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from satdoku.cli.main import LISTS
from satdoku.cli.messages import fitted, wrapped
from satdoku.cli.options import (
    Command,
    Size,
    json_option,
)
from satdoku.cli.run import Run
from satdoku.engines.registry import available
from satdoku.errors import UsageError, counted, printable
from satdoku.formats.records import SCHEMA, to_json
from satdoku.puzzle.constraints.catalogue import called, rows
from satdoku.puzzle.puzzle import MAX_SIZE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    Record = dict[str, Any]

_KEPT = (
    *("name", "details", "columns", "state", "candidates", "solution", "boxes"),
    *("constraints", "shape"),
)


@click.command("list", cls=Command)
@click.argument(
    "what",
    metavar="WHAT",
    type=click.Choice(LISTS),
)
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--size", type=Size(), help="Sizes of encodings on such grids (9x9).")
@json_option
def list_(
    *,
    what: str,
    names: tuple[str, ...],
    size: int | None,
    as_json: bool,
) -> int:
    """List formats, engines, encodings, techniques or constraints, or some by NAME.

    formats: what is read and written, and what each keeps besides clues.

    engines: `here` is whether one is installed, `proofs` whether it proves that there
    is no solution, `conflicts` whether it can stop after a number of them, `time` how
    it enforces a time limit.

    encodings: the sizes of their formulas; NAME can be a TOML file. `textbook` counts
    clauses as publications do, including repetitions; `clauses` counts each once.
    `sees` is what unit propagation finds.

    techniques: names, families and levels for --use, --avoid and --only, in the order
    in which they are tried; those with the same place are searched for together.
    Level, score and order are those of HoDoKu 2.2.0. `usual`: used by default.

    constraints: the rules of variants, with their names in ISS text and in boards of
    f-puzzles, and with --json as Python makes them.

    \b
    Examples:
      satdoku list formats                       # what is read and written
      satdoku list engines                       # all engines, what each can do
      satdoku list encodings --size 16           # the sizes of formulas on 16x16
      satdoku list encodings triad               # one: its clauses, its source
      satdoku list encodings mine.toml --size 6  # an encoding of your own
      satdoku list techniques xy-wing            # one technique
    """
    run = Run(as_json=as_json)
    if what == "encodings":
        return _write(run, _encodings(run, names, size))
    if size is not None:
        raise click.UsageError("--size is for encodings")
    list_all, columns = _LISTS[what]
    records = _named(list(list_all()), names, what)
    return _write(run, records if run.as_json else _table(records, columns))


def _named(
    records: Sequence[Record], names: tuple[str, ...], what: str
) -> Sequence[Record]:
    """Return the records with some names; all if there are none.

    Raises:
        UsageError: There is none of a name.
    """
    by_name = {record["name"].lower(): record for record in records}
    keys: list[str] = []
    for name in names:
        others = called(name) if what == "constraints" else []
        if name.lower() not in by_name and not others:
            known = ", ".join(record["name"] for record in records)
            raise UsageError(f"no {what[:-1]} {printable(name)!r}; expected {known}")
        is_name = name.lower() in by_name
        keys += [name.lower()] if is_name else [row.name.lower() for row in others]
    return [by_name[key] for key in keys] or records


def _formats() -> Iterator[Record]:
    from satdoku.formats import formats  # noqa: PLC0415  slow

    for format_ in formats():
        yield {
            "name": format_.name,
            "written": bool(
                getattr(format_, "write", None) or getattr(format_, "writer", 0)
            ),
            "extensions": list(format_.extensions),
            "keeps": [what for what in _KEPT if what in format_.keeps],
            "summary": format_.summary,
        }


def _engines() -> Iterator[Record]:
    from satdoku.engines import engines  # noqa: PLC0415  slow

    for engine in engines():
        missing = "" if available(engine) else f" (not installed: needs {engine.needs})"
        yield {
            "name": engine.name,
            "available": available(engine),
            "proofs": engine.proofs,
            "conflict_limit": engine.conflict_limit,
            "time_limit": engine.time_limit,
            "summary": f"{engine.summary}{missing}",
            "aliases": engine.aliases,
            "kind": engine.kind,
            "no_proofs": engine.no_proofs or None,
            "reusable": engine.reusable,
        }


def _techniques() -> Iterator[Record]:
    from satdoku.techniques.technique import (  # noqa: PLC0415  slow
        UNIQUENESS,
        USUAL,
        Technique,
    )

    for technique in sorted(Technique, key=lambda each: each.order):
        yield {
            "order": technique.order,
            "name": technique.key,
            "family": technique.family,
            "level": technique.level.key,
            "score": technique.score,
            "usual": technique in USUAL,
            "title": technique.title,
            "uniqueness": technique in UNIQUENESS,
            "code": technique.code,
        }


def _constraints() -> Iterator[Record]:
    return (row._asdict() for row in rows())


_LISTS: dict[str, tuple[Callable[[], Iterator[Record]], dict[str, str]]] = {
    "formats": (
        _formats,
        {
            "name": "name",
            "written": "written",
            "extensions": "endings",
            "summary": "what it is, and what it keeps",
        },
    ),
    "engines": (
        _engines,
        {
            "name": "name",
            "available": "here",
            "proofs": "proofs",
            "conflict_limit": "conflicts",
            "time_limit": "time",
            "summary": "summary",
        },
    ),
    "techniques": (
        _techniques,
        {key: key for key in ("order", "name", "family", "level", "score", "usual")},
    ),
    "constraints": (
        _constraints,
        {"name": "name", "summary": "what it says, and its names in text formats"},
    ),
}
"""What lists each kind, and the columns of its table with their headings."""


_ADDED = {"keeps": "keeps", "iss": "ISS", "fpuzzles": "f-puzzles"}
"""What the last column of a table ends with."""


def _table(records: Sequence[Record], columns: Mapping[str, str]) -> list[str]:
    rows = [[_cell(record[key]) for key in columns] for record in records]
    for row, record in zip(rows, records, strict=True):
        for key, word in _ADDED.items():
            if value := record.get(key):
                row[-1] = f"{row[-1].removesuffix('.')}; {word} {', '.join(value)}"
    return fitted([list(columns.values()), *rows])


def _encodings(
    run: Run, names: tuple[str, ...], size: int | None
) -> Iterator[str | Mapping[str, object]]:
    """Yield the lines of the table of encodings, or its records."""
    from satdoku.cnf.encoder import encode_rules, formula_size  # noqa: PLC0415  slow
    from satdoku.cnf.formula import families  # noqa: PLC0415
    from satdoku.cnf.recipe import encodings, load  # noqa: PLC0415
    from satdoku.puzzle.geometry import Geometry  # noqa: PLC0415

    geometry = Geometry.of_size(size or 9)
    if geometry.size > MAX_SIZE:
        expected = f"expected up to {MAX_SIZE}x{MAX_SIZE}"
        raise UsageError(f"{geometry} is too large; {expected}")
    recipes = [load(name, allow_wrong=True) for name in names]
    run.progress.step("counting clauses")
    records = [
        {
            "name": recipe.name,
            "summary": recipe.summary,
            "reference": recipe.reference,
            "grid": str(geometry),
            **formula_size(geometry, recipe)._asdict(),
            "sees": recipe.sees,
        }
        for recipe in recipes or encodings()
    ]
    if run.as_json:
        yield from records
        return
    columns = ("variables", "textbook", "clauses", "sees")
    yield from (f"For grids of {geometry}:", "")
    yield from _table(records, {"name": "encoding", **{key: key for key in columns}})
    for recipe in recipes:
        yield from ("", f"{recipe.name}: {recipe.summary}")
        yield from wrapped("  ", recipe.reference)
        formula = encode_rules(geometry, recipe).formula
        for name, clauses in families(formula).items():
            yield f"  {name}: {counted(clauses, 'clause')}"


def _write(run: Run, lines: Iterable[str | Mapping[str, object]]) -> int:
    """Write lines, or records as JSON."""
    with run.writing(unit="") as out:
        for line in lines:
            text = (
                line if isinstance(line, str) else to_json({"schema": SCHEMA, **line})
            )
            out.write(f"{text}\n")
    return run.code


def _cell(value: object) -> str:
    """Write a value of a table."""
    if isinstance(value, bool):
        return "yes" if value else "-"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "-"
    return str(value)
