"""Puzzles that tests of commands share, and reference answers kept as files.

A line of `reference/NAME.jsonl` is a command (`arguments`, with `input` on standard
input, in which `{PROPER}` stands for that puzzle), its exit code, the places that its
messages name, and what it prints: objects with `--json`, lines otherwise.  Times and
wording are left out.  To add a case, write the first two keys and run with `--renew`.
"""

import json
import re
from pathlib import Path

import satdoku
from tests.conftest import ROOT, places
from tests.engines.conftest import Cases
from tests.puzzles import (  # noqa: F401  reference files name them
    CONFLICT,
    ESCARGOT,
    HARD,
    POINTING,
    SINGLES_END,
)
from tests.puzzles import NEWSPAPER as EASY  # noqa: F401  the same

# 4x4
PROPER = "1.....2...3.4..."
SOLVED = "1243342121344312"
SEVERAL = "1....2....3....4"
CLASHING = "11.............."
DEAD_END = "12.3..4........."
REASONS = "12....34.34....."  # five minimal sets of clues without a solution
MARKED = "1 34 4 34\n3 34 2 134\n2 12 3 124\n4 123 1 12\n"  # of PROPER, with a mistake
RIGHT_MARKS = MARKED.replace("1 34 4", "1 24 4")
OPEN_MARKS = "1 34 34 34\n" + "1234 1234 1234 1234\n" * 3
SUKAKU = "12.." + "1234" * 15
# 6x6
SIX = ".12.4..........6..4...2.5..3.6.3...."
MEDIUM = (
    "..8..4..6..71.....35..6..1........5.....2.3..6..8.1.97..9...........76..7...892.5"
)
BEYOND = (  # no technique leads on; nested forcing chains do
    "98.76.5....4..3.9.........78...9...5.3.4.......21.....6...7..5..2....7.......16.8"
)
RAISED = (  # its score makes it harder than its hardest step
    ".9..74618.8.........7.2....57..8..34..6.........9...5.86..4.7.......8...4...1...9"
)
IMPOSSIBLE = (  # two clues clash, far into the path
    "208000002050000000064030000080002090501040000030009460900800630000054008005690020"
)
HIDDEN_CONFLICT = IMPOSSIBLE.replace("208000002", "208001000", 1)
EMPTY = "." * 81
# Positions: a line of HoDoKu's library, the same with a wrong digit, and saved games.
POSITION = (
    ":0803:14:6..+9+5..7...+9.2.....58.+31...+1+64+3+8+9+7+52...1+7+59+46597+24+6..8"
    "92+54+1+76+8+3...5+6+2.....68+93...::417 427 437 489 499::"
)
MISTAKEN = POSITION.replace("+9+5..7", "+9+5+4.7")
SAVED = "[Puzzle]\n1...\n..2.\n..3.\n4...\n[State]\n12..\n..2.\n..3.\n4...\n"
WRONG_STATE = json.dumps(
    {"schema": 2, "puzzle": PROPER, "state": {"grid": "1.....2...3.4..1"}}
)
OTHER_STATE = json.dumps(
    {"schema": 2, "puzzle": PROPER, "state": {"grid": "2.....2...3.4..."}}
)
MIXED = f"{PROPER}\n{SEVERAL}\n{CLASHING}\n1234\n{PROPER}\n"
"""A puzzle of each kind; the fourth cannot be read."""

# Formulas
FORMULA = "p cnf 3 3\n1 -2 0\n2 3 0\n-3 0\n"
REFUTED = "p cnf 1 2\n1 0\n-1 0\n"

PUZZLES = {
    name: one for name, one in globals().items() if name.isupper() and name != "ROOT"
}


def pigeons(holes):
    """Return a formula that is long to refute: a pigeon more than there are holes."""
    clauses = Cases.pigeons(holes)
    lines = [f"p cnf {holes * (holes + 1)} {len(clauses)}"]
    return "\n".join([*lines, *(" ".join(map(str, [*c, 0])) for c in clauses)]) + "\n"


REFERENCE = Path(__file__).parent / "reference"
WORDING = {
    "text",
    "reason",
    "because",
    "error",
    "said",
    "summary",
    "no_proofs",
    "about",
}
MEANING = re.compile(r"r\d+c\d+(?:(?:=|<>)\d+)?|(?:row|column|box) \d+")


PLACE = r"(<stdin>|[^ :]+\.\w+|[^ :]+(?=:\d))(:\d+)?(: r\d+c\d+)?"


def remarks(text):
    """Return the numbers and cells of remarks, which are no errors; times left out."""
    lines = [line for line in text.splitlines() if not line.startswith("satdoku")]
    text = re.sub(r"[\d.]+ s\b|--seed \d+", "", "\n".join(lines))
    return sorted(re.findall(r"\br\d+c\d+|\b\d[\d,.]*\d|\b\d", text))


def bare(line):
    """Return a line of text as it is where it is drawn, else its numbers and cells."""
    if re.fullmatch(r"[\d.*!|+ \-]*", line):
        return line
    return " ".join(re.findall(r"r\d+c\d+(?:(?:=|<>)\d+)?|\b\d[\d,]*", line))


