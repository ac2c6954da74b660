"""`satdoku show`: drawings and pictures of puzzles."""

import re
from xml.etree import ElementTree as ET

import pytest

import satdoku
from tests.cli.samples import (
    CLASHING,
    DEAD_END,
    MIXED,
    PROPER,
    SAVED,
    SEVERAL,
    SOLVED,
    names,
    refused,
)


def texts(svg, name):
    """Return the texts of one kind of an SVG."""
    return [
        text.text or ""
        for element in ET.fromstring(svg).iter()
        if element.get("class") == name
        for text in element.iter("{http://www.w3.org/2000/svg}text")
    ]


@pytest.mark.parametrize("command", ["show", "hint", "explain"])
def test_dark_pictures(run, command, puzzle, tmp_path):
    target = tmp_path / "dark.svg"
    run(command, puzzle, "--dark", "-o", target, code=0)

    assert target.read_text().count("#ffffff") == 0
    assert "-o FILE.svg" in run(command, puzzle, "--dark", code=2).stderr


def test_svg(run, puzzle, tmp_path):
    target = tmp_path / "grid.svg"
    done = run("show", "--solve", puzzle, "-o", target, code=0)
    assert done.stdout == ""
    assert texts(target.read_text(), "clue") == ["1", "2", "3", "4"]
    found = [b for a, b in zip(PROPER, SOLVED, strict=True) if a == "."]
    assert texts(target.read_text(), "found") == found
    assert (
        target.read_bytes()
        == run("show", "--solve", puzzle, "--to", "svg").stdout_bytes
    )


@pytest.mark.parametrize(
    ("options", "text", "expected"),
    [
        ([], PROPER, {"clue": "1234"}),
        (["--candidates"], PROPER, {"clue": "1234", "candidate": 24}),
        (
            ["--candidates", "--solve"],
            PROPER,
            {"candidate": 12, "found-candidate": 12},
        ),
        (["--candidates"], SAVED, {"clue": "1234", "found": "2"}),
        ([], CLASHING, {"clue": "11"}),
        (["--solve"], SOLVED, {"clue": SOLVED, "found": ""}),
    ],
)
def test_what_is_drawn(run, options, text, expected):
    svg = run("show", *options, "--to", "svg", text=text, code=0).stdout
    for name, value in expected.items():
        found = texts(svg, name)
        assert (len(found) if isinstance(value, int) else "".join(found)) == value
    assert svg.count('class="clash"') == (2 if text == CLASHING else 0)


def test_png(run, needs, puzzle, tmp_path):
    needs("PIL", "resvg_py")
    from PIL import Image

    target = tmp_path / "GRID.PNG"
    for options, size in (["--width", "333"], 333), ([], 48 * 2 * 4):
        run("show", puzzle, "-o", target, "--force", *options, code=0)
        with Image.open(target) as picture:
            assert picture.format == "PNG"
            assert picture.size[0] == picture.size[1]
            assert abs(picture.size[0] - size) <= (0 if options else 48)
    assert run("show", puzzle, "--to", "png").stdout_bytes == target.read_bytes()


def test_size_of_svg(run, puzzle):
    width = re.search(
        r'width="(\d+)"', run("show", puzzle, "--to", "svg", "--width", "500").stdout
    )
    assert width[1] == "500"


def test_title(run, puzzle):
    title = "Zwölf <script>alert(1)</script> & 数独"
    root = ET.fromstring(
        run("show", puzzle, "--to", "svg", "--title", title).stdout_bytes
    )
    assert root.get("aria-label") == title
    assert [] == [element for element in root.iter() if "script" in element.tag]
    assert "\x1b" not in run("show", "--title", "a\x1b[31mb", puzzle).stdout
    named = f"puzzle,name\n{PROPER},Mine\n"
    for options, label_ in ([], "Mine"), (["--title", "Other"], "Other"):
        svg = run("show", "--to", "svg", *options, text=named).stdout
        assert ET.fromstring(svg).get("aria-label") == label_


def test_two_solutions(run):
    """Each cell in which they differ shows both, and is named."""
    done = run("show", "--diff", "--to", "svg", text=SEVERAL, code=0)
    one, two = satdoku.all_solutions(SEVERAL)
    cells = [
        one.geometry.cell_name(cell)
        for cell in range(16)
        if one.values[cell] != two.values[cell]
    ]
    assert re.findall(r"r\dc\d", done.stderr.splitlines()[-1]) == cells
    digits = {one.values[1], two.values[1]}
    assert int(texts(done.stdout, "other")[0]) in digits
    assert len(texts(done.stdout, "other")) == len(cells)
    assert run("show", "--diff", text=SEVERAL).stdout.count("*") == 2 * len(cells)


