"""Both executors of the lanes."""

import pytest


@pytest.fixture(params=["numpy", "numba"])
def executor(request, needs):
    """Return each executor in turn, where it is installed."""
    if request.param == "numba":
        needs("numba")
    return request.param
