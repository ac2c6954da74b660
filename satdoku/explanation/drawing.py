"""A step drawn: the board before it, and on it what the step rests on and does.

Techniques fill different fields of a step; `marks_of` makes them the same few things,
and then each is drawn.  As in every picture, colour never stands alone:

    placed     a white digit in a blue disc
    removed    struck through, on vermilion
    fin        in a square, orange: a fin of a fish, an extra of a rectangle
    on, off    of a chain or trial: a white digit in a green disc; a broken ring
    used       of the pattern: in a green ring
    set        its cells tinted, with a border of its own kind (whole, broken, dotted);
               a line below the board names each set
    unit       a grey band; cover sets of a fish have a frame of broken lines
    link       a curve with an arrow: strong whole, weak broken
    blocker    a blue ring around a digit that rules out the other cells of a hidden
               single
    end        a ring around a cell that a trial leaves without candidates
    number     beside a candidate: the order in which a trial goes on
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum
from itertools import pairwise, product
from math import hypot
from typing import TYPE_CHECKING, NamedTuple

from satdoku.drawing import vector
from satdoku.drawing.board import Board, letters_text
from satdoku.drawing.elements import CELL, MARGIN, Frame, Layer
from satdoku.drawing.palette import (
    BLUE,
    DARK_GREEN,
    DARK_ORANGE,
    DARK_PURPLE,
    DARK_VERMILION,
    GREEN,
    GREY,
    INK,
    LIGHT_BLUE,
    LIGHT_GREEN,
    LIGHT_PURPLE,
    LIGHT_VERMILION,
    LIGHT_YELLOW,
    PALE_GREY,
    PAPER,
    PURPLE,
    VERMILION,
)
from satdoku.drawing.scene import board_scene, with_sentences
from satdoku.drawing.vector import Font, Paint, check_width, svg_text, text_width
from satdoku.errors import check_kind
from satdoku.explanation.constraint_steps import (
    ConstraintStep,
    ConstraintTrial,
    SearchStep,
)
from satdoku.explanation.trials import Candidate, Trial
from satdoku.puzzle.puzzle import Puzzle
from satdoku.techniques.state import bits
from satdoku.techniques.step import Step
from satdoku.techniques.technique import Technique

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from satdoku.drawing.elements import Layered
    from satdoku.drawing.vector import Point, Scene, SvgElement
    from satdoku.explanation.constraint_steps import AnyStep
    from satdoku.techniques.step import Node

_SETS = (
    (LIGHT_BLUE, BLUE, ()),
    (LIGHT_YELLOW, DARK_ORANGE, (5.0, 2.5)),
    (LIGHT_PURPLE, DARK_PURPLE, (1.6, 2.0)),
    (LIGHT_VERMILION, DARK_VERMILION, (7.0, 2.0, 1.6, 2.0)),
)
"""Ground, line and dashes of the first sets of a step; then they come again."""

_CHAINS = (DARK_PURPLE, BLUE, DARK_VERMILION, DARK_ORANGE)
"""The colours of the first chains of a step; then they come again."""

_SIZE, _LINE = 11.0, 14.0
"""Size of the font, and height of a line, below the board."""

_MOST_LINES = 100
"""The most lines of a sentence below the board; nets have the longest."""

_MOST_BOLD = 16
"""With more links than these, as nets have, all are drawn thin."""

_BENDS = (
    *((0.25, 1.0, 0.0), (0.25, -1.0, 0.0)),
    *(
        (share, side, far)
        for far in (10.0, 16.0, 22.0, 28.0, 36.0)
        for share in (0.25, 0.08)
        for side in (1.0, -1.0)
    ),
)
"""How a link may be bent, the nicest first: where its controls are, a share of its
length; to which side; and how far it gets from the straight line (0: by its length)."""

_DIGIT_BOX = (11.0, 14.0)
"""Half the width and height that a link keeps away from the middle of a large digit."""


def step_svg(
    position: Puzzle | None,
    step: AnyStep | None,
    *,
    puzzle: Puzzle | None = None,
    title: str = "",
    labels: bool = True,
    size: float | None = None,
    dark: bool = False,
) -> str:
    """Draw a step as an SVG string.

    Args:
        position: Values and candidates before the step; None for an empty board.
        step: The step; None for the position alone.
        puzzle: Its digits are drawn as clues; None if all are.
        title: Written above the board.
        labels: Whether rows and columns have their names beside the board.
        size: How wide the picture is shown, in pixels; None for 48 a cell.
        dark: Whether to draw in light colours on a dark background everywhere; else
            the picture is dark where it is shown in a dark window.

    Raises:
        LimitError: There are more candidates than can be drawn.

    Example:
        >>> from satdoku.explanation.explain import explain
        >>> path = explain("1... ..2. ..3. 4...")
        >>> position, step = next(path.positions())
        >>> picture = step_svg(position, step)
        >>> "Naked Single: r1c3=4" in picture, picture.count('class="mark-placed"')
        (True, 1)
    """
    for name, grid in (("position", position), ("puzzle", puzzle)):
        check_kind(name, grid, (Puzzle, type(None)), "a satdoku.Puzzle, or None")
    kinds = (Step, Trial, ConstraintStep, ConstraintTrial, SearchStep, type(None))
    check_kind("step", step, kinds, "an entry of an explanation, or None")
    check_kind("title", title, str, "a text")
    check_kind("labels", labels, (bool, type(None)), "True, False or None")
    check_width(size)
    scene = step_scene(
        position, step, puzzle=puzzle, caption=title, labels=labels, foot=True
    )
    return svg_text(replace(scene, dark=dark), width=size)


def step_scene(
    position: Puzzle | None,
    step: AnyStep | None,
    *,
    puzzle: Puzzle | None = None,
    caption: str = "",
    labels: bool = True,
    foot: bool = False,
) -> Scene:
    """Draw a step.

    Args:
        position: Values and candidates before it; None for an empty board.
        step: The step; None for the position alone.
        puzzle: Its digits are drawn as clues; None if all are.
        caption: Written above the board.
        labels: Whether rows and columns have their names beside the board.
        foot: Whether the step's sentence is written below it.

    Raises:
        LimitError: There are more candidates than can be drawn.
    """
    bare = position is None
    if position is None:
        assert step is not None  # noqa: S101  without a board there is a step
        position = Puzzle.trusted(step.geometry, (0,) * step.geometry.cells)
    geometry, values = position.geometry, position.values
    left = zip(values, position.candidate_masks(), strict=True)
    masks = [0 if value else mask for value, mask in left]
    clues = values if puzzle is None else puzzle.values
    rules = position.constraints
    shown = None if bare else masks
    board = Board(geometry, clues, values, masks=shown, constraints=rules)
    marks = marks_of(step, values, masks)
    units = (geometry if step is None else step.geometry).units
    sentence = "" if step is None else str(step)

    def shapes(frame: Frame) -> Iterator[Layered]:
        drawing = _Drawing(frame, marks, values, units)
        yield from ((Layer.TINT, shape) for shape in drawing.under())
        yield from ((Layer.MARK, shape) for shape in drawing.over())

    scene = board_scene(
        board, title=sentence, caption=caption, labels=labels, marks=shapes
    )
    if any(marks.roles):
        scene = _with_key(scene, marks.roles)
    if foot and sentence:
        sentences = filter(None, (sentence, letters_text(geometry) if rules else ""))
        entries = [(line, None) for line in sentences]
        scene = with_sentences(scene, entries, most=_MOST_LINES, name="sentence")
    return scene


class Kind(StrEnum):
    """Why a candidate is marked."""

    PLACED = "placed"
    REMOVED = "removed"
    FIN = "fin"
    ON = "on"
    OFF = "off"
    SET = "set"
    USED = "used"


class Link(NamedTuple):
    """A link of a chain.

    Args:
        start: The candidates it leads from.
        end: The candidates it leads to.
        strong: Whether one of the two ends holds; else not both hold.
        chain: Which chain of the step it is of.
    """

    start: tuple[Candidate, ...]
    end: tuple[Candidate, ...]
    strong: bool
    chain: int


@dataclass
class Marks:
    """What is marked in the picture of a step.

    Args:
        kinds: Why each candidate is marked: the first kind that fits.
        set_of: The set that a candidate is of.
        sets: The cells of each set.
        roles: The role of each set.
        cells: The other cells of the pattern.
        bands: The units it is about, or the base sets of a fish.
        covers: The cover sets of a fish.
        links: What leads to what in chains.
        groups: The candidates of one node that lie in a line of a box.
        blockers: The digits that rule out other cells of a hidden single.
        ends: The cell that a trial leaves without candidates.
        numbers: The order in which a trial goes on.
    """

    kinds: dict[Candidate, Kind] = field(default_factory=dict)
    set_of: dict[Candidate, int] = field(default_factory=dict)
    sets: list[tuple[int, ...]] = field(default_factory=list)
    roles: list[str] = field(default_factory=list)
    cells: tuple[int, ...] = ()
    bands: tuple[int, ...] = ()
    covers: tuple[int, ...] = ()
    links: dict[Link, None] = field(default_factory=dict)
    groups: dict[tuple[Candidate, ...], Kind] = field(default_factory=dict)
    blockers: tuple[int, ...] = ()
    ends: tuple[int, ...] = ()
    numbers: dict[Candidate, int] = field(default_factory=dict)

    def add(
        self, kind: Kind, candidates: Iterable[Candidate], masks: Sequence[int]
    ) -> None:
        """Mark candidates that are in the grid and have no mark yet."""
        for cell, digit in candidates:
            if masks[cell] >> (digit - 1) & 1:
                self.kinds.setdefault((cell, digit), kind)


def marks_of(
    entry: AnyStep | None, values: Sequence[int], masks: Sequence[int]
) -> Marks:
    """Return what is to be marked.

    Args:
        entry: The step; None for nothing.
        values: The digits before it.
        masks: The candidates of each cell before it, 0 for a filled one.

    Example:
        >>> from satdoku.puzzle.geometry import Geometry
        >>> board = Geometry(4, 4)
        >>> pair = Step(
        ...     board, Technique.NAKED_PAIR, (), ((2, 1),), cells=(0, 1), digits=(1, 2)
        ... )
        >>> marks = marks_of(pair, [0] * 16, [3, 3, 5, 12] + [15] * 12)
        >>> sorted({str(kind) for kind in marks.kinds.values()}), marks.cells
        (['removed', 'used'], (0, 1))
    """
    marks = Marks()
    if entry is None:
        return marks
    marks.add(Kind.PLACED, entry.places, masks)
    marks.add(Kind.REMOVED, entry.removes, masks)
    if isinstance(entry, Trial):
        _mark_trial(marks, entry, masks)
    elif isinstance(entry, ConstraintStep):
        if 2 * len(entry.cells) < len(masks):
            marks.cells = entry.cells
        marks.bands = entry.units
        beside = [(c, d + 1) for c in entry.combined for d in bits(masks[c])]
        marks.add(Kind.USED, beside, masks)
    elif isinstance(entry, ConstraintTrial):
        marks.add(Kind.ON, entry.followed, masks)
        marks.numbers = {
            candidate: at for at, candidate in enumerate(entry.followed, 1)
        }
        if 2 * len(entry.cells) < len(masks):  # else nearly all cells would be marked
            marks.cells = entry.cells
    elif isinstance(entry, Step):
        _mark_step(marks, entry, masks)
        if entry.technique is Technique.HIDDEN_SINGLE:
            marks.blockers = tuple(_blockers(entry, values))
    return marks


def _mark_trial(marks: Marks, trial: Trial, masks: Sequence[int]) -> None:
    """Mark what follows, and the candidates that are missing in the end.

    A trial within it is marked by the candidate that it removes.
    """
    for number, inner in enumerate(trial.followed, 1):
        if isinstance(inner, Trial):
            candidate, kind = inner.removes[0], Kind.OFF
        else:
            candidate, kind = (inner.cell, inner.digit), Kind.ON
        marks.add(kind, [candidate], masks)
        marks.numbers[candidate] = number
    cell, unit, digit = trial.dead_end
    if cell >= 0:
        marks.ends = (cell,)
        marks.add(
            Kind.OFF, ((cell, inner) for inner in trial.geometry.digit_range), masks
        )
    else:
        marks.bands = (unit,)
        cells = trial.geometry.units[unit]
        marks.add(Kind.OFF, ((inner, digit) for inner in cells), masks)


def _mark_step(marks: Marks, step: Step, masks: Sequence[int]) -> None:
    marks.add(Kind.FIN, step.fins, masks)
    for number, chain in enumerate(step.chains):
        for node in chain:
            places = _places(node)
            kind = Kind.ON if node.on else Kind.OFF
            marks.add(kind, places, masks)
            if len(places) > 1 and _in_line(step, node):
                marks.groups.setdefault(places, kind)
        for before, node in pairwise(chain):  # from the one before, or those it names
            for source in [chain[index] for index in node.after] or [before]:
                link = Link(_places(source), _places(node), node.on, number)
                marks.links.setdefault(link)
    in_sets: set[int] = set()
    for cells, digits, role in step.sets:
        if "fin" in role:  # a fish's, which are in `fins`
            continue
        for candidate in product(cells, digits):
            marks.set_of.setdefault(candidate, len(marks.sets))
        marks.add(Kind.SET, product(cells, digits), masks)
        marks.sets.append(cells)
        marks.roles.append(role)
        in_sets.update(cells)
    marks.cells = tuple(cell for cell in step.cells if cell not in in_sets)
    marks.bands, marks.covers = step.units, step.covers
    marks.add(Kind.USED, product(step.cells, step.digits), masks)


def _places(node: Node) -> tuple[Candidate, ...]:
    return tuple((cell, node.digit) for cell in node.cells)


def _in_line(step: Step, node: Node) -> bool:
    """Whether the cells of a node are in one row or column of one box."""
    board = step.geometry
    row, column, box = (
        len({unit_of(cell) for cell in node.cells})
        for unit_of in (board.row_of, board.column_of, board.box_of)
    )
    return box == 1 in (row, column)


def _blockers(step: Step, values: Sequence[int]) -> Iterator[int]:
    """Yield where the digit of a hidden single rules out other cells of the unit."""
    ((single, digit),), units = step.places, step.geometry.units
    rest = {c for c in units[step.units[0]] if c != single and not values[c]}
    for cell, value in enumerate(values):
        if value == digit and any(cell in unit and rest & {*unit} for unit in units):
            yield cell


def _with_key(scene: Scene, roles: Sequence[str]) -> Scene:
    """Return a scene with a line below the board that names the sets."""
    side = _SIZE
    x, y = MARGIN, scene.height
    shapes: list[SvgElement] = []
    for number, role in enumerate(roles):
        index = number % len(_SETS)
        ground, line, dash = _SETS[index]
        wide = side + 5 + text_width(role, _SIZE) + 10
        if x + wide > scene.width and x > MARGIN:
            x, y = MARGIN, y + _LINE + 3
        box = (x, y + 1.5, side, side)
        border = Paint(stroke=line, width=1.6, dash=dash)
        at = (x + side + 5, y + _LINE / 2)
        shapes += (
            vector.rect(*box, Paint(ground), name=f"set-{index + 1}"),
            vector.rect(*box, border, name=f"set-line-{index + 1}"),
            vector.text(*at, role, Font(_SIZE, anchor="start"), "key"),
        )
        x += wide
    height = y + _LINE + MARGIN / 2
    return replace(scene, height=height, shapes=(*scene.shapes, *shapes))


class _Drawing:
    """The shapes of marks.

    Args:
        frame: The places of cells and candidates.
        marks: What is marked.
        values: The digits in the grid, which links keep away from.
        units: The cells of each unit.
    """

    def __init__(
        self,
        frame: Frame,
        marks: Marks,
        values: Sequence[int],
        units: Sequence[Sequence[int]],
    ) -> None:
        self._frame = frame
        self._units = units
        self._marks = marks
        self._values = values
        self._texts = frame.geometry.digit_texts
        self._radius = min(frame.candidate_room) * 0.47

    def under(self) -> Iterator[SvgElement]:
        """Yield what lies below constraints, lines and digits."""
        marks = self._marks
        for unit in marks.bands:
            yield from self._band(unit, Paint(fill=PALE_GREY), "band")
        for cell in marks.cells:
            yield self._cell(cell, Paint(fill=LIGHT_GREEN), "pattern")
        grounds: dict[int, int] = {}
        for number, cells in enumerate(marks.sets):
            for cell in cells:
                grounds.setdefault(cell, number % len(_SETS))
        for cell, number in grounds.items():
            yield self._cell(cell, Paint(fill=_SETS[number][0]), f"set-{number + 1}")

    def over(self) -> Iterator[SvgElement]:
        """Yield what lies above digits."""
        marks = self._marks
        borders: dict[int, int] = {}
        for number, cells in enumerate(marks.sets):
            _, line, dash = _SETS[number % len(_SETS)]
            paint = Paint(stroke=line, width=1.8, dash=dash)
            for cell in cells:  # where several sets share one, inside each other
                inset = 1.8 + 2.6 * borders.get(cell, 0)
                borders[cell] = borders.get(cell, 0) + 1
                yield self._cell(
                    cell, paint, f"set-line-{number % len(_SETS) + 1}", inset
                )
        for unit in marks.covers:
            paint = Paint(stroke=PURPLE, width=2.4, dash=(8.0, 4.0))
            yield from self._band(unit, paint, "cover")
        for cells, colour, name in (
            (marks.ends, VERMILION, "clash"),
            (marks.blockers, BLUE, "blocker"),
        ):
            for cell in cells:
                ring = Paint(stroke=colour, width=2.4)
                centre = self._frame.centre(cell)
                yield vector.circle(*centre, CELL * 0.4, ring, name=name)
        for places, kind in marks.groups.items():
            yield self._group(places, kind)
        # Below the marks, so that a link that passes one leaves its digit readable.
        thin = len(marks.links) > _MOST_BOLD
        for link in marks.links:
            yield self._link(link, thin=thin)
        for candidate, kind in marks.kinds.items():
            yield from self._mark(candidate, kind)
        for candidate, number in marks.numbers.items():
            yield from self._number(candidate, str(number))

    def _cell(
        self, cell: int, paint: Paint, name: str, inset: float = 0.0
    ) -> SvgElement:
        x, y = self._frame.corner(cell)
        side = CELL - 2 * inset
        return vector.rect(x + inset, y + inset, side, side, paint, name=name)

    def _band(self, unit: int, paint: Paint, name: str) -> Iterator[SvgElement]:
        cells = self._units[unit]
        if cells not in self._frame.geometry.units:  # of a constraint: of any form
            for cell in cells:
                yield self._cell(cell, paint, name)
            return
        x, y = self._frame.corner(cells[0])
        right, bottom = self._frame.corner(cells[-1])
        yield vector.rect(x, y, right - x + CELL, bottom - y + CELL, paint, name=name)

    def _group(self, places: Sequence[Candidate], kind: Kind) -> SvgElement:
        points = [self._frame.candidate(*place) for place in places]
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        top, bottom = min(y for _, y in points), max(y for _, y in points)
        radius = self._radius * 1.15
        dash = () if kind is Kind.ON else (3.0, 2.0)
        return vector.rect(
            left - radius,
            top - radius,
            right - left + 2 * radius,
            bottom - top + 2 * radius,
            Paint(stroke=DARK_GREEN, width=1.4, dash=dash),
            radius,
            "group",
        )

    def _number(self, candidate: Candidate, text: str) -> Iterator[SvgElement]:
        """Write a number at the upper right of a candidate, on a ground of its own."""
        x, y = self._frame.candidate(*candidate)
        x, y = x + self._radius * 1.3, y - self._radius * 0.9
        size = self._radius * 1.5
        wide, high = text_width(text, size) + 2.0, size + 0.5
        ground = Paint(PAPER, GREY, 0.6)
        at = (x - wide / 2, y - high / 2)
        yield vector.rect(*at, wide, high, ground, high / 3, "number-ground")
        yield vector.text(x, y, text, Font(size, bold=True), "number")

    def _mark(self, candidate: Candidate, kind: Kind) -> Iterator[SvgElement]:
        """Yield the shapes of one candidate, its digit above them."""
        x, y = self._frame.candidate(*candidate)
        radius, name, colour = self._radius, f"mark-{kind}", INK
        match kind:
            case Kind.PLACED:
                paint, colour = Paint(fill=BLUE), PAPER
            case Kind.ON:
                paint, colour = Paint(fill=DARK_GREEN), PAPER
            case Kind.REMOVED:
                paint, colour = Paint(LIGHT_VERMILION, VERMILION), DARK_VERMILION
            case Kind.FIN:
                paint = Paint(LIGHT_YELLOW, DARK_ORANGE, 1.4)
            case Kind.SET:
                number = self._marks.set_of[candidate] % len(_SETS)
                ground, line, dash = _SETS[number]
                paint = Paint(ground, line, 1.4, dash and (2.4, 1.6))
                name = f"{name}-{number + 1}"
            case _:  # off, used
                paint = Paint(PAPER, GREEN, 1.4, (2.4, 1.6) if kind is Kind.OFF else ())
                radius -= 0.5
        if kind is Kind.FIN:
            side = 2 * radius - 1
            yield vector.rect(x - side / 2, y - side / 2, side, side, paint, name=name)
        else:
            yield vector.circle(x, y, radius, paint, name=name)
        text = self._texts[candidate[1]]
        size = self._radius * 1.7 / max(1.0, len(text) * 0.75)
        digit = f"mark-{kind}-digit"
        yield vector.text(x, y, text, Font(size, colour, bold=True), digit)
        if kind is Kind.REMOVED:
            far = radius * 0.9
            strike = Paint(stroke=colour, width=1.2)
            ends = ((x - far, y + far), (x + far, y - far))
            yield vector.line(ends, strike, name="strike")

    # Links are curves from the edge of the disc around a candidate to that of another.
    # Straight lines would run through the candidates between the two, and lie on each
    # other where a chain goes there and back; so every link is bent.

    def _link(self, link: Link, *, thin: bool) -> SvgElement:
        starts = [self._frame.candidate(*place) for place in link.start]
        ends = [self._frame.candidate(*place) for place in link.end]
        # A link of groups is drawn between the two candidates that are nearest.
        length, start, end = min(
            (hypot(end[0] - start[0], end[1] - start[1]) or 1.0, start, end)
            for start, end in product(starts, ends)
        )
        number = link.chain % len(_CHAINS)
        dash = () if link.strong else (4.0, 3.0)
        width, head = (0.8, 3.5) if thin else (1.7, 5.0)
        paint = Paint(stroke=_CHAINS[number], width=width, dash=dash)
        first, second = self._controls(start, end, length)
        start = vector.moved(start, first, self._radius)
        end = vector.moved(end, second, self._radius)
        name = f"link-{'strong' if link.strong else 'weak'}-{number + 1}"
        drawn = vector.curve((start, first, second, end), paint, name)
        tip = vector.arrow_head(second, end, head, Paint(fill=paint.stroke), name)
        return f"{drawn}\n{tip}"

    def _controls(self, start: Point, end: Point, length: float) -> tuple[Point, Point]:
        """Return the controls of a curve that stays on the board and off its digits."""
        frame = self._frame
        dx, dy = end[0] - start[0], end[1] - start[1]
        best: tuple[int, tuple[Point, Point]] | None = None
        for share, side, far in _BENDS:
            # A cubic whose controls are off by h is off by 3/4 h in its middle.
            off = side * (far or min(0.1 * length + 8, 26)) / length * 4 / 3
            first = start[0] + dx * share + off * dy, start[1] + dy * share - off * dx
            second = end[0] - dx * share + off * dy, end[1] - dy * share - off * dx
            if not all(
                frame.left <= x <= frame.left + frame.wide
                and frame.top <= y <= frame.top + frame.high
                for x, y in (first, second)
            ):
                continue
            crossed = self._crossed((start, first, second, end))
            if best is None or crossed < best[0]:
                best = crossed, (first, second)
            if not crossed:
                break
        return (start, end) if best is None else best[1]

    def _crossed(self, points: tuple[Point, Point, Point, Point]) -> int:
        """Return how much of a curve lies on large digits."""
        frame, across = self._frame, self._frame.geometry.columns
        steps = int(hypot(points[3][0] - points[0][0], points[3][1] - points[0][1]) / 6)
        crossed = 0
        for step in range(1, steps):
            t = step / steps
            weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
            x, y = (
                sum(w * point[axis] for w, point in zip(weights, points, strict=True))
                for axis in (0, 1)
            )
            column, row = int((x - frame.left) / CELL), int((y - frame.top) / CELL)
            cell = row * across + column
            middle = frame.centre(cell)
            wide, high = _DIGIT_BOX
            crossed += (
                bool(self._values[cell])
                and abs(x - middle[0]) < wide
                and abs(y - middle[1]) < high
            )
        return crossed