def test_many_differences_are_cut_after_twenty(run, tmp_path):
    one, two = tmp_path / "1.txt", tmp_path / "2.txt"
    one.write_text("123456789" + "." * 72)
    for count in (20, 21):
        grid = ("2345678914567891237891234561" * 3)[:count]
        other = ("3456789125678912348912345671" * 3)[:count]
        one.write_text(grid.ljust(81, "."))
        two.write_text(other.ljust(81, "."))
        message = run("show", one, "--diff-with", two, code=0).stderr.splitlines()[-1]
        assert str(count) in message
        assert len(re.findall(r"r\dc\d", message)) == 20
        assert ("1 more" in message) == (count == 21)


@pytest.mark.parametrize(
    ("mine", "options", "cells"),
    [
        (
            "14.3342121344312",
            ["--solve"],
            ["r1c2"],
        ),  # an empty cell is no difference
        (SAVED.replace("[State]\n12", "[State]\n13"), ["--solve"], ["r1c2"]),
        (SOLVED, ["--solve"], []),
        (PROPER, [], []),
        ("2.....2...3.4..1", [], ["r1c1"]),
    ],
)
def test_compared_with_a_file(run, puzzle, tmp_path, mine, options, cells):
    other = tmp_path / "mine.txt"
    other.write_text(mine)
    done = run("show", *options, "--diff-with", other, puzzle, code=0)
    assert re.findall(r"r\dc\d", done.stderr) == cells
    assert done.stdout.count("*") == 2 * len(cells)
    assert run("show", "-q", *options, "--diff-with", other, puzzle).stderr == ""


@pytest.mark.parametrize("text", [CLASHING, DEAD_END])
@pytest.mark.parametrize("option", ["--solve", "--diff"])
def test_no_solution_no_picture(run, tmp_path, text, option):
    done = run("show", option, "-o", tmp_path / "grid.svg", text=text, code=3)
    assert done.stderr.startswith("satdoku: <stdin>:1: ")
    assert names(tmp_path) == []


def test_out_of_time_no_picture(run, tmp_path):
    options = ("--timeout", "1e-9", "-o", tmp_path / "grid.svg")
    run("show", "--solve", *options, text="." * 256, code=4)
    assert names(tmp_path) == []


@pytest.mark.parametrize(
    ("text", "options", "word"),
    [
        (CLASHING, [], "r1c1"),
        (SAVED.replace("[State]\n12", "[State]\n11"), ["--candidates"], "r1c1, r1c2"),
        (DEAD_END, ["--candidates"], "r1c3"),
        (SEVERAL, ["--solve"], "r1c"),
        (SOLVED, ["--solve"], ""),
    ],
)
def test_remarks(run, text, options, word):
    done = run("show", *options, text=text, code=0)
    assert word in done.stderr
    assert run("show", "-q", *options, text=text, code=0).stderr == ""


@pytest.mark.parametrize("size", [(2, 3), (3, 4), (4, 4), (5, 5)])
def test_larger_grids(run, tmp_path, size):
    n = size[0] * size[1]
    path = tmp_path / "p.txt"
    path.write_text(" ".join([str(n), *["."] * (n * n - 1)]) + "\n")
    box = ("--from", "numbers", "--box", f"{size[0]}x{size[1]}")
    assert texts(run("show", path, "--to", "svg", *box, code=0).stdout, "clue")
    assert len(run("show", path, *box).stdout.splitlines()) == n + n // size[0] + 1


def test_labels_where_cells_are_named(run, puzzle):
    bare = run("show", puzzle, code=0).stdout
    assert bare.splitlines()[0].startswith("┌")
    clash = "11.. .... .... ...."
    head, *lines = run("show", text=clash, code=0).stdout.splitlines()
    assert [line[0] for line in lines] == [" ", *"12", " ", *"34", " "]
    columns = [head.index(str(number + 1)) for number in range(4)]
    assert "".join(lines[1][at] for at in columns) == "11.."
    svg = run("show", "--to", "svg", text=clash, code=0).stdout
    labels = texts(svg, "label")
    assert labels == [f"{kind}{n}" for kind in "rc" for n in range(1, 5)]


