"""What fuzzing has found, and what becomes of it since."""

from __future__ import annotations

import io
from time import process_time
from typing import TYPE_CHECKING

import pytest

from satdoku.cnf.recipe_file import parse
from satdoku.errors import InputError, UsageError
from satdoku.formats import quoting, scan, write
from satdoku.formats.npy_header import write_header
from satdoku.geometry import Geometry
from tests.fuzz.corpus import BEGUN
from tests.fuzz.watch import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(autouse=True)
def _soon() -> Iterator[None]:
    """See to it that nothing takes long."""
    started = process_time()
    yield
    assert process_time() - started < LONGEST


def said_of(data: bytes) -> str:
    """Return what is said of an input that holds no puzzle."""
    (error,) = scan(io.BytesIO(data))
    assert isinstance(error, InputError)
    return str(error)


@pytest.mark.parametrize("word", ["x", "xy", "sudoku.htm?b", "0", "0.ab", "...a"])
def test_a_word_without_end(word: str) -> None:
    """A line of a million letters took hours: each letter looked at all behind it."""
    text = "two words: " + word * (1_000_000 // len(word))

    assert "no puzzle recognised" in said_of(text.encode())


@pytest.mark.parametrize("head", ["", '{"', '["', '{"grid": [["', "> "])
def test_a_text_without_end(head: str) -> None:
    """Each escaped quote was looked at as the beginning of another one."""
    text = head + '\\"' * 200_000

    for said in (None, "json", "link"):
        assert list(scan(io.StringIO(text), format=said))


def test_many_keys_and_one_twice() -> None:
    """All were counted for each."""
    keys = "".join(f'"{number}": 0, ' for number in range(100_000))

    assert "the key 'x' is there twice" in said_of(f'{{{keys}"x": 0, "x": 0}}'.encode())


def test_blanks_without_end() -> None:
    """Each blank may have begun what stands before a comment."""
    text = "1 2 3 4 5 6 7 8 9" + " " * 100_000

    assert list(scan(io.StringIO(text), repair=True))


def test_prose_is_told_from_cells_as_ever() -> None:
    """A run of signs needs a clue in its word, at or behind its beginning."""
    for prose, may in (
        ("he wrote ......... to me", False),
        ("he wrote 7......... to me", True),
        ("he wrote .........7 to me", True),
        ("he wrote 7x......... to me", False),
        ("he wrote 7 ......... to me", False),
        ("he wrote ..... to me7", False),
        ("he wrote 1 | 2 | 3 | to me", True),
    ):
        assert may is not quoting._is_prose(prose), prose


def test_an_array_of_which_nothing_is_there() -> None:
    """Its shape has two meanings, and there is no number to tell which it is."""
    data = write_header("|u1", (81, 81))

    assert "an array that is cut off: 0 of 1 puzzles are whole" in said_of(data)


def test_an_array_of_more_columns_than_there_can_be() -> None:
    """Boxes for that many rows were looked for, divisor by divisor."""
    for shape in ((3, 10**18 + 9, 10**18 + 9), (3, (10**9 + 7) ** 2)):
        assert "an array of shape" in said_of(write_header("|u1", shape))


def test_an_array_longer_than_any_file() -> None:
    """Its columns begin at places that no number of a file system can tell."""
    data = write_header("<i8", (9, 9)).replace(b"(9, 9)", b"(%d, 9, 9)" % 2**63)
    data = data.replace(b"'fortran_order': False", b"'fortran_order': True ")

    assert "an array that is cut off: 0 of 9,223,372,036" in said_of(padded(data))


def padded(header: bytes) -> bytes:
    """Return the header of an array with its length told anew."""
    size = len(header) - 10
    return header[:8] + size.to_bytes(2, "little") + header[10:]


def test_messages_stay_short() -> None:
    """Whatever they quote: a shape of hundreds of numbers, a cell of thousands."""
    shape = write_header("|u1", (3, *[9] * 300))
    marked = write(BEGUN, "simple").replace("| 8  ", f"| {'1' * 5000}  ")

    assert len(said_of(shape)) < 200
    assert "the candidates are 1111" in said_of(marked.encode())
    assert len(said_of(marked.encode())) < 200


def test_rows_beyond_any_grid() -> None:
    """The same in the library; the message is short."""
    for size in (2**61 - 1, 10**5000):
        with pytest.raises(UsageError, match="expected at most 1,000,000,000,000"):
            Geometry.of_size(size)


def test_a_first_row_of_borders_alone() -> None:
    """A table of numbers whose cells are all blank was divided by its length."""
    (error, *_) = scan(io.StringIO("|   |   |\n|   |   |\n"), format="numbers")

    assert isinstance(error, InputError)
    assert "a row of borders alone; expected 0 or . for an empty cell" in str(error)


def test_a_recipe_with_a_number_of_thousands_of_digits() -> None:
    """Python refuses to convert it, with an error of its own."""
    with pytest.raises(InputError, match=r"x\.toml: a number that is too long"):
        parse(f"format = {'1' * 5000}", "x.toml")


def test_a_recipe_with_keys_of_thousands_of_parts() -> None:
    """Sixty kilobytes took four gigabytes; comments may have as many dots as ever."""
    line = '"\u2028".' * 5_000  # no line end in TOML
    for text in (f"{'a.' * 30_000}a = 1", f"\n[{'a.' * 30_000}a]", f"{line}a = 1"):
        with pytest.raises(InputError, match="more than 200 dots in a line"):
            parse(text, "x.toml")
    with pytest.raises(InputError, match="format"):
        parse(f"# {'.' * 1000}", "x.toml")
