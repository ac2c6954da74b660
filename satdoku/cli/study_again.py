"""`satdoku study -o DIR --resume`: the folder knows what was said when it was begun.

`study.json` keeps the arguments, with whole paths; who resumes a study and names
neither puzzles nor a preset has them taken from there.  What is said anew counts, and
is held against what was measured as always.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from satdoku.cli.study_given import Given, ReadAs
from satdoku.errors import InputError, UsageError, printable
from satdoku.study.kept import ARGUMENTS, STUDY, read_study

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["arguments", "as_begun"]

_NOT_KEPT = ("files", "output", "resume", "figures", "quiet")
_STDIN = "-"


def arguments(given: Given, read_as: ReadAs) -> dict[str, Any]:
    """Return what is kept of what was said: what is not as usual.

    Example:
        >>> arguments(Given(repeat=3, output="out"), ReadAs(box="2x3"))
        {'files': [], 'options': {'repeat': 3}, 'reading': {'box': '2x3'}}
    """
    usual, usual_reading = Given()._asdict(), ReadAs()._asdict()
    options = {
        name: value
        for name, value in given._asdict().items()
        if name not in _NOT_KEPT and value != usual[name]
    }
    if given.sets is not None:
        options["sets"] = str(Path(given.sets).absolute())
    reading = {
        name: value
        for name, value in read_as._asdict().items()
        if name != "fixed" and value != usual_reading[name]
    }
    files = [
        name if name == _STDIN else str(Path(name).absolute()) for name in given.files
    ]
    return {"files": files, "options": options, "reading": reading}


def as_begun(given: Given, read_as: ReadAs) -> tuple[Given, ReadAs]:
    """Return what is said, with what was said when the study was begun.

    Raises:
        UsageError: There is no study, and nothing that one could be begun with.
        InputError: The folder's `study.json` cannot be read, or does not tell.
    """
    if not given.resume or given.output is None:
        return given, read_as
    if given.files or given.preset is not None:
        return given, read_as
    file = Path(given.output) / STUDY
    if not file.is_file():
        raise UsageError(
            f"{printable(given.output, 200)} holds no study that --resume could go on "
            f"with; expected a folder with a {STUDY}, or files or --preset to begin one"
        )
    kept = read_study(given.output).get(ARGUMENTS)
    if kept is None:
        raise InputError(
            "it does not tell what it was begun with",
            expected="the puzzles and options of then, said again",
            source=str(file),
        )
    try:
        usual = Given()._asdict()
        said = {
            name: value
            for name, value in given._asdict().items()
            if value != usual[name]
        }
        before = Given(**_texts(kept, "options"))._replace(files=tuple(kept["files"]))
        reading = read_as
        if read_as == ReadAs():
            reading = ReadAs(**_texts(kept, "reading"))
        return before._replace(**said), reading
    except (TypeError, KeyError, ValueError):
        raise InputError(
            f"{ARGUMENTS} is not what a study keeps", source=str(file)
        ) from None


def _texts(kept: object, name: str) -> dict[str, Any]:
    return dict(cast("Mapping[str, Mapping[str, Any]]", kept)[name])
