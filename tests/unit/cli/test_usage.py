"""Wrong use: one line, the option by name, what was expected, code 2."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.cli.reference import describe

if TYPE_CHECKING:
    from tests.unit.cli.conftest import Run

HELP = "; --help shows examples\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("--wrong", "satdoku: error: no option --wrong"),
        ("slove", "satdoku: error: no command 'slove'; did you mean 'solve'?"),
        ("solve --wrong", "satdoku solve: error: no option --wrong"),
        ("solve --al", "satdoku solve: error: no option --al; did you mean --all?"),
        ("solve --limit", "satdoku solve: error: --limit needs a value"),
        ("solve --all=3", "satdoku solve: error: --all takes no value"),
        (
            "solve --limit x",
            "satdoku solve: error: --limit: 'x' is not a whole number from 1",
        ),
        ("count --limit 0", "satdoku count: error: --limit: '0' is not a whole number"),
        (f"count --limit {'9' * 5000}", "satdoku count: error: --limit: '9999"),
        (
            "solve --timeout nan",
            "satdoku solve: error: --timeout: 'nan' is not a number of seconds above 0",
        ),
        (
            "solve --timeout 1e300",
            (
                "satdoku solve: error: --timeout: '1e300' is not a number of seconds "
                "above 0 and up to 1,000,000,000"
            ),
        ),
        ("solve --to xyz", "satdoku solve: error: --to: 'xyz'; expected "),
        ("decode --to xyz a b", "satdoku decode: error: --to: 'xyz'; expected "),
        ("decode", "satdoku decode: error: PUZZLE is missing"),
        ("sat a b", "satdoku sat: error: got unexpected extra argument (b)"),
        ("man nothing", "satdoku man: error: no command 'nothing'; expected solve, "),
        ("completion csh", "satdoku completion: error: SHELL: 'csh' is not one of "),
        (
            "encodings --size 4 --box 2x2",
            "satdoku encodings: error: --size and --box say the same; leave one out",
        ),
        (
            "encodings --box 99x99",
            "satdoku encodings: error: --box 99x99 makes grids of size 9,801; expected",
        ),
    ],
)
def test_one_line(run: Run, line: str, said: str) -> None:
    """What is wrong is told in one line, and nothing is done."""
    done = run(*line.split())

    assert (2, "") == (done.exit_code, done.stdout)
    assert done.stderr.startswith(said)
    assert done.stderr.endswith(HELP)
    assert 1 == done.stderr.count("\n")


@pytest.mark.parametrize(
    ("command", "arguments"),
    [
        ("solve", ["-o", "", "-"]),
        ("man", ["-o", ""]),
        ("solve", [""]),
        ("cnf", [""]),
        ("sat", [""]),
        ("decode", ["", "m"]),
        ("decode", ["p", ""]),
    ],
)
def test_empty_name(run: Run, command: str, arguments: list[str]) -> None:
    """A name that is empty, as that of a variable nobody has set, is refused."""
    done = run(command, *arguments, text="1.....2...3.4...")

    assert (2, "") == (done.exit_code, done.stdout)
    assert "an empty file name" in done.stderr


def test_control_characters(run: Run) -> None:
    """What is echoed cannot play tricks on the terminal."""
    done = run("solve", "--to", "\x1b]0;hello\x07")

    assert 2 == done.exit_code
    assert "\x1b" not in done.stderr
    assert "hello" in done.stderr


def test_nothing_given(run: Run) -> None:
    """Without a command the help is what was missing, and the code says so."""
    done = run()

    assert (2, "") == (done.exit_code, done.stdout)
    assert done.stderr.startswith("Examples:\n")


def test_names_are_listed(run: Run) -> None:
    """The message lists what there is, and so does the help."""
    told = {option.names[0]: option for option in describe("solve").options}
    message = run("solve", "--to", "xyz").stderr
    page = " ".join(run("solve", "--help").stdout.split())

    assert f"expected {', '.join(told['--to'].values)};" in message
    assert {"line", "json", "sat"} <= set(told["--to"].values)
    for name in ("--to", "--from", "--rule", "--symbols"):
        assert len(told[name].values) > 3
        assert ", ".join(told[name].values) in page.replace("- ", "-")
