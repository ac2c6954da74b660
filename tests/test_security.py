"""What SECURITY.md promises: no input is run, and the limits are those of the code."""

import ast
import re
from pathlib import Path

import satdoku

PACKAGE = Path(satdoku.__file__).parent

MODULES = set(
    "pickle cPickle dill cloudpickle joblib shelve yaml marshal code codeop runpy "
    "subprocess pty pdb imp ctypes socket ssl urllib.request http ftplib smtplib "
    "requests xml.dom xml.etree xml.sax lxml xmlrpc zipfile tarfile".split()
)
"""They run what they read, start programs, use the network, or trust archives."""

CALLS = {"eval", "exec", "compile", "__import__", "breakpoint", "input", "os.system"}
CALLS |= {"os.popen", "os.execv", "os.execve", "os.spawnv", "np.load", "numpy.load"}
LAST = {call.rpartition(".")[2] for call in CALLS} | {"import_module"}

ALLOWED = {
    "drawing/tikz.py": {"xml.etree"},  # reads the pictures that are drawn here
    "formats/output.py": {"zipfile"},  # writes archives
    "formats/source.py": {"zipfile"},  # unpacks one member, as a stream
    "solving/counting/ganak.py": {"marshal", "subprocess"},  # a child of its own
    "runtime/processes.py": {"pickle", "subprocess"},  # workers of its own
    "engines/heuristics.py": {"runpy"},  # a rule in a file that the user names
    "engines/own.py": {"subprocess"},  # a solver that the user names
    "engines/pysat.py": {"ctypes"},  # flushes proofs, recovers from Ctrl-C
    "engines/native.py": {"ctypes"},  # calls what was compiled here
    "engines/lanes/native.py": {"ctypes"},  # the types of its arguments
    "engines/masks/native.py": {"ctypes"},  # the same
    "proof/external.py": {"subprocess"},  # the checker that the user names
    "proof/native.py": {"ctypes"},  # the types of its arguments
    "study/runner.py": {"pickle", "subprocess"},  # children of its own
    "study/worker.py": {"pickle"},  # a child and its parent
    "web/server.py": {"http", "socket"},  # serves this machine
    "web/site.py": {"zipfile"},  # writes wheels
}


def dangers(text):
    """Yield the modules and calls of a source that input must not reach."""
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Import():
                names = [alias.name for alias in node.names]
            case ast.ImportFrom(level=0):
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            case ast.Call(func=ast.Name() | ast.Attribute() as function):
                last = getattr(function, "id", getattr(function, "attr", ""))
                called = ast.unparse(function) if last in LAST else ""
                yield from {called} & CALLS
                for word in node.keywords:
                    if word.arg in {"shell", "allow_pickle"}:
                        value = ast.unparse(word.value)
                        yield from {f"{word.arg}={value}"} - {f"{word.arg}=False"}
                names = []
                if called.endswith("import_module"):
                    names = [ast.unparse(node.args[0]).strip("'")]
            case _:
                continue
        for name in names:
            parts = name.split(".")
            stems = {".".join(parts[: at + 1]) for at in range(len(parts))}
            yield from MODULES & stems


def test_dangers_are_found():
    source = """
import pickle
def f():
    from xml import sax
    import_module('marshal')
    eval('1'); os.system('ls'); run(['ls'], shell=True); np.load(f, allow_pickle=x)
    from xml.parsers import expat; re.compile('a'); json.load(f)
"""
    expected = {"pickle", "xml.sax", "marshal", "eval", "os.system", "shell=True"}

    assert expected | {"np.load", "allow_pickle=x"} == set(dangers(source))


def test_no_input_is_run():
    found = {
        path.relative_to(PACKAGE).as_posix(): set(dangers(path.read_text("utf-8")))
        for path in PACKAGE.rglob("*.py")
    }

    assert ALLOWED == {name: what for name, what in found.items() if what}


def test_child_processes_ignore_modules_of_the_current_folder():
    """Wherever this Python is started, it is with -P or -I."""
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    lines = [line for source in sources for line in source.splitlines()]
    starts = [
        line[line.index("sys.executable") :]
        for line in lines
        if "sys.executable" in line and ">>>" not in line
    ]
    wrong = [s for s in starts if not re.match(r"""sys\.executable, ["']-[PI]""", s)]

    assert starts
    assert [] == wrong


def test_limits(root, run):
    """The table of limits has the one option of `solve` and its default."""
    page = (root / "SECURITY.md").read_text("utf-8")
    table = re.findall(
        r"^\| [^|]+ \| ([\d,]+) \| `(--[a-z-]+)` \|$", page, re.MULTILINE
    )
    shown = " ".join(run("solve", "--help").stdout.split())
    defaults = dict(re.findall(r"(--max-\w+) N [^(.]*\((\d+)", shown))

    assert [option for _, option in table] == ["--max-size"]
    for value, option in table:
        assert defaults[option] == value.replace(",", ""), option
