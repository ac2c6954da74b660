"""Ctrl-C waits behind a shield, and is not lost."""

from __future__ import annotations

import signal
import threading

import pytest

from satdoku.cli.shield import Shield


def interrupted(*, inside: bool, fails: bool = False) -> list[str]:
    """Be interrupted behind a shield; return what was done before that was noticed."""
    told: list[str] = []

    def work() -> None:
        with Shield() as shield:
            if inside:
                with shield:
                    signal.raise_signal(signal.SIGINT)
                    told.append("whole")
                    if fails:
                        raise OSError("disk")
            else:
                signal.raise_signal(signal.SIGINT)
            told.append("too late")

    with pytest.raises(KeyboardInterrupt):
        work()
    return told


def test_outside_and_inside() -> None:
    """Outside it comes at once, inside at the end."""
    assert [] == interrupted(inside=False)
    assert ["whole"] == interrupted(inside=True)


def test_handlers_are_as_before() -> None:
    """Whatever happens inside."""
    before = signal.getsignal(signal.SIGINT)
    with Shield() as shield, shield:
        assert before is not signal.getsignal(signal.SIGINT)
    with pytest.raises(OSError, match="disk"), Shield() as shield, shield:
        raise OSError("disk")

    assert before is signal.getsignal(signal.SIGINT)


def test_a_failure_inside_does_not_hide_it() -> None:
    """A signal that came before something failed is heard."""
    assert ["whole"] == interrupted(inside=True, fails=True)


def test_a_host_s_own_handler() -> None:
    """A handler of somebody else's is the one that is called."""
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        with Shield() as shield, shield:
            signal.raise_signal(signal.SIGINT)
            assert [] == heard
        assert [signal.SIGINT] == heard
    finally:
        signal.signal(signal.SIGINT, before)


def test_other_threads() -> None:
    """There it does nothing, and harms nothing."""
    told: list[str] = []

    def work() -> None:
        with Shield() as shield, shield:
            told.append("done")

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

    assert ["done"] == told
