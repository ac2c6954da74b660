"""Going on with what an earlier run has written.

Formats of a record a puzzle say by themselves how many puzzles were answered.  A last
line without its end was cut off, and is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.csv_printer import CsvPrinter
from satdoku.errors import InputError, UsageError, printable

if TYPE_CHECKING:
    from satdoku.cli.answers import Printer
    from satdoku.cli.output import Output

__all__ = ["take_up"]

_CHUNK = 1 << 20
_TEXTS = ("line", "csv", "json")
_ARRAYS = ("npy", "parquet")


def take_up(part: str, to: str, printer: Printer, output: Output) -> int:
    """Write what is there, and say how many puzzles that answers.

    Args:
        part: The file that was written.
        to: Its format.
        printer: What prints the rest.
        output: Where to.

    Raises:
        UsageError: The format does not tell how many puzzles it answers, or the file
            is none of that format.
        OSError: It cannot be read.
    """
    if to in _ARRAYS:
        from satdoku.cli.array_printers import ArrayPrinter  # noqa: PLC0415  as needed

        if isinstance(printer, ArrayPrinter):
            try:
                return printer.take_up(part)
            except InputError as error:
                raise UsageError(f"{printable(part, 200)}: {error}") from None
    if to not in _TEXTS:
        known = ", ".join((*_TEXTS, *_ARRAYS))
        raise UsageError(f"--resume goes on with {known}; not {to}")
    count = 0
    with open(part, "rb") as file:  # noqa: PTH123  pathlib takes 10 ms to import
        if isinstance(printer, CsvPrinter):
            header = file.readline()
            if header and header.decode("utf-8", "replace") != printer.header:
                raise UsageError(
                    f"{printable(part, 200)} has other columns than "
                    f"{printer.header.rstrip()}; --resume goes on with the same options"
                )
            if header:
                output.write_bytes(header)
                printer.begun()
        rest = b""
        while data := file.read(_CHUNK):
            data = rest + data
            end = data.rfind(b"\n") + 1
            output.write_bytes(data[:end])
            count += data.count(b"\n", 0, end)
            rest = data[end:]
    return count
