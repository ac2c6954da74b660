"""The header of a file of the format `npy`, read and written."""

from __future__ import annotations

import io

import numpy as np
import pytest

from satdoku.errors import InputError
from satdoku.formats.npy_header import MAGIC, read_header, write_header


class TestHeader:
    """The header is taken apart, and never run."""

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "{}",
            "[1]",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (1, -81), }",
            "{'descr': '|u1', 'fortran_order': 0, 'shape': (1, 81), }",
            "{'descr': True, 'fortran_order': False, 'shape': (1, 81), }",
            "{'descr': '|u1', 'fortran_order': False, 'shape': [1, 81], }",
            "{'descr': '|u1', 'descr': '|u1', 'fortran_order': False, 'shape': (81,)}",
            "{'descr': '|u1', 'fortran_order': False, 'shape': (1 1,)}",
            f"{{'descr': '|u1', 'fortran_order': False, 'shape': ({'9' * 30},)}}",
            "__import__('os').abort()",
            "(" * 9000,
        ],
    )
    def test_other_texts_are_refused(self, text: str) -> None:
        """Whatever they are."""
        data = MAGIC + b"\1\0" + len(text).to_bytes(2, "little") + text.encode()
        with pytest.raises(InputError, match="a header that is none"):
            read_header(io.BytesIO(data))

    @pytest.mark.parametrize("dtype", ["|V5", "<f3", "u", "<x4", "|O", "|u300"])
    def test_other_types_are_refused(self, dtype: str) -> None:
        """Nothing is left to NumPy to guess."""
        with pytest.raises(InputError, match="an array of"):
            read_header(io.BytesIO(write_header(dtype, (1, 81))))

    @pytest.mark.parametrize("length", [0, 7, 9, 50])
    def test_cut_off(self, length: int) -> None:
        """In the middle of the header."""
        with pytest.raises(InputError, match="cut off"):
            read_header(io.BytesIO(write_header("|u1", (1, 81))[:length]))

    def test_versions(self) -> None:
        """1.0 to 3.0, which differ in the length of the header."""
        text = b"{'shape': (81L,), 'fortran_order': True, 'descr': '<i8'}"
        for version in (b"\2\0", b"\3\0"):
            data = MAGIC + version + len(text).to_bytes(4, "little") + text
            assert ("<i8", True, (81,)) == read_header(io.BytesIO(data))
        with pytest.raises(InputError, match=r"version 4.0 of .npy"):
            read_header(io.BytesIO(MAGIC + b"\4\0"))
        with pytest.raises(InputError, match="a header of 4,294,967,295 bytes"):
            read_header(io.BytesIO(MAGIC + b"\2\0" + b"\xff" * 4))

    @pytest.mark.parametrize("shape", [(3, 81), (0, 81), (81,), (10**12, 9, 9)])
    def test_numpy_reads_what_is_written(self, shape: tuple[int, ...]) -> None:
        """Aligned as it likes it."""
        data = write_header("|u1", shape)
        stream = io.BytesIO(data)
        np.lib.format.read_magic(stream)

        assert 0 == len(data) % 64
        assert (shape, False, np.dtype("u1")) == np.lib.format.read_array_header_1_0(
            stream
        )
