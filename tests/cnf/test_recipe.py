"""Recipes: built-in ones are found everywhere, a person's own read with care."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import satdoku
from satdoku.cnf.recipe import FamilyOptions, PeerOptions, TriadOptions, encodings, load
from satdoku.errors import InputError, UsageError
from tests.core.test_engines import RECIPES

HEAD = 'format = 1\nname = "mine"\nsummary = "s"\nreference = "r"\n'
COMPLETE = '[cell]\nat_least_one = true\n[unit]\nat_most_one = "pairwise"\n'


class TestShipped:
    """The recipes in `encodings/`."""

    def test_all_of_them(self):
        assert [recipe.name for recipe in encodings()] == RECIPES
        assert all(recipe is load(recipe.name) for recipe in encodings())

    def test_ticks(self):
        assert load("triad-exact3").triad == TriadOptions(
            at_least_one=True,
            at_most_one="pairwise",
            inside_at_most_one="pairwise",
            exact=True,
        )
        assert load("support").peer == PeerOptions(support=True)
        assert load("minimal").cell == FamilyOptions(at_least_one=True)
        assert load("minimal").triad is None

    @pytest.mark.parametrize("name", ["extnded", "zzz", "../pyproject"])
    def test_unknown(self, name):
        with pytest.raises((UsageError, InputError), match=r"extended|cannot be read"):
            load(name)


PACKAGE = Path(satdoku.__file__).parent
NO_RECIPES = shutil.ignore_patterns("__pycache__", "encodings")


class TestWhere:
    """The loader finds the recipes however satdoku is installed."""

    @pytest.mark.parametrize("place", ["encodings", "satdoku/encodings"])
    def test_copied(self, root, tmp_path, place):
        """A checkout, or the package with its recipes inside, first on the path."""
        shutil.copytree(PACKAGE, tmp_path / "satdoku", ignore=NO_RECIPES)
        shutil.copytree(root / "encodings", tmp_path / place)
        script = "from satdoku.cnf.recipe import encodings; print(len(encodings()))"
        done = subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=True,
        )
        assert str(len(RECIPES)) == done.stdout.strip()


def _load(folder, text, name="mine"):
    path = folder / f"{name}.toml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return load(path)


class TestOwnFile:
    """A person's own file."""

    def test_it_works(self, tmp_path):
        text = "\ufeff" + (HEAD + "# ours\n" + COMPLETE).replace("\n", "\r\n")
        recipe = _load(tmp_path, text)

        assert recipe == load(str(tmp_path / "mine.toml"))
        assert recipe.unit == FamilyOptions(at_most_one="pairwise")

    def test_relative(self, tmp_path, monkeypatch):
        _load(tmp_path, HEAD + COMPLETE)
        monkeypatch.chdir(tmp_path)

        assert load("mine.toml").name == "mine"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("format = 1\nname = ", "not TOML: Invalid value"),
            ("format = 1 2", "not TOML: .*line 1, column 12"),
            ("a=" + "[" * 8_000, "not TOML"),
            ("#" * 8_193, "too long for a recipe; expected up to 8192"),
            (b"\xff\xfe", "not TOML: .utf-8. codec"),
            ("", "no format; expected format = 1"),
            ("format = true", "format is True; expected format = 1"),
            ("format = 1", "no name; expected a text of one line"),
            (HEAD.replace('"s"', "3"), "summary is 3; expected a text"),
            (HEAD.replace('"r"', '" "'), "reference is ' '"),
            (HEAD.replace('"s"', '"a\\u001b"'), "summary is"),
            (HEAD + "[cel]\n", "unknown key 'cel'; expected"),
            (HEAD + "[cell]\nat_lest_one = true\n", "unknown key 'cell.at_lest_one'"),
            (HEAD + "cell = 3\n", r"cell is 3; expected a table, \[cell\]"),
            (HEAD + "[cell]\nat_least_one = 1\n", "is 1; expected true or false"),
            (HEAD + '[unit]\nat_most_one = "pair"\n', "is 'pair'; .* pairwise"),
            (
                HEAD + "[unit]\nat_most_one = true\n",
                "True; expected bimander, .* or false",
            ),
            (HEAD + '[unit]\nat_most_one = "pairwise"\n', "models need not be"),
            (HEAD + "[cell]\nat_least_one = true\n", "models need not be"),
            (
                HEAD + "[cell]\nat_least_one = true\n[peer]\nsupport = true\n",
                "peer.support; expected cells that hold exactly one digit",
            ),
        ],
    )
    def test_what_is_wrong(self, tmp_path, text, said):
        with pytest.raises(InputError, match=f"mine.toml: .*{said}") as caught:
            _load(tmp_path, text)
        assert "\n" not in str(caught.value)

    def test_no_file(self, tmp_path):
        with pytest.raises(InputError):
            load(tmp_path / "none.toml")
        with pytest.raises(InputError):
            load(str(tmp_path) + os.sep)
        with pytest.raises(InputError):
            _load(tmp_path, "#" * 70_000)
