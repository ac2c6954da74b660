"""The format `bank`: Sudoku Exchange's puzzle bank."""

from dataclasses import replace

import pytest

from satdoku.formats import Extras, write

DIGITS = (
    "083020090000800100029300008000098700070000060006740000300006980002005000010030540"
)
RECORDS = f"""\
00015097c6c3 {DIGITS}  7.2
0000183b305c 050703060007000800000816000000030000005000100730040086906000204840572\
093000409000  1.2
"""


def test_records_of_the_bank(scanned):
    one, two = scanned(RECORDS)

    assert ("bank", 1, DIGITS) == (
        one.format,
        one.line,
        one.grid.line.replace(".", "0"),
    )
    assert (("rating", "7.2"),) == one.extras.details
    assert (("rating", "1.2"),) == two.extras.details
    assert RECORDS == write(one, "bank") + write(two, "bank")


def test_record_has_a_hundred_bytes(good):
    entry = good(RECORDS.splitlines()[0])
    for rating, said in {
        "10": "10.0",
        "0.5": " 0.5",
        "hard": " 0.0",
        "137": " 0.0",
    }.items():
        extras = Extras((("rating", rating),))
        text = write(replace(entry, extras=extras), "bank")

        assert 100 == len(text)
        assert f" {said}\n" == text[-6:]


def test_rating_of_zero_is_none(good):
    entry = good(write(good(RECORDS.splitlines()[0]).grid, "bank"))

    assert () == entry.extras.details


def test_digest_that_does_not_fit_is_kept(good):
    record = RECORDS.splitlines(keepends=True)[0].replace("00015097c6c3", "a" * 12)
    entry = good(record)

    assert ("digest", "a" * 12) in entry.extras.details
    assert record == write(entry, "bank")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("083", "83", "2: 80 cells; expected 81 for a 9x9 grid"),
        (
            "083",
            "0x3",
            "2:15: r1c2: 'x' is not a digit of a 9x9 grid; expected 1-9",
        ),
        ("7.2", "7,2", "2:97: '7,2' is not a rating; expected a number such as 1.2"),
        (
            "00015",
            "0001g",
            "2:1: '0001g097c6c3' is not a digest; expected 12 hexadecim",
        ),
        (
            "  7.2",
            "",
            "2: a record of 2 fields; expected a digest, 81 digits and a rat",
        ),
    ],
)
def test_bad_record_is_told_and_passed_over(old, new, said, scanned):
    good, changed = RECORDS.splitlines(keepends=True)[::-1]
    one, bad, two = scanned(good + changed.replace(old, new, 1) + good)

    assert str(bad).startswith(f"<stream>:{said}")
    assert one.grid == two.grid
    assert 3 == two.number


def test_first_record_may_be_the_bad_one(scanned):
    bad, good = scanned(RECORDS.replace("083", "83", 1))

    assert "80 cells" in str(bad)
    assert "bank" == good.format
