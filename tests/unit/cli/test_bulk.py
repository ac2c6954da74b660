"""Many puzzles at once: the same answers, remarks and codes as one by one."""

from __future__ import annotations

import json
import re
import time
from typing import TYPE_CHECKING, Any

import pytest

from satdoku.cli.bulk_options import EXECUTORS
from satdoku.cli.bulk_printers import LinePrinter
from satdoku.grid import Grid
from satdoku.lanes import search
from tests.unit.cli.many_puzzles import (
    CLUES,
    ONE_BY_ONE,
    PUZZLES,
    SOLUTION,
    renamed,
    settled,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.unit.cli.conftest import Run

pytestmark = pytest.mark.usefixtures("early")

OPEN = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5........."
)


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--unique",),
        ("-q",),
        ("--to", "line"),
        ("--to", "csv"),
        ("--to", "grid"),
        ("--to", "hodoku"),
        ("--json",),
        ("--to", "line", "--to-symbols", "A-Z"),
        ("--skip", "65"),
        ("--shard", "2/3"),
        ("--shard", "3/7", "--skip", "4", "--json"),
    ],
)
@pytest.mark.parametrize("size", [3, 50, 10_000])
def test_same_as_one_by_one(
    run: Run,
    blend: Path,
    options: tuple[str, ...],
    size: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Answers, remarks and exit code do not depend on the way, nor on the blocks."""
    monkeypatch.setattr("satdoku.formats.blocks.scan.BLOCK", size)
    monkeypatch.setattr("satdoku.cli.bulk_run.FEWEST", 1)
    single = run("solve", blend, *options, *ONE_BY_ONE)
    bulk = run("solve", blend, *options)

    assert settled(single.stdout) == settled(bulk.stdout)
    assert settled(single.stderr) == settled(bulk.stderr)
    assert single.exit_code == bulk.exit_code > 0


@pytest.mark.parametrize("options", [(), ("--json",), ("--shard", "2/3", "-v")])
@pytest.mark.parametrize("first", [0, 16, 80])
def test_lanes_take_over(
    run: Run,
    blend: Path,
    options: tuple[str, ...],
    first: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where they pay only after some puzzles, all is told in its place, too."""
    monkeypatch.setattr("satdoku.cli.bulk_choice.lanes_pay_from", lambda **_: 1000)
    monkeypatch.setattr(
        "satdoku.many.choose_many",
        lambda _, so_far, **__: (
            so_far.tally is None
            if first == 0
            else so_far.tally is not None and so_far.tally.answered >= first // 3
        ),
    )
    single = run("solve", blend, *options, *ONE_BY_ONE)
    taken = run("solve", blend, *options)

    assert settled(single.stdout) == settled(taken.stdout)
    if "-v" in options:
        assert "lanes" in taken.stderr
    else:
        assert settled(single.stderr) == settled(taken.stderr)
    assert single.exit_code == taken.exit_code > 0


def test_strict(run: Run, blend: Path) -> None:
    """The first that cannot be read ends the run, behind the answers before it."""
    single = run("solve", blend, "--strict", *ONE_BY_ONE)
    bulk = run("solve", blend, "--strict")

    assert 70 == bulk.stdout.count("\n")
    assert single.stdout == bulk.stdout
    assert single.stderr == bulk.stderr
    assert single.exit_code == bulk.exit_code == 2


def test_verbose(run: Run, blend: Path) -> None:
    """What was understood, and who answered, is told when it changes."""
    single = run("solve", blend, "--verbose", *ONE_BY_ONE)
    bulk = run("solve", blend, "--verbose")

    def understood(text: str) -> list[str]:
        return [line for line in text.splitlines() if "read as" in line]

    assert understood(single.stderr) == understood(bulk.stderr)
    assert "lanes: nothing solves many puzzles as quickly" in bulk.stderr


def test_lanes_answer_many(run: Run, many: Path) -> None:
    """A file of many puzzles is answered by lanes, a file of few is not."""
    few = many.with_name("few.txt")
    few.write_text("\n".join(PUZZLES[:20]))

    def engines(path: Path) -> set[str]:
        lines = run("solve", "--json", path).stdout.splitlines()
        return {json.loads(line)["engine"] for line in lines}

    assert {"lanes"} == engines(many)
    assert "lanes" not in engines(few)


def test_from_standard_input(run: Run) -> None:
    """Nothing of standard input is lost by looking at its head."""
    text = "\n".join(PUZZLES)
    expected = [renamed(SOLUTION, number) for number in range(100)]

    assert expected == run("solve", "-q", text=text).stdout.split()


def test_several_files(run: Run, many: Path, tmp_path: Path) -> None:
    """Files come one after the other, and one that is not there keeps its place."""
    files = [many, tmp_path / "none.txt", many]
    single = run("solve", *files, *ONE_BY_ONE)
    bulk = run("solve", *files)

    assert single.stdout == bulk.stdout
    assert settled(single.stderr) == settled(bulk.stderr)
    assert 2 == bulk.exit_code


def test_several_solutions(run: Run, many: Path) -> None:
    """Of several solutions two are told, both of the puzzle."""
    many.write_text(f"{OPEN}\n" * 70)
    told = [
        json.loads(line)
        for line in run("solve", "--json", many).stdout.split("\n")[:-1]
    ]

    for answer in told:
        one, two = answer["solutions"]
        assert one != two
        assert answer["solution"] == one
        assert "several" == answer["status"]
        for solution in (one, two):
            assert Grid.parse(solution).solves(Grid.parse(OPEN))
    fault = run("solve", "--unique", many)

    assert 3 == fault.exit_code
    assert 10 == fault.stderr.count("more than one solution: r")
    assert (
        "satdoku: and 60 more puzzles: more than one solution (--json tells which)"
        in fault.stderr.splitlines()
    )
    single = run("solve", "--unique", many, *ONE_BY_ONE)

    def cut(text: str) -> str:
        return re.sub(r"(more than one solution): r.*", r"\1", settled(text))

    assert cut(single.stderr) == cut(fault.stderr)
    assert single.exit_code == fault.exit_code
    for options in ((), ONE_BY_ONE):
        quiet = run("solve", "--unique", "-q", many, *options)
        assert 3 == quiet.exit_code
        assert cut(fault.stderr).splitlines()[:-1] == cut(quiet.stderr).splitlines()


def test_single_puzzle_by_lanes(run: Run, many: Path) -> None:
    """Who asks for lanes has a single puzzle answered by them, told as ever."""
    many.write_text(CLUES)
    asked = run("solve", "--workers", "1", many)

    assert run("solve", many).stdout == asked.stdout
    assert "This is the only solution.\n" == asked.stderr


def test_guesses_run_out(run: Run, many: Path) -> None:
    """A puzzle that is given up is told as unknown, and the exit code tells."""
    many.write_text(f"{'.' * 81}\n{CLUES}\n")
    told = run("solve", "--max-guesses", "1", many)

    assert f"# unknown: {many}:1: out of guesses\n{SOLUTION}\n" == told.stdout
    assert f"{many}:1: out of guesses: no solution found by then" in told.stderr
    assert 4 == told.exit_code


def test_guesses_run_out_often(run: Run, many: Path) -> None:
    """Of many puzzles that are given up ten are told, then how many more; -q none."""
    many.write_text(f"{'.' * 81}\n" * 80)
    told = run("solve", "--max-guesses", "1", many)
    quiet = run("solve", "--max-guesses", "1", "-q", many)

    assert told.stderr.splitlines()[9:11] == [
        f"satdoku: {many}:10: out of guesses: no solution found by then",
        "satdoku: and 70 more puzzles: out of guesses (--json tells which)",
    ]
    assert 12 == len(told.stderr.splitlines())
    assert "" == quiet.stderr
    assert 4 == told.exit_code == quiet.exit_code


def test_totals(run: Run, many: Path) -> None:
    """--stats tells what all took together."""
    told = run("solve", "-q", "--stats", many).stderr

    assert re.fullmatch(
        r"lanes: 100 puzzles, \d+ guess(es)?, [\d,]+ sweeps; "
        r"[\d.]+ s with reading and writing, [\d,]+ a second\n",
        told,
    )


@pytest.mark.parametrize("workers", [1, 2])
def test_totals_by_the_clock(
    run: Run, many: Path, monkeypatch: pytest.MonkeyPatch, workers: int
) -> None:
    """The time is that of the whole run, however much of it goes on at once."""
    printed = LinePrinter.rows

    def slow(*arguments: Any) -> None:  # noqa: ANN401  passed on
        time.sleep(0.1)
        printed(*arguments)

    monkeypatch.setattr("satdoku.formats.blocks.scan.BLOCK", 20)
    monkeypatch.setattr(LinePrinter, "rows", slow)
    told = run("solve", "--stats", "--workers", str(workers), many).stderr
    lanes = re.search(r"([\d.]+) s with reading and writing, ([\d,]+) a second", told)
    whole = re.search(r"100 puzzles in ([\d.]+) s", told)

    assert lanes
    assert whole
    assert 0.4 <= float(lanes[1]) <= float(whole[1]) + 0.01
    assert 100 == pytest.approx(
        float(lanes[1]) * float(lanes[2].replace(",", "")), rel=0.05
    )


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--shard", "0/3"), "'0/3' is no part of a whole"),
        (("--shard", "4/3"), "'4/3' is no part of a whole"),
        (("--shard", "1"), "'1' is no part of a whole"),
        (("--shard", "1/0"), "'1/0' is no part of a whole"),
        (("--workers", "0"), "'0' is not a whole number from 1"),
        (("--workers", "some"), "'some' is not a whole number from 1"),
        (("--executor", "cuda"), "'cuda'; expected auto, numba, numpy"),
        (("--max-guesses", "0"), "'0' is not a whole number from 1"),
        (("--skip", "-1"), "'-1' is not a whole number from 0"),
        (
            ("--max-guesses", "18446744073709551616"),
            "18446744073709551616 is too large; 1000000000000000000 is the maximum",
        ),
        (("--skip", str(2 * 10**18)), "; 1000000000000000000 is the maximum"),
        (("--workers", "2", "--engine", "dpll"), "leave out --engine dpll"),
        (("--workers", "2", "--timeout", "1"), "leave out --timeout"),
        (("--executor", "numpy", "--all"), "leave out --all"),
        (("--max-guesses", "2", "--encoding", "triad"), "leave out --encoding"),
        (("--resume",), "say which with -o"),
        (("--resume", "--all", "-o", "out.txt"), "--resume does not go with --all"),
        (("--shard", "1/2", "--to", "sat"), "--shard does not go with --to sat"),
        (("--to", "npy", "--to-symbols", "A-Z"), "--to npy has no symbols"),
    ],
)
def test_refused(run: Run, many: Path, options: tuple[str, ...], said: str) -> None:
    """What makes no sense is refused in one line."""
    told = run("solve", many, *options)

    assert 2 == told.exit_code
    assert said in told.stderr
    assert 1 == told.stderr.count("\n")
    assert "" == told.stdout


def test_lanes_by_name(run: Run, blend: Path) -> None:
    """What lanes cannot take is refused in its place, if they are asked for by name."""
    told = run("solve", "--engine", "lanes", blend)

    assert "a puzzle of 4x4 (boxes of 2x2); expected 9x9 and clues alone" in told.stderr
    assert f"# unknown: {blend}:76: a puzzle of 4x4" in told.stdout
    assert 2 == told.exit_code


def test_shards_cover_all(run: Run, blend: Path) -> None:
    """Each puzzle is answered by one shard."""
    whole = run("solve", blend).stdout.splitlines()
    shards = [
        run("solve", "--shard", f"{number}/4", blend).stdout.splitlines()
        for number in range(1, 5)
    ]
    together = [shards[at % 4][at // 4] for at in range(len(whole))]

    assert whole == together
    assert len(whole) == sum(map(len, shards))


def test_executors_are_those_of_lanes() -> None:
    """What the command takes is what there is."""
    assert {"auto", *search.EXECUTORS} == set(EXECUTORS)
