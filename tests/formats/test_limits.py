"""Limits: each is kept, by every way to read, and can be moved."""

import io
import re

import pytest
from click.testing import CliRunner

from satdoku.cli.main import main
from satdoku.errors import InputError
from satdoku.formats import Entry, read, read_all, scan
from satdoku.formats.limits import USUAL_LIMITS, ReadLimits
from satdoku.geometry import Geometry

SIXTEEN = "".join("." * at + "G" + "." * (15 - at) + "\n" for at in range(16))
NUMBERS = "36 " + " ".join("." * 35) + "\n" + (" ".join("." * 36) + "\n") * 35


def said(text, limits, **options):
    """Return what is said of a text with one puzzle."""
    (error,) = scan(io.StringIO(text), limits=limits, **options)
    assert isinstance(error, InputError), error
    return str(error)


class TestSize:
    """The largest grid."""

    @pytest.mark.parametrize(
        "text",
        [SIXTEEN, SIXTEEN.replace("\n", ""), NUMBERS.replace("\n", " ")],
    )
    def test_refused(self, text):
        message = said(text, ReadLimits(size=9))

        assert re.match(
            r"<stream>:1: a grid of (16x16|36x36); expected at most", message
        )
        assert "9x9; a higher limit (--max-size) takes it" in message

    def test_others_go_on(self):
        lines = [("." * 81), ("." * 256), ("." * 81)]
        found = list(scan(io.StringIO("\n".join(lines)), limits=ReadLimits(size=9)))

        assert [Entry, InputError, Entry] == [type(entry) for entry in found]

    def test_usual(self):

        def board(size):
            wide = [".".rjust(len(str(size)))] * size
            first = " ".join([str(size), *wide[1:]])
            return "\n".join([first, *[" ".join(wide)] * (size - 1)])

        assert 225 == read(io.StringIO(board(225))).geometry.size
        assert "at most 225x225" in said(board(240), USUAL_LIMITS)
        raised = ReadLimits(size=240)
        assert 240 == read(io.StringIO(board(240)), limits=raised).geometry.size

    def test_said_shape(self):
        message = said(SIXTEEN, ReadLimits(size=9), geometry=Geometry(2, 8))

        assert "a grid of 16x16" in message

    def test_array(self, tmp_path):
        np = pytest.importorskip("numpy")
        np.save(tmp_path / "a.npy", np.zeros((1, 256), np.uint8))
        (error,) = scan(tmp_path / "a.npy", limits=ReadLimits(size=9))

        assert "a grid of 16x16" in str(error)

    def test_json(self):
        text = '{"puzzle": "' + "." * 256 + '"}'

        assert "16x16" in said(text, ReadLimits(size=9))


class TestLength:
    """Lines, puzzles, files and links."""

    def test_line(self):
        message = said("." * 300, ReadLimits(line=255))

        assert "a line of more than 255 characters" in message
        assert "--max-line" in message
        assert len(message) < 200

    def test_puzzle(self):
        nine = ("." * 9 + "\n") * 8
        for text in ("123456789\n" + nine, NUMBERS.replace(" .\n", "\n.\n")):
            message = said(text, ReadLimits(line=72))

            assert "of more than 72 characters" in message
            assert "--max-line" in message

    def test_file(self):
        found = list(scan(io.StringIO(("." * 81 + "\n") * 5000)))
        limits = ReadLimits(file=100_000)
        *good, error = scan(
            io.BytesIO(("." * 81 + "\n").encode() * 5000), limits=limits
        )

        assert 5000 == len(found)
        assert 0 < len(good) <= 100_000 // 82
        assert "more than 100,000 characters" in str(error)
        assert "--max-file" in str(error)

    def test_link(self):
        from satdoku.formats import write
        from satdoku.grid import Grid

        link = write(Grid.parse("." * 81), "fpuzzles")
        message = said(link, ReadLimits(link=100))

        assert "100 characters" in message
        assert "--max-link" in message
        assert read(io.StringIO(link)).geometry.size == 9


def test_read_all():
    with pytest.raises(InputError, match="at most 4x4"):
        list(read_all(io.StringIO("." * 81), limits=ReadLimits(size=4)))


@pytest.mark.parametrize(
    ("option", "number", "text"),
    [
        ("--max-size", "4", "." * 81),
        ("--max-line", "80", "." * 81),
        ("--max-file", "80", "." * 81),
    ],
)
def test_options(option, number, text):
    count = ["count", "--limit", "1", option]
    refused = CliRunner().invoke(main, [*count, number], input=text)
    taken = CliRunner().invoke(main, [*count, "81"], input=text)

    assert 2 == refused.exit_code
    assert option in refused.stderr
    assert 1 == refused.stderr.count("\n")
    assert 4 == taken.exit_code


def test_page(root):
    page = (root / "docs" / "limits.md").read_text("utf-8")

    for option in ("size", "line", "file", "link", "clauses"):
        assert f"`--max-{option}`" in page
    for number in (USUAL_LIMITS.size, USUAL_LIMITS.line, USUAL_LIMITS.link):
        assert f"{number:,}" in page
