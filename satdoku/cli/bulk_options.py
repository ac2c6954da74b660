"""The options of `solve` that are about many puzzles, as one value a command passes on.

--workers, --dask, --executor and --max-guesses are about engine `lanes`: whoever gives
one has the puzzles of 9x9 answered by it, however few they are.
"""

from __future__ import annotations

import os
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from satdoku.cli.share import Share
from satdoku.cli.values import Listed, count

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = ["EXECUTORS", "Bulk", "bulk_options"]

EXECUTORS = ("auto", "numba", "numpy")
"""What --executor takes; told here, since the room `lanes` is slow to import."""


class Bulk(NamedTuple):
    """What the person said about many puzzles; see the options' help.

    Args:
        workers: How many search at a time, `all` for every core; None if not said.
        executor: What runs engine `lanes`; None if not said.
        max_guesses: After how many guesses a puzzle is given up; None for never.
        dask: The address of the cluster that searches; None for this machine.
        shard: Which part of the puzzles, of how many: (2, 8).
        skip: How many puzzles of that part are left out.
        resume: Whether to go on with what an earlier run has written.
    """

    workers: str | None = None
    executor: str | None = None
    max_guesses: int | None = None
    dask: str | None = None
    shard: tuple[int, int] = (1, 1)
    skip: int = 0
    resume: bool = False

    @property
    def told(self) -> str | None:
        """The first option given that is about engine `lanes`, if any is."""
        given = {
            "--workers": self.workers,
            "--dask": self.dask,
            "--executor": self.executor,
            "--max-guesses": self.max_guesses,
        }
        return next((name for name, value in given.items() if value is not None), None)

    @property
    def is_part(self) -> bool:
        """Whether this run answers a part of the input."""
        return self.resume or self.skip > 0 or self.shard[1] > 1

    def look_at(
        self, output: str | None, *, one: dict[str, bool], several: dict[str, bool]
    ) -> None:
        """See to it that what was said goes together.

        Args:
            output: The file they go to, if any.
            one: The options that are about a single puzzle, and whether each is given.
            several: Those that make several answers of a puzzle.

        Raises:
            UsageError: It does not.
        """
        if self.dask is not None and self.workers is not None:
            msg = "--dask has workers of its own; leave out --workers"
            raise click.UsageError(msg)
        if not self.is_part:
            return
        name = "--resume" if self.resume else "--skip" if self.skip else "--shard"
        against = {**one, **several} if self.resume else one
        for other, given in against.items():
            if given:
                raise click.UsageError(f"{name} does not go with {other}")
        if self.resume and output in (None, "-"):
            raise click.UsageError("--resume goes on with a file; say which with -o")

    def part(self, output: str | None) -> str | None:
        """Return the file that holds what an earlier run has written, if there is one.

        A run that would have replaced a file has left its answers beside it.
        """
        if not self.resume or output is None:
            return None
        beside = f"{output}.partial"
        return next(filter(os.path.lexists, (beside, output)), None)

    def resumption(self, done: int) -> str:
        """Say how to go on behind so many puzzles."""
        return f"--resume, or --skip {done}, goes on from there"

    def share(self) -> Share:
        """Return which puzzles of the input are this run's."""
        number, of = self.shard
        return Share(number, of, self.skip)


def _executors() -> Iterable[str]:
    return EXECUTORS


def _workers(text: str) -> str:
    return text if text == "all" else str(count(text))


def _skip(text: str | int) -> int:
    return count(text, least=0)


def _shard(text: str) -> tuple[int, int]:
    """Read a part of how many: 2/8.

    Raises:
        BadParameter: It is none.
    """
    number, slash, of = text.partition("/")
    if slash and number.isascii() and of.isascii():
        try:
            found = count(number), count(of)
        except click.BadParameter:
            found = 1, 0
        if found[0] <= found[1]:
            return found
    msg = f"{text!r} is no part of a whole; expected I/N, from 1/N to N/N"
    raise click.BadParameter(msg)


def _look_at_executor(
    ctx: click.Context, param: click.Parameter, value: str | None
) -> str | None:
    del ctx
    if value is not None and value not in EXECUTORS:
        msg = f"{value!r}; expected {', '.join(EXECUTORS)}"
        raise click.BadParameter(msg, param=param)
    return value


_OPTIONS = (
    click.option(
        "--workers",
        metavar="N|all",
        type=_workers,
        help="Solve so many 9x9 puzzles at a time (engine lanes), each on a core of "
        "its own. [default: 1]",
    ),
    click.option(
        "--dask",
        metavar="ADDRESS",
        help="Solve 9x9 puzzles (engine lanes) on the Dask cluster whose scheduler is "
        "at this address, tcp://HOST:8786.",
    ),
    click.option(
        "--executor",
        cls=Listed,
        values=_executors,
        metavar="NAME",
        callback=_look_at_executor,
        help="What runs engine lanes: {values}. [default: auto, the fastest there is]",
    ),
    click.option(
        "--max-guesses",
        metavar="N",
        type=count,
        help="Give a 9x9 puzzle up after so many guesses of engine lanes.",
    ),
    click.option(
        "--shard",
        metavar="I/N",
        type=_shard,
        default="1/1",
        help="Answer every N-th puzzle of the input, from puzzle I on: N runs, from "
        "1/N to N/N, answer each puzzle once.",
    ),
    click.option(
        "--skip",
        metavar="N",
        type=_skip,
        default=0,
        help="Leave out the first N puzzles (of the shard).",
    ),
    click.option(
        "--resume",
        is_flag=True,
        help="Go on where an earlier run was stopped: keep what it has written to -o "
        "(or FILE.partial), and leave out as many puzzles.",
    ),
)


def bulk_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add what is about many puzzles; the command takes it as `bulk`."""

    @wraps(command)
    def collected(**given: Any) -> Any:  # noqa: ANN401  as the command
        told = {name: given.pop(name) for name in Bulk._fields}
        return command(**given, bulk=Bulk(**told))

    for option in reversed(_OPTIONS):
        collected = option(collected)
    return collected
