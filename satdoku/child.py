"""The command that starts another Python, for work that is to be ended at will.

Invariant: the current folder is not where the new Python looks for modules.  It may be
anybody's: a download, a shared folder.  `python -c` looks there first, and so would run
a `signal.py` that lies there; so the new one is started with a safe path, and given
this one's folders, without those that depend on where one is.  It may read the
environment, and what a user has installed, only where this one does.  Its satdoku is
this one, wherever that lies, and whatever else is installed.
"""

from __future__ import annotations

import sys
from pathlib import Path

__all__ = ["fresh_python"]

_BEGIN = """\
import sys
sys.path[:] = sys.argv[2:]
import __future__
sys.path[:] = sys.argv[1:2]
import satdoku
sys.path[:] = sys.argv[2:]
"""
"""Loads satdoku alone from where it lies, which may be the current folder; it imports
nothing by itself but what was loaded before."""

_FLAGS = (("ignore_environment", "-E"), ("no_user_site", "-s"))


def fresh_python(text: str) -> list[str]:
    """Return the command that runs a text in a new Python.

    Args:
        text: What it runs; it finds the modules that this process finds.

    Example:
        >>> from subprocess import check_output
        >>> check_output(fresh_python("import satdoku; print(6 * 7)")).strip()
        b'42'
    """
    home = str(Path(__file__).resolve().parents[1])
    folders = [folder for folder in sys.path if Path(folder).is_absolute()]
    flags = [flag for name, flag in _FLAGS if getattr(sys.flags, name)]
    if sys.dont_write_bytecode:
        flags.append("-B")
    return [sys.executable, "-P", *flags, "-c", _BEGIN + text, home, *folders]
