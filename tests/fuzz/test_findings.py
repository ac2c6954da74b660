"""What fuzzing has found once, and what becomes of it since; each soon."""

from __future__ import annotations

import gzip
import io
from time import process_time

import pytest

from satdoku import Geometry, InputError, UsageError, encode, read_all
from tests.conftest import nightly
from tests.fuzz.targets import npy

LETTERS = 1_000_000


def array(kind, shape):
    return npy(
        f"{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}}}\n".encode()
    )


@pytest.fixture(autouse=True)
def _soon():
    started = process_time()
    yield
    assert process_time() - started < 2


REFUSED = {
    # Each letter was compared with all behind it.
    **{
        f"the word {word!r} without end": (
            b"two words: " + word * (LETTERS // len(word))
        )
        for word in (b"x", b"xy", b"sudoku.htm?b", b"0", b"0.ab", b"...a")
    },
    # Each escaped quote began another text.
    **{
        f"a text without end behind {head!r}": head + b'\\"' * 200_000
        for head in (b"", b'{"', b'["', b'{"grid": [["', b"> ")
    },
    # All keys were counted for each.
    "many keys, one of them twice": (
        "{" + "".join(f'"{n}": 0, ' for n in range(100_000)) + '"x": 0, "x": 0}'
    ).encode(),
    "an array of which nothing is there": array("|u1", (81, 81))[:-81],
    # Boxes for so many rows were looked for, divisor by divisor.
    "an array of too many columns": array("|u1", (3, 10**18 + 9, 10**18 + 9)),
    "an array of the square of a prime": array("|u1", (3, (10**9 + 7) ** 2)),
    "an array longer than any file": array("<i8", (2**63, 9, 9)),
    "an array of hundreds of dimensions": array("|u1", (3, *[9] * 300)),
    "a number of thousands of digits": b"|" + b"1" * 5000 + b"|2|\n",
    "an archive that is cut off": gzip.compress(b"." * 81)[:-4],
    "an archive of nothing": gzip.compress(b""),
}


SLOW = {f"a text without end behind {head!r}" for head in (b'{"', b'["', b"> ")}


@pytest.mark.parametrize("name", nightly(REFUSED, *{*REFUSED} - SLOW))
def test_refused(name):
    """By a short message of one line."""
    with pytest.raises(InputError) as caught:
        list(read_all(io.BytesIO(REFUSED[name])))

    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 250


@pytest.mark.parametrize("name", ["json", "link"])
def test_a_text_without_end_in_a_known_format(name):
    for head in ('{"', '["', '{"grid": [["'):
        with pytest.raises(InputError):
            list(read_all(io.StringIO(head + '\\"' * 200_000), format=name))


def test_a_first_row_of_borders_alone():
    """It was divided by its length, which is 0."""
    with pytest.raises(InputError) as caught:
        list(read_all(io.StringIO("|   |   |\n|   |   |\n"), format="numbers"))
    assert 1 == caught.value.line


def test_blanks_without_end():
    """Each blank may have begun what stands before a comment."""
    text = "1 2 3 4 5 6 7 8 9" + " " * 100_000
    with pytest.raises(InputError):
        list(read_all(io.StringIO(text), repair=True))


@pytest.mark.parametrize("size", [2**61 - 1, 10**5000], ids=range(2))
def test_rows_beyond_any_grid(size):
    with pytest.raises(UsageError) as caught:
        Geometry.of_size(size)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    "text",
    [
        f"format = {'1' * 5000}",  # Python refuses to convert it
        f"{'a.' * 30_000}a = 1",  # took four gigabytes
        f"\n[{'a.' * 30_000}a]",
        '"\u2028".' * 5_000 + "a = 1",  # no line end in TOML
        f"# {'.' * 1000}",  # a comment may have as many dots as ever
    ],
    ids=range(5),
)
def test_recipes(text, tmp_path):
    (tmp_path / "x.toml").write_text(text, "utf-8")
    with pytest.raises(InputError) as caught:
        encode("." * 16, str(tmp_path / "x.toml"))

    assert str(caught.value).isprintable()
    assert "x.toml" in str(caught.value)
    assert len(str(caught.value)) < 300 + len(str(tmp_path))
