"""What comes before a solve, measured in fresh processes."""

from __future__ import annotations

import pytest

from satdoku.errors import EngineError
from satdoku.profiling.marking import MARK
from satdoku.profiling.starter import main
from satdoku.profiling.starting import imported, started


def test_imports_are_added_up() -> None:
    """Own times behind the mark, in microseconds, whatever else is written."""
    text = (
        "import time: self [us] | cumulative | imported package\n"
        "import time:       700 |        700 | site\n"
        f"{MARK}\n"
        "import time:        20 |         20 |   re._parser\n"
        "a warning\n"
        "import time:         5 |         25 | re\n"
    )

    assert 25_000 == imported(text)
    assert 0 == imported(text.replace(MARK, ""))


def test_what_a_fresh_process_tells(capfd: pytest.CaptureFixture[str]) -> None:
    """When it began, what modules and the first solve took, and the second."""
    main(7, ["satdoku.session"], [{"engine": "bitmask"}])
    out, err = capfd.readouterr()
    began, first, again = map(int, out.split())

    assert (7, f"{MARK}\n") == (began, err)
    assert first > 0
    assert again > 0


def test_started() -> None:
    """Python starts, modules are loaded; a process that fails is told."""
    told = started([{"engine": "bitmask"}], ["satdoku.session"], 1)

    assert told.start > 0
    assert told.modules > 0
    assert told.first >= 0
    with pytest.raises(EngineError, match=r"ended with 1 and said .*nowhere"):
        started([], ["satdoku.nowhere"], 1)
