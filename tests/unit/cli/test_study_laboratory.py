"""`satdoku study --preset encodings`: the laboratory, which measures formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from satdoku.cli import study_samples
from satdoku.study.laboratory.table import read_samples

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from satdoku.study.laboratory.plan import Task
    from satdoku.study.laboratory.sample import Sample
    from tests.unit.cli.conftest import Run


def test_laboratory(run: Run, puzzle: Path, tmp_path: Path) -> None:
    """The encodings' laboratory has a folder of its own kind, and goes on, too."""
    out = tmp_path / "out"
    line = (
        *("study", puzzle, "--preset", "encodings", "--engines", "dpll"),
        *("--encodings", "minimal", "-o", out, "--no-figures"),
    )
    first = run(*line)
    table = out / "encodings.csv"
    whole = table.read_bytes().splitlines(keepends=True)
    table.write_bytes(b"".join(whole[:-1]))
    again = run(*line, "--resume")
    samples = read_samples(out)

    assert (0, 0) == (first.exit_code, again.exit_code)
    assert f"all of it is in {out}\n" in again.stderr
    assert len(whole) - 1 == len(samples) == len({one.key for one in samples})
    assert {"minimal"} == {one.encoding for one in samples}
    assert "minimal" in (out / "report.md").read_text("utf-8")


def test_laboratory_of_files(
    run: Run, small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A person's own puzzles are measured alone, as often as is said."""
    found: list[object] = []

    def conduct(tasks: list[Task], *_: object, **__: object) -> Generator[Sample]:
        found.extend(task.key[:3] + task.key[-1:] for task in tasks)
        yield from ()

    monkeypatch.setattr(study_samples, "conduct_laboratory", conduct)
    done = run(
        *("study", small, "--preset", "encodings", "--repeat", "2"),
        *("--engines", "dpll", "--encodings", "minimal"),
    )

    assert (0, "") == (done.exit_code, done.stdout)
    assert {("2x2", "hard", at, turn) for at in (1, 2) for turn in (1, 2)} == set(found)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--sizes", "4,x"], "--sizes: 'x' is not a whole number"),
        (["--sizes", "7"], "7x7 cells cannot be cut into boxes"),
        (["--engines", "bitmask"], "engine bitmask"),
        (["--engines", ""], "--engines '' has an empty name"),
        (["--encodings", "none-such"], "none-such"),
        (["--encodings", ""], "--encodings '' has an empty name"),
        (["--ask", "first"], "has no --ask"),
        (["--whole"], "has no --whole; leave it out"),
        (["--first", "2"], "has no --first; --repeat says how many"),
        (["--sets", "."], "has no --sets"),
    ],
)
def test_mistakes_in_the_laboratory(
    run: Run, monkeypatch: pytest.MonkeyPatch, options: list[str], expected: str
) -> None:
    """What is wrong is told before anything is measured."""
    monkeypatch.setattr(study_samples, "conduct_laboratory", None)
    done = run("study", "--preset", "encodings", *options)

    assert 2 == done.exit_code
    assert expected in done.stderr
