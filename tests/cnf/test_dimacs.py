"""DIMACS: what is written every solver reads; what is read no solver dies of."""

import shutil
import subprocess
from io import BytesIO, StringIO

import pytest

from satdoku.cnf.dimacs import read_dimacs, read_model
from satdoku.cnf.encoder import encode_rules, provenance, simplify
from satdoku.cnf.formula import write_dimacs
from satdoku.cnf.recipe import encodings, load
from satdoku.errors import InputError
from satdoku.puzzle.geometry import Geometry
from satdoku.puzzle.puzzle import Puzzle
from tests.conftest import table

PUZZLE = Puzzle("1......2........")
RECIPES = pytest.mark.parametrize("recipe", encodings(), ids=lambda recipe: recipe.name)


def _solver(name):
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is not installed")
    return path


class TestWrite:
    """What is written."""

    def test_whole_file(self):
        formula = encode_rules(Geometry.of_box(1, 2), load("minimal")).formula
        stream = StringIO()
        write_dimacs(
            formula, stream, comments=["one", "", "two\nlines", "\xd7"], names=True
        )
        lines = stream.getvalue().split("\n")

        assert lines[:5] == ["c one", "c two", "c lines", r"c \xd7", "c var 1 r1c1=1"]
        assert lines[11:14] == ["c var 8 r2c2=2", "p cnf 8 12", "1 2 0"]
        assert lines[-2:] == ["-4 -8 0", ""]

    def test_clues(self):
        made = encode_rules(PUZZLE.geometry, load("minimal"))
        stream = StringIO()
        write_dimacs(made.formula.with_unit_clauses(made.literals(PUZZLE)), stream)

        assert stream.getvalue().startswith("p cnf 64 242\n")
        assert stream.getvalue().endswith("\n1 0\n30 0\n")

    @RECIPES
    def test_there_and_back(self, recipe):
        for made in (encode_rules(Geometry(6, 6), recipe), simplify(PUZZLE, recipe)):
            stream = StringIO()
            write_dimacs(made.formula, stream, comments=provenance(made), names=True)
            read = read_dimacs(BytesIO(stream.getvalue().encode("ascii")))

            assert made.formula.variables == read.variables
            assert list(made.formula) == list(read)
            assert [c for group in read.groups() for c in group.clauses] == list(read)

    def test_empty_clause(self):
        stream = StringIO()
        write_dimacs(simplify(Puzzle("11" + "." * 14), load("triad")).formula, stream)
        write_dimacs(
            simplify(Puzzle("1.....3..4.....2"), load("triad")).formula, stream
        )

        assert stream.getvalue() == "p cnf 0 1\n0\np cnf 0 0\n"

    def test_provenance_of_a_puzzle(self):
        lines = provenance(simplify(PUZZLE, load("triad-lite")))

        assert lines[0] == (
            "made by satdoku: what a puzzle leaves open of a 4x4 grid, boxes of 2x2"
        )
        assert "the open candidates cell by cell" in lines[2]
        assert lines[3].startswith("auxiliary: variables")
        assert provenance(simplify(Puzzle("1.....3..4.....2"), load("triad")))[2:] == [
            "sizes: 0 variables, 0 clauses"
        ]

    @pytest.mark.parametrize(
        "geometry", [Geometry(6, 6), Geometry.of_box(3, 2)], ids=str
    )
    def test_provenance_tells_the_numbering(self, geometry):
        made = encode_rules(geometry, load("triad"))
        n, h, w = geometry.size, geometry.box_height, geometry.box_width
        text = "\n".join(provenance(made))
        start, last = n**3, n**3 + n * n * (h + w)
        name_of = made.formula.name_of

        assert f"digit d is {n * n}(r-1) + {n}(c-1) + d\n" in text
        assert f"triads: variables {start + 1} to {last}\n" in text
        assert (name_of(start + 1), name_of(last)) == ("r1b1=1", f"c{n}b{n}={n}")

    @RECIPES
    def test_strict_parser(self, recipe, tmp_path):
        made = encode_rules(PUZZLE.geometry, recipe)
        path = tmp_path / "rules.cnf"
        with path.open("w", encoding="ascii", newline="\n") as stream:
            write_dimacs(
                made.formula.with_unit_clauses(made.literals(PUZZLE)),
                stream,
                comments=provenance(made),
                names=True,
            )
        done = subprocess.run(
            [_solver("cadical"), "--strict", "-q", str(path)],
            capture_output=True,
            check=False,
        )

        assert (done.returncode, done.stderr) == (10, b"")
        assert PUZZLE.is_solution(made.decode(read_model(BytesIO(done.stdout)).model))


