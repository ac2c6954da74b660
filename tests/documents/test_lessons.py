"""The lessons' code as files: programs and notebooks made of the pages, and run.

`docs/lessons/NAME.py` and `NAME.ipynb` hold the Python of `docs/NAME.md`.  `--renew`
makes them anew.
"""

import ast
import doctest
import json
import re
import runpy

import pytest

LESSONS = ("cnf", "dpll", "learning", "propagation")
_FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ROLE = re.compile(r"\{\w+\}`([^`]*)`")


def cells(page):
    """Yield (is code, text) of a page: its prose, and its Python without prompts."""
    end = 0
    parser = doctest.DocTestParser()
    for found in _FENCE.finditer(page):
        yield False, page[end : found.start()]
        end = found.end()
        if found[1] == "pycon":
            yield True, parser.get_examples(found[2])
        else:
            yield False, f"```\n{found[2]}```"
    yield False, page[end:]


def printing(example):
    """Return a statement; a value alone that the page shows is printed."""
    source = example.source
    (statement,) = ast.parse(source).body
    is_value = isinstance(statement, ast.Expr) and not source.startswith("print(")
    is_shown = is_value and example.want
    return f"print({ast.unparse(statement)})\n" if is_shown else source


def program(name, page):
    """Return the Python of a page, each value that it shows printed."""
    lines = [f'"""The code of the lesson docs/{name}.md."""\n']
    for is_code, text in cells(page):
        if is_code:
            lines.append("".join(map(printing, text)))
        else:
            headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
            lines += [f"# {one}\n" for one in headings if not text.startswith("```")]
    return "\n".join(lines)


def notebook(page):
    """Return a page as a notebook, its text in cells between those with code."""
    made = []
    for is_code, piece in cells(page):
        if is_code:
            text = "".join(one.source for one in piece).strip()
        else:
            text = _ROLE.sub(r"`\1`", piece).strip()
        if not text:
            continue
        kind = "code" if is_code else "markdown"
        cell = {"cell_type": kind, "id": f"cell-{len(made)}", "metadata": {}}
        if is_code:
            cell |= {"execution_count": None, "outputs": []}
        made.append(cell | {"source": text.splitlines(keepends=True)})
    whole = {"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


@pytest.mark.parametrize("name", LESSONS)
def test_files_are_those_of_the_page(root, name, renew):
    page = (root / "docs" / f"{name}.md").read_text("utf-8")
    texts = {"py": program(name, page), "ipynb": notebook(page)}
    for ending, text in texts.items():
        file = root / "docs" / "lessons" / f"{name}.{ending}"
        if renew:
            file.write_text(text, "utf-8")

        assert text == file.read_text("utf-8"), "run pytest with --renew"


@pytest.mark.parametrize("name", LESSONS)
def test_programs_and_notebooks_run(root, name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    folder = root / "docs" / "lessons"
    names = runpy.run_path(str(folder / f"{name}.py"))
    printed = capsys.readouterr().out.splitlines()
    assert printed
    assert "None" not in printed
    book = json.loads((folder / f"{name}.ipynb").read_text("utf-8"))
    space = {"__name__": "notebook"}
    for cell in book["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), name, "exec"), space)

    assert {one for one in names if one[:1] != "_"} <= space.keys()
