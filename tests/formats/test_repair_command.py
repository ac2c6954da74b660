"""--repair and --fixed, in every command that reads puzzles."""

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
        (["count"], "1\n"),
        (["check", "-q"], ""),
        (["convert", "--to", "rows"], TIDY),
        (["cnf", "--simplify", "-q"], "p cnf 0 0\n"),
        (["show", "--to", "text"], "1 . │ 3 4"),
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
    path, fixed = tmp_path / "short.txt", tmp_path / "fixed.txt"
    path.write_text("1.34\n3.1\n.143\n4321\n", "utf-8")
    done = run("solve", path, "--fixed", fixed)

    assert 2 == done.exit_code
    assert f"{path}:2: " in done.stderr
    assert not fixed.exists()


class TestFixed:
    """The file of the puzzles as they were understood."""

    def test_written(self, run, stray, tmp_path):
        fixed = tmp_path / "fixed.txt"
        done = run("solve", stray, "--fixed", fixed)

        assert (0, SOLVED) == (done.exit_code, done.stdout)
        assert TIDY == fixed.read_text("utf-8")
        assert SOLVED == run("solve", fixed).stdout

    def test_many(self, run, tmp_path):
        path, fixed = tmp_path / "list.sdm", tmp_path / "fixed.sdm"
        line = TIDY.replace("\n", "")
        nine = "1" + "." * 80
        path.write_text(
            f"{nine}\n{nine[:40]} {nine[40:]}\n{nine[:-1]}\n{line}\n", "utf-8"
        )
        done = run("count", path, "--limit", "1", "--fixed", fixed)

        assert 2 == done.exit_code
        assert f"{nine}\n{nine}\n{line}\n" == fixed.read_text("utf-8")

    def test_large(self, run, tmp_path):
        fixed = tmp_path / "fixed.txt"
        rows = [f"{' '.join(['64', *['.'] * 63])},", *[" ".join(["."] * 64)] * 63]
        done = run("convert", "--to", "numbers", "--fixed", fixed, text="\n".join(rows))

        assert 0 == done.exit_code
        assert run("convert", "--to", "numbers", fixed).stdout == done.stdout

    def test_never_over_an_input(self, run, stray):
        done = run("solve", stray, "--repair", "--fixed", stray, "--force")

        assert 2 == done.exit_code
        assert "--fixed" in done.stderr
        assert STRAY == stray.read_text("utf-8")

    def test_existing(self, run, stray, tmp_path):
        fixed = tmp_path / "fixed.txt"
        fixed.write_text("mine", "utf-8")
        refused = run("solve", stray, "--fixed", fixed)

        assert 2 == refused.exit_code
        assert "--force" in refused.stderr
        assert "mine" == fixed.read_text("utf-8")
        assert 0 == run("solve", stray, "--fixed", fixed, "--force").exit_code
        assert TIDY == fixed.read_text("utf-8")

    def test_empty_name(self, run, stray):
        done = run("solve", stray, "--fixed", "")

        assert 2 == done.exit_code
        assert "--fixed" in done.stderr

    def test_strict_leaves_nothing(self, run, tmp_path):
        fixed = tmp_path / "fixed.txt"
        done = run("count", "--strict", "--fixed", fixed, text="1.....2...3.4...\n12\n")

        assert 2 == done.exit_code
        assert not fixed.exists()
        assert [] == [p for p in tmp_path.iterdir() if p.name.startswith(".satdoku")]


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
