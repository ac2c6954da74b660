"""What holds many puzzles: every kind, and what is refused, by index and cell."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import satdoku
from satdoku import Geometry, InputError, Puzzle, Status
from tests.lanes.puzzles import LINE, SOLVED, array, line_of

FULL = array(SOLVED)[0]
# Two of them are their own solutions, so that each digit must arrive in its place.
THREE = np.array([FULL, array(LINE)[0], 10 - FULL], np.uint8)
ANSWERS = [SOLVED, SOLVED, line_of(10 - FULL)]
GRIDS = [Puzzle(row.tolist()) for row in THREE]
GRID = Puzzle(LINE)
RULED_OUT = GRID.with_candidates([511, 511, 3, *[511] * 78])


class Table:
    """Another library's table: it becomes an array when asked."""

    def __init__(self, values):
        self.array = values
        self.shape = values.shape

    def __array__(self, dtype=None, copy=None):
        return self.array

    def __iter__(self):
        return iter(self.array.tolist())


HOLDERS = {
    "uint8": THREE,
    "nine by nine": THREE.reshape(3, 9, 9),
    "a window": np.pad(THREE.reshape(3, 9, 9), 1)[1:-1, 1:-1, 1:-1],
    "text": "\n".join(grid.line for grid in GRIDS),
    "text with 0 and \\r\\n": "\r\n".join(line_of(r).replace(".", "0") for r in THREE),
    "text with \\r": "\r".join(grid.line for grid in GRIDS),
    "text with blank lines": "\n".join(["", *(g.line + "\n \x0c" for g in GRIDS)]),
    "lines": [grid.line for grid in GRIDS],
    "grids": GRIDS,
    "values": THREE.tolist(),
    "rows": THREE.reshape(3, 9, 9).tolist(),
    "arrays": list(THREE),
    "rows of text": [[g.line[at : at + 9] for at in range(0, 81, 9)] for g in GRIDS],
    "mixed": [GRIDS[0], THREE[1], GRIDS[2].line],
    "drawn": [str(grid) for grid in GRIDS],
    "a table": Table(THREE),
    "a column of text": Table(np.array([g.line for g in GRIDS], object)),
    "floats": THREE.astype(float),
    "objects": THREE.astype(object),
    "an array of signs": np.array([list(g.line.replace(".", "0")) for g in GRIDS]),
    "tensors": [Table(row) for row in THREE],
    "an array of texts": np.array([g.line for g in GRIDS]),
    "an array of text objects": np.array([g.line for g in GRIDS], object),
    "an array of grids": np.array([*GRIDS, None], object)[:3],
}


@pytest.mark.parametrize("holder", HOLDERS)
def test_holders(holder):
    """Whatever holds three puzzles is answered alike, and not written to."""
    puzzles = HOLDERS[holder]
    is_array = isinstance(puzzles, np.ndarray)
    before = puzzles.copy() if is_array else repr(puzzles)
    batch = satdoku.solve_batch(puzzles, limit=2)
    assert [line_of(row) for row in batch.solutions] == ANSWERS
    assert batch.counts.tolist() == [1, 1, 1]
    if is_array:
        assert np.array_equal(puzzles, before)
    else:
        assert repr(puzzles) == before


def test_generator_and_files(tmp_path):
    """A generator is read once; an array may be locked, or lie in a file."""
    np.save(tmp_path / "three.npy", THREE)
    locked = THREE.copy()
    locked.flags.writeable = False
    for puzzles in (
        (grid for grid in GRIDS),
        locked,
        np.load(tmp_path / "three.npy", mmap_mode="r"),
    ):
        batch = satdoku.solve_batch(puzzles)
        assert [line_of(row) for row in batch.solutions] == ANSWERS


@pytest.mark.parametrize(
    "puzzles",
    [
        *([], (), "", "\n \n", iter(())),
        *(np.zeros((0, 81), np.uint8), np.zeros((0, 9, 9), np.int32)),
    ],
)
def test_no_puzzles(puzzles):
    batch = satdoku.solve_batch(puzzles)
    assert (len(batch), batch.solutions.shape) == (0, (0, 81))


def spoilt(index, cell, value, dtype=np.int64):
    """Return three puzzles with one value that is none."""
    made = THREE.astype(dtype)
    made[index, cell] = value
    return made


