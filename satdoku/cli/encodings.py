"""`satdoku encodings`."""

from __future__ import annotations

import click

from satdoku.cli import options
from satdoku.cli.group import Command

__all__ = ["command"]

_LARGEST = 225  # the largest boards anybody has published
_EXAMPLES = (
    ("satdoku encodings", "what each encoding says, and its size on 9x9"),
    ("satdoku encodings --size 16", "the same for another size"),
    ("satdoku encodings triad", "one encoding, and where it is from"),
    ("satdoku encodings mine.toml --box 2x3", "one of your own"),
)


@click.command(cls=Command, examples=_EXAMPLES, short_help="Show the encodings.")
@click.argument(
    "names",
    metavar="[NAME|FILE.toml]...",
    nargs=-1,
    shell_complete=options.complete_encodings,
)
@click.option(
    "--size",
    metavar="N",
    type=options.COUNT,
    help="The size of the grid. [default: 9]",
)
@click.option("--box", metavar="ROWSxCOLUMNS", help="The shape of the boxes.")
@click.option("--markdown", is_flag=True, help="Write the table in Markdown.")
@options.file_output_options
def command(
    *,
    names: tuple[str, ...],
    size: int | None,
    box: str | None,
    markdown: bool,
    output: str | None,
    force: bool,
) -> None:
    """Show the encodings as a table of ticks, with the sizes of their formulas.

    A family says of cells, units or triads that they hold at least one (>=1) or at
    most one (<=1), the latter by a scheme. `textbook` counts clauses as publications
    do, repetitions included; `clauses` is what the formula has.
    """
    from satdoku.cli.output import Output  # noqa: PLC0415  help needs none of these
    from satdoku.cli.progress import Progress  # noqa: PLC0415
    from satdoku.cnf import table  # noqa: PLC0415
    from satdoku.cnf.recipe import load  # noqa: PLC0415
    from satdoku.geometry import Geometry  # noqa: PLC0415

    if size is not None and box is not None:
        raise click.UsageError("--size and --box say the same; leave one out")
    if size is not None and size > _LARGEST:
        raise click.UsageError(f"--size {size} is too large; expected up to {_LARGEST}")
    geometry = Geometry.of_size(size or 9) if box is None else Geometry.parse(box)
    if geometry.size > _LARGEST:
        raise click.UsageError(
            f"--box {box} makes grids of size {geometry.size:,}; expected up to "
            f"{_LARGEST}"
        )
    recipes = [load(name) for name in names] or None
    draw = table.markdown if markdown else table.text
    with (
        Output(output, force=force, inputs=names) as target,
        Progress(wanted=True, shared=target.is_terminal) as progress,
    ):
        progress.step("counting clauses")
        lines = [draw(geometry, recipes)]
        if not markdown:
            lines.insert(0, f"For grids of {geometry}:\n")
        for recipe in recipes or ():
            lines += ["", f"{recipe.name}: {recipe.summary}", f"  {recipe.reference}"]
        progress.hold()
        target.stream.write("\n".join(lines) + "\n")
