"""Options of many puzzles: what makes no sense is refused by name, at once."""

import numpy as np
import pytest

import satdoku
from satdoku import UsageError

LIMITS = [
    *({"limit": value} for value in (0, -1, True, 2.0, "2", np.float64(2), np.True_)),
    {"limit": np.int64(0)},
    *({"timeout": value} for value in (-1, True, "5", float("nan"))),
]
WORKERS = [{"workers": value} for value in (0, -2, "many", False, 1.0, None)]
ERRORS = [{"errors": value} for value in ("ignore", None, 1)]


def test_refused():
    """Nonsense is refused before a puzzle is read, and named."""
    for wrong in (*LIMITS, *WORKERS, *ERRORS):
        with pytest.raises(UsageError) as refused:
            satdoku.solve_batch(None, **wrong)
        assert next(iter(wrong)) in str(refused.value)
        assert "\n" not in str(refused.value)


def test_whole_numbers():
    """Whole numbers of NumPy become Python's; the least that makes sense is taken."""
    batch = satdoku.solve_batch(["." * 81], limit=np.int64(2), workers=np.int32(3))
    assert (batch.limit, type(batch.limit)) == (2, int)
    assert satdoku.solve_batch(["." * 81], limit=1, workers=1).counts.tolist() == [1]


def test_every_core():
    batch = satdoku.solve_batch(["." * 81] * 3, workers="all")
    assert batch.counts.tolist() == [2, 2, 2]
