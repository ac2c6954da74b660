"""The format `euler`: `Grid 01` and the rows below it."""

from satdoku.errors import InputError
from satdoku.formats import Entry


class TestEuler:
    """`Grid 01` and the rows below it."""

    def test_names_and_places(self, rows, scanned):
        entries = scanned(f"Grid 01\n{rows}Grid 02\n{rows}\ngrid  3\n{rows}")

        assert [(None, 1), (None, 11), (None, 22)] == [
            (entry.name, entry.line) for entry in entries
        ]
        assert {"euler"} == {entry.format for entry in entries}

    def test_bad_puzzles_do_not_stop_a_scan(self, rows, scanned):
        found = scanned(
            f"Grid 01\n{rows[:40]}Grid 02\nGrid 03\n{rows}{rows}Grid 04\n{rows}"
        )

        assert [
            "<stream>:1: 4 rows of 9 cells; expected 9 rows",
            "<stream>:6: no rows behind 'Grid 02'; expected the rows of a puzzle",
            "<stream>:17: a row outside of a puzzle; expected a line 'Grid NN'",
        ] == [str(item) for item in found if isinstance(item, InputError)]
        assert [3, 5] == [item.number for item in found if isinstance(item, Entry)]
