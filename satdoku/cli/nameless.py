"""Files without a name, which the system throws away however the process ends.

Linux alone knows them, and there not every file system.  Once all is written, the file
is given a name, whole.
"""

from __future__ import annotations

import os

__all__ = ["give_name", "open_nameless"]


def open_nameless(folder: str) -> int | None:
    """Open a file without a name in a folder; None where there is no such thing."""
    kind: int | None = getattr(os, "O_TMPFILE", None)
    if kind is None or not os.path.isdir("/proc/self/fd"):  # noqa: PTH112  pathlib takes 10 ms to import
        return None
    try:
        return os.open(folder, kind | os.O_WRONLY | os.O_CLOEXEC, 0o666)
    except OSError:  # whatever else is wrong, opening one with a name tells it
        return None


def give_name(number: int, path: str) -> None:
    """Give a file that is open without a name one of its folder.

    Raises:
        OSError: There is a file of that name.
    """
    # With a folder Python calls `linkat`, which follows this link; `link` would not.
    here = f"/proc/self/fd/{number}"
    os.link(here, path, src_dir_fd=number, follow_symlinks=True)
