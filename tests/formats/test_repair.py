"""Repair: what can be mended in one way is, and nothing else."""

import io

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, read, scan
from satdoku.formats.limits import ReadLimits
from satdoku.geometry import Geometry

ROWS = [
    "53..7....",
    "6..195...",
    ".98....6.",
    "8...6...3",
    "4..8.3..1",
    "7...2...6",
    ".6....28.",
    "...419..5",
    "....8..79",
]
TEXT = "\n".join(ROWS)
LINE = "".join(ROWS)
NBSP = "\u00a0"


def drawn(row):
    """Draw upright borders into a row."""
    return f"{row[:3]}|{row[3:6]}|{row[6:]}"


def mended(text, **options):
    """Read a text with repair."""
    return list(scan(io.StringIO(text), repair=True, **options))


def one(text, **options):
    """Read the one puzzle of a text with repair."""
    (entry,) = mended(text, **options)
    assert isinstance(entry, Entry), entry
    return entry


MENDABLE = {
    "a blank in a row": (TEXT.replace("6..195", "6.. 195"), "blanks"),
    "a tab in a row": (TEXT.replace("6..195", "6..\t195"), "separators"),
    "no-break spaces for cells": (TEXT.replace(".", NBSP, 3), "signs"),
    "signs of many kinds": (
        TEXT.replace("5...", "5_•□").replace("6....2", "6*-_·2"),
        "signs",
    ),
    "dashes and a blank": (
        TEXT.replace(".", "-").replace("6--195", "6-- 195"),
        "signs",
    ),
    "full blanks for cells": (TEXT.replace("7....", "7\u3000\u3000.."), "signs"),
    "no-break spaces for nothing": (TEXT.replace("6..", f"6{NBSP}.."), "signs"),
    "quotes": ("\n".join(f'    "{row}",' for row in ROWS) + "\n", "quotes"),
    "curly quotes": ("\n".join(f"\u201c{row}\u201d" for row in ROWS), "quotes"),
    "a list of texts": (
        "[\n" + "\n".join(f"  '{row}'," for row in ROWS) + "\n]\n",
        "quotes",
    ),
    "quoted mail": ("\n".join(f"> {r}" for r in [*ROWS[:8], "....8 ..79"]), "the >"),
    "blank lines between rows": ("\n\n".join(ROWS), "a blank line"),
    "bands": (
        "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3, 6)),
        "a blank line",
    ),
    "numbered rows": (
        "\n".join(f"{number}: {row}" for number, row in enumerate(ROWS, 1)),
        "the label",
    ),
    "lettered rows below a heading": (
        "  123456789\n"
        + "\n".join(
            f"{letter} {row}" for letter, row in zip("ABCDEFGHI", ROWS, strict=True)
        ),
        "the heading",
    ),
    "borders in some rows": (
        "\n".join(drawn(row) if at % 2 else row for at, row in enumerate(ROWS)),
        "borders",
    ),
    "a remark behind a row": (
        TEXT.replace("6..195...", "6..195...  # the second"),
        "the text behind",
    ),
    "a title": ("My puzzle of the day\n" + TEXT, "a line of words"),
    "nothing to be seen": (TEXT.replace("6..", "6\u200b.."), "invisible"),
    "rows side by side": (" ".join(ROWS), "blanks"),
    "rows between slashes": ("/".join(ROWS), "separators"),
    "a heading of Euler's": (
        "Grid 01\n" + TEXT.replace("6..195", "6.. 195"),
        "blanks",
    ),
}


@pytest.mark.parametrize(("text", "what"), MENDABLE.values(), ids=MENDABLE)
def test_mended(text, what):
    entry = one(text)

    assert entry.grid.line == LINE
    assert any(mend.what.startswith(what) for mend in entry.extras.mends)
    for mend in entry.extras.mends:
        assert 1 <= mend.line <= text.count("\n") + 1


