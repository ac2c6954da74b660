"""All steps of a technique and no others, found again by its definition, cell by cell.

Small boards with random candidates; the definitions below know neither masks nor order.
"""

from itertools import combinations, permutations, product

import pytest

from satdoku import Geometry, find_steps
from tests.techniques.support import (
    candidate_sets,
    peers,
    random_positions,
)

SIX, EIGHT, NINE = Geometry(6, 6), Geometry.of_box(2, 4), Geometry(9, 9)


class Board:
    """Candidates of empty cells, units, peers: what a definition is about."""

    def __init__(self, grid):
        self.grid = grid
        self.geometry = grid.geometry
        self.n = grid.geometry.size
        self.units = grid.geometry.units
        self.peers = peers(grid.geometry)
        sets = candidate_sets(grid)
        self.open = {c: s for c, s in enumerate(sets) if not grid.values[c]}

    def cells(self, digit, unit):
        """The cells of a unit that may hold a digit."""
        return [c for c in self.units[unit] if digit in self.open.get(c, ())]

    def gone(self, pairs):
        """Those of some candidates that are there, in the order of steps."""
        found = {(c, d) for c, d in pairs if d in self.open.get(c, ())}
        return tuple(sorted(found))

    def seen(self, cells, digit):
        """The candidates that see all of some cells."""
        common = set.intersection(*(self.peers[cell] for cell in cells))
        return {(cell, digit) for cell in common}


def boards(geometry, count=6, seed=1):
    for grid, _ in random_positions(geometry, count, seed):
        yield Board(grid)


def outcomes(board, key):
    """What satdoku finds: the outcomes, each of them once."""
    steps = find_steps(board.grid, techniques=key)
    assert len(steps) == len(set(steps))

    return {tuple(sorted(step.removes)) or step.places for step in steps}


# --- singles --------------------------------------------------------------------------


def full_house(board):
    for unit in board.units:
        rest = [cell for cell in unit if cell in board.open]
        if len(rest) == 1 and len(board.open[rest[0]]) == 1:
            yield ((rest[0], *board.open[rest[0]]),)


def naked_single(board):
    for cell, digits in board.open.items():
        if len(digits) == 1:
            yield ((cell, *digits),)


def hidden_single(board):
    for unit, digit in product(range(3 * board.n), board.geometry.digit_range):
        if len(cells := board.cells(digit, unit)) == 1:
            yield ((cells[0], digit),)


# --- locked candidates and subsets ----------------------------------------------------


def locked(board, firsts, seconds):
    for first, second in product(firsts, seconds):
        for digit in board.geometry.digit_range:
            cells = set(board.cells(digit, first))
            other = set(board.cells(digit, second))
            if len(cells) > 1 and cells < other:
                yield board.gone((cell, digit) for cell in other - cells)


def pointing(board):
    n = board.n
    yield from locked(board, range(2 * n, 3 * n), range(2 * n))


def claiming(board):
    n = board.n
    yield from locked(board, range(2 * n), range(2 * n, 3 * n))


def naked(board, size):
    for unit in board.units:
        empty = [cell for cell in unit if cell in board.open]
        for cells in combinations(empty, size):
            digits = set.union(*(board.open[cell] for cell in cells))
            if len(digits) == size:
                shared = [u for u in board.units if set(cells) <= set(u)]
                yield (
                    len(shared) > 1,
                    board.gone(
                        (cell, digit)
                        for one in shared
                        for cell in set(one) - set(cells)
                        for digit in digits
                    ),
                )


def hidden(board, size):
    for unit in range(3 * board.n):
        places = {d: set(board.cells(d, unit)) for d in board.geometry.digit_range}
        for digits in combinations([d for d in places if places[d]], size):
            cells = set.union(*(places[digit] for digit in digits))
            if len(cells) == size:
                yield board.gone(
                    (cell, digit)
                    for cell in cells
                    for digit in board.open[cell] - set(digits)
                )


def naked_pair(board):
    return (outcome for _, outcome in naked(board, 2))


