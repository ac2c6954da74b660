"""Pages as PDF: a title page, boards, small solutions at the end."""

import re


def test_a_book_has_a_cover_boards_and_solutions(run, tmp_path, needs):
    """As many pages as sheets, and a cover; the same file each time."""
    needs("svglib", "reportlab")
    puzzles = tmp_path / "puzzles.txt"
    made = run("generate", "-n", "5", "--size", "4x4", "--seed", "1", "--level", "easy")
    puzzles.write_text(made.stdout, encoding="utf-8")
    options = ("--sheet", "2x1", "--solve", "--title", "Evenings", puzzles)
    first, second = tmp_path / "one.pdf", tmp_path / "two.pdf"
    for file in (first, second):
        run("show", *options, "-o", file)
    data = first.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data == second.read_bytes()
    assert len(re.findall(rb"/Type /Page\b", data)) == 1 + 3 + 1


def test_a_pdf_is_for_sheets(run, tmp_path):
    done = run("show", "-", "-o", tmp_path / "one.pdf", text="1" * 81 + "\n", code=2)
    assert "PDF holds pages of puzzles: add --sheet 2x3" in done.stderr