IN_A_CELL = [
    (spoilt(1, 40, 10), 1, (5, 5), "10"),
    (spoilt(1, 8, 2**40).reshape(3, 9, 9), 1, (1, 9), str(2**40)),
    (np.maximum(spoilt(2, 0, 99), spoilt(1, 80, 98)), 1, (9, 9), "98"),
    ([LINE, LINE[:40] + "A" + LINE[41:]], 1, (5, 5), "A"),
    ([[0] * 81, [0] * 80 + [10]], 1, (9, 9), "10"),
    ([[0] * 81, [0] * 80 + [0.5]], 1, (9, 9), "0.5"),
    (spoilt(1, 40, 0.5, float), 1, (5, 5), "0.5"),
    (spoilt(1, 40, np.inf, float), 1, (5, 5), "inf"),
    (np.array([LINE, LINE[1:]]), 1, None, "80"),
    (np.array([LINE, 5.0, None], object), 1, None, "float"),
    ([LINE, np.nan], 1, None, "errors='mark'"),
    (LINE[1:], 0, None, "80"),
    (f"{LINE}\n{LINE}1", 1, None, "82"),
    (LINE + "\u2028" + LINE, 0, None, "two puzzles"),
    (LINE + "\x0c" + LINE, 0, None, "two puzzles"),
    ([GRID, GRID, LINE[1:]], 2, None, "80"),
    ([[0] * 81, [0] * 16], 1, None, "16"),
    ([0] * 81, 0, None, "int"),
    ([LINE, None], 1, None, "missing value"),
    ([GRID, Puzzle("." * 16)], 1, None, "satdoku.solve"),
    ([Puzzle((0,) * 81, geometry=Geometry.of_box(1, 9))], 0, None, "1x9"),
    ([GRID, RULED_OUT], 1, None, "satdoku.solve"),
]


@pytest.mark.parametrize(("puzzles", "index", "cell", "value"), IN_A_CELL)
def test_refused_by_place(puzzles, index, cell, value):
    """The first bad puzzle and its first bad cell are named, as Python counts."""
    with pytest.raises(InputError) as refused:
        satdoku.solve_batch(puzzles)
    assert refused.value.source == f"puzzles[{index}]"
    assert refused.value.cell == cell
    assert value in str(refused.value)
    assert "\n" not in str(refused.value)


WHOLE = [
    (THREE > 0, "bool", None),
    (THREE.astype(complex), "complex128", None),
    (THREE[:, :80], "(3, 80)", None),
    (THREE.reshape(9, 27), "(9, 27)", None),
    (THREE.reshape(3, 3, 27), "(3, 3, 27)", None),
    (THREE.reshape(1, 3, 81), "(1, 3, 81)", None),
    (THREE[0], "(81,)", "satdoku.solve"),
    (THREE[0].reshape(9, 9), "(9, 9)", "satdoku.solve"),
    (np.array(5), "()", None),
    (np.ma.masked_equal(THREE, 5), "masked", "filled(0)"),
    (GRID, "Puzzle", "satdoku.solve"),
    ({LINE}, "set", None),
    ({LINE: 1}, "dict", None),
    (None, "NoneType", None),
    (81, "int", None),
]


@pytest.mark.parametrize(("puzzles", "what", "way"), WHOLE)
def test_refused_as_a_whole(puzzles, what, way):
    """What holds no puzzles is refused at the call; there may be a way out."""
    with pytest.raises(InputError) as refused:
        satdoku.solve_batch(puzzles)
    assert what in str(refused.value)
    assert refused.value.source is None
    assert (refused.value.hint is None) == (way is None)
    assert (way or "") in str(refused.value)


BAD = [
    (spoilt(1, 40, 10), (5, 5)),
    (spoilt(1, 40, 0.5, float), (5, 5)),
    ([GRIDS[0], LINE[:40] + "A" + LINE[41:], GRIDS[2]], (5, 5)),
    (f"{GRIDS[0].line}\n12\n{GRIDS[2].line}", None),
    ([GRIDS[0], RULED_OUT, GRIDS[2]], None),
]


@pytest.mark.parametrize(("puzzles", "cell"), BAD)
@pytest.mark.parametrize("limit", [2, None])
def test_bad_puzzles_are_marked(puzzles, cell, limit):
    """A puzzle that cannot be read does not stop the others, whatever the limit."""
    batch = satdoku.solve_batch(puzzles, errors="mark", limit=limit)
    assert batch.tally() == {Status.UNIQUE: 2, Status.UNREADABLE: 1}
    assert batch.lines == [ANSWERS[0], "", ANSWERS[2]]
    assert (batch.counts[1], batch.complete[1]) == (0, False)
    assert (batch.guesses[1], batch.sweeps[1]) == (0, 0)
    assert list(batch.errors) == [1]
    assert (batch.errors[1].source, batch.errors[1].cell) == ("puzzles[1]", cell)
    result = batch[1]
    assert (result.status, result.solution) == (Status.UNREADABLE, None)
    assert result.puzzle is None
    assert result.is_unique is None
    assert result.reason == str(batch.errors[1])
    assert batch[1:].errors == {0: batch.errors[1]}
    assert batch[[2, 0]].errors == {}
    if isinstance(puzzles, np.ndarray):
        assert puzzles[1, 40] in (10, 0.5)


def test_bad_puzzles_among_many_are_marked():
    """Each part that a worker takes has its own."""
    puzzles = np.repeat(THREE, 2000, axis=0)
    puzzles[[5, 4000, 5999], 7] = 10
    batch = satdoku.solve_batch(puzzles, workers=2, errors="mark")
    assert sorted(batch.errors) == [5, 4000, 5999]
    assert batch.tally() == {Status.UNIQUE: 5997, Status.UNREADABLE: 3}
    assert not batch.puzzles[4000].any()