def naked_triple(board):
    return (outcome for _, outcome in naked(board, 3))


def naked_quad(board):
    return (outcome for _, outcome in naked(board, 4))


def hidden_pair(board):
    return hidden(board, 2)


def hidden_triple(board):
    return hidden(board, 3)


def hidden_quad(board):
    return hidden(board, 4)


# --- fish and what is like them -------------------------------------------------------


def fish(board, size):
    n = board.n
    rows, columns = range(n), range(n, 2 * n)
    for (lines, across), digit in product(
        ((rows, columns), (columns, rows)), board.geometry.digit_range
    ):
        places = {line: set(board.cells(digit, line)) for line in (*lines, *across)}
        usable = [line for line in lines if len(places[line]) > 1]
        for base in combinations(usable, size):
            inside = set.union(*(places[line] for line in base))
            covers = [line for line in across if places[line] & inside]
            if len(covers) == size:
                outside = set.union(*(places[line] for line in covers)) - inside
                yield board.gone((cell, digit) for cell in outside)


def x_wing(board):
    return fish(board, 2)


def swordfish(board):
    return fish(board, 3)


def jellyfish(board):
    return fish(board, 4)


def strong(board, digit):
    """The pairs of cells one of which holds a digit, by unit."""
    for unit in range(3 * board.n):
        if len(cells := board.cells(digit, unit)) == 2:
            yield unit, tuple(cells)


def turbot(board):
    """Two strong links of a digit, of which an end of each sees the other's."""
    for digit in board.geometry.digit_range:
        links = list(strong(board, digit))
        for (one, first), (other, second) in combinations(links, 2):
            if set(first) & set(second):
                continue
            for (a, b), (c, d) in product(permutations(first), permutations(second)):
                if c in board.peers[b]:
                    yield (one, other), (a, b, c, d), digit


def skyscraper(board):
    """Of two rows or columns; ends that are in line would make an X-Wing."""
    n = board.n
    for (one, other), (a, b, c, d), digit in turbot(board):
        if one < 2 * n and other < 2 * n and one // n == other // n:
            across = board.geometry.row_of if one >= n else board.geometry.column_of
            if across(b) == across(c) and across(a) != across(d):
                yield board.gone(board.seen((a, d), digit))


