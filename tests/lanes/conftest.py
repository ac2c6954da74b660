"""Both executors of the lanes."""

import pytest


@pytest.fixture(params=["numpy", "numba"])
def executor(request, needs):
    """Return each executor in turn, where it is installed."""
    if request.param == "numba":
        needs("numba")
    return request.param


def both(names, numba, numpy=(), nightly=()):
    """Parametrize a test by executor and other names; NumPy is slow.

    Cases of `numba` run by that, those of `numpy` by NumPy as well; by NumPy the others
    are nightly, and so are those of `nightly` by both.
    """
    rows = [
        pytest.param(
            executor,
            *case,
            marks=()
            if case in (numba if executor == "numba" else numpy)
            else pytest.mark.nightly,
        )
        for case in (*numba, *nightly)
        for executor in ("numpy", "numba")
    ]
    return pytest.mark.parametrize(("executor", *names), rows, indirect=["executor"])