def test_columns_of_pyarrow():
    """Text, lists and missing values, in one piece or several."""
    pyarrow = pytest.importorskip("pyarrow")
    lines = [grid.line for grid in GRIDS]
    for column in (
        pyarrow.array(lines),
        pyarrow.array(lines).dictionary_encode(),
        pyarrow.chunked_array([lines[:1], lines[1:]]),
        pyarrow.array(THREE.tolist(), pyarrow.list_(pyarrow.int8(), 81)),
    ):
        assert satdoku.solve_batch(column).lines == ANSWERS
    batch = satdoku.solve_batch(pyarrow.array([None, LINE]), errors="mark")
    assert batch.tally() == {Status.UNIQUE: 1, Status.UNREADABLE: 1}
    assert "missing value" in str(batch.errors[0])


DTYPES = st.one_of(arrays.integer_dtypes(), arrays.unsigned_integer_dtypes())
LAYOUTS = [
    np.ascontiguousarray,
    np.asfortranarray,
    lambda whole: whole[::-1].copy()[::-1],
    lambda whole: np.repeat(whole, 2, axis=0)[::2],
    lambda whole: np.repeat(whole, 2, axis=-1)[..., ::2],
    lambda whole: whole.reshape(-1, 9, 9),
]


@settings(max_examples=settings().max_examples // 2)
@given(st.data())
def test_arrays(data):
    """Whole numbers in any layout: the values arrive, or the first bad one is named."""
    dtype = data.draw(DTYPES)
    many = data.draw(st.integers(1, 3))
    kept = data.draw(st.integers(0, 2**81 - 1))
    mask = np.array([kept >> cell & 1 for cell in range(81)] * many).reshape(many, 81)
    made = (np.resize(FULL, (many, 81)) * mask).astype(dtype)
    places = data.draw(st.lists(st.integers(0, made.size - 1), max_size=2))
    for place in places:
        made.reshape(-1)[place] = data.draw(arrays.from_dtype(dtype))
    laid = data.draw(st.sampled_from(LAYOUTS))(made)
    bad = np.argwhere((made < 0) | (made > 9))
    if len(bad):
        index, cell = bad[0].tolist()
        with pytest.raises(InputError) as refused:
            satdoku.solve_batch(laid)
        assert refused.value.source == f"puzzles[{index}]"
        assert refused.value.cell == (cell // 9 + 1, cell % 9 + 1)
        assert str(made[index, cell]) in str(refused.value)
    else:
        lines = [line_of(row) for row in made.tolist()]
        expected = satdoku.solve_batch(lines, limit=1).solutions
        found = satdoku.solve_batch(laid, limit=1).solutions
        assert np.array_equal(found, expected)


@settings(max_examples=settings().max_examples // 4)
@given(
    st.recursive(
        st.one_of(st.none(), st.booleans(), st.floats(), st.text(), st.integers()),
        lambda inner: st.one_of(
            st.lists(inner), st.lists(inner, min_size=9, max_size=9)
        ),
    )
)
def test_any_nesting(nesting):
    """It holds puzzles, or it is refused by an error of satdoku on one line."""
    try:
        batch = satdoku.solve_batch(nesting, limit=1, timeout=0.1)
    except InputError as error:
        assert "\n" not in str(error)  # noqa: PT017  nothing else may be raised
    else:
        assert batch.solutions.shape[1:] == (81,)


def boards_with_missing_cells():
    """Return boards of numbers with NaN and NA for empty cells, each with its name."""
    pandas = pytest.importorskip("pandas")
    board = np.array(
        [int(mark) if mark != "." else np.nan for mark in LINE.replace("0", ".")]
    )
    board = board.reshape(9, 9)
    frame = pandas.DataFrame(board)
    known = frame.astype("Int64")
    return {
        "array": board,
        "flat": board.ravel(),
        "list": board.tolist(),
        "frame": frame,
        "Int64": known,
        "list of NA": known.to_numpy().tolist(),
        "series": pandas.Series(known.to_numpy().ravel()),
    }


def test_missing_cells_of_boards_are_empty():
    """NaN in a board of numbers is an empty cell; in a column, it is no puzzle."""
    pandas = pytest.importorskip("pandas")
    boards = boards_with_missing_cells()
    answer = satdoku.solve(LINE).solution.line
    for name, board in boards.items():
        assert satdoku.solve(board).solution.line == answer, name
        if name != "series":
            assert satdoku.solve_batch([board, LINE]).lines == [answer] * 2, name
    flat = boards["flat"]
    for many in (
        np.stack([boards["array"]] * 2),
        np.stack([flat] * 2),
        pandas.DataFrame([flat] * 2),
        pandas.DataFrame([flat] * 2).astype("Int64"),
    ):
        assert satdoku.solve_batch(many).lines == [answer] * 2
    column = pandas.Series([LINE, None, float("nan")])
    batch = satdoku.solve_batch(column, errors="mark")
    assert batch.tally() == {Status.UNIQUE: 1, Status.UNREADABLE: 2}