def _read(text):
    if isinstance(text, str):
        as_text = list(read_dimacs(StringIO(text, newline="")))
        as_bytes = list(read_dimacs(BytesIO(text.encode())))

        assert as_text == as_bytes
        return as_text
    return list(read_dimacs(BytesIO(text)))


class TestRead:
    """What is read."""

    @pytest.mark.parametrize(
        ("text", "clauses"),
        table(__file__, "TestRead.test_formulas"),
    )
    def test_formulas(self, text, clauses):
        assert [*clauses] == _read(text)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("", "no header; expected p cnf VARIABLES CLAUSES"),
            ("p cnf 2\n", "line 1: 'p cnf 2' is not a header; expected p cnf"),
            ("p cnf -2 1\n", "line 1: '-2' variables in the header"),
            ("p cnf " + "9" * 5_000 + " 1\n", "line 1: '9+…' variables"),
            ("p cnf 200000000 0\n", "'200000000' variables .*at most 100,000,000"),
            ("p cnf 5 20000001\n", "'20000001' clauses .*at most 20,000,000"),
            ("p cnf 1 1\np cnf 1 1\n", "line 2: a second header; .*as in line 1"),
            ("p cnf 2 1\n3 0\n", "line 2: literal 3 is out of range; expected -2 to 2"),
            ("p cnf 2 1\n" + "1" * 5_000 + " 0\n", "line 2: literal 1+… is out"),
            ("p cnf 2 1\n\n1 2\n\n", "line 3: a clause without its end; expected a 0"),
            ("p cnf 2 1\n1 0\n2 0\n", "line 3: clause 2; expected 1 clause,"),
            ("p cnf 2 3\n1 0\n2 0\n", "line 1: the header says 3 clauses; expected 2"),
            ("p cnf 2 1\n1 \u0662 0\n", "line 2: '\u0662' is not a literal"),
            ("p cnf 2 1\n1 \x1b[31m 0\n", r"line 2: '\\x1b\[31m' is not a literal"),
            ("p cnf 2 1\n1 \x0b 0\n", r"line 2: '\\x0b' between literals"),
            ("p cnf 2 1\n1 \0 0\n", "line 2: holds a NUL byte"),
            (b"p cnf 2 1\n\x80 0\n", "line 2: '\ufffd' is not a literal"),
        ],
    )
    def test_what_is_wrong(self, text, message):
        """Each kind of mistake, in words; `test_dimacs_fixtures.py` has many more."""
        with pytest.raises(InputError, match=message) as caught:
            _read(text)
        assert len(str(caught.value)) < 200

    def test_source(self):
        with pytest.raises(InputError, match=r"^a\.cnf:2: literal 3"):
            read_dimacs(StringIO("p cnf 2 1\n3 0\n"), source="a.cnf")
        formula = read_dimacs(StringIO("p cnf 2 1\n2 0\n"), source="a.cnf")

        assert str(next(formula.groups()).origin) == "file: a.cnf"
        assert formula.name_of(2) == "2"

    @pytest.mark.nightly
    def test_endless_line(self):
        clauses = "1 -2 0 " * 400_000
        text = f"c {'1 0 ' * 700_000}\np cnf 2 400000\n{clauses}\n"

        assert len(_read(text)) == 400_000
        assert set(_read(text)) == {(1, -2)}
        assert _read("p cnf 2 1\n1\n" + "0".rjust(1 << 20)) == [(1,)]
        for junk, said in (("1" * 3_000_000, "literal 1+… is"), ("\0", "NUL")):
            with pytest.raises(InputError, match=f"line 2: .*{said}"):
                _read("p cnf 2 1\n" + junk)


class TestReadModel:
    """Solvers' answers."""

    @pytest.mark.parametrize(
        ("text", "satisfiable", "literals"),
        table(__file__, "TestReadModel.test_answers"),
    )
    def test_answers(
        self,
        text,
        satisfiable,
        literals,
    ):
        for stream in (StringIO(text, newline=""), BytesIO(text.encode())):
            answer = read_model(stream)

            assert satisfiable is answer.satisfiable
            assert literals == answer.literals
            assert answer.model == tuple(x for x in literals if x > 0)

    def test_model_rises(self):
        assert read_model(StringIO("v 5 -9 2 0\n")).model == (2, 5)

    @pytest.mark.parametrize(
        ("text", "message"),
        table(__file__, "TestReadModel.test_what_is_wrong"),
    )
    def test_what_is_wrong(self, text, message):
        with pytest.raises(InputError, match=message):
            read_model(StringIO(text))
        with pytest.raises(InputError):
            read_model(StringIO(text), source="out.txt")