def two_string_kite(board):
    """Of a row and a column that meet in a box; the cell where their ends cross."""
    n, box = board.n, board.geometry.box_of
    for (one, other), (a, b, c, d), digit in turbot(board):
        if one < n <= other < 2 * n and box(b) == box(c):
            yield board.gone([(d // n * n + a % n, digit)])


# --- wings ----------------------------------------------------------------------------


def xy_wing(board):
    pairs = [cell for cell, digits in board.open.items() if len(digits) == 2]
    for pivot, one, two in permutations(pairs, 3):
        if not {one, two} <= board.peers[pivot]:
            continue
        x, y, z = (board.open[cell] for cell in (pivot, one, two))
        rest = (y | z) - x
        if len(rest) == 1 and y & z == rest and (y | z) > x and y != z:
            yield board.gone(board.seen((one, two), *rest))


def xyz_wing(board):
    pairs = [cell for cell, digits in board.open.items() if len(digits) == 2]
    for pivot, digits in board.open.items():
        if len(digits) == 3:
            for one, two in combinations(set(pairs) & board.peers[pivot], 2):
                y, z = board.open[one], board.open[two]
                if y | z == digits and len(y & z) == 1:
                    yield board.gone(board.seen((pivot, one, two), *(y & z)))


def w_wing(board):
    pairs = [cell for cell, digits in board.open.items() if len(digits) == 2]
    for one, two in combinations(pairs, 2):
        if board.open[one] != board.open[two]:
            continue
        for kept, digit in permutations(board.open[one]):
            for _, ends in strong(board, kept):
                sees = [(a in board.peers[one], a in board.peers[two]) for a in ends]
                if {one, two} & set(ends) or sorted(sees) != [
                    (False, True),
                    (True, False),
                ]:
                    continue
                yield board.gone(board.seen((one, two), digit))


# --- unique rectangles ----------------------------------------------------------------


def rectangles(board):
    """Four empty cells in two rows, two columns and two boxes."""
    n = board.n
    for (top, low), (left, right) in product(combinations(range(n), 2), repeat=2):
        corners = (n * top + left, n * top + right, n * low + left, n * low + right)
        boxes = {board.geometry.box_of(cell) for cell in corners}
        if len(boxes) == 2 and all(cell in board.open for cell in corners):
            yield corners


def unique_rectangle_1(board):
    for corners in rectangles(board):
        for last in corners:
            others = [board.open[cell] for cell in corners if cell != last]
            pair = others[0]
            is_type_1 = len(pair) == 2 and all(pair == each for each in others)
            if is_type_1 and pair < board.open[last]:
                yield board.gone((last, digit) for digit in pair)


# --- almost locked sets ---------------------------------------------------------------


def almost_locked_sets(board):
    found = set()
    for unit in board.units:
        empty = [cell for cell in unit if cell in board.open]
        for size in range(1, board.n):
            for cells in combinations(empty, size):
                digits = set.union(*(board.open[cell] for cell in cells))
                if len(digits) == size + 1:
                    found.add((frozenset(cells), frozenset(digits)))
    return found


def als_xz(board):
    def with_digit(cells, digit):
        return [cell for cell in cells if digit in board.open[cell]]

    def sees(one, other, digit):
        return all(
            b in board.peers[a]
            for a, b in product(with_digit(one, digit), with_digit(other, digit))
        )

    for (one, x), (other, y) in combinations(almost_locked_sets(board), 2):
        shared = x & y
        links = [digit for digit in shared if sees(one, other, digit)]
        removed = set()
        for link in links:
            for digit in shared - {link}:
                ends = with_digit(one | other, digit)
                removed |= board.seen(ends, digit)
        if len(links) > 1:
            for cells, digits, others in ((one, x, other), (other, y, one)):
                for digit in digits - set(links):
                    seen = board.seen(with_digit(cells, digit), digit)
                    removed |= {pair for pair in seen if pair[0] not in others}
        yield board.gone(removed)


# --- the tests ------------------------------------------------------------------------

SMALL = [
    full_house,
    naked_single,
    hidden_single,
    pointing,
    claiming,
    hidden_pair,
    hidden_triple,
    hidden_quad,
    x_wing,
    swordfish,
    jellyfish,
    skyscraper,
    two_string_kite,
    xy_wing,
    xyz_wing,
    w_wing,
    unique_rectangle_1,
]


@pytest.mark.parametrize("define", SMALL, ids=lambda define: define.__name__)
def test_all_steps_and_no_others(define):
    key = define.__name__.replace("_", "-")
    met = 0
    for geometry, count in (
        (SIX, 25),
        (EIGHT, 6),
        (NINE, 4),
        (Geometry.of_box(3, 2), 10),
    ):
        for board in boards(geometry, count, seed=2):
            expected = {outcome for outcome in define(board) if outcome}
            assert expected == outcomes(board, key)
            met += len(expected)
    assert met


@pytest.mark.parametrize(("size", "word"), [(2, "pair"), (3, "triple"), (4, "quad")])
def test_naked_subsets(size, word):
    """Those of two units are locked: so are pairs and triples called then."""
    keys = [f"naked-{word}", f"locked-{word}"][: 1 if size == 4 else 2]
    met = 0
    for geometry, count in ((SIX, 25), (EIGHT, 6), (NINE, 4)):
        for board in boards(geometry, count, seed=3):
            found = {outcome for _, outcome in naked(board, size) if outcome}
            steps = set().union(*(outcomes(board, key) for key in keys))
            assert found == steps
            met += len(found)
    assert met


@pytest.mark.parametrize("geometry", [SIX, Geometry.of_box(3, 2)], ids=str)
def test_als_xz(geometry):
    for board in boards(geometry, 4, seed=6):
        expected = {outcome for outcome in als_xz(board) if outcome}
        assert expected == outcomes(board, "als-xz")
