"""JSON lines: each obeys the schema, and says what the event says."""

from __future__ import annotations

import json
from io import BytesIO, StringIO, TextIOWrapper
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.grid import Grid
from satdoku.tracing.follow import Search
from satdoku.tracing.jsonl import SCHEMA, JsonLines
from satdoku.tracing.subject import of_formula, of_puzzle

if TYPE_CHECKING:
    from pathlib import Path

    from satdoku.cnf.formula import Formula
    from satdoku.tracing.subject import Subject

jsonschema = pytest.importorskip("jsonschema")

PUZZLE = Grid.parse("1... .... ...2 ....")


@pytest.fixture(scope="module")
def validator(root: Path) -> Any:  # noqa: ANN401  the library has no types
    """Return what holds a line against the schema."""
    text = (root / "docs" / "schema" / "trace.schema.json").read_text("utf-8")
    schema = json.loads(text)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def lines(subject: Subject, limit: int | None = None) -> list[dict[str, Any]]:
    """Trace a subject; return its lines, read again."""
    stream = StringIO()
    Search(subject, [JsonLines(stream, limit)]).run()
    text = stream.getvalue()

    assert text.endswith("\n")
    return [json.loads(line) for line in text.splitlines()]


def test_puzzle(validator: Any) -> None:  # noqa: ANN401
    """Every line of a puzzle's trace obeys the schema; its ends are right."""
    told = lines(of_puzzle(PUZZLE, source="a.txt:1"))
    for line in told:
        validator.validate(line)

    first, last = told[0], told[-1]
    assert ("begun", SCHEMA, "puzzle") == (
        first["event"],
        first["schema"],
        first["kind"],
    )
    assert ("a.txt:1", [1, 46]) == (first["source"], first["assumptions"])
    assert ("ended", "complete", False) == (
        last["event"],
        last["ending"],
        last["cut"],
    )
    assert len(told) - 2 == last["events"] == last["written"]
    assert 18 == last["counts"]["found"]
    assert told[2] == {
        "event": "propagated",
        "number": 2,
        "level": 0,
        "literal": -2,
        "name": "r1c1≠2",
        "reason": {
            "literals": [-1, -2],
            "text": "r1c1≠1 or r1c1≠2",
            "meaning": "r1c1 holds only one digit",
            "number": 2,
            "family": "cell",
            "subject": "r1c1",
            "digit": None,
        },
    }


def test_formula(validator: Any, jumping: Formula) -> None:  # noqa: ANN401
    """Every line of a formula's trace does, too."""
    told = lines(of_formula(jumping))
    for line in told:
        validator.validate(line)

    assert (None, None) == (told[0]["puzzle"], told[0]["geometry"])
    assert {"begun", "decided", "propagated", "conflict", "flipped", "left"} <= {
        line["event"] for line in told
    }


@pytest.mark.parametrize(
    "change",
    [
        {"event": "guessed"},
        {"literal": 0},
        {"level": -1},
        {"number": 0},
        {"name": None},
        {"reason": [-1, -2]},
    ],
)
def test_the_schema_refuses(change: dict[str, object], validator: Any) -> None:  # noqa: ANN401
    """Lines that say something else; so the tests above say something."""
    line = {**lines(of_puzzle(PUZZLE), 2)[2], **change}

    assert not validator.is_valid(line)


def test_cut(validator: Any) -> None:  # noqa: ANN401
    """Beyond the limit nothing is written; the last line says so, and still counts."""
    whole = lines(of_puzzle(PUZZLE))
    told = lines(of_puzzle(PUZZLE), 5)
    validator.validate(told[-1])

    assert whole[:6] == told[:6]
    assert 7 == len(told)
    assert (5, True) == (told[-1]["written"], told[-1]["cut"])
    assert whole[-1] == {**told[-1], "written": told[-1]["events"], "cut": False}


def test_a_stream_of_ascii() -> None:
    """A terminal that does not know ≠ gets an escape, and the same JSON."""
    raw = BytesIO()
    stream = TextIOWrapper(raw, "ascii")
    Search(of_puzzle(PUZZLE), [JsonLines(stream)]).run()
    stream.flush()

    told = [json.loads(line) for line in raw.getvalue().splitlines()]
    assert lines(of_puzzle(PUZZLE)) == told
