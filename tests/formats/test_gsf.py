"""The format `gsf`: gsf's taxonomy."""

import pytest

from satdoku.errors import UsageError
from satdoku.formats import write

PUZZLE = (
    "100000002090400050006000700050903000000070000000850040700000600030009080002000001"
)
RECORD = (
    f"99480,99408,114,1895,{PUZZLE},Easter-Monster,20.00s,0,"
    "C21.m/F350642.604765/N984167.2160032,C21.m/F10.28/N8.25\n"
)


def test_line_of_the_taxonomy(good):
    entry = good(RECORD)

    assert ("gsf", "Easter-Monster") == (entry.format, entry.name)
    assert PUZZLE == entry.grid.line.replace(".", "0")
    assert {
        "gsf 1": "99480",
        "gsf 2": "99408",
        "gsf 3": "114",
        "gsf 4": "1895",
        "gsf 7": "20.00s",
        "gsf 8": "0",
        "gsf 9": "C21.m/F350642.604765/N984167.2160032",
        "gsf 10": "C21.m/F10.28/N8.25",
    } == dict(entry.extras.details)


def test_table_with_a_heading_is_a_table(good):
    heading = "a,b,c,d,puzzle,name,g,h,i,j\n"

    assert "csv" == good(heading + RECORD).format
    assert "csv" == good(RECORD.replace("99480", "x")).format


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "1,2,3,4,5\n",
            "2: 5 fields; expected at least 7, with the puzzle",
        ),
        (RECORD.replace("1000", "100"), "2: 80 cells; expected 81 for a 9x9 grid"),
        (
            RECORD.replace("1000", "1q00"),
            "2:23: r1c2: 'q' is not a digit of a 9x9 grid",
        ),
        (RECORD.replace(",1000", ", 1+00"), "2:24: r1c2: '+' is not a digit; expected"),
    ],
)
def test_bad_line(text, said, scanned):
    _, bad, last = scanned(RECORD + text + RECORD)

    assert str(bad).startswith(f"<stream>:{said}")
    assert (3, 3) == (last.line, last.number)


def test_it_is_only_read(good):
    with pytest.raises(UsageError):
        write(good(RECORD), "gsf")
