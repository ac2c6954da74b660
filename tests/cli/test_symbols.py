"""Sentences and pictures write digits as the puzzle does; JSON has numbers."""

import json
import re

import pytest

from satdoku.puzzle.symbols import DIALECTS

CLASHING = "0.0.\n.1..\n..2.\n...3\n"
SEVERAL = "0...\n.1..\n..2.\n...3\n"
PROPER = "A...\n..B.\n..C.\nD...\n"
ZERO = ("--symbols", "0-9A-Z")
HEX = (
    ".83..A2....09.D.....4.C...DB.6....105.7.....F.....6.B..027.5.4..3.......01B..2.."
    "....6...89..E1...B.FD....6..7.0..1C...9..5.A...38......4C39E5..0...A...FD.0..94."
    ".E....0......C..2.....3...F7A.8EC..1.6..9.A..D.....9..5B.8.C..1....4..........C6"
    "F.D5.04.7......9"
)


def sentences(run, *arguments, text):
    done = run(*arguments, text=text)
    return done.stdout + done.stderr


def test_clashes_of_digits_from_0(run):
    for command in ("solve", "check"):
        assert "both 0 in row 1" in sentences(run, command, *ZERO, text=CLASHING)
    (record,) = run.json("check", *ZERO, text=CLASHING, code=3)
    assert 1 == record["clashes"][0]["digit"]


def test_several_solutions_of_digits_from_0(run):
    assert re.search(
        r"r1c2 can be [23] or [23]\b",
        sentences(run, "solve", "--unique", *ZERO, text=SEVERAL),
    )
    report = sentences(run, "check", *ZERO, text=SEVERAL)
    assert "1  0  2*|3* 1*" in report


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("hint", "--detail", "4"), "r12c14=B"),
        pytest.param(
            ("explain",), "r12c14=B, the only candidate", marks=pytest.mark.nightly
        ),
        (("show",), "F . D 5 │ . 0 4 ."),
        (("check",), "B  8  3  C |1  A  2  E |4  F  6  0 |9  7  D  5"),
        (("cnf", "--names", "--simplify"), "c var 1 r1c1=4"),
        pytest.param(("trace", "-v"), "r1c2≠0", marks=pytest.mark.nightly),
        (("solve",), "B83C|1A2E|4F60|97D5"),
    ],
)
def test_hexadecimal(run, command, expected):
    assert expected in sentences(run, *command, text=HEX)


def test_letters(run):
    path = sentences(run, "explain", text=PROPER)
    assert "r1c3=D, the only candidate" in path
    assert "Full House: r1c2=B" in path
    record = json.loads(run("explain", "--json", text=PROPER).stdout)
    assert "1243342121344312" == record["solution"]
    assert [4] == [place["digit"] for place in record["steps"][0]["places"]]


def test_pictures(run, tmp_path):
    for command in ("show", "explain", "hint", "check"):
        path = tmp_path / f"{command}.svg"
        run(command, "-q", "-o", path, text=PROPER, code=0)
        assert ">D<" in path.read_text("utf-8")
        assert ">4<" not in path.read_text("utf-8")


@pytest.mark.parametrize(
    ("command", "to"),
    [("solve", "json"), ("solve", "csv"), ("solve", "line"), ("rate", "csv")],
)
def test_answers_and_the_terminal_name_the_same_options(run, command, to):
    """'0' beside '.' may be a digit, and text without 'G' does not say."""
    text = "0" * 100 + "." * 100 + "123456789ABCDE" + "0" * 42 + "\n"
    done = run(command, "--to", to, text=text, code=2)

    assert "choose --symbols 1-9A-Z or --symbols 0-9A-Z" in done.stdout
    assert "choose --symbols 1-9A-Z or --symbols 0-9A-Z" in done.stderr


def test_help_names_all_symbols(run):
    for command in ("solve", "convert"):
        words = " ".join(run(command, "--help").stdout.split())
        for line in ("Read digits as ", "Write digits as "):
            names = words.partition(line)[2].partition(".")[0].replace(" or ", ", ")
            assert names.split(", ") == [*DIALECTS]
