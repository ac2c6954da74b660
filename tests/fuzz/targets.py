"""Every parser of satdoku, with inputs made for it.

Those that unpack something get it mended after the change: a broken text, well packed,
comes past the first check.
"""

from __future__ import annotations

import ast
import bz2
import gzip
import io
import lzma
from functools import cache, partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

from satdoku.cli.kept_lines import kept_lines
from satdoku.cli.values import count, seconds
from satdoku.cnf.answer import read_model
from satdoku.cnf.dimacs_reader import read_dimacs
from satdoku.cnf.recipe_file import parse
from satdoku.errors import InputError
from satdoku.formats import scan
from satdoku.formats.blocks.scan import scan_blocks
from satdoku.formats.lzstring import pack, unpack
from satdoku.formats.npy_header import read_header
from satdoku.formats.register import names
from satdoku.geometry import Geometry
from satdoku.grid import Grid
from satdoku.symbols import dialect
from tests.fuzz.arguments import command_line
from tests.fuzz.corpus import (
    ALL_TEXTS,
    FOUR,
    NINE,
    TOKENS,
    answers,
    boards,
    formulas,
    kept,
    recipes,
    texts,
)
from tests.fuzz.mutate import Mutator
from tests.fuzz.proofs import of_proofs
from tests.fuzz.watch import Parser

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from random import Random

__all__ = ["parsers"]

_ADDRESS = b"https://f-puzzles.com/?load="
_LONGEST_MESSAGE = 1000
_FEW = 3000
"""Puzzles that are taken from one input."""


class WrongError(Exception):
    """What was read is no grid, or what was said is no single line to print."""


def _look_at(error: InputError) -> None:
    text = str(error)
    if not text.isprintable() or len(text) > _LONGEST_MESSAGE:
        raise WrongError(text[:200])


def _scan(data: bytes, **said: object) -> None:
    """Read puzzles, and look at each: values of its size, or a line to print."""
    found = 0
    for item in scan(io.BytesIO(data), **said):  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  passed on
        found += 1
        if isinstance(item, InputError):
            _look_at(item)
        elif not all(0 <= v <= item.grid.geometry.size for v in item.grid.values):
            raise WrongError(f"values of no grid: {item.grid.values}"[:200])
        if found > _FEW:
            return
    if not found:
        raise WrongError("neither a puzzle nor a word of it")


def _scan_blocks(data: bytes) -> None:
    for block in scan_blocks(io.BytesIO(data), size=64):
        for _, other in block.others:
            if isinstance(other, InputError):
                _look_at(other)


def _told(run: Callable[[bytes], object]) -> Callable[[bytes], None]:
    """Look at the message of what refuses an input."""

    def told(data: bytes) -> None:
        try:
            run(data)
        except InputError as error:
            _look_at(error)

    return told


def _dimacs(data: bytes) -> None:
    formula = read_dimacs(io.BytesIO(data), source="f.cnf")
    most = max((abs(v) for clause in formula for v in clause), default=0)
    if most > formula.variables:
        raise WrongError(f"literal {most} of {formula.variables}")


def _text(data: bytes) -> str:
    return data.decode("utf-8", "replace")


def _object(data: bytes) -> None:
    """Take what the input says, as a list in Python, for a grid."""
    try:
        held = ast.literal_eval(_text(data))
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        held = _text(data)
    Grid.of(held)


def _resume(to: str, data: bytes) -> None:
    lines = kept_lines(to, "out", 3)
    end = data.rfind(b"\n") + 1
    lines.look_at(data[:end])
    lines.look_at_rest(data[end:])


def _values(data: bytes) -> None:
    """Read what options take."""
    import click

    for read in (count, seconds):
        try:
            read(_text(data))
        except click.BadParameter:
            continue


def _packed(inner: Mutator, pack_: Callable[[bytes], bytes], dice: Random) -> bytes:
    """Pack what was changed; one in three is changed once more, packed."""
    data = pack_(inner.make(dice))
    if dice.random() < 1 / 3:
        return Mutator([data], inner.tokens, 1 << 16).make(dice)
    return data


def _link(data: bytes) -> bytes:
    return _ADDRESS + pack(_text(data)[:2000]).encode()


def _unpack(data: bytes) -> str:
    return unpack(_text(data), 1 << 16)


def _npy(header: bytes) -> bytes:
    data = bytes(NINE.values) * 3
    return b"\x93NUMPY\x01\0" + len(header).to_bytes(4, "little")[:2] + header + data


def _parquet(text: bytes) -> bytes:
    arrow: Any = import_module("pyarrow")  # large, and not always there
    parquet: Any = import_module("pyarrow.parquet")
    stream = io.BytesIO()
    lines = _text(text).split("\n")[:50]
    parquet.write_table(arrow.table({"puzzle": lines, "name": lines}), stream)
    return stream.getvalue()


