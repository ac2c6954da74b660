"""What `satdoku study` measures: its options made parts of a study.

All that can be wrong is told here, before anything is run.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from satdoku.choice import AUTO
from satdoku.cli.options import COUNT
from satdoku.cli.reading import Reader
from satdoku.cli.study_given import ENGINES, GIVE_UP, TIMEOUT
from satdoku.cli.study_runs import Runs
from satdoku.cli.subjects import subjects_of
from satdoku.errors import UsageError, printable
from satdoku.processes import cores
from satdoku.study.contender import Contender, contenders
from satdoku.study.part import Ask, Part
from satdoku.study.plan import sets_of
from satdoku.study.presets import PRESETS, preset

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from satdoku.cli.study_given import Given, ReadAs
    from satdoku.cli.study_work import Work
    from satdoku.study.subject import Subject

__all__ = ["ENCODINGS", "presets", "work_of"]

ENCODINGS = "encodings"
"""The preset that is the encodings' laboratory."""

_SETTLED = ("engines", "encodings", "ask", "whole", "give_up", "baseline")
"""What a preset has settled."""

_NOT_THERE = {
    "ask": "",
    "whole": "",
    "give_up": "",
    "first": "; --repeat says how many puzzles of a size are made",
    "baseline": "",
    "sets": "; name files of puzzles",
}
"""What the laboratory has not, and what does instead."""


_LEAVE = "; leave it out"
_MEASURE = "leave it out, or name puzzles instead of the preset"


def presets() -> tuple[str, ...]:
    """Name the presets."""
    return (*PRESETS, ENCODINGS)


def work_of(given: Given, read_as: ReadAs) -> Work[Any]:
    """Return what is measured.

    Raises:
        click.UsageError: Options do not go together.
        UsageError: There is no such engine, encoding, order, rule, technique or preset,
            or what an engine needs is not installed.
        InputError: Puzzles cannot be read.
    """
    name = given.preset
    if name is not None and name not in presets():
        raise UsageError(
            f"there is no preset {printable(name)}; expected {', '.join(presets())}"
        )
    if given.sizes is not None and name != ENCODINGS:
        raise click.UsageError(f"--sizes is for --preset {ENCODINGS}")
    if name == ENCODINGS:
        return _laboratory(given, read_as)
    parts = [_plain(given, read_as)] if name is None else _of_preset(given, name)
    return Runs(parts, name or "", given.workers or 1)


def _plain(given: Given, read_as: ReadAs) -> Part:
    if given.sets is not None:
        raise click.UsageError("--sets is for presets; name one with --preset")
    measured = _contenders(given)
    baseline = _baseline(given, measured)
    return Part(
        subjects_of(Reader(**read_as._asdict()).entries(given.files), given.first),
        measured,
        ask=_ask(given.ask),
        repeat=given.repeat or 1,
        timeout=given.timeout or TIMEOUT,
        whole=given.whole,
        give_up=given.give_up or GIVE_UP,
        baseline=baseline,
    )


def _laboratory(given: Given, read_as: ReadAs) -> Work[Any]:
    from satdoku.cli.study_samples import Samples  # noqa: PLC0415  for it alone
    from satdoku.study.laboratory import plan  # noqa: PLC0415

    for option, instead in _NOT_THERE.items():
        _refuse(given, [option], f"--preset encodings has no --{{}}{instead or _LEAVE}")
    sizes: tuple[int, ...] = () if given.files else plan.SIZES
    if given.sizes is not None:
        sizes = _numbers(given.sizes, "--sizes")
    own: tuple[Subject, ...] = ()
    if given.files:
        own = subjects_of(Reader(**read_as._asdict()).entries(given.files))
    laboratory = plan.Laboratory(
        sizes,
        _some(given.engines, "--engines"),
        _some(given.encodings, "--encodings"),
        given.repeat,
        given.timeout or plan.TIMEOUT,
        own,
    )
    return Samples(laboratory, given.workers or min(plan.WORKERS, cores()))


def _of_preset(given: Given, name: str) -> list[Part]:
    if given.files:
        raise click.UsageError(
            f"--preset {name} has its own puzzles; leave out the files, or the preset"
        )
    _refuse(given, _SETTLED, f"--preset {name} has settled --{{}}; {_MEASURE}")
    folder = None if given.sets is None else Path(given.sets)
    return [_moved(part, given) for part in preset(name, folder)]


def _refuse(given: Given, options: Iterable[str], why: str) -> None:
    """Refuse options that are given.

    Raises:
        click.UsageError: One is.
    """
    for option in options:
        if getattr(given, option) not in (None, False):
            raise click.UsageError(why.format(option.replace("_", "-")))


def _moved(part: Part, given: Given) -> Part:
    """Return a part with what the person has moved of it."""
    subjects: Sequence[Subject] = part.subjects
    if given.first is not None:
        members = sets_of(subjects).values()
        subjects = [one for each in members for one in each[: given.first]]
    return replace(
        part,
        subjects=tuple(subjects),
        repeat=given.repeat or part.repeat,
        timeout=given.timeout or part.timeout,
    )


def _contenders(given: Given) -> tuple[Contender, ...]:
    engines = _some(given.engines, "--engines") or ENGINES.split(",")
    encodings = _some(given.encodings, "--encodings") or ()
    found = contenders(engines, encodings)
    if encodings and not any(one.encoding in encodings for one in found):
        raise UsageError("--encodings is given, and none of the engines takes one")
    for one in found:
        one.session()  # tells what is wrong with it
    return tuple(found)


def _some(text: str | None, option: str) -> tuple[str, ...] | None:
    """Return the names that an option lists; None where it is not given."""
    return None if text is None else tuple(_listed(text, option))


def _listed(text: str, option: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise click.UsageError(f"{option} {printable(text)!r} has an empty name")
    return names


def _numbers(text: str, option: str) -> tuple[int, ...]:
    try:
        return tuple(map(COUNT, _listed(text, option)))
    except click.BadParameter as error:
        raise click.BadParameter(error.message, param_hint=option) from None


def _ask(told: str | None) -> Ask:
    try:
        return Ask.FIRST if told is None else Ask(told)
    except ValueError:
        known = ", ".join(Ask)
        raise click.UsageError(
            f"--ask {printable(told or '')!r}; expected {known}"
        ) from None


def _baseline(given: Given, measured: Sequence[Contender]) -> str:
    names = [str(one) for one in measured]
    if given.baseline is None:
        return AUTO if AUTO in names else names[0]
    name = str(Contender.parse(given.baseline))
    if name not in names:
        raise UsageError(
            f"baseline {printable(name)} is not measured; expected one of "
            f"{', '.join(names)}"
        )
    return name
