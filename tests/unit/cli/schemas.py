"""The schemas in docs/schema, and what is held against them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema

ROOT = Path(__file__).parents[3]
FOLDER = ROOT / "docs" / "schema"


@cache
def schema(name: str) -> dict[str, Any]:
    """Return a schema."""
    found: dict[str, Any] = json.loads(
        (FOLDER / f"{name}.schema.json").read_text("utf-8")
    )
    return found


def told(name: str, text: str) -> list[dict[str, Any]]:
    """Read JSON lines and hold each against a schema."""
    validator = jsonschema.Draft202012Validator(schema(name))
    found = [json.loads(line) for line in text.splitlines()]
    for one in found:
        wrong = [
            f"{error.message} {[inner.message for inner in error.context or ()]}"
            for error in sorted(validator.iter_errors(one), key=str)
        ]
        assert [] == wrong, wrong
    return found