_NPY_TOKENS = (
    *(b"'descr': '|u1'", b"'<i8'", b"'<f8'", b"'|O'", b"True", b"False", b"'shape'"),
    *(b"(3, 81)", b"(81,)", b"()", b"(10000000000, 81)", b"(3, 9, 9)", b"(0, 81)"),
    *(b"'>i2'", b"'<f16'", b"'|S81'", b"'<U81'", b"[('a', '|u1')]", b"(4294967296, 0)"),
)
_NPY = (
    b"{'descr': '|u1', 'fortran_order': False, 'shape': (3, 81), }\n",
    b"{'descr': '<i8', 'fortran_order': True, 'shape': (3, 9, 9), }\n",
)
_DIMACS_TOKENS = (
    b"p cnf ",
    b"c ",
    b"%\n0\n",
    b" 0\n",
    b"-",
    b"x",
    b"p cnf 3 2\n",
    b"-0",
)
_ANSWER_TOKENS = (b"s SATISFIABLE\n", b"v ", b"SAT\n", b"UNSAT\n", b"v 0\n", b" 0\n")
_RECIPE_TOKENS = (
    *(
        b"[cell]\n",
        b"at_least_one = true\n",
        b'at_most_one = "product"\n',
        b"[[unit]]\n",
    ),
    *(
        b"format = 1\n",
        b'name = "x"\n',
        b"exact = 1\n",
        b"{a=",
        b"[" * 3000,
        b"a." * 3000,
        b'"""',
    ),
    *(
        b"1979-05-27",
        b"0x1F",
        b"\\u0000",
        b"a.b.c = 1\n",
        b"a." * 190,
        b"inf",
        b"='x'",
    ),
)
_OBJECTS = (
    str([list(row) for row in FOUR.rows]).encode(),
    str(list(NINE.values)).encode(),
    str([".123", "1...", "....", "...1"]).encode(),
    NINE.line.encode(),
    b"[[1, None, 2.0, '3'], (0, 0, 0, 0), '1...', [True, 0, 0, 0]]",
)


def _of_puzzles() -> Iterator[Parser]:
    """Yield the readers of puzzles."""
    everything = Mutator(ALL_TEXTS, TOKENS)
    yield Parser("any", everything.make, _scan)
    yield Parser("repair", everything.make, partial(_scan, repair=True), weight=0.2)
    yield Parser("blocks", everything.make, _scan_blocks)
    for name in names():
        seeds = texts(name)
        if seeds:
            run = partial(_scan, format=name)
            yield Parser(name, Mutator(seeds, TOKENS).make, run)
    lines = Mutator([*texts("line"), *texts("csv"), *texts("json")], TOKENS)
    for name, pack_ in (
        ("gzip", partial(gzip.compress, compresslevel=1, mtime=0)),
        ("bzip2", partial(bz2.compress, compresslevel=1)),
        ("xz", partial(lzma.compress, preset=0)),
    ):
        yield Parser(name, partial(_packed, lines, pack_), _scan)
    board = Mutator(boards(), TOKENS)
    read = partial(_scan, format="link")
    yield Parser("board", partial(_packed, board, _link), read, weight=0.2)
    links = [pack(_text(text)).encode() for text in boards()]
    yield Parser("lzstring", Mutator(links).make, _unpack)
    header = Mutator(_NPY, _NPY_TOKENS, 4000)
    yield Parser("npy", partial(_packed, header, _npy), _scan)
    top = _told(lambda data: read_header(io.BytesIO(_npy(data))))
    yield Parser("npy-header", header.make, top)
    if _has_pyarrow():
        rows = Mutator(texts("line"), TOKENS, 4000)
        yield Parser("parquet", partial(_packed, rows, _parquet), _scan, weight=0.1)


def _has_pyarrow() -> bool:
    from importlib.util import find_spec

    return find_spec("pyarrow") is not None


def _plain(
    name: str,
    seeds: Sequence[bytes],
    tokens: Sequence[bytes],
    run: Callable[[bytes], object],
) -> Parser:
    return Parser(name, Mutator(seeds, tokens).make, _told(run))


@cache
def parsers() -> dict[str, Parser]:
    """Return every parser, by name."""
    lines = [b"2x3", b"9x9", b"1.5", b"100", b"1-9A-Z", b"1e3", b"\xc3\x97", b"inf"]
    found = [
        *_of_puzzles(),
        _plain("dimacs", formulas(), _DIMACS_TOKENS, _dimacs),
        _plain(
            "answer", answers(), _ANSWER_TOKENS, lambda d: read_model(io.BytesIO(d))
        ),
        _plain(
            "recipe", recipes(), _RECIPE_TOKENS, lambda d: parse(_text(d), "x.toml")
        ),
        _plain("text", ALL_TEXTS, TOKENS, lambda d: Grid.parse(_text(d))),
        _plain("held", [*_OBJECTS, *ALL_TEXTS], TOKENS, _object),
        _plain("box", lines, (), lambda d: Geometry.parse(_text(d))),
        _plain("symbols", lines, (), lambda d: dialect(_text(d))),
        _plain("values", lines, (), _values),
        *(
            _plain(f"resume-{to}", [kept(to)], TOKENS, partial(_resume, to))
            for to in ("line", "csv", "json")
        ),
        *of_proofs(),
        command_line(),
    ]
    return {parser.name: parser for parser in found}
