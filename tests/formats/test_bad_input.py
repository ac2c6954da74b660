"""Bad input, one case after the other: one clear message each, never a traceback."""

import pytest

from satdoku.errors import InputError

DOTS = "." * 81
ROWS = ("53..7....\n" + "." * 9 + "\n") * 4 + "........9\n"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "<stream>: no puzzle found; expected a puzzle"),
        (" \n\t\n\n", "<stream>: no puzzle found; expected a puzzle"),
        (DOTS[1:], "<stream>:1: 80 cells; expected 81 for a 9x9 grid"),
        (DOTS + "1", "<stream>:1: 82 cells; expected 81 for a 9x9 grid"),
        (
            DOTS * 3,
            (
                "<stream>:1: 243 cells; expected 81 for a 9x9 grid; "
                "243 = 3 x 81: a puzzle a line"
            ),
        ),
        (
            "1" + DOTS[1:40] + "a" + DOTS[41:],
            (
                "<stream>:1:41: r5c5: 'a' is not a digit of a 9x9 grid; "
                "expected 1-9, or 0 or . for an empty cell"
            ),
        ),
        (
            ROWS.replace("3.", "-1", 1),
            (
                "<stream>:1: r1c2: '-' is not a digit; expected 1-9, or 0 or . for an "
                "empty cell; digits are written without a sign"
            ),
        ),
        (
            ROWS.replace("7", "\uff17", 1),
            (
                "<stream>:1: r1c5: '\uff17' is not a digit; expected 1-9, or 0 or . "
                "for an empty cell; only ASCII digits are read"
            ),
        ),
        (
            "\x1b]0;x" + DOTS,
            (
                "<stream>:1: no puzzle recognised at '\\x1b]0;x" + "." * 35 + "…'; "
                "expected one of the formats that `satdoku formats` shows; "
                "say which with --from, or try --repair"
            ),
        ),
        (ROWS[:-2] + "\n", "<stream>:9: row 9 has 8 cells; expected 9"),
        (
            "." * 49,
            (
                "<stream>:1: 7x7 cells cannot be cut into boxes; expected a size that "
                "is a product of two numbers above 1, such as 4, 6, 9, 12, 16 or 25; "
                "or say the shape of the boxes, such as --box 1x7"
            ),
        ),
        (
            "17 " + "0 " * 15 + "\n" + ("0 " * 16 + "\n") * 15,
            (
                "<stream>:1: r1c1: 17 is not a digit of a 16x16 grid; expected 1-16, "
                "or 0 or . for an empty cell; "
                "a row has 16 numbers here, so none is above 16"
            ),
        ),
        (
            "0 . 15 " + ". " * 13 + "\n" + (". " * 16 + "\n") * 15,
            (
                "<stream>:1: r1c1: '0' is used beside '.', and 16 never; expected "
                "numbers from 1 to 16, and 0 or . for an empty cell; "
                "if the numbers count from 0, add 1 to each"
            ),
        ),
        (
            "1" * 5000 + " 0" * 8 + "\n" + ("0 " * 9 + "\n") * 8,
            "<stream>:1: r1c1: " + "1" * 40 + "… is not a digit of a 9x9 grid; "
            "expected 1-9, or 0 or . for an empty cell; "
            "a row has 9 numbers here, so none is above 9",
        ),
    ],
)
def test_message(text, said, scanned):
    (error,) = scanned(text)

    assert isinstance(error, InputError)
    assert said == str(error)


def test_whatever_the_bytes_there_is_one_message_a_puzzle(scanned):
    for text in (
        DOTS,
        ROWS,
        "puzzle,n\n" + DOTS + ",1\n",
        "Grid 01\n" + ROWS,
        "1 " * 81,
    ):
        data = text.encode()
        for at in range(0, len(data), 7):
            for byte in b'\0\t\n\r "#,-+1A|~\xff\xe2':
                for item in scanned(data[:at] + bytes([byte]) + data[at + 1 :]):
                    assert "\n" not in str(item if isinstance(item, InputError) else "")
            assert scanned(data[:at])
