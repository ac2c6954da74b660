"""Hints, and explanations in a few facts.

A hint is the next step, from a nudge to all of it:

detail 1   how hard the next step is, and roughly where: a box, a row, a digit
detail 2   the technique
detail 3   the technique, and the cells and digits to look at
detail 4   the whole step: what it does, and why
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from satdoku.drawing.board import letters_text
from satdoku.errors import InputError, Stopped, UsageError, counted
from satdoku.explanation.constraint_steps import (
    ConstraintStep,
    ConstraintTrial,
    Reasoning,
    SearchStep,
)
from satdoku.explanation.explain import End, explain
from satdoku.explanation.rating import version_of
from satdoku.explanation.trials import Trial
from satdoku.solving.results import Status
from satdoku.techniques.step import (
    Step,
    candidates_text,
    cells_text,
    digits_text,
    units_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from satdoku.explanation.constraint_steps import AnyStep
    from satdoku.explanation.explain import Explanation
    from satdoku.puzzle.puzzle import Puzzle, PuzzleLike
    from satdoku.techniques.technique import Named, Technique

DETAILS = (1, 2, 3, 4)
"""How much a hint can say."""


@dataclass(frozen=True)
class Hint:
    r"""The next step, or the reason why there is none.

    It is true where there is a step; a notebook shows the step drawn.

    Args:
        path: An explanation, of which the first step counts.

    Example:
        >>> bool(hint("1... ..2. ..3. 4..."))
        True
        >>> print(hint("1243 3421 2134 4312"), hint("1... .... .... ...."), sep="\n")
        the grid is complete
        nothing follows: the puzzle has several solutions
    """

    path: Explanation

    @property
    def step(self) -> AnyStep | None:
        """The next step; None where nothing follows."""
        # What follows where there is no solution leads nowhere.
        if self.path.status is Status.NONE or not self.path.entries:
            return None
        first = self.path.entries[0]
        if isinstance(
            first, SearchStep
        ):  # all of what search found is more than a step
            removes = () if first.places else first.removes[:1]
            return replace(first, places=first.places[:1], removes=removes)
        return first

    def text(self, detail: int = 4) -> str:
        """Say more or less of the step; or why there is none.

        Args:
            detail: 1 (a nudge) to 4 (everything).

        Raises:
            UsageError: `detail` is none of these.

        Example:
            >>> for detail in DETAILS:
            ...     print(hint("1... ..2. ..3. 4...").text(detail))
            an easy step: look at row 1
            a Naked Single
            a Naked Single: look at r1c3
            Naked Single: r1c3=4, the only candidate of r1c3
        """
        if detail not in DETAILS:
            raise UsageError(f"detail {detail!r}; expected 1 to {DETAILS[-1]}")
        step = self.step
        if step is not None:
            return _step_text(step, detail)
        if wrong := "; ".join(wrong_texts(self.path)):
            return wrong
        if self.path.position.is_complete:
            return "the grid is complete"
        if self.path.status is Status.MULTIPLE:
            return "nothing follows: the puzzle has several solutions"
        return "no technique applies"

    def __bool__(self) -> bool:
        return self.step is not None

    def __str__(self) -> str:
        return self.text()

    def _repr_svg_(self) -> str:
        """Draw the step, or the position where there is none."""
        from satdoku.explanation.drawing import step_svg  # noqa: PLC0415  for notebooks

        return step_svg(self.path.start, self.step, puzzle=self.path.puzzle)


def hint(
    puzzle: PuzzleLike,
    *,
    now: PuzzleLike | None = None,
    techniques: Named | None = None,
    timeout: float | None = None,
) -> Hint:
    """Find the next step, the easiest there is.

    Args:
        puzzle: Anything that `Puzzle` accepts.
        now: The current position, as `puzzle`; None to start with the puzzle.
        techniques: The techniques to use: techniques, or names of techniques, families
            or levels, one or many; None for the usual ones.
        timeout: Seconds of wall time after which to stop.

    Raises:
        InputError: `puzzle` or `now` cannot be read; or `now` has mistakes, which the
            message names: no solution can be reached from there.
        UsageError: As `explain`.
        Stopped: Time ran out.

    Example:
        >>> print(hint("1... ..2. ..3. 4..."))
        Naked Single: r1c3=4, the only candidate of r1c3
        >>> hint("1... ..2. ..3. 4...", now="13.. ..2. ..3. 4...")
        Traceback (most recent call last):
        satdoku.errors.InputError: r1c2=3 cannot be right
    """
    path = explain(puzzle, now=now, techniques=techniques, until=1, timeout=timeout)
    if path.end is End.TIMEOUT:
        raise Stopped("out of time")
    if path.mistakes:
        raise InputError("; ".join(mistake_texts(path)))
    return Hint(path)


def _step_text(entry: AnyStep, detail: int) -> str:
    if detail == DETAILS[-1]:
        return str(entry)
    if not isinstance(entry, Step):
        return _beyond_text(entry, detail)
    if detail == 1:
        level = entry.technique.level.title.lower()
        return f"{_with_article(level)} step: look at {_about(entry)}"
    title = _with_article(entry.technique.title)
    return title if detail == 2 else f"{title}: look at {_place(entry)}"


def _beyond_text(
    entry: Trial | ConstraintStep | ConstraintTrial | SearchStep, detail: int
) -> str:
    geometry = entry.geometry
    if isinstance(entry, ConstraintStep):
        return _constraint_text(entry, detail)
    # Trials on constraints come before the hardest techniques.
    level = " up to level hard" if isinstance(entry, ConstraintTrial) else ""
    none = f"no technique{level} applies"
    if detail < DETAILS[-2]:
        return f"{none}; detail 3 names a candidate, detail 4 says why"
    if isinstance(entry, Trial | ConstraintTrial):
        return f"{none}; try {entry.tried} and see what follows"
    first, sign = (*entry.places, *entry.removes)[:1], "=" if entry.places else "<>"
    return f"{none}: try {candidates_text(geometry, first, sign)}"


def _constraint_text(entry: ConstraintStep, detail: int) -> str:
    """Say more or less of a step by constraints."""
    geometry = entry.geometry
    cells = sorted({cell for cell, _ in entry.removes})
    if detail == 1:
        level = _with_article(entry.reasoning.level.title.lower())
        row = geometry.row_of(cells[0]) + 1
        return f"{level} step by constraints: look at row {row}"
    rules = entry.constraints[0].describe()
    title = f"a step by {rules}"
    if entry.reasoning is Reasoning.FORTY_FIVE:
        title = f"the Rule of 45 in {units_text(geometry, entry.units)}"
    elif entry.units:
        title += f" and {units_text(geometry, entry.units)}"
    if detail == DETAILS[1]:
        return title
    return f"{title}; look at {cells_text(geometry, cells)}"


def _with_article(name: str) -> str:
    """Put `a` or `an` before a name, as it is spoken; nothing before some.

    Example:
        >>> [_with_article(name) for name in ("X-Wing", "ALS-XZ", "Unique Rectangle")]
        ['an X-Wing', 'an ALS-XZ', 'a Unique Rectangle']
    """
    if name.startswith(("Pointing", "Claiming", "Sue de Coq", "Multi-Colours")):
        return name
    vowel = name.startswith(("A", "E", "I", "O", "X", "a", "e", "i", "o", "un"))
    return f"{'an' if vowel else 'a'} {name}"


def _about(step: Step) -> str:
    """Name the smallest thing that the step is about: a unit, else digits."""
    board = step.geometry
    if step.units and not step.covers:
        return board.unit_name(step.units[0])
    if len(step.digits) == 1 and len(step.cells) != 1:
        return f"digit {step.in_symbols().digits[0]}"
    cell = (step.cells or tuple(cell for cell, _ in step.places or step.removes))[0]
    return f"row {board.row_of(cell) + 1}"


def _place(step: Step) -> str:
    """Name the cells, and the digits where these do not give the step away."""
    cells = (
        step.cells
        or tuple(cell for cell_set in step.sets for cell in cell_set.cells)
        or tuple(cell for chain in step.chains for node in chain for cell in node.cells)
        or tuple(cell for cell, _ in step.places or step.removes)
    )
    text = cells_text(step.geometry, cells)
    if step.digits and not step.places:
        text += f" and {digits_text(step.in_symbols().digits)}"
    return text


# --- an explanation in a few facts: how hard, what was used how often, how it ended ---


def opening(path: Explanation) -> Iterator[tuple[str, str]]:
    """Yield the facts that come before any step: where it starts, what is wrong.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> dict(opening(explain("12.3 ..4. .... ....")))["reason"]
        '3 clues contradict each other: r1c1=1, r1c2=2, r2c3=4'
        >>> list(opening(explain("1... ..2. ..3. 4...")))
        []
    """
    if path.start != path.puzzle:
        yield "from", _start_text(path.puzzle, path.start)
    if path.status is Status.NONE:
        steps = "; the steps follow from clues that contradict each other"
        yield "proper", f"no: there is no solution{steps if path.entries else ''}"
        if path.contradiction:
            yield "reason", path.contradiction.text(path.puzzle)


def facts(path: Explanation) -> Iterator[tuple[str, str]]:
    """Yield the facts as (heading, text) pairs.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> for heading, text in facts(explain("1... ..2. ..3. 4...")):
        ...     print(f"{heading}: {text}")
        ended: solved by techniques alone
        level: Easy
        score: 48 (HoDoKu 2.2.0 extended to 4x4)
        techniques: 8 Full House, 4 Naked Single
    """
    yield from opening(path)
    if path.mistakes:
        yield "mistakes", "; ".join(mistake_texts(path))
    if path.entries or path.status is not Status.NONE:
        yield "ended", _ending(path)
    if path.status is Status.MULTIPLE:
        yield "proper", "no: techniques that assume one solution were not used"
    if path.entries:
        if path.level is not None:
            yield "level", path.level.title
            yield "score", _score(path)
        yield "techniques", _counted(path)
        if path.verified:
            number = len(path.entries)
            every = "the step" if number == 1 else f"each of the {number} steps"
            yield "verified", f"{every} by SAT"
    if path.puzzle.constraints and (letters := letters_text(path.puzzle.geometry)):
        yield "digits", letters


def counts(path: Explanation) -> list[tuple[Technique, int]]:
    """Return how often each technique was used, easier ones first."""
    used = Counter(step.technique for step in path.steps)
    return sorted(used.items(), key=lambda pair: (pair[0].order, pair[0].key))


def _counted(path: Explanation) -> str:
    parts = [f"{number} {technique.title}" for technique, number in counts(path)]
    others = Counter(step.title for step in path.entries if not isinstance(step, Step))
    parts += [
        f"{others[kind]} {kind}" if " " in kind else counted(others[kind], kind)
        for kind in _TRIED
        if others[kind]
    ]
    return ", ".join([*parts, "Search"] if others["Search"] else parts)


_TRIED = (*dict.fromkeys(reasoning.title for reasoning in Reasoning),)


def _trials(path: Explanation) -> int:
    """Return how many trials there are."""
    return sum(entry.title == "Trial" for entry in path.entries)


def _score(path: Explanation) -> str:
    if path.score is None:
        return (
            "none: HoDoKu does not score trials and searches; `satdoku rate` scores "
            "the puzzle as HoDoKu does"
        )
    return f"{path.score:,} ({version_of('hodoku', path.puzzle)})"


def _ending(path: Explanation) -> str:
    """Say how an explanation ended."""
    if path.mistakes:
        return "not started: the position has mistakes and leads to no solution"
    if path.reached:
        return f"stopped as requested, {path.until}".rstrip(", ")
    missed = " (until was not reached)" if path.reached is False else ""
    return f"{_end_text(path)}{missed}"


def _end_text(path: Explanation) -> str:
    empty = path.position.values.count(0)
    cells = f"{counted(empty, 'cell')} {'is' if empty == 1 else 'are'}"
    if path.end is End.SOLVED and not path.entries:
        return "the grid was already complete"
    refuted = counted(_trials(path), "candidate")
    solved = f"solved; where no technique applied: {refuted} refuted by trying"
    if any(isinstance(entry, ConstraintStep) for entry in path.entries):
        trials = f" and by trying: {refuted} refuted" if _trials(path) else ""
        solved = f"solved by techniques, by constraints{trials}"
    return {
        End.SOLVED: "solved by techniques alone" if path.by_logic else solved,
        End.SEARCHED: "no technique applied: the rest was found by search",
        End.SEVERAL: f"nothing more follows: it has several solutions; {cells} empty",
        End.NONE: "there is no solution",
        End.TIMEOUT: f"out of time; {cells} still empty",
        End.STOPPED: f"no technique applies; {cells} still empty",
    }[path.end]


def _start_text(puzzle: Puzzle, state: Puzzle) -> str:
    """Describe the position where an explanation starts."""
    parts: list[str] = []
    if placed := state.clue_count - puzzle.clue_count:
        parts.append(f"{counted(placed, 'digit')} placed")
    if removed := len(state.eliminated):
        parts.append(f"{counted(removed, 'candidate')} removed")
    return f"the position that the source gives: {', '.join(parts)}"


_MAX_MISTAKES = 10


def mistake_texts(path: Explanation) -> Iterator[str]:
    """Name the first mistakes: one by one, or together if any of them may be one."""
    texts = [
        candidates_text(
            path.puzzle.geometry,
            [(cell, digit)],
            "=" if path.start.values[cell] == digit else "<>",
        )
        for cell, digit in path.mistakes[:_MAX_MISTAKES]
    ]
    left = len(path.mistakes) - len(texts)
    if path.status is Status.MULTIPLE and len(texts) > 1:
        others = f" and {left} more" if left else ""
        yield f"{', '.join(texts)}{others} cannot all be right"
        return
    yield from (f"{text} cannot be right" for text in texts)
    if left:
        yield f"{left} more cannot be right"


def wrong_texts(path: Explanation) -> Iterator[str]:
    """Say why there is no hint: mistakes, or a puzzle without a solution.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> print(*wrong_texts(explain("11.. .... .... ....")))
        there is no solution: 2 clues contradict each other: r1c1=1, r1c2=1
    """
    yield from mistake_texts(path)
    if path.status is Status.NONE:
        cause = path.contradiction
        yield f"there is no solution{f': {cause.text(path.puzzle)}' if cause else ''}"
