"""PNG pictures: the right size, sharp lines, every digit drawn and different."""

import io

import pytest

from satdoku import Geometry, Puzzle, UsageError
from satdoku.drawing import png
from tests.drawing.reading import CELL, MARGIN


@pytest.fixture
def picture(run, needs, tmp_path):
    """Return a function that draws a grid by `show` and opens the picture."""
    needs("PIL", "resvg_py")
    from PIL import Image

    def draw(grid, *options):
        board = tmp_path / "board.txt"
        board.write_text(run("convert", "--to", "json", text=str(grid)).stdout)
        path = tmp_path / "board.png"
        run("show", "-q", board, "-o", path, "--force", *options, code=0)
        return Image.open(io.BytesIO(path.read_bytes()))

    return draw


def cell_of(image, size, cell):
    scale = image.width / (size * CELL + 2 * MARGIN)
    row, column = divmod(cell, size)
    left, top = MARGIN + column * CELL, MARGIN + row * CELL
    box = (left + 4, top + 4, left + CELL - 4, top + CELL - 4)
    return image.crop(tuple(round(side * scale) for side in box)).convert("RGB")


def colours(image):
    return {colour for _, colour in image.getcolors(image.width * image.height)}


def darkness(image):
    grey = image.convert("L")
    return 1 - sum(grey.tobytes()) / (255 * grey.width * grey.height)


def test_the_library_draws_the_same(picture):
    image = picture(Puzzle("1.....2...3.4..."), "--solve")
    drawn = png("1.....2...3.4...", solution=True)

    assert drawn == image.fp.getvalue()
    with pytest.raises(UsageError):
        png("1.....2...3.4...", size=10_001)


def test_letters_and_signs_are_drawn_without_any_font_of_the_system(picture):
    board = Puzzle("1" + "." * 15)
    for mark in "0AzÉö≠→“…":
        caption = picture(board, "--title", mark).crop((0, 8, 100, 76))
        assert darkness(caption) > 0.001, mark


def test_a_letter_that_no_font_has_is_refused(needs):
    needs("resvg_py")
    with pytest.raises(UsageError, match="\U000f1234"):
        png("1" + "." * 15, title="No \U000f1234")


def test_size(picture):
    puzzle = Puzzle("1" + "." * 15)

    assert (416, 416) == picture(puzzle).size
    assert (500, 500) == picture(puzzle, "--width", 500).size
    titled = picture(puzzle, "--title", "One")
    assert titled.height > titled.width == 416


def test_clues_are_black_found_digits_blue_and_the_rest_paper(picture):
    solved = picture(Puzzle("1.....2...3.4..."), "--solve")
    image = picture(Puzzle("1.....2...3.4..."))
    clue, found = cell_of(image, 4, 0), cell_of(solved, 4, 1)

    assert (0, 0, 0) in colours(clue)
    assert (0, 0x72, 0xB2) in colours(found)
    assert {(255, 255, 255)} == colours(cell_of(image, 4, 1))
    assert darkness(clue) > darkness(found) > 0.02


@pytest.mark.parametrize("width", [448, 500, 900])
def test_lines_lie_on_whole_pixels(picture, width):
    image = picture(Puzzle("." * 81), "--width", width)

    assert {(255, 255, 255), (0, 0, 0), (0x8C, 0x8C, 0x8C)} == colours(
        image.convert("RGB")
    )


def test_every_digit_is_drawn_and_differs(picture):
    geometry = Geometry(25, 25)
    image = picture(
        Puzzle((*range(1, 26), *(0,) * 600), geometry=geometry), "--width", 1000
    )
    cells = [cell_of(image, 25, cell) for cell in range(25)]

    assert all(darkness(cell) > 0.005 for cell in cells)
    assert 25 == len({cell.tobytes() for cell in cells})
    assert {(255, 255, 255)} == colours(cell_of(image, 25, 25))
