"""An export of SimpleSudoku, cut off anywhere: the puzzle, its state, or an error."""

from pathlib import Path

from tests.formats.inner import PuzzleRecord

EXPORT = Path(__file__).with_name("export.txt").read_text("utf-8")
CLUES = (
    "8..4......65....429...8.1.67...65..8.........2..94...55.9.2...747....29......1..4"
)


def test_export_that_is_cut_off(scanned):
    whole = scanned(EXPORT)[0]
    for end in range(0, len(EXPORT), 7):
        for entry in scanned(EXPORT[:end], format="simple"):
            if isinstance(entry, PuzzleRecord):
                assert CLUES == entry.puzzle.line, end
                state = entry.metadata.state
                assert state is None or state.values == whole.metadata.state.values, end
                assert end in range(EXPORT.index("*---", 30) - 60, len(EXPORT))
