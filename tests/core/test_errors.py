"""Errors: one family, one line each, safe to print on a terminal."""

import ast
import pickle
import subprocess
import sys

import pytest

import satdoku
from satdoku import InputError, SatdokuError, Stopped

NAMES = [name for name in satdoku.__all__ if name.endswith(("Error", "Stopped"))]


def test_family():
    assert {
        "SatdokuError",
        "InputError",
        "UsageError",
        "LimitError",
        "ProofError",
        "EngineError",
        "Stopped",
    } <= set(NAMES)
    for name in NAMES:
        assert issubclass(getattr(satdoku, name), SatdokuError)
    builtin = {
        "InputError": ValueError,
        "UsageError": ValueError,
        "Stopped": TimeoutError,
        "EngineError": RuntimeError,
    }
    for kind in (ValueError, TimeoutError, RuntimeError):
        assert {name for name in NAMES if issubclass(getattr(satdoku, name), kind)} == {
            name for name, base in builtin.items() if base is kind
        }


def test_a_limit_is_no_failure_of_a_file():
    stop = Stopped("out of time")
    stop.filename = "answers.txt"  # as whoever writes it does to an error of the system

    assert "out of time" == str(stop) == str(pickle.loads(pickle.dumps(stop)))


def test_public_names():
    assert [] == [name for name in satdoku.__all__ if not hasattr(satdoku, name)]
    assert set(satdoku.__all__) <= set(dir(satdoku))
    with pytest.raises(AttributeError):
        satdoku.nonsense  # noqa: B018  reading it is the test


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ({}, "bad"),
        ({"line": 6}, "line 6: bad"),
        ({"line": 6, "column": 3}, "line 6:3: bad"),
        ({"source": "a.txt"}, "a.txt: bad"),
        ({"source": "a.txt", "line": 6}, "a.txt:6: bad"),
        ({"source": "a.txt", "line": 6, "column": 3}, "a.txt:6:3: bad"),
        ({"source": "a.txt", "line": 6, "cell": (5, 9)}, "a.txt:6: r5c9: bad"),
        ({"cell": (5, 9)}, "r5c9: bad"),
        ({"source": "\x1b[31m.txt"}, "\\x1b[31m.txt: bad"),
        ({"source": "a" * 201}, "a" * 200 + "…: bad"),
    ],
)
def test_places(place, text):
    """`file:line:column: cell: what`."""
    assert text == str(InputError("bad", **place))
    assert text == str(InputError("bad").at(**place))


def test_expectation_and_hint():
    error = InputError("bad", expected="good", hint="do better", line=2)

    assert "line 2: bad; expected good; do better" == str(error)
    assert "bad" == error.what
    assert "good" == error.expected
    assert "do better" == error.hint
    assert 2 == error.line


def test_a_place_is_set_once():
    """Where the problem is known more closely, callers do not change it."""
    error = InputError("bad", line=6)

    assert error is error.at(source="a.txt", line=1, column=2, cell=(1, 2))
    error.at(source="b.txt", line=3, column=4, cell=(3, 4))
    assert "a.txt" == error.source
    assert 6 == error.line
    assert 2 == error.column
    assert (1, 2) == error.cell


def test_values_in_messages():
    """They are escaped and cut; one whose text fails does no harm."""

    class Rude:
        def __repr__(self):
            raise RuntimeError

    def message(value):
        with pytest.raises(InputError) as caught:
            satdoku.Grid([value] + [0] * 15)
        assert (1, 1) == caught.value.cell
        return str(caught.value)

    assert "'a" not in message(10**5000)
    assert "int" in message(10**5000)
    assert "Rude" in message(Rude())
    assert len(message({1: "x" * 10_000})) < 250
    assert "…" in message({1: "x" * 10_000})
    assert "\x1b" not in message("\x1b[31m")
    with pytest.raises(InputError) as caught:
        satdoku.Grid("\n".join(["1" * 100_000] + ["2"] * 15))
    assert len(str(caught.value)) < 300


PACKAGES = {
    "cnf": "read_dimacs",
    "constraints": "Killer",
    "drawing": "png",
    "engines": "solve_formula",
    "errors": "InputError",
    "explanation": "step_svg",
    "formats": "read",
    "proof": "check_proof",
    "solving": "__doc__",
    "study": "presets",
}
"""The public subpackages, and a name of each."""


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_need_no_import_of_their_own(package):
    text = f"import satdoku; satdoku.{package}.{PACKAGES[package]}"
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=False
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert package in dir(satdoku)


def test_the_import_loads_no_package():
    text = "import satdoku, sys; print([m for m in sys.modules if 'satdoku' in m])"
    done = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, check=True
    )

    loaded = ["satdoku", "satdoku.runtime", "satdoku.runtime.version"]
    assert loaded == sorted(ast.literal_eval(done.stdout))


def test_types_know_the_public_names(root):
    stub = ast.parse((root / "satdoku" / "__init__.pyi").read_text("utf-8"))
    typed = [alias.asname for node in stub.body for alias in node.names]

    assert sorted([*satdoku.__all__, *PACKAGES]) == sorted(typed)
