"""Our reader of DIMACS beside CaDiCaL's: who takes what, and why we differ.

What both take has the same answer.  Whatever CaDiCaL's parser refuses, in its usual or
its strict mode, is refused here too, save for what is listed.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner

from satdoku.cli.main import main

pytestmark = pytest.mark.nightly

FOLDER = Path(__file__).parents[1] / "fixtures" / "dimacs"
FILES = sorted(FOLDER.glob("*.cnf"))

WE_TAKE = {
    "cr_alone": "line ends of old systems; no byte is read as another",
    "cr_among_literals": "the same",
    "header_cr_alone_behind": "the same",
    "header_of_nothing_without_line_end": "nothing is missing but the line end",
    "percent_alone": "the trailer of SATLIB's files",
    "percent_trailer": "the same",
}
"""What CaDiCaL refuses in either mode, and why it is taken here."""

STRICT_REFUSES = {
    "comment_blank_before_c",
    "crlf",
    "header_blank_before",
    "header_blank_behind",
    "header_crlf",
    "header_tabs",
    "header_two_blanks",
}
"""White space of which only CaDiCaL's strict mode thinks badly."""

WE_REFUSE = {
    "header_clause_count_in_next_line": "a header is a line",
    "incremental": "another format, iCNF, which CaDiCaL reads as well",
    "literal_negative_zero": "other solvers end no clause there",
    "nul_in_comment": "a text has no NUL",
}
"""What CaDiCaL takes, and why it is refused here."""

NOT_ASKED = {"header_variables_2_31_less_1"}
"""CaDiCaL would ask for a hundred gigabytes, and end by a signal without them."""


def cadical(path, *options):
    """Return CaDiCaL's exit code for a file."""
    program = shutil.which("cadical")
    if program is None:
        pytest.skip("cadical is not installed")
    done = subprocess.run(
        [program, "-q", "-n", *options, str(path)],
        capture_output=True,
        check=False,
        timeout=60,
    )
    return done.returncode


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_verdict(path):
    name = path.stem
    ours = CliRunner().invoke(main, ["sat", str(path)]).exit_code
    if name in NOT_ASKED:
        assert 2 == ours
        return
    usual, strict = cadical(path), cadical(path, "--strict")

    assert ours in {2, 10, 20}
    assert (name in WE_TAKE) is (ours != 2 and usual == 1)
    assert (name in STRICT_REFUSES) is (ours != 2 and usual != 1 and strict == 1)
    assert (name in WE_REFUSE) is (ours == 2 and usual in {10, 20})
    if ours != 2 and name not in WE_TAKE:
        assert usual == ours


def test_lists_name_files():
    known = {path.stem for path in FILES}

    assert {*WE_TAKE, *STRICT_REFUSES, *WE_REFUSE, *NOT_ASKED} <= known
