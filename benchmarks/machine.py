"""What the numbers were measured on."""

from __future__ import annotations

import os
from datetime import UTC, datetime

from satdoku.study import studies

__all__ = ["machine"]


def machine() -> dict[str, str | int | float]:
    """Describe the machine, without its name or paths, and how busy it is."""
    every = studies.machine()
    found = {key: value for key, value in every.items() if value is not None}
    return {
        **found,
        "load": round(os.getloadavg()[0], 2),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
    }
