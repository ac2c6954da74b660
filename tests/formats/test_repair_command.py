"""--repair, in the commands that have it."""

import re

import pytest

STRAY = "1 .34\n3. 12\n.143\n4321\n"
TIDY = "1.34\n3.12\n.143\n4321\n"
NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = "12|34\n34|12\n--+--\n21|43\n43|21\n"


@pytest.fixture
def stray(tmp_path):
    """Return a file with blanks in two rows."""
    path = tmp_path / "stray.txt"
    path.write_text(STRAY, "utf-8")
    return path


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        (["solve"], SOLVED),
        (["check", "-q"], ""),
        (["convert", "--to", "rows"], TIDY),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_commands(run, stray, arguments, shown):
    refused = run(*arguments, stray)
    done = run(*arguments, "--repair", stray)

    assert 2 == refused.exit_code
    assert f"{stray}:1: " in refused.stderr
    assert 0 == done.exit_code
    assert f"satdoku: {stray}:1: " in done.stderr
    assert "lines 1, 2" in done.stderr
    assert shown in done.stdout


def test_hopeless(run, tmp_path):
    path = tmp_path / "short.txt"
    path.write_text("1.34\n3.1\n.143\n4321\n", "utf-8")
    done = run("solve", path, "--repair")

    assert 2 == done.exit_code
    assert f"{path}:2: " in done.stderr


def test_standard_input(run):
    assert SOLVED == run("solve", "--repair", text=STRAY).stdout
    assert SOLVED == run("solve", "--repair", "-", text=STRAY).stdout


@pytest.mark.parametrize("between", ["|", " | ", "/", "  ", ",", ";"])
def test_what_is_proposed_for_rows_on_one_line_reads_them(run, between):
    """No --from reads nine rows on one line; --repair does."""
    rows = [NINE[at : at + 9] for at in range(0, 81, 9)]
    text = f"{between.join(rows)}\n"
    said = run("solve", text=text, code=2).stderr
    for name in re.findall(r"--from (\w+)", said):
        run("solve", "--from", name, text=text, code=0)
    assert "--repair" in said
    assert run("solve", "--repair", text=text, code=0).stdout
