"""The format `opensudoku`: collections of OpenSudoku, in XML."""

import pytest

from satdoku.errors import InputError, UsageError
from satdoku.formats import Entry, Extras, write
from satdoku.formats.limits import ReadLimits
from satdoku.formats.opensudoku_data import data_text, read_data
from satdoku.grid import Grid

BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [
 <!ENTITY lol "lol">
 <!ENTITY lol1 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">
 <!ENTITY lol2 "&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;&lol1;">
]>
<opensudoku><name>&lol2;</name></opensudoku>
"""

EXTERNAL = """<!DOCTYPE opensudoku [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>
<opensudoku><game data="&xxe;"/></opensudoku>
"""


def collection(*games, version=' version="2"'):
    """Return a collection of games, each a line."""
    inside = "\n".join(games)
    start, end = (
        f"<opensudoku{version}>\n<folder name='Easy'>",
        "</folder>\n</opensudoku>",
    )
    return f"{start}\n{inside}\n{end}\n"


def cells(version, cell, rest):
    """Return data of a version: a first cell, and all others."""
    return f"version: {version}\n{cell}{rest * 80}"


class TestReading:
    """Games, version 1 and 2."""

    def test_version_2(self, line, scanned):
        found = scanned(
            "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?>\n"
            '<opensudoku version="2">\n'
            '  <folder name="Easy &amp; new" created="1778054847256">\n'
            '    <game created="17" state="1" time="0" last_played="5" '
            f'data="{line}"/>\n'
            f'    <game data="{line.replace("0", ".")}" note="&#60;b&#62;"/>\n</folder>'
            "  <folder>\n"
            f"    <game data='{line}' command_stack='x'\n/>\n"
            "  </folder></opensudoku>"
        )

        assert [Grid.parse(line)] * 3 == [entry.grid for entry in found]
        assert [(1, 4), (2, 5), (3, 7)] == [(e.number, e.line) for e in found]
        assert [None, "<b>", None] == [entry.name for entry in found]
        assert [
            (("folder", "Easy & new"), ("created", "17"), ("last_played", "5")),
            (("folder", "Easy & new"),),
            (),
        ] == [entry.extras.details for entry in found]
        assert {"opensudoku"} == {entry.format for entry in found}

    def test_version_1(self, line, good):
        entry = good(
            f"\n\n<opensudoku>\n<name>Hard</name>\n<author> A </author><level/>\n"
            f'<sourceURL>http://x</sourceURL>\n<game data="{line}"/></opensudoku>'
        )

        assert Grid.parse(line) == entry.grid
        assert 7 == entry.line
        assert (
            ("folder", "Hard"),
            ("author", "A"),
            ("url", "http://x"),
        ) == entry.extras.details

    @pytest.mark.parametrize(
        ("data", "line"),
        [
            (cells(1, "5|-|0|", "0|-|1|"), "5" + "." * 80),
            (cells(2, "5|0||0|", "0|0|1|"), "5" + "." * 80),
            (cells(3, "5|0|0|", "0|0|1|"), "5" + "." * 80),
            (cells(4, "5|0|0|0|", "0|0|7|1|"), "5" + "." * 80),
            (cells(5, "5|0|0|3|0|", "0|0|7|1|1|"), "5" + "." * 80),
        ],
    )
    def test_versions_of_data(self, data, line, good):
        for end in ("&#10;", " ", "\n"):
            game = f'<game data="{data.replace(chr(10), end)}"/>'
            entry = good(collection(game))

            assert Grid.parse(line) == entry.grid
            assert entry.extras.state is None

    @pytest.mark.parametrize(
        ("data", "placed", "left"),
        [
            (cells(1, "5|-|1|", "0|-|1|"), 5, 0b10000),
            (cells(1, "0|1,9,|1|", "0|-|1|"), 0, 0b100000001),
            (cells(3, "0|257|1|", "0|0|1|"), 0, 0b100000001),
            (cells(4, "0|257|2|1|", "0|0|0|1|"), 0, 0b100000001),
            (cells(5, "0|257|2|7|1|", "0|0|0|0|1|"), 0, 0b100000001),
        ],
    )
    def test_state(self, data, placed, left, good):
        entry = good(collection(f'<game data="{data}"/>'))

        assert "." * 81 == entry.grid.line
        assert entry.grid.candidates is None
        assert entry.extras.state is not None
        assert placed == entry.extras.state.values[0]
        assert left == entry.extras.state.left()[0]

    def test_declared_encoding_is_what_the_file_was_in(self, line, good):
        text = collection(f'<game note="ä" data="{line}"/>')
        text = f'<?xml version="1.0" encoding="UTF-16"?>\n{text}'

        assert "ä" == good(text.encode("utf-16")).name

    def test_bad_games_do_not_stop_a_scan(self, line, scanned):
        games = f'<game data="{line}"/><game data="{line[1:]}"/>\n<game data="{line}"/>'
        found = scanned(collection(games, "<game", version=""))

        assert [
            True,
            "<stream>:3: 80 cells in data; expected 81",
            True,
            (
                "<stream>:6:1: broken XML: not well-formed (invalid token); "
                "expected tags as OpenSudoku writes them"
            ),
        ] == [isinstance(item, Entry) or str(item) for item in found]


class TestBad:
    """What is wrong is named, and nothing is fetched or grown."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (BOMB, "2: a document type (<!DOCTYPE>); expected <opensudoku> without"),
            (EXTERNAL, "1: a document type (<!DOCTYPE>)"),
            ("<opensudoku>&x;</opensudoku>", "1:13: broken XML: undefined entity"),
            (
                "<opensudoku><folder>\n",
                "2: the text ends too early; expected </folder>",
            ),
            ("<opensudoku", "unclosed token"),
            ("<opensudoku>\n</opensudok>", "2:3: broken XML: mismatched tag"),
            ("<opensudoku></opensudoku><a/>", "junk after document element"),
            ("<opensudoku version='3'/>", "1: version '3' of OpenSudoku's format"),
            ("<opensudoku/>", "no puzzle found"),
            (collection("<game/>"), "3: a <game> without data; expected data="),
            (collection('<game data=""/>'), "3: 0 cells in data; expected 81"),
            (collection(f'<game data="{"0" * 80}"/>'), "3: 80 cells in data"),
            (collection(f'<game data="{"0" * 82}"/>'), "3: 82 cells in data"),
            (collection(f'<game data="{"0" * 80}x"/>'), "3: r9c9: 'x' is not a digit"),
            (collection('<game data="1" data="2"/>'), "3:16: broken XML: duplicate"),
            ("<opensudoku>" + "<a>" * 20, "1: tags more than 16 deep"),
        ],
    )
    def test_bad_documents(self, text, said, message):
        assert said in message(text)

    def test_other_documents(self, message):
        assert "1: a document <html>; expected <opensudoku>" == message(
            "<html/>", format="opensudoku"
        )
        assert "1:1: broken XML: syntax error" in message("12", format="opensudoku")

    @pytest.mark.parametrize(
        ("data", "said"),
        [
            ("version:", "data of version ''; expected version 1 to 5"),
            ("version: 6 0|", "data of version '6'"),
            (
                "version: 1 " + "0|-|1|" * 80,
                "240 fields in data of version 1; expected",
            ),
            (cells(1, "x|-|1|", "0|-|1|"), "r1c1: 'x' in data; expected a digit, 0-9"),
            (cells(1, "10|-|1|", "0|-|1|"), "r1c1: '10' in data"),
            (cells(1, "0|-|2|", "0|-|1|"), "r1c1: '2' in data; expected 0 or 1, wheth"),
            (cells(1, "0|1,,2|1|", "0|-|1|"), "r1c1: '' in data; expected marks as"),
            (cells(1, "0|0,|1|", "0|-|1|"), "r1c1: '0' in data; expected marks as dig"),
            (cells(3, "0|512|1|", "0|0|1|"), "r1c1: '512' in data; expected marks as"),
            (cells(3, "0|-|1|", "0|0|1|"), "r1c1: '-' in data"),
            (cells(5, "0|0|0|-1|1|", "0|0|0|0|1|"), "r1c1: '-1' in data; expected a"),
        ],
    )
    def test_bad_data(self, data, said, message):
        assert said in message(collection(f'<game data="{data}"/>'))

    def test_what_never_ends(self, message):
        limits = ReadLimits(line=1_000)
        tag = '<opensudoku>\n<game data="' + "0" * 99 + "\n0" * 500
        text = "<opensudoku>\n<name>" + "a" * 99 + "\na" * 500

        assert "a tag of more than 1,000 characters" in message(tag, limits=limits)
        assert "a text of more than 1,000 characters" in message(text, limits=limits)


