"""What commands write as JSON keeps to docs/schema, and the schemas see faults."""

import copy
import json

import pytest

import satdoku
from tests.cli.samples import (
    EASY,
    EMPTY,
    FORMULA,
    PROPER,
    REFERENCE,
    SEVERAL,
    SOLVED,
    schema,
)
from tests.conftest import ROOT, nightly

FOLDER = ROOT / "docs" / "schema"
SCHEMAS = sorted(file.name.split(".")[0] for file in FOLDER.glob("*.schema.json"))
LISTS = ("encoding", "engine", "format", "technique", "constraint")
LATE = "profile --repeat 1 --timeout 1e-9 --engine bitmask"
OF_COMMAND = {
    "solve": "answer",
    "prove": "proof",
    "convert": "puzzle",
    "verify": "verified",
}


@pytest.fixture
def valid(needs):
    """Return what checks an object against a schema."""
    needs("jsonschema")
    import jsonschema

    def check(name, one):
        validator = jsonschema.Draft202012Validator(schema(name))
        assert [] == [
            f"{error.message} {[inner.message for inner in error.context or ()]}"
            for error in sorted(validator.iter_errors(one), key=str)
        ]
        return one

    return check


def required(found, one):
    """Return the paths of keys of an object without which a schema must refuse it."""
    paths = [[key] for key in found.get("required", ()) if key in one]
    for key, inner in found.get("properties", {}).items():
        if isinstance(one.get(key), dict) and "properties" in inner:
            paths += [[key, *path] for path in required(inner, one[key])]
    return paths


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_sound(needs, name):
    needs("jsonschema")
    import jsonschema

    found = schema(name)
    jsonschema.Draft202012Validator.check_schema(found)
    version = 1 if name == "certificate" else 2
    assert found["$id"] == f"urn:satdoku:schema:{version}:{name}"
    assert found["description"]


def test_shared_parts_are_the_same():
    first = schema("answer")["$defs"]
    assert "place" in first
    for name in ("check", "count", "explain", "hint", "profile", "proof", "rate"):
        for key, value in schema(name)["$defs"].items():
            assert first.get(key, value) == value


@pytest.mark.parametrize("name", nightly(["explain", "hint"], "hint"))
def test_steps_of_constraints_keep_to_their_schemas(run, valid, name):
    """One of a cage alone, and a trial that rests on the ranks of lines."""
    text = ".Shape~4x4.~R1C1_1.Cage~5~R1C2~R1C3"
    if name == "explain":
        text = ".FullRank~C2~9~.FullRank~C3~1~.FullRank~R6~24~.Shape~6x6"
    detail = ("--detail", "4") if name == "hint" else ("--strength", "extended")
    (record,) = run.json(
        name, *detail, "-", text=f"{text}\n", code=0 if name == "explain" else 3
    )
    valid(name, record)
    kinds = {step["kind"] for step in record["steps"]}
    assert kinds >= (
        {"constraint"} if name == "hint" else {"constraint", "propagation"}
    )


