"""Options of many puzzles: what makes no sense is refused by name, at once."""

import numpy as np

import satdoku


def test_whole_numbers():
    """Whole numbers of NumPy become Python's; the least that makes sense is taken."""
    batch = satdoku.solve_batch(["." * 81], limit=np.int64(2), workers=np.int32(3))
    assert (batch.limit, type(batch.limit)) == (2, int)
    assert satdoku.solve_batch(["." * 81], limit=1, workers=1).counts.tolist() == [1]


def test_every_core():
    batch = satdoku.solve_batch(["." * 81] * 3, workers="all")
    assert batch.counts.tolist() == [2, 2, 2]
