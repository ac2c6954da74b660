"""Printers that print many answers at a time: lines, tables and JSON.

What they print of a puzzle is what the printers they are made of print of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from satdoku.cli.csv_printer import CsvPrinter
from satdoku.cli.json_printer import SCHEMA, JsonPrinter, encode
from satdoku.cli.text_printer import TextPrinter

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np
    from numpy.typing import NDArray

    from satdoku.batch import Batch
    from satdoku.formats.bulk import Block

__all__ = ["BulkCsvPrinter", "BulkJsonPrinter", "LinePrinter", "clues", "words_of"]

_CELLS = 81
_ZERO, _DOT, _LF, _COMMA = b"0.\n,"


class LinePrinter(TextPrinter):
    """Prints answers in the format `line`."""

    several = True

    def rows(
        self, block: Block, batch: Batch, start: int, stop: int, seconds: float
    ) -> None:
        """Print the solutions of some rows."""
        del block, seconds
        import numpy as np  # noqa: PLC0415  loaded by now

        text = np.empty((stop - start, _CELLS + 1), np.uint8)
        np.add(batch.solutions[start:stop], _ZERO, out=text[:, :_CELLS])
        text[:, _CELLS] = _LF
        self._output.write_plain(text.reshape(-1).data)
        self._output.answered()


class BulkCsvPrinter(CsvPrinter):
    """Prints answers as a table."""

    several = True

    def rows(
        self, block: Block, batch: Batch, start: int, stop: int, seconds: float
    ) -> None:
        """Print the records of some rows."""
        del seconds
        import numpy as np  # noqa: PLC0415  loaded by now

        self._header()
        text = np.empty((stop - start, 2 * _CELLS + 2), np.uint8)
        text[:, :_CELLS] = clues(block.values[start:stop])
        text[:, _CELLS] = _COMMA
        np.add(batch.solutions[start:stop], _ZERO, out=text[:, _CELLS + 1 : -1])
        text[:, -1] = _LF
        if self._stats:
            text[:, -1] = _COMMA
            records = "".join(_with_stats(text, batch[start:stop]))
            self._output.write_plain(records.encode("ascii"))
        else:
            self._output.write_plain(text.reshape(-1).data)
        self._output.answered()


class BulkJsonPrinter(JsonPrinter):
    """Prints answers as JSON."""

    several = False

    def rows(
        self, block: Block, batch: Batch, start: int, stop: int, seconds: float
    ) -> None:
        """Print the objects of some rows, each of which has one solution."""
        source = encode(block.source)
        puzzles = _text(clues(block.values[start:stop]))
        solutions = _text(batch.solutions[start:stop] + _ZERO)
        names = ["null"] * (stop - start)
        if block.names is not None:
            names = [encode(name) for name in block.names[start:stop]]
        ends = f'}}, "time_s": {encode(round(seconds, 6))}}}\n'
        self._output.write_plain(
            "".join(
                [
                    f'{{"schema": {SCHEMA}, "source": {source}, "line": {line}, '
                    f'"number": {number}, "name": {name}, '
                    f'"puzzle": "{puzzles[at : at + _CELLS]}", "solutions": '
                    f'["{(solution := solutions[at : at + _CELLS])}"], '
                    f'"solution": "{solution}", "status": "unique", "unique": true, '
                    '"certain": true, "clashes": [], "reason": null, '
                    f'"engine": "lanes", "encoding": "", "simplified": false, '
                    f'"statistics": {{"guesses": {guesses}, "sweeps": {sweeps}{ends}'
                    for at, line, number, name, guesses, sweeps in zip(
                        range(0, len(puzzles), _CELLS),
                        block.lines[start:stop].tolist(),
                        block.numbers[start:stop].tolist(),
                        names,
                        batch.guesses[start:stop].tolist(),
                        batch.sweeps[start:stop].tolist(),
                        strict=True,
                    )
                ]
            ).encode("ascii")
        )
        self._output.answered()


def clues(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return puzzles as characters, `.` for an empty cell."""
    import numpy as np  # noqa: PLC0415  loaded by now

    table = np.arange(_ZERO, _ZERO + 10, dtype=np.uint8)
    table[0] = _DOT
    return table[values]


def words_of(batch: Batch) -> list[str]:
    """Return the status of each puzzle as a word."""
    from satdoku.answers import Status  # noqa: PLC0415  loaded by now

    words = [str(status) for status in Status]
    return [words[code] for code in batch.status.tolist()]


def _text(marks: NDArray[np.uint8]) -> str:
    return marks.tobytes().decode("ascii")


def _with_stats(text: NDArray[np.uint8], batch: Batch) -> Iterator[str]:
    """Yield records, each with what the search took behind it."""
    whole, width = _text(text), text.shape[1]
    words = words_of(batch)
    for at, (status, guesses, sweeps) in enumerate(
        zip(
            words,
            batch.guesses.tolist(),
            batch.sweeps.tolist(),
            strict=True,
        )
    ):
        record = whole[at * width : (at + 1) * width]
        yield f"{record}{status},{guesses},{sweeps}\n"
