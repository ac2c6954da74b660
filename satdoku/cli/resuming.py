"""Going on with what an earlier run has written.

Formats of a record a puzzle say by themselves how many puzzles were answered.  A last
line without its end was cut off, and is left out.  Whatever else is not an answer, in
that format, is refused: the file is somebody's, and is to be replaced in the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.csv_printer import CsvPrinter
from satdoku.cli.kept_lines import kept_lines
from satdoku.cli.printers import ARRAYS, RECORDS
from satdoku.errors import InputError, UsageError, printable

if TYPE_CHECKING:
    from satdoku.cli.answers import Printer
    from satdoku.cli.output import Output

__all__ = ["take_up"]

_CHUNK = 1 << 20


def take_up(part: str, to: str, printer: Printer, output: Output) -> int:
    """Write what is there, and say how many puzzles that answers.

    Args:
        part: The file that was written.
        to: Its format.
        printer: What prints the rest.
        output: Where to.

    Raises:
        UsageError: The format does not tell how many puzzles it answers, or the file
            is none of that format; it names the line.
        OSError: It cannot be read.
    """
    if to in ARRAYS:
        from satdoku.cli.array_printers import ArrayPrinter  # noqa: PLC0415  as needed

        if isinstance(printer, ArrayPrinter):
            try:
                count = printer.take_up(part)
            except (InputError, UsageError) as error:
                raise UsageError(f"{printable(part, 200)}: {error}") from None
            output.took_up()
            return count
    if to not in RECORDS:
        known = ", ".join((*RECORDS, *ARRAYS))
        raise UsageError(f"--resume goes on with {known}; not {to}")
    count = columns = 0
    with open(part, "rb") as file:  # noqa: PTH123  pathlib takes 10 ms to import
        if isinstance(printer, CsvPrinter):
            header = file.readline(_CHUNK)
            if header and header.decode("utf-8", "replace") != printer.header:
                raise UsageError(
                    f"{printable(part, 200)} has other columns than "
                    f"{printer.header.rstrip()}; --resume goes on with the same options"
                )
            if header:
                output.write_bytes(header)
                printer.begun()
            columns = printer.header.count(",") + 1
        lines = kept_lines(to, part, columns)
        rest = b""
        while data := file.read(_CHUNK):
            data = rest + data
            end = data.rfind(b"\n") + 1
            whole, rest = data[:end], data[end:]
            lines.look_at(whole)
            if not whole:
                lines.look_at_rest(rest)  # before it is all in memory
            output.write_bytes(whole)
            count += whole.count(b"\n")
        lines.look_at_rest(rest)
    output.took_up()
    return count
