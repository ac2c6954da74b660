"""The program: `satdoku`, and `python -m satdoku`, which is the same.

Ctrl-C while the program is still loading, or when it is done and Python is cleaning up,
would show a traceback or be lost; there is nothing to be kept then, so it ends the
process at once.  So does a program that a signal has stopped, once its output is
written: solvers that were jumped out of are not fit to be cleaned up, and Python would
wait for searches that go on.
"""

from __future__ import annotations

_INTERRUPTED = 130
_STOPPED = (129, _INTERRUPTED, 143)
"""The exit codes after SIGHUP, SIGINT and SIGTERM."""

_UNTIL_COLLECTED = 50_000
"""New objects after which Python looks for cycles among them: few are in any, and to
look after each 700 takes a twentieth of the time of a variant."""


def run(name: str | None = None) -> None:
    """Run the program.

    Args:
        name: What it calls itself; what it was called, if None.
    """
    import gc  # noqa: PLC0415  nothing is to be loaded before Ctrl-C is caught
    import os  # noqa: PLC0415  as above

    gc.set_threshold(_UNTIL_COLLECTED)
    # NumPy's OpenBLAS takes 30 MB for each core, and ends the process where it gets
    # none.  Nothing here multiplies matrices.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        from atexit import register  # noqa: PLC0415  as above
        from signal import (  # noqa: PLC0415
            SIG_IGN,
            SIGINT,
            default_int_handler,
            getsignal,
            signal,
        )

        def end(number: int, frame: object) -> None:
            del number, frame
            os._exit(_INTERRUPTED)

        # Who started it may have seen to it that Ctrl-C is ignored.
        heeded = getsignal(SIGINT) is default_int_handler
        if heeded:
            signal(SIGINT, end)
            # Python's last step takes our handler away; without one Ctrl-C would kill.
            register(signal, SIGINT, SIG_IGN)
        from satdoku.cli.main import main  # noqa: PLC0415  as above

        try:
            if heeded:
                signal(SIGINT, default_int_handler)
            main(prog_name=name)
        except SystemExit as end_of_program:
            code = end_of_program.code
            if isinstance(code, int) and code in _STOPPED:
                os._exit(code)
            raise
        finally:
            if heeded:
                signal(SIGINT, end)
            # At its end Python looks twice for cycles in all that was loaded, which
            # takes a tenth of the time of most commands.
            gc.freeze()
    except KeyboardInterrupt:
        os._exit(_INTERRUPTED)


if __name__ == "__main__":
    run("python -m satdoku")