HOPELESS = {
    "a cell too few": (TEXT.replace("6..195...", "6..195.."), "row 2 has 8 cells"),
    "a cell too many": (TEXT.replace("6..195...", "6..195...."), "row 2 has 10 cells"),
    "too few beside a blank": (
        TEXT.replace("6..195...", "6..1 95.."),
        "row 2 has 8 cells",
    ),
    "too few and too many": (
        TEXT.replace("....\n6..195...", "...\n6..195...."),
        "row 1 has 8 cells",
    ),
    "a row too few": ("\n".join(ROWS[:8]).replace(".98", ". 98"), "8 rows"),
    "one sign among many": (TEXT.replace("6..195", "6.#195"), "r2c3: '#' is not"),
    "the letter O": (TEXT.replace("6..195", "6.O195"), "r2c3: 'O' is not"),
    "a sign": (
        "\n".join(" ".join(row) for row in ROWS).replace("1 9 5", "1 -9 5"),
        "r2c5: '-9' is not",
    ),
    "full-width digits": (
        TEXT.replace("6..195", "\uff16..195"),
        "only ASCII digits are read",
    ),
    "Arabic digits and a blank": (
        TEXT.replace("6..195", "\u0666.. 195"),
        "only ASCII digits are read",
    ),
    "blanks for cells, cut off": (
        TEXT.replace(".", " ").replace("6  195   ", "6  195"),
        "ambiguous",
    ),
    "blank lines where a row is split": (
        TEXT.replace("6..195...", "6..1\n\n95..."),
        "row",
    ),
    "wrong labels": (
        "\n".join(f"{number}: {row}" for number, row in enumerate(ROWS, 2)),
        "no puzzle recognised",
    ),
    "a table without an ending": ('{"puzzle": "53..7....6', "not JSON"),
}


@pytest.mark.parametrize(("text", "said"), HOPELESS.values(), ids=HOPELESS)
def test_not_mended(text, said):
    found = mended(text)

    assert [type(entry) for entry in found] == [InputError] * len(found)
    assert said in str(found[0])


def test_says_that_it_was_tried():
    (error,) = mended(TEXT.replace("6..195", "6.\uff12195"))

    assert str(error).endswith(
        "only ASCII digits are read; --repair knows no certain way to mend it"
    )


def test_nothing_to_mend():
    for text in (TEXT, LINE, f"{LINE} name\n{LINE}\n", TEXT.replace(".", "#")):
        with_repair = mended(text)

        assert with_repair == list(scan(io.StringIO(text)))
        assert all(isinstance(e, Entry) and not e.extras.mends for e in with_repair)


class TestMany:
    """Texts of several puzzles."""

    def test_list(self):
        lines = [LINE, " ".join(ROWS), LINE[:-1], LINE, f'"{LINE}",', LINE]
        found = mended("\n".join(lines))

        assert [1, 2, 3, 4, 5, 6] == [entry.line for entry in found]
        assert [3] == [e.line for e in found if isinstance(e, InputError)]
        good = [entry for entry in found if isinstance(entry, Entry)]
        assert {LINE} == {entry.grid.line for entry in good}
        assert [1, 2, 4, 5, 6] == [entry.number for entry in good]
        assert [0, 1, 0, 1, 0] == [len(entry.extras.mends) for entry in good]

    def test_names_are_no_cells(self):
        found = mended(f"{LINE} easy\n{LINE[:40]} {LINE[40:]} hard\n{LINE}\n")

        assert [Entry, InputError, Entry] == [type(entry) for entry in found]

    def test_blocks(self):
        stray = TEXT.replace("6..195", "6.. 195")
        found = mended(f"{TEXT}\n\n{stray}\n\n# third\n{stray}\n")

        assert [1, 11, 22] == [entry.line for entry in found]
        assert [[], [12], [23]] == [
            [mend.line for mend in entry.extras.mends]
            for entry in found
            if isinstance(entry, Entry)
        ]

    def test_one_block_is_hopeless(self):
        short = TEXT.replace("6..195...", "6.. 95...")
        first, error, third = mended(f"{TEXT}\n\n{short}\n\n{TEXT}\n")

        assert isinstance(first, Entry)
        assert isinstance(third, Entry)
        assert isinstance(error, InputError)
        assert 12 == error.line
        assert 3 == third.number

    def test_rows_of_two_puzzles_between_blank_lines(self):
        bands = "\n\n".join("\n".join(ROWS[at : at + 3]) for at in (0, 3, 6))
        found = mended(f"{bands}\n\n{bands}\n")

        assert [LINE, LINE] == [e.grid.line for e in found if isinstance(e, Entry)]
        assert [1, 13] == [entry.line for entry in found]

    def test_rows_never_go_to_another_puzzle(self):
        found = mended("\n".join(ROWS[:8]) + "\n\n" + "\n".join([ROWS[8], *ROWS]))

        assert any(isinstance(entry, InputError) for entry in found)
        assert LINE not in [e.grid.line for e in found[:1] if isinstance(e, Entry)]

    def test_broken_source(self):
        data = f"{TEXT.replace('6..195', '6.. 195')}\n\n".encode() + b"\xff\n"
        first, error = scan(io.BytesIO(data), repair=True)

        assert isinstance(first, Entry)
        assert "byte 0xff" in str(error)


