"""The results as Markdown: a table a section, times and ratios."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from benchmarks.sections import SECTIONS
from benchmarks.worker import UNASKED

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["complaints", "markdown"]

FLOOR = "import click"

_WHOLE = {"many", "workers", "million", "proofs", "ratings", "variants"}
"""Sections that measure a set as a whole: µs."""


def _ms(micros: float) -> str:
    ms = micros / 1e3
    return f"{ms:.3f}" if ms < 1 else f"{ms:.2f}" if ms < 100 else f"{ms:,.0f}"


def _cell(numbers: dict[str, Any] | None, base: dict[str, Any] | None) -> str:
    """Write mean (maximum), the ratio to the base, and [k/n] where not all finished."""
    if numbers is None or numbers.get("not measured") == UNASKED:
        return ""
    if "not measured" in numbers:
        return "-"
    text = _ms(numbers["mean"])
    if "maximum" in numbers and numbers["puzzles"] > 1:
        text += f" ({_ms(numbers['maximum'])})"
    if base is not None and base.get("mean") and base is not numbers:
        text += f" {numbers['mean'] / base['mean']:.2f}x"
    if numbers["finished"] < numbers["puzzles"]:
        text += f" [{numbers['finished']}/{numbers['puzzles']}]"
    if numbers["wrong"]:
        text += " WRONG"
    return text


def _whole(numbers: dict[str, Any] | None) -> str:
    """Write median (best) in µs, the ratio, and guesses and sweeps where told."""
    if numbers is None:
        return ""
    if "not measured" in numbers:
        return "-"
    text = f"{numbers['mean']:#.3g} µs ({numbers['best']:#.3g})"
    if "ratio" in numbers:
        text += f" {numbers['ratio']:#.3g}x"
    if "guesses" in numbers:
        text += f", {numbers['guesses']:.2f} / {numbers['sweeps']:.1f}"
    if numbers["wrong"]:
        text += " WRONG"
    return text


def _table(
    results: dict[str, dict[str, Any]], base: str, *, whole: bool = False
) -> Iterator[str]:
    rows = dict.fromkeys(
        name
        for group in results.values()
        for name, numbers in group.items()
        if numbers.get("not measured") != UNASKED
    )
    yield "| | " + " | ".join(results) + " |"
    yield "|---|" + "---:|" * len(results)
    for name in rows:
        cells = [
            _whole(group.get(name))
            if whole
            else _cell(group.get(name), group.get(base))
            for group in results.values()
        ]
        yield f"| {name} | " + " | ".join(cells) + " |"
    reasons = {
        (name, numbers["not measured"])
        for group in results.values()
        for name, numbers in group.items()
        if numbers.get("not measured", UNASKED) != UNASKED
    }
    for name, reason in sorted(reasons):
        yield f"\n{name}: not measured: {reason.splitlines()[-1] if reason else ''}"


def markdown(report: dict[str, Any], base: str) -> str:
    """Write the whole report; ratios are to the contender `base`."""
    machine = report["machine"]
    lines = [
        "# Benchmarks",
        "",
        (
            f"{machine['date']}, {machine['processor']}, {machine['cores']} cores, "
            f"{machine['system']}, {machine['python']}, load {machine['load']}."
        ),
        ", ".join(f"{name} {told}" for name, told in report["versions"].items()) + ".",
        "",
        (
            "CPU time in ms a puzzle: mean (maximum), ratio to "
            f"{base}; [k/n]: puzzles finished within the limit of "
            f"{report['settings']['limit']:g} s "
            f"({report['settings']['large_limit']:g} s for large boards and many "
            "solutions), the mean is a lower bound then."
        ),
        "",
        (
            "Where µs are told, they are of whole sets: median of the repeats (best), "
            "ratio, guesses / sweeps a puzzle."
        ),
    ]
    for section, results in report["sections"].items():
        what = (SECTIONS[section].__doc__ or "").splitlines()[0]
        lines += ["", f"## {section}", "", what, ""]
        floor = FLOOR if section == "cold" else base
        lines += _table(results, floor, whole=section in _WHOLE)
    return "\n".join(lines) + "\n"


def complaints(report: dict[str, Any]) -> list[str]:
    """List every wrong answer of every contender."""
    return [
        f"{section}, {group}, {name}: {complaint}"
        for section, results in report["sections"].items()
        for group, contenders in results.items()
        for name, numbers in contenders.items()
        for complaint in numbers.get("wrong", [])
    ]
