"""Encodings, line ends, layouts, and what is no text (rows 15 to 28, 30, 31)."""

from __future__ import annotations

import gzip
import threading
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.unit.cli.bad_input.conftest import Answer, Refused
    from tests.unit.cli.conftest import Program, Run

NINE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
ROWS = [NINE[at : at + 9] for at in range(0, 81, 9)]
TEXT = "\n".join(ROWS) + "\n"
NUMBERS = "\n".join(" ".join(row) for row in ROWS) + "\n"


def resident(process: int) -> int:
    """Return the resident memory of a process, in KiB."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        pytest.skip("this system does not tell the memory of a process")
    line = next(x for x in status.read_text().splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1])


class TestRow15To18:
    """Line ends and encodings."""

    @pytest.mark.parametrize(
        "data",
        [
            TEXT.replace("\n", "\r\n").encode(),
            TEXT.replace("\n", "\r").encode(),
            TEXT.replace("\n", "\r", 4).encode(),
            b"\xef\xbb\xbf" + TEXT.encode(),
            b"\xef\xbb\xbf" + NINE.encode(),
            TEXT.encode("utf-16"),
            TEXT.replace("\n", "\r\n").encode("utf-16"),
            b"\xfe\xff" + TEXT.encode("utf-16-be"),
            TEXT.encode("utf-32"),
        ],
    )
    def test_read(self, answer: Answer, data: bytes) -> None:
        """All are what they look like."""
        assert SOLVED == answer(data)

    def test_utf16_without_mark(self, refused: Refused) -> None:
        """Without its mark it is said what was expected."""
        said = refused(TEXT.encode("utf-16-le"))

        assert "NUL byte" in said
        assert "UTF-16 with a byte order mark" in said


class TestRow19To20:
    """Digits that are not ASCII."""

    @pytest.mark.parametrize(
        "mark",
        ["\u0666", "\uff16", "\u2075", "\u09ec", "\u2465", "\U0001d7d6", "\u516d"],
    )
    def test_refused(self, refused: Refused, mark: str) -> None:
        """They are named with their cell, though Python would take some for digits."""
        said = refused(NINE.replace("6", mark, 1))

        assert f"<stdin>:1:10: r2c1: '{mark}' is not a digit" in said
        assert "only ASCII digits are read" in said
        assert f"r2c1: '{mark}' is not" in refused(TEXT.replace("6", mark, 1))
        assert mark in refused(NUMBERS.replace("6", mark, 1))


class TestRow21To22:
    """What is no text."""

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            (NINE[:30].encode() + b"\0" + NINE[31:].encode(), "NUL byte"),
            (bytes(range(256)) * 4, "NUL byte"),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(30), "PNG"),
            (b"PK\x03\x04" + bytes(40), "zip data; expected text; unpack it first"),
            (b"\xff\xfe\xfa" + NINE.encode(), ""),
            (NINE[:40].encode() + b"\xb7" + NINE[41:].encode(), "byte 0xb7"),
        ],
    )
    def test_refused(self, refused: Refused, data: bytes, said: str) -> None:
        """It is said what it is."""
        assert said in refused(data)

    def test_packed(self, run: Run, answer: Answer) -> None:
        """What is packed by gzip is read, unless it is cut off."""
        packed = gzip.compress(TEXT.encode())
        cut = run("solve", text=packed[:-6])

        assert SOLVED == answer(packed)
        assert 2 == cut.exit_code
        assert "gzip data that is cut off" in cut.stderr


class TestRow23To24:
    """No line end at the end; two usual signs for empty cells."""

    def test_no_line_end(self, answer: Answer) -> None:
        """It is not missed."""
        assert SOLVED == answer(TEXT.rstrip("\n"))

    def test_two_blanks(self, answer: Answer, refused: Refused) -> None:
        """`.` and `0` go together; three kinds do not."""
        assert SOLVED == answer(NINE.replace(".", "0", 9))
        assert SOLVED == answer(NINE.replace(".", "*"))
        assert "'.' already stands for empty cells here" in (
            refused(NINE.replace(".", "*", 5).replace(".", "_", 5))
        )


class TestRow25:
    """A blank for an empty cell."""

    def test_whole_rows(self, answer: Answer) -> None:
        """It is taken where every line has exactly nine columns."""
        assert SOLVED == answer(TEXT.replace(".", " "))

    def test_cut_off(self, refused: Refused) -> None:
        """Where an editor took the last ones away, nobody knows."""
        text = "\n".join(row.replace(".", " ").rstrip() for row in ROWS)

        assert "ambiguous" in refused(text)


class TestRow26To28:
    """Layouts that others trip over."""

    def test_box_drawing(self, answer: Answer) -> None:
        """Unicode's borders are borders."""
        text = """
            ┌───┬───┐
            │1 .│3 4│
            │3 4│. 2│
            ├───┼───┤
            │. 1│4 3│
            │4 3│2 1│
            └───┴───┘
        """

        assert "1234341221434321" == answer(text)

    def test_euler(self, answer: Answer) -> None:
        """The digits of `Grid 01` are no cells."""
        assert SOLVED == answer(f"Grid 01\n{TEXT}")

    def test_kaggle(self, run: Run, answer: Answer) -> None:
        """A table is read; its solutions are looked at when asked for."""
        puzzle = NINE.replace(".", "0")
        table = f"quizzes,solutions\n{puzzle},{SOLVED}\n"
        wrong = table.replace(SOLVED, SOLVED[::-1])

        assert SOLVED == answer(table)
        assert 0 == run("check", "-q", "--solutions", text=table).exit_code
        assert 3 == run("check", "-q", "--solutions", text=wrong).exit_code


class TestRow30To31:
    """More than memory."""

    def test_one_line(self, refused: Refused) -> None:
        """Ten megabytes without a line end are not held, nor shown."""
        said = refused("1" * 10_000_000)

        assert "a line of more than 4,194,304 characters" in said

    def test_endless(self, program: Program) -> None:
        """A stream without an end is answered as it comes, in flat memory."""
        process = program("convert", "--to", "rows", "-")
        assert process.stdin is not None
        assert process.stdout is not None
        stop = threading.Event()

        def feed() -> None:
            try:
                while not stop.is_set():
                    process.stdin.write(f"{NINE}\n".encode() * 100)  # type: ignore[union-attr]
            except OSError:
                pass  # the other end is closed

        feeder = threading.Thread(target=feed, daemon=True)
        feeder.start()
        out: Iterator[bytes] = iter(process.stdout.readline, b"")
        for _ in range(20_000):
            next(out)
        before = resident(process.pid)
        for _ in range(60_000):
            next(out)
        after = resident(process.pid)
        stop.set()
        process.kill()
        feeder.join(10)
        with suppress(OSError), process:
            pass  # closes its pipes

        assert after - before < 4 << 10
