"""Files of proofs: what is read in text and in bytes, and where it is wrong."""

from __future__ import annotations

import os

import pytest

from satdoku import InputError
from satdoku.proof import check_proof
from tests.proof.conftest import dimacs

FORMULA = [(1, 2), (1, -2), (-1, 2), (-1, -2)]
LRAT = "5 1 0 1 2 0\n6 0 5 3 4 0\n"
DRAT = "1 0\n0\n"
LARGEST = 2**31 - 1
LONGEST = 1 << 20  # bytes of a line


@pytest.mark.parametrize(
    ("kind", "proof", "counts"),
    [  # steps, deletions
        ("lrat", "c 5 1\n\n \t\n 5\t1  0 1 2 0 \r\n06 0 05 003 4 00\r\n", (2, 0)),
        ("lrat", LRAT.replace("6 0", "c 6 d 9 0\n6 d 0\n6 d 1 2 0\n6 0"), (2, 2)),
        ("lrat", LRAT.replace("6 0", "5 d\t1 0\n2147483647 0"), (2, 1)),
        ("drat", "c\n1 0\r\n\nd 2 1 0\n\td -7\t0\n c d 0\n00\n", (2, 2)),
        ("drat", f"d {LARGEST} -{LARGEST} 0\nc 1 x 0 0 2\n{DRAT}", (2, 1)),
        ("drat", "d " + "3 " * (LONGEST // 2 - 4) + "0  \n" + DRAT, (2, 1)),
        ("drat", "d -1 2 5 0\n" * 20_000 + DRAT, (2, 20_000)),
    ],
)
def test_read(checked, kind, proof, counts):
    found = checked(FORMULA, proof, kind)

    assert counts == (found.steps, found.deletions)


NO_DRAT = [
    *("1 x 0", "1 - 0", "1 --2 0", "1-2 0", "+1 0", "1 -0", "-00 0", "1_0 0"),
    *("1 \0 0", "\N{FULLWIDTH DIGIT ONE} 0", "1\v2 0", "1\f0", "\v", "1 2\x85 0"),
    *("2147483648 0", "-2147483648 0", "9" * 5_000 + " 0", "9" * 4_000 + " 0"),
    *("1 2", "d 1 2", "d", "1 0 2 0", "1 0 0", "d 1 0 0", "dd 1 0", "d1 0"),
    *("a 1 0", "o proof", "d x 0", "1 d 0", "d d 1 0", "0 d"),
]


@pytest.mark.parametrize("before", ["1 0\n", "d 1 0\n"])
def test_lines_that_are_no_drat(checked, before):
    for line in NO_DRAT:
        with pytest.raises(InputError) as caught:
            checked(FORMULA, f"c\n{before}{line}\n{DRAT}", "drat")

        assert 3 == caught.value.line, line
        assert caught.value.source.endswith("proof.drat"), line
        assert str(caught.value).isprintable(), line
        assert len(caught.value.what) < 160, line


NO_LRAT = [
    *("5", "5 1 2", "5 1 2 0", "5 1 2 0 3", "5 1 0 2 0 3", "5 1 0 2 0 0", "5 0"),
    *("0 1 0 2 0", "-5 1 0 2 0", "0 d 1 0", "5 d 1", "5 d 1 0 2", "5 d 1 0 0"),
    *("5 d -1 0", "5 d 1 -2 3 0", "5 d", "d 5 0", "5 1 d 0 0", "5 d d 0", "x 0 0"),
    *("5\vd\v3 0", "5d 3 0", "5 1 0 2 x 0", "5 1 0 -0 0", "2147483648 0 0"),
]


def test_lines_that_are_no_lrat(checked):
    for line in NO_LRAT:
        for at, text in ((1, f"{line}\n{LRAT}"), (4, f"c\n{LRAT}{line}\n")):
            with pytest.raises(InputError) as caught:
                checked(FORMULA, text)
            assert at == caught.value.line, line


@pytest.mark.parametrize("kind", ["lrat", "drat"])
def test_ends(checked, kind):
    """The last line has an end; none is longer than a megabyte."""
    right = {"lrat": LRAT, "drat": DRAT}[kind]
    long = " ".join(["1"] * (LONGEST // 2))
    for text, line in ((right[:-1], 2), (f"{right}1", 3), (f"{right}{long} 0\n", 3)):
        with pytest.raises(InputError) as caught:
            checked(FORMULA, text, kind)
        assert line == caught.value.line
    checked(FORMULA, right + " " * (LONGEST - 1) + "\n", kind)
    with pytest.raises(InputError):
        checked(FORMULA, right + " " * LONGEST + "\n", kind)


# --- binary DRAT ----------------------------------------------------------------------

BINARY = b"a\x02\0a\0"


@pytest.mark.parametrize(
    ("data", "deletions"),
    [
        (BINARY, 0),
        (b"d\x20\0" + BINARY, 1),
        (b"d\x20\x0a\x0a\0" + BINARY, 1),
        (b"d \n0\0" + BINARY, 1),
        (b"d\x7e\xff\x7f\0" + BINARY, 1),
        (b"d\xfe\xff\xff\xff\x0f\xff\xff\xff\xff\x0f\0" + BINARY, 1),
        (b"a\x02\0d\x02\x04\0d\x02\x05\0a\0", 2),
        (b"a\x02\0a\0d\0", 0),  # behind the end
    ],
)
def test_binary(checked, data, deletions):
    found = checked(FORMULA, data, "drat")

    assert (2, deletions) == (found.steps, found.deletions)


def test_numbers_in_bytes(checked):
    """Seven bits a byte, the lowest first: 63, -8193, 2^20."""
    clauses = [*((x, y) for x in (63, -63) for y in (1, -1)), (8193, 5), (8193, -5)]
    clauses += [(-63, -8193, 1 << 20), (-63, -8193, -(1 << 20))]
    proof = b"a\x7e\0a\x83\x80\x01\x80\x80\x80\x01\0a\x83\x80\x01\0a\0"
    found = checked(clauses, proof, "drat")

    assert (4, 0) == (found.steps, found.definitions)


@pytest.mark.parametrize(
    ("data", "byte"),
    [
        (b"a\x02", 3),
        (b"a", 2),
        (b"d\x02\0b\x02\0", 4),
        (b"d\x02\0\0", 4),
        (b"a\x01\0", 2),
        (b"a\x02\x80\0", 4),
        (b"a\x80\x80\x80\x80\x10\0", 6),
        (b"a\xff\xff\xff\xff\xff\x01\0", 6),
        (b"d\x02\0\x02\0", 4),
        (b"a" + b"\x02" * (LONGEST + (1 << 16)), 1),
    ],
)
def test_bytes_that_are_no_step(checked, data, byte):
    with pytest.raises(InputError) as caught:
        checked(FORMULA, data, "drat")

    assert f"byte {byte}:" in str(caught.value)


@pytest.mark.parametrize("pad", [0, 1, 2, 3])
def test_steps_across_blocks(checked, pad):
    """A step that is read in two pieces is one step, and bytes go on counting."""
    data = b"d" + b"\xd0\x0f" * pad + b"\0" + b"d\xd8\x04\xd9\x04\0" * 20_000
    assert 20_001 == checked(FORMULA, data + BINARY, "drat").deletions
    with pytest.raises(InputError) as caught:
        checked(FORMULA, data + b"x\0", "drat")
    assert f"byte {len(data) + 1}:" in str(caught.value)


@pytest.mark.parametrize(
    ("data", "line"),
    [(b"d 1 0\n\0", 2), (b"d -1 2 0\t\n1 0\n\0 0\n", 3), (b"c a\n\0", 2), (b"\0", 1)],
)
def test_text_that_is_not_binary(checked, data, line):
    with pytest.raises(InputError) as caught:
        checked(FORMULA, data, "drat")
    assert line == caught.value.line


# --- which format ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "proof", "kind"),
    [
        ("p", LRAT, "lrat"),
        ("p.txt", f"c 1\n\n{LRAT}", "lrat"),
        ("p", f"4 d 0\n{LRAT}", "lrat"),
        ("p.LRAT", LRAT, "lrat"),
        ("p", DRAT, "drat"),
        ("p.proof", f"c 0 0\nd 1 0\n{DRAT}", "drat"),
        ("p.Drat", f"c\n{DRAT}", "drat"),
        ("p", BINARY, "drat"),
    ],
)
def test_format_is_detected(tmp_path, name, proof, kind):
    (tmp_path / "f.cnf").write_text(dimacs(FORMULA))
    (tmp_path / name).write_bytes(proof if isinstance(proof, bytes) else proof.encode())

    assert kind == check_proof(tmp_path / "f.cnf", tmp_path / name).format


@pytest.mark.parametrize("kind", ["lrat", "drat"])
def test_ending_decides(checked, kind):
    """A proof named as of one format is not read as the other."""
    with pytest.raises(InputError):
        checked(FORMULA, {"lrat": DRAT, "drat": LRAT}[kind], kind)


def test_what_cannot_be_read(tmp_path):
    """Missing files, folders, and pipes, which have no end."""
    formula, proof, pipe = (tmp_path / name for name in ("f.cnf", "p.drat", "pipe"))
    formula.write_text(dimacs(FORMULA))
    proof.write_text(DRAT)
    os.mkfifo(pipe)
    for other in (tmp_path / "none", tmp_path, pipe):
        for pair in ((formula, other), (other, proof)):
            with pytest.raises(InputError) as caught:
                check_proof(*pair)
            assert str(other) in caught.value.source
    proof.write_text("p cnf 1 1\n1 0 2\n")
    with pytest.raises(InputError) as caught:
        check_proof(proof, proof)
    assert caught.value.source == str(proof)