def test_sheet(run, tmp_path):
    names_ = [f"Puzzle {number}" for number in range(7)]
    text = "puzzle,name\n" + "".join(f"{PROPER},{name}\n" for name in names_)
    html = run("show", "--sheet", "2x3", "--solve", text=text, code=0).stdout
    pages = re.findall(r"<svg.*?</svg>", html, re.DOTALL)
    assert [len(texts(page, "clue")) for page in pages] == [24, 4, 28]
    assert [len(texts(page, "found")) for page in pages] == [0, 0, 84]
    assert re.findall(r'class="caption"[^>]*>([^<]*)', html) == names_ * 2
    target = tmp_path / "sheet.svg"
    run("show", "--sheet", "3x3", "--title", "Mine", "-o", target, text=text, code=0)
    assert ET.fromstring(target.read_text()).get("width") == "210mm"
    two = tmp_path / "two.svg"
    refused(run, "show", "--sheet", "2x3", "-o", two, text=text, word="2 pages")
    assert names(tmp_path) == ["sheet.svg"]


def test_sheet_of_several_files(run, puzzle, tmp_path):
    """What has no solution or cannot be read is reported, the others are drawn."""
    mixed = tmp_path / "mixed.txt"
    mixed.write_text(MIXED)
    out = tmp_path / "out.html"
    options = ("--sheet", "4x4", "--solve", "-o", out)
    done = run("show", *options, puzzle, mixed, code=2)
    assert f"{mixed}:3: " in done.stderr
    assert f"{mixed}:4: " in done.stderr
    pages = re.findall(r"<svg.*?</svg>", out.read_text("utf-8"), re.DOTALL)
    captions = [re.findall(r'class="caption"[^>]*>([^<]*)', page) for page in pages]
    assert captions == [list("12346"), list("1236")]  # numbers of puzzles, not boards
    picked = ("--sheet", "2x2", "--pick", "2,5", "-o", out, "--force")
    run("show", *picked, mixed, code=0)
    page = out.read_text("utf-8")
    assert re.findall(r'class="caption"[^>]*>([^<]*)', page) == ["2", "5"]
    run("show", "--sheet", "1x1", "--solve", text=CLASHING, code=3)


def test_sheet_as_png(run, needs, puzzle, tmp_path):
    needs("PIL", "resvg_py")
    from PIL import Image

    target = tmp_path / "sheet.png"
    run("show", "--sheet", "2x3", "--paper", "letter", puzzle, "-o", target, code=0)
    with Image.open(target) as picture:
        assert picture.height / picture.width == pytest.approx(11 / 8.5, abs=0.002)


def test_a_listener_learns_of_a_cell_without_a_candidate(run):
    svg = run("show", "--candidates", "--to", "svg", text=DEAD_END, code=0).stdout
    (record,) = ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}desc")
    assert "r1c3" in record.text


def test_clues_are_bold_in_both_of_two_solutions(run, monkeypatch):
    """Colours are for terminals, and where FORCE_COLOR is set."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    done = run("show", "--diff", text=SEVERAL, code=0)
    assert done.stdout.count("\x1b[1m") == 2 * (16 - SEVERAL.count("."))


def test_placed_digits_are_no_contradictions(run):
    """Without colours, a digit that was placed stands among the candidates, too."""
    drawn = run("show", "--candidates", text=SAVED, code=0).stdout
    assert "!" not in drawn
    assert re.match(r"│ 1 +2 +│", drawn.splitlines()[1])


def test_boards_that_are_compared_have_captions(run, tmp_path):
    mine = tmp_path / "mine.txt"
    mine.write_text(SOLVED.replace("43", "44", 1))
    done = run("show", "--solve", "--diff-with", mine, PROPER, code=0)
    for caption in ("The puzzle", "The solution", "mine.txt"):
        assert caption in done.stdout
    assert "mine.txt differs from the solution in 1 cell" in done.stderr


def test_tikz(run, tmp_path):
    """By the ending or by --to, and of a sheet; dark pictures are refused."""
    path = tmp_path / "grid.tikz"
    run("show", "-q", "1.....2...3.4...", "-o", path, code=0)
    shown = run("show", "-q", "1.....2...3.4...", "--to", "tex", code=0).stdout
    assert shown == path.read_text("utf-8")
    assert shown.count("\\node[") == 4
    sheet = tmp_path / "sheet.tex"
    run("show", "-q", "--sheet", "1x2", "1.....2...3.4...", "-o", sheet, code=0)
    assert sheet.read_text("utf-8").count("\\node[") >= 4
    run("show", "--dark", "1.....2...3.4...", "-o", tmp_path / "dark.tex", code=2)
    assert not (tmp_path / "dark.tex").exists()