@pytest.mark.parametrize(
    "name", ["check", "explain", "hint", "rate", "prove", "lists", "schemas"]
)
def test_reference_answers_keep_to_their_schemas(valid, name):
    """Those of every command: `agree` compares what is printed with them."""
    count = 0
    for line in (REFERENCE / f"{name}.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        command, *rest = case["arguments"].split()
        if command == "list":
            command = rest[0].removesuffix("s")
        for one in case["output"]:
            if command == "convert":
                one = json.loads(one)  # noqa: PLW2901  its lines are text to `agree`
            if isinstance(one, dict):
                valid(OF_COMMAND.get(command, command), one)
                count += 1
    assert count > 10


ANSWERS = {
    "answer": "solve --json",
    "count": "count --json",
    "check": "check --json --all-reasons --smallest",
    "explain": "explain --json",
    "hint": "hint --json --detail 4",
    "rate": "rate --json",
    "profile": "profile --json --repeat 1 --functions",
    "proof": "prove --json",
    "puzzle": "convert --to json",
    **{name: f"list {name}s --json" for name in LISTS},
    "trace": "trace --to json",
    "verified": "verify --json a",
}


@pytest.mark.parametrize("name", ANSWERS)
def test_a_schema_refuses_what_is_wrong(run, needs, valid, tmp_path, monkeypatch, name):
    """A missing key, one too many, a value of another kind."""
    needs("jsonschema")
    import jsonschema

    monkeypatch.chdir(tmp_path)
    satdoku.prove(PROPER).write("a")
    command = ANSWERS[name].split()
    text = "" if command[0] in {"list", "verify"} else PROPER
    record = [json.loads(line) for line in run(*command, text=text).stdout.splitlines()]
    for one in record:
        valid(name, one)
    validator = jsonschema.Draft202012Validator(schema(name))
    for one in record[:3]:
        assert name == "trace" or not validator.is_valid({**one, "more": 1})
        assert not validator.is_valid({**one, "schema": "1"}) or "schema" not in one
        for key in one:
            less = {other: value for other, value in one.items() if other != key}
            assert not validator.is_valid(less) or key in OPTIONAL, key
            if key not in ("candidates", "source"):
                assert not validator.is_valid({**one, key: {"odd": [None]}}), key


OPTIONAL = {"details", "solution", "name", "title", "box", "reason", "pinned"}
"""Keys that some object has and its schema does not ask for."""


@pytest.mark.nightly
def test_study(run, needs, valid, tmp_path):
    needs("jsonschema", "matplotlib", "pandas", "scipy")
    import jsonschema

    options = ("--engines", "bitmask", "-q", "-o", tmp_path / "out")
    run("study", "-", *options, text=PROPER, code=0)
    one = valid(
        "study", json.loads((tmp_path / "out" / "study.json").read_text("utf-8"))
    )
    assert {*one} == {*schema("study")["properties"]}
    validator = jsonschema.Draft202012Validator(schema("study"))
    for path in required(schema("study"), one):
        less = copy.deepcopy(one)
        inner = less
        for key in path[:-1]:
            inner = inner[key]
        del inner[path[-1]]
        assert not validator.is_valid(less), path


@pytest.mark.parametrize(
    ("command", "text"),
    [
        (["solve", "--all", "--timeout", "0.1"], EMPTY),
        (["solve", "--engine", "minisat22", "--timeout", "1e-9"], "." * 256),
        (["count", "--timeout", "0.1"], EMPTY),
        (["count", "--method", "estimate", "--samples", "2"], "." * 36),
        (LATE.split(), "." * 256),
        (["profile", "--repeat", "1"], EASY),
        (["check", "--smallest"], EMPTY),
    ],
)
def test_other_answers(run, valid, command, text):
    (one,) = run.json(*command, text=text)
    valid(OF_COMMAND.get(command[0], command[0]), one)


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (["--all"], SEVERAL),
        (["--limit", "3"], EMPTY),
        (["--simplify"], SOLVED),
        ([], "11" + "." * 14),
        (["--cnf"], FORMULA),
        (["--engine", "cdcl", "--encoding", "minimal", "--all"], SEVERAL),
    ],
)
def test_traces(run, valid, options, text):
    done = run("trace", "--to", "json", *options, text=text)
    for line in done.stdout.splitlines():
        valid("trace", json.loads(line))


def test_verified(run, valid, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "f.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    (tmp_path / "p.drat").write_text("0\n")
    (tmp_path / "p.lrat").write_text("3 0 1 0\n")
    (tmp_path / "drat-trim").write_text("#!/bin/sh\necho s VERIFIED\n")
    (tmp_path / "drat-trim").chmod(0o755)
    satdoku.prove(EMPTY, limit=3).write("a")
    for arguments, expected in (
        (["--formula", "f.cnf", "--checker", "./drat-trim", "p.drat"], True),
        (["--formula", "f.cnf", "p.lrat"], False),
        (["a"], True),
        (["missing"], False),
    ):
        (one,) = run.json("verify", *arguments)
        assert valid("verified", one)["verified"] is expected


@pytest.mark.parametrize(
    ("name", "command"), [("answer", "solve --json"), ("puzzle", "convert --to json")]
)
def test_variants(valid, run, name, command):
    text = ".Shape~6x9~0-8.NoBoxes.~R1C1_0~R1C2_1_2.Thermo~R2C1~R2C2"
    one = valid(name, json.loads(run(*command.split(), text=text, code=0).stdout))
    assert one["shape"] == ".Shape~6x9~0-8.NoBoxes"
    assert one["constraints"] == ["Thermo~R2C1~R2C2"]
