"""The format `line`: one puzzle a line."""

import io

import pytest

from satdoku.errors import InputError
from satdoku.formats import Entry, read_all
from satdoku.geometry import Geometry


class TestLine:
    """One puzzle a line."""

    def test_text_behind_is_the_name(self, line, scanned):
        tails = [" easy one", "\teasy one", "#easy one", " # easy one", ",easy one"]
        tails += [":easy one", "; easy one "]
        entries = scanned("".join(f"{line}{tail}\n" for tail in [*tails, "", "  "]))

        assert ["easy one"] * len(tails) + [None, None] == [e.name for e in entries]

    def test_count_and_solution_are_kept(self, line):
        (entry,) = read_all(io.StringIO(f"{line}:1:{'1' * 81}\n"))

        assert f"1:{'1' * 81}" == entry.name

    def test_comments_and_blank_lines_are_passed_over(self, line, scanned):
        entries = scanned(f"# a\n\n{line}\n \n#{line}\n{line}\n")

        assert [(3, 1), (6, 2)] == [(e.line, e.number) for e in entries]

    @pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 15, 16, 25, 36])
    def test_every_size_by_its_number_of_cells(self, size, good):
        entry = good("1" + "." * (size * size - 1))

        assert ("line", Geometry.of_size(size)) == (entry.format, entry.grid.geometry)

    def test_lines_may_be_of_several_sizes(self, line, scanned):
        entries = scanned(f"{line}\n1{'.' * 15}\n{line}\n", format="line")

        assert [9, 4, 9] == [e.grid.geometry.size for e in entries]

    def test_bad_lines_do_not_stop_a_scan(self, line, scanned):
        found = scanned(f"{line}\n{line[1:]}\n{line[:5]}a{line[6:]}\n{line}\n")

        assert [Entry, InputError, InputError, Entry] == list(map(type, found))
        assert [1, 2, 3, 4] == [item.line for item in found]
        assert 4 == found[3].number
        assert 6 == found[2].column
        assert (1, 6) == found[2].cell

    def test_indented_line_has_its_column_counted_from_the_margin(self, line, message):
        assert message(f"  {line[:-1]}a").startswith("1:83: r9c9: 'a' is not a digit")

    def test_hash_among_the_cells_is_a_bad_character(self, line, message):
        said = message(line[:40] + "#" + line[41:])

        assert said.startswith("1:41: r5c5: '#' is not a digit; expected 1-9, or 0 or")

    def test_other_blanks_stream_as_well(self, line, scanned):
        text = "".join(f"{line.replace('0', sign)}\n" for sign in "0._*?Xx-.0")

        assert 1 == len({entry.grid for entry in scanned(text)})

    def test_blanks_within_a_line_are_ambiguous(self, line, message):
        text = line.replace("0", " ")

        assert "blanks among digits" in message(text, format="line")
        assert "ambiguous" in message(text)

    def test_boxes_said_and_lines_of_another_length(self, line, scanned):
        good, bad = scanned(f"{line}\n{line[:16]}\n", geometry=Geometry(3, 3))

        assert 26 == good.grid.clue_count
        said = "<stream>:2: 16 cells; expected 81 for a grid of 9x9 (boxes of 3x3)"
        assert said == str(bad)
