"""Tables with headings, and what is copied out of programs, pages and lists."""

import io

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, scan

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
LINE = "".join(ROWS)
EIGHT = [f"{number}......." for number in range(1, 9)]


def table(rows, between, empty, start=1, corner=""):
    """Write rows below a heading and behind an index, as pandas does."""
    size = len(rows)
    lines = [[corner, *map(str, range(start, start + size))]]
    for number, row in enumerate(rows, start):
        lines.append([str(number), *(empty if c == "." else c for c in row)])
    return "\n".join(between.join(line) for line in lines) + "\n"


def found(text, *, repair):
    """Read a text."""
    return list(scan(io.StringIO(text), repair=repair))


def only(text):
    """Read the one puzzle of a text with repair."""
    (entry,) = found(text, repair=True)
    assert isinstance(entry, Entry), str(entry)
    return entry


TABLES = {
    "commas": (table(ROWS, ",", ""), LINE),
    "commas from 0": (table(ROWS, ",", "", 0), LINE),
    "zeros from 0": (table(ROWS, ",", "0", 0), LINE),
    "semicolons": (table(ROWS, ";", ""), LINE),
    "tabs": (table(ROWS, "\t", ""), LINE),
    "blanks": (table(ROWS, " ", "0", corner="0"), LINE),
    "a dot in the corner": (table(ROWS, " ", ".", corner="."), LINE),
    "8x8 with commas": (table(EIGHT, ",", ""), "".join(EIGHT)),
    "8x8 with blanks": (table(EIGHT, " ", "0", corner="0"), "".join(EIGHT)),
}


@pytest.mark.parametrize(("text", "line"), TABLES.values(), ids=TABLES)
def test_headings(text, line):
    (error,) = found(text, repair=False)

    assert isinstance(error, InputError)
    assert "the first row counts" in str(error)
    assert "--repair does" in str(error)
    entry = only(text)
    assert line == entry.grid.line
    told = {mend.what for mend in entry.extras.mends}
    assert any(what.startswith("the first row (counts") for what in told)
    assert any(what.startswith("the first column (counts") for what in told)


def test_one_heading_of_two():
    rows = [".123456789", *["." * 10] * 9]
    (entry,) = found("\n".join(" ".join(row) for row in rows), repair=False)

    assert isinstance(entry, Entry)
    assert 9 == entry.grid.clue_count


def test_headings_of_markdown():
    lines = table(ROWS, " | ", ".", corner=" ").splitlines()
    lines.insert(1, "|".join(["---"] * 10))
    text = "\n".join(f"| {line} |" for line in lines)
    (error,) = found(text, repair=False)

    assert isinstance(error, InputError)
    assert "the first row counts 1 to 9" in str(error)
    assert LINE == only(text).grid.line


@pytest.mark.parametrize("start", [0, 1])
def test_heading_alone(start):
    heading = ",".join(str(start + at) for at in range(9))
    text = "\n".join([heading, *(",".join(row).replace(".", "0") for row in ROWS)])

    assert any(isinstance(e, InputError) for e in found(text, repair=False))
    assert LINE == only(text).grid.line


@pytest.mark.parametrize("between", [",", " "])
def test_clues_that_count(between):
    rows = ["123456789", *["." * 9] * 8]
    text = "\n".join(between.join(row) for row in rows)

    for repair in (False, True):
        (entry,) = found(text, repair=repair)
        assert isinstance(entry, Entry)
        assert "".join(rows) == entry.grid.line
        assert not entry.extras.mends


def spelt(word):
    """Write rows as numbers, a word for an empty cell."""
    return "\n".join(" ".join(row).replace(".", word) for row in ROWS)


def nested(rows, empty):
    """Write rows as a list of lists."""
    cells = [", ".join(empty if c == "." else c for c in row) for row in rows]
    return "[[" + "], [".join(cells) + "]]"


MENDABLE = {
    "letters and a heading, in boxes": "  123 456 789\n"
    + "\n".join(
        f"{name} {row[:3]} {row[3:6]} {row[6:]}"
        for name, row in zip("ABCDEFGHI", ROWS, strict=True)
    ),
    "letters and a heading, apart": "   1 2 3 4 5 6 7 8 9\n"
    + "\n".join(
        f"{name}  {' '.join(row)}" for name, row in zip("ABCDEFGHI", ROWS, strict=True)
    ),
    "numbers and dots": "\n".join(f"{at}. {row}" for at, row in enumerate(ROWS, 1)),
    "bullets": "\n".join(f"- {row}" for row in ROWS),
    "bullets and dashes": "\n".join(f"- {row.replace('.', '-')}" for row in ROWS),
    "stars": "\n".join(f"* {row}" for row in ROWS),
    "a name": f'puzzle = "{LINE}"\n',
    "a constant": f"const p = '{LINE}';\n",
    "None": spelt("None"),
    "nan": spelt("nan"),
    "null": spelt("null"),
    "lists of lists": nested(ROWS, "None"),
    "lists of texts": "[\n"
    + "\n".join("[" + ",".join(repr(c.strip(".")) for c in r) + "]," for r in ROWS)
    + "\n]\n",
    "entities": "\n".join(ROWS).replace(".", "&nbsp;"),
    "27 a line": f"{LINE[:27]}\n{LINE[27:54]}\n{LINE[54:]}\n",
    "60 and the rest": f"{LINE[:60]}\n{LINE[60:]}\n",
}


@pytest.mark.parametrize("text", MENDABLE.values(), ids=MENDABLE)
def test_mended(text):
    entry = only(text)

    assert LINE == entry.grid.line
    assert entry.extras.mends


STRAY = "\n".join(ROWS)
HOPELESS = {
    "one ?": STRAY.replace("53.", "53?"),
    "one x": STRAY.replace("53.", "53x"),
    "one X": STRAY.replace("53.", "53X"),
    "two ?": STRAY.replace("53..", "53??"),
    "lists of 8 and 10": nested([ROWS[0][:8], ROWS[0][8] + ROWS[1], *ROWS[2:]], "None"),
    "wrapped, one too few": f"{LINE[:60]}\n{LINE[60:-1]}\n",
    "wrapped at no usual width": f"{LINE[:61]}\n{LINE[61:]}\n",
    "puzzles of 6x6 and a rest": f"{LINE[:36]}\n{LINE[36:72]}\n{LINE[72:]}\n",
}


@pytest.mark.parametrize("text", HOPELESS.values(), ids=HOPELESS)
def test_not_mended(text):
    lines = [e.grid.line for e in found(text, repair=True) if isinstance(e, Entry)]

    assert not any(line == LINE for line in lines)
    assert any(isinstance(e, InputError) for e in found(text, repair=True))


def test_rare_sign_names_the_cell():
    (error,) = found(HOPELESS["one ?"], repair=True)

    assert "r1c3: '?' is not a digit" in str(error)


def test_common_sign_beside_dots():
    entry = only(STRAY.replace("53..", "53??").replace(".98", "?98"))

    assert LINE == entry.grid.line
    assert "signs for empty cells written as dots: ?" in {
        mend.what for mend in entry.extras.mends
    }


@pytest.mark.parametrize("text", [f"{LINE}\n{LINE[:40]}\n", f"p,n\n{LINE},a\n"])
def test_size_of_the_file(text):
    if text.startswith("p"):
        text = text.replace("p,n", "puzzle,name") + f"{LINE[:40]},b\n"
    good, error = found(text, repair=False)

    assert isinstance(good, Entry)
    assert "40 cells; expected 81 for a 9x9 grid" in str(error)
