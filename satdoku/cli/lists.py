"""`satdoku formats`, `engines`, `encodings` and `techniques`: what there is."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from satdoku.cli.messages import fitted, wrapped
from satdoku.cli.options import (
    ENCODING,
    SIZE,
    command,
    flag,
    json_option,
    option,
    output_options,
)
from satdoku.cli.reading import geometry_from
from satdoku.engines.registry import available
from satdoku.errors import UsageError
from satdoku.formats.records import SCHEMA, to_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from satdoku.cli.run import Run
    from satdoku.cnf.recipe import Recipe
    from satdoku.puzzle.geometry import Geometry

_LARGEST = 225  # the largest boards that anybody has published
_SIZES = ("variables", "clauses", "literals", "textbook")
_COLUMNS = ("encoding", "variables", "textbook", "clauses", "propagation sees")
_SHOWN = 6
"""The first keys of a record are the columns of its table."""

_KEPT = (
    *("name", "details", "columns", "state", "candidates", "solution", "boxes"),
    *("constraints", "shape"),
)


@command(("satdoku formats", "what is read and written"))
@json_option
@output_options
def formats(run: Run) -> int:
    """List the puzzle formats that satdoku reads and writes.

    Besides clues, a format may keep a puzzle's name; details such as its author; the
    other columns of a table; its state, that is, the digits placed so far; ruled-out
    candidates; the solution; and boxes of an unusual shape.
    """
    run.kind()
    from satdoku.formats import formats as known  # noqa: PLC0415  this name is taken

    records: list[dict[str, Any]] = [
        {
            "name": each.name,
            "written": bool(getattr(each, "write", None) or getattr(each, "writer", 0)),
            "extensions": list(each.extensions),
            "keeps": [what for what in _KEPT if what in each.keeps],
            "summary": each.summary,
        }
        for each in known()
    ]
    if run.as_json:
        return _write(run, records)
    lines = [("name", "written", "endings", "what it is, and what it keeps")]
    for record in records:
        keeps = f"; keeps {_cell(record['keeps'])}" if record["keeps"] else ""
        endings = " ".join(record["extensions"]) or "-"
        text = f"{record['summary']}{keeps}"
        lines.append((record["name"], _cell(record["written"]), endings, text))
    return _write(run, fitted(lines))


@command(
    ("satdoku engines", "all engines, and what each can do"),
    ("satdoku solve --engine glucose4 puzzle.txt", "use one of them"),
)
@json_option
@output_options
def engines(run: Run) -> int:
    """List the engines.

    `here`: whether it is installed. `proofs`: whether it can write proofs that there is
    no solution. `conflicts`: whether it can stop after a number of conflicts. `time`:
    how it enforces a time limit.
    """
    run.kind()
    from satdoku.engines import engines as known  # noqa: PLC0415  as above

    records = [
        {
            "name": engine.name,
            "available": available(engine),
            "proofs": engine.proofs,
            "conflict_limit": engine.conflict_limit,
            "time_limit": engine.time_limit,
            "summary": engine.summary
            if available(engine)
            else f"{engine.summary} (not installed: needs {engine.needs})",
            "aliases": engine.aliases,
            "kind": engine.kind,
            "no_proofs": engine.no_proofs or None,
            "reusable": engine.reusable,
        }
        for engine in known()
    ]
    names = {"available": "here", "conflict_limit": "conflicts", "time_limit": "time"}
    return _write_table(run, records, names)


@command(
    ("satdoku encodings", "the sizes of their formulas on 9x9"),
    ("satdoku encodings --size 16", "for another size"),
    ("satdoku encodings triad", "one encoding: its clauses, and its source"),
    ("satdoku encodings mine.toml --box 2x3", "an encoding of your own"),
)
@click.argument("encoding", metavar="[NAME|FILE]...", nargs=-1, type=ENCODING)
@option("--size", type=SIZE, metavar="NxN", help="Rows and columns (9x9).")
@option("--box", metavar="RxC", help="The shape of the boxes.")
@flag("--markdown", "Write all columns as a table in Markdown.")
@json_option
@output_options
def encodings(
    run: Run, *, encoding: tuple[str, ...], size: int | None, markdown: bool
) -> int:
    """List the encodings with the sizes of their formulas.

    `textbook` counts clauses as publications do, including repetitions; `clauses`
    counts each clause once. `sees` lists what unit propagation finds.
    """
    run.kind(*(["md"] if markdown else []))
    from satdoku.cnf.recipe import load  # noqa: PLC0415  slow
    from satdoku.puzzle.geometry import Geometry  # noqa: PLC0415

    geometry = geometry_from(size, run.reader.box) or Geometry.of_size(9)
    if geometry.size > _LARGEST:
        expected = f"expected up to {_LARGEST}x{_LARGEST}"
        raise UsageError(f"{geometry} is too large; {expected}")
    run.files = encoding
    recipes = [load(name) for name in encoding]
    return _write(run, _sizes(run, geometry, recipes, markdown=markdown))


def _sizes(
    run: Run, geometry: Geometry, recipes: Sequence[Recipe], *, markdown: bool
) -> Iterator[str | Mapping[str, object]]:
    """Yield the lines of the table of encodings, or its records."""
    from satdoku.cnf import table  # noqa: PLC0415  slow
    from satdoku.cnf.recipe import encodings as known  # noqa: PLC0415

    run.progress.step("counting clauses")
    if markdown:
        yield table.markdown(geometry, recipes or None)
        return
    rows = table.rows(geometry, recipes or known())
    if run.as_json:
        for recipe, row in zip(recipes or known(), rows, strict=True):
            yield {
                "name": recipe.name,
                "summary": recipe.summary,
                "reference": recipe.reference,
                "grid": str(geometry),
                **{key: row[key] for key in _SIZES},
                "sees": row["propagation sees"],
            }
        return
    yield from (f"For grids of {geometry}:", "")
    cells = [[_cell(row[key]) for key in _COLUMNS] for row in rows]
    yield from fitted([[*_COLUMNS[:-1], "sees"], *cells])
    for recipe in recipes:
        yield from ("", f"{recipe.name}: {recipe.summary}")
        yield from wrapped("  ", recipe.reference)


@command(
    ("satdoku techniques", "in the order in which they are tried"),
    ("satdoku explain --use death-blossom puzzle.txt", "use one more"),
    ("satdoku explain --avoid fish,chains puzzle.txt", "without two families"),
)
@json_option
@output_options
def techniques(run: Run) -> int:
    """List the techniques, in the order in which they are tried.

    --use, --avoid and --only take names, families, levels (easy, medium, hard, unfair,
    extreme), `usual` and `all`. Level, score and order are those of HoDoKu 2.2.0;
    techniques with the same place are searched for together. `usual`: used by default.
    """
    run.kind()
    from satdoku.techniques.technique import (  # noqa: PLC0415  slow
        UNIQUENESS,
        USUAL,
        Technique,
    )

    records = [
        {
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
        for technique in sorted(Technique, key=lambda each: each.order)
    ]
    return _write_table(run, records)


def _write_table(
    run: Run,
    records: Sequence[Mapping[str, object]],
    names: Mapping[str, str] = MappingProxyType({}),
) -> int:
    """Write records as JSON, or the first columns of them as a table."""
    if run.as_json:
        return _write(run, records)
    keys = list(records[0])[:_SHOWN]
    rows = [[_cell(record[key]) for key in keys] for record in records]
    return _write(run, fitted([[names.get(key, key) for key in keys], *rows]))


def _write(run: Run, lines: Iterable[str | Mapping[str, object]]) -> int:
    """Write lines, or records as JSON."""
    with run.writing(unit="") as output:
        for line in lines:
            text = (
                line if isinstance(line, str) else to_json({"schema": SCHEMA, **line})
            )
            output.write(f"{text}\n")
    return run.code


def _cell(value: object) -> str:
    """Write a value of a table."""
    if isinstance(value, bool):
        return "yes" if value else "-"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "-"
    return str(value)
