"""The name of the file in errors that the system tells without one.

Writing, as to a disk that is full, is by number, not by name.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator
    from typing import TextIO

__all__ = ["close_named", "naming", "write_named"]


@contextmanager
def naming(name: object) -> Generator[None]:
    """Put a name into errors of the system that have none.

    Args:
        name: The name; a number, that of a file that was open before, is none, nor is
            `<stdout>`.

    Example:
        >>> with naming("spread.svg"):
        ...     raise OSError(28, "No space left on device")
        Traceback (most recent call last):
        OSError: [Errno 28] No space left on device: 'spread.svg'
    """
    try:
        yield
    except OSError as error:
        if error.filename is None and _is_name(name):
            error.filename = name
        raise


def close_named(stream: TextIO) -> None:
    """Close a file; what could not be written is told with its name.

    Raises:
        OSError: The rest could not be written.
    """
    with naming(stream.name):
        stream.close()


def write_named(stream: TextIO, data: bytes) -> None:
    """Write bytes behind the text of a file; what fails is told with its name.

    Raises:
        OSError: They could not be written.
    """
    with naming(stream.name):
        stream.flush()
        stream.buffer.write(data)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and not name.startswith("<")