def wordless(value, key=""):
    """Return what a program prints without times, and of sentences the cells alone."""
    if isinstance(value, dict):
        return {name: wordless(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [wordless(one, key) for one in value]
    if key == "time_s":
        return 0.0
    if key in WORDING and isinstance(value, str):
        place = (
            re.match(r"\S+:\d+(: r\d+c\d+)?(?=: )", value) if key == "error" else None
        )
        return place[0] if place else " ".join(sorted({*MEANING.findall(value)})) or "…"
    return value


def cases(name):
    """Return the reference answers of a file, to parametrize a test."""
    lines = (REFERENCE / f"{name}.jsonl").read_text("utf-8").splitlines()
    return [{"file": name, "at": at, **json.loads(x)} for at, x in enumerate(lines)]


def label(case):
    """Return a short name of a reference answer."""
    return f"{case['at'] + 1}-{case['arguments']}-{case['input'][:24]!r}"


def agree(run, case, *, renew=False):
    """Run a command of a reference file, and compare all there is."""
    text = case["input"]
    for name, puzzle in PUZZLES.items():
        text = text.replace(f"{{{name}}}", puzzle)
    done = run(*case["arguments"].split(), text=text)
    assert "None" not in done.stdout  # what `bare` would not notice
    lines = done.stdout.splitlines()
    if "--json" in case["arguments"]:
        lines = [wordless(json.loads(line)) for line in lines]
    elif case["arguments"].split()[0] in ("check", "explain", "hint"):
        lines = list(map(bare, lines))
    lines = [x for x in lines if not (isinstance(x, str) and re.match("c (?!var )", x))]
    found = {
        "arguments": case["arguments"],
        "input": case["input"],
        "code": done.exit_code,
        "places": [one for one in places(done.stderr) if re.fullmatch(PLACE, one)],
        "remarks": remarks(done.stderr),
        "output": lines,
    }
    if renew:
        path = REFERENCE / f"{case['file']}.jsonl"
        kept = path.read_text("utf-8").splitlines()
        kept[case["at"]] = json.dumps(found, ensure_ascii=False)
        path.write_text("\n".join(kept) + "\n", "utf-8")
        return
    assert {**case, "output": list(map(settled, case["output"]))} == {
        **case,
        **found,
        "output": list(map(settled, lines)),
    }


def settled(told):
    """Check what engines may choose, and return the rest of an object.

    Which two solutions, or which set of clues without one, is the engine's choice.
    """
    if not isinstance(told, dict) or "puzzle" not in told:
        return told
    rest = dict(told)
    if "differences" in told and len(told["solutions"]) == 2:
        puzzle = as_puzzle(told)
        one, two = (satdoku.Grid(x, puzzle.geometry) for x in rest.pop("solutions"))
        assert puzzle.is_solution(one)
        assert puzzle.is_solution(two)
        apart = [
            {
                "cell": one.geometry.cell_name(cell),
                "digits": [one.values[cell], two.values[cell]],
            }
            for cell in range(one.geometry.cells)
            if one.values[cell] != two.values[cell]
        ]
        assert rest.pop("differences") == [each["cell"] for each in apart]
        assert rest.pop("unavoidable") in (apart, None)
        if told.get("smallest"):
            rest["apart"] = len(apart)
    if "search" in told:  # so are the steps of a proof
        assert (
            (told["format"] is None)
            == (told["steps"] is None)
            == (told["bytes"] is None)
        )
        rest.pop("search"), rest.pop("steps"), rest.pop("bytes")
    if told.get("contradiction_minimal"):
        sets = told.get("contradictions", {"sets": [told["contradiction"]]})["sets"]
        for each in sets:
            check_conflict(as_puzzle(told), each)
        assert told["contradiction"] == sets[0]
        rest["contradiction"] = len(sets[0]) if told.get("smallest") else None
        rest["contradictions"] = sorted(sets) if len(sets) != 2 else len(sets)
        if "contradictions" not in told:
            rest["contradictions"] = None
    return rest


def as_puzzle(told):
    """Return the puzzle of an object."""
    rows, _, columns = told.get("box", "").partition("x")
    shape = satdoku.Geometry.of_box(int(rows), int(columns)) if rows else None
    grid = satdoku.Puzzle(told["puzzle"], geometry=shape)
    marks = told.get("puzzle_candidates")
    if marks is None:
        return grid
    return grid.with_candidates(
        [sum(1 << digit - 1 for digit in cell) for cell in marks]
    )


def check_conflict(puzzle, cells):
    """Check that clues have no solution together, and one without each of them."""
    name = puzzle.geometry.cell_name

    def left(kept):
        values = [v if name(c) in kept else 0 for c, v in enumerate(puzzle.values)]
        return satdoku.solve(
            satdoku.Puzzle(tuple(values), geometry=puzzle.geometry)
        ).status

    assert left(cells) is satdoku.Status.NONE
    for cell in cells:
        assert left({*cells} - {cell}) is not satdoku.Status.NONE


def refused(run, *arguments, text="", code=2, word=""):
    """Run a command that makes no sense: one line names it, nothing is printed."""
    done = run(*arguments, text=text, code=code)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert all(part in done.stderr for part in str(word).split(", "))


def names(folder):
    """Name what a folder holds, hidden things too."""
    return sorted(path.name for path in folder.iterdir())


def schema(name):
    """Return a schema of docs/schema."""
    return json.loads((ROOT / "docs" / "schema" / f"{name}.schema.json").read_text())
