"""How the documents are built: `python -m sphinx -n -W docs docs/_build/html`."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

from satdoku import __version__

project = "satdoku"
author = "the satdoku authors"
project_copyright = "2026, the satdoku authors"
release = version = __version__

extensions = [
    "constraint_catalogue",
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx.ext.viewcode",
    "command_reference",
    "technique_pages",
]
exclude_patterns = ["_build"]

html_theme = "furo"
html_title = f"satdoku {release}"
html_copy_source = False
html_static_path = ["_static"]
html_css_files = ["variants.css"]

myst_enable_extensions = ["colon_fence", "deflist", "dollarmath", "fieldlist"]
myst_heading_anchors = 3
smartquotes_action = "qe"  # no dashes: `--all` is an option

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
napoleon_google_docstring = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True

nitpicky = True
suppress_warnings = ["ref.python"]  # two classes are named Node: of chains, of trees
# Names of the standard library and NumPy are not linked: a build needs no network.
nitpick_ignore_regex = [
    (r"py:.*", r"(collections\.abc|typing|types|enum|os|io|pathlib|numpy|np)\..*"),
    (r"py:.*", r"(None|True|False|int|str|float|bool|bytes|object|tuple|list|dict)"),
    (r"py:.*", r"(Iterator|Iterable|Sequence|Mapping|Callable|Path|IO|TextIO|NDArray)"),
    # Aliases, and what a reader of the library never holds in hand.
    (
        r"py:class",
        r"(Source|Bytes|ReadOptions|Clause|Model|Head|Lines|Named|Record|itemgetter)",
    ),
    (r"py:class", r"(Line|Row|OutputTable|TableColumns|GenerateArguments)"),
    (r"py:class", r"(EngineChoice|Findings|Answers)"),
    (r"py:class", r"(Span|Words|Counts|satdoku.study.tracing.tree.Counts)"),
    (r"py:class", r"satdoku.cnf.recipe.(Family|Peer|Triad)Options"),
    (
        r"py:class",
        r"(Candidate|EventKind|Sink|Role|satdoku.study.tracing.clauses.Words)",
    ),
    (
        r"py:class",
        r"(PuzzleLike|GridLike|RecipeLike|AnyStep|Observer|Heuristic|_Frame|Attempt)",
    ),
    (r"py:class", r"(Recipe|Deadline|Task|Constraint|Contradicting|Cells|T)"),
    (
        r"py:(class|exc)",
        r"(LostError|ProgramError|satdoku\.puzzle\.constraints\.base\.FilledGrid)",
    ),
    (
        r"py:class",
        r"satdoku\.setting\.(report\.Findings|oracle\.EngineChoice)",
    ),
    (r"py:class", r"satdoku\.(solving\.choice\.Attempt|engines\.base\.Status)"),
    (
        r"py:class",
        r"(Array|Client|DataFrame|Frame|distributed\.Client)",
    ),  # of other libraries
    (
        r"py:class",
        r"(dict\[str|tuple\[int|tuple\[~satdoku\..*)",
    ),  # torn apart by the parser of lists
    (r"py:.*", r"(ValueError|StrEnum|IntEnum|set|frozenset|range|type|uint8|uint16)"),
]