class TestShape:
    """The shape of the boxes comes from the borders that are taken away."""

    SIX = ("1.|..|.6", "..|2 .|..", "..|..|3.", ".4|..|..", "..|..|..", "5.|..|.2")

    def test_told_by_borders(self):
        assert Geometry(3, 2) == one("\n".join(self.SIX)).grid.geometry

    def test_said(self):
        entry = one("\n".join(self.SIX), geometry=Geometry(2, 3))

        assert Geometry(2, 3) == entry.grid.geometry

    def test_borders_that_leave_it_open(self):
        text = "\n".join(self.SIX).replace(".4|..|..", ".4..|..")
        shifted = text.replace("5.|..|.2", "5.|...|2")

        assert Geometry(3, 2) == one(text).grid.geometry
        assert all(isinstance(entry, InputError) for entry in mended(shifted))

    def test_borders_at_the_wrong_place(self):
        text = "\n".join(drawn(row) for row in ROWS).replace("6..|195|", "6.|.195|")

        assert LINE == one(text.replace("53.|", "53. |")).grid.line


def test_ambiguous():
    small, large = ["9"] * 112, ["16"] * 144  # 16x16 numbers, or 20x20 digits
    line = " ".join([*small, *large])
    (error,) = mended(f'"{line}",')

    assert isinstance(error, InputError)
    assert "ambiguous: it can be mended in two ways" in str(error)
    assert 1 == error.line


def test_numbers():
    rows = [
        " ".join(str((4 * row + row // 4 + column) % 16 + 1) for column in range(16))
        for row in range(16)
    ]
    rows[3] = rows[3].replace(" ", "  ", 1) + ","
    rows[9] = f"[{rows[9]}]"

    assert one("\n".join(rows)).grid.is_complete
    assert not one("\n".join(rows)).grid.clashes()


def test_separated_cells():
    rows = [", ".join(row).replace(".", "") for row in ROWS]
    text = "\n".join(f"[{row}]," for row in rows)

    assert LINE == one(text).grid.line


def test_chosen_format():
    stray = TEXT.replace("6..195", "6.. 195")

    assert "rows" == one(stray, format="rows").format
    assert LINE == one(stray, format="grid").grid.line
    errors = mended(stray, format="hodoku")

    assert all(isinstance(error, InputError) for error in errors)
    assert "repair" not in str(errors[0])


def test_too_long_to_hold():
    limits = ReadLimits(document=900)
    *good, error = mended(f"{LINE}\n" * 20, limits=limits)

    assert 10 == len(good)
    assert "more than 900 characters" in str(error)


def test_arrays_are_not_mended(tmp_path):
    np = pytest.importorskip("numpy")
    path = tmp_path / "puzzles.npy"
    np.save(path, np.zeros((2, 81), np.uint8))

    assert 2 == len(list(scan(path, repair=True)))


class TestFiles:
    """Names that are not quite right."""

    def test_missing_ending(self, tmp_path):
        (tmp_path / "input.txt").write_text(TEXT, "utf-8")
        (tmp_path / "input.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
        (tmp_path / "input.txt.bak").write_text(TEXT, "utf-8")
        (tmp_path / "input.d").mkdir()
        (entry,) = scan(tmp_path / "input", repair=True)

        assert isinstance(entry, Entry)
        assert str(tmp_path / "input.txt") == entry.source
        assert (0, f"there is no {tmp_path / 'input'}; this was taken") in (
            entry.extras.mends
        )
        with pytest.raises(InputError):
            read(tmp_path / "input")

    def test_several(self, tmp_path):
        for ending in ("txt", "sdm"):
            (tmp_path / f"input.{ending}").write_text(TEXT, "utf-8")
        (error,) = scan(tmp_path / "input", repair=True)

        assert isinstance(error, InputError)
        assert "is input.sdm or input.txt meant?" in str(error)

    def test_none(self, tmp_path):
        for name in (tmp_path / "input", tmp_path / "no" / "input", tmp_path / "no/"):
            (error,) = scan(name, repair=True)

            assert "no such file or directory" in str(error)

    def test_ending_of_another_format(self, tmp_path):
        path = tmp_path / "puzzle.csv"
        path.write_text(TEXT, "utf-8")
        (entry,) = scan(path, repair=True)

        assert isinstance(entry, Entry)
        assert [(0, "read as rows, though .csv is an ending of csv")] == list(
            entry.extras.mends
        )