class TestWriting:
    """Version 2, in one folder."""

    def test_layout(self, line):
        assert (
            '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku version="2">\n'
            '  <folder name="satdoku">\n'
            f'    <game data="{line}"/>\n'
            "  </folder>\n</opensudoku>\n" == write(Grid.parse(line), "opensudoku")
        )

    def test_state_and_name_are_read_back(self, line, good):
        puzzle = Grid.parse(line)
        state = Grid(puzzle.geometry, (8, 1, *puzzle.values[2:]))
        left = list(state.left())
        left[3] = 0b11
        state = state.with_candidates(left)
        details = (("created", "17"), ("time", "x"))
        name = "<\"'&>\n\t\x00\ud800ä"
        found = good(
            write(
                Entry(puzzle, "", 1, 1, name, "", Extras(details, state)), "opensudoku"
            )
        )

        assert puzzle == found.grid
        assert state == found.extras.state
        assert name.replace("\x00", "\ufffd").replace("\ud800", "\ufffd") == found.name
        assert (("created", "17"),) == found.extras.details

    def test_data(self):
        empty = Grid.parse("." * 81)
        state = Grid.parse("5" + "." * 80).with_candidates([511] * 80 + [3])
        entry = Entry(empty, "", 1, 1, None, "", Extras(state=state))

        assert "0" * 81 == data_text(Entry.of(empty))
        assert "version: 1\n5|-|1|" + "0|-|1|" * 79 + "0|1,2,|1|" == data_text(entry)

    def test_refused(self, line):
        with pytest.raises(UsageError, match="holds 9x9, not 4x4"):
            write(Grid.parse("." * 16), "opensudoku")
        puzzle = Grid.parse(line)
        entry = Entry(puzzle, "", 1, 1, None, "", Extras(state=Grid.parse("1" * 81)))
        with pytest.raises(UsageError):
            write(entry, "opensudoku")


def test_read_data_keeps_to_the_size(line):
    from satdoku.formats.cells import Cells
    from satdoku.formats.format import Options
    from satdoku.geometry import Geometry

    with pytest.raises(InputError, match="9 cells a row; expected 4x4"):
        read_data(line, Cells(Options(geometry=Geometry(2, 2))))
