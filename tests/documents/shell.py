"""Runs the command lines of documents: satdoku in this process, the rest by bash."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner

from satdoku.cli.main import main

SIMPLE = re.compile(r"[^;&$`<\n]*")
"""A pipeline of plain commands; whatever is more is left to bash as it stands."""

LOOP = re.compile(r"for (\w) in ([\w ,:-]+); do ([^$]*(?:\$\1[^$]*)*); done")
"""A loop over plain words, whose body uses no other variable."""

REDIRECTION = re.compile(r"\s(2>&1|(2?>) ?([^\s&]\S*))(?=\s|$)")


class Shell:
    """A folder to run command lines in, with programs of its own on the path."""

    def __init__(self, folder, programs=None):
        self.folder = folder
        tools = folder / ".tools"
        tools.mkdir()
        call = f'#!/bin/sh\nexec "{sys.executable}"'
        programs = {
            "satdoku": f'{call} -m satdoku "$@"\n',
            "python": f'{call} "$@"\n',
            **(programs or {}),
        }
        for name, text in programs.items():
            (tools / name).write_text(text)
            (tools / name).chmod(0o755)
        self.environment = {
            **os.environ,
            "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
            "HOME": str(folder),
        }
        for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
            self.environment.pop(name, None)

    def run(self, line):
        """Run a line in the current folder; return (what it shows, exit code)."""
        loop = LOOP.fullmatch(line)
        if loop:
            bodies = [
                re.sub(rf"\${loop[1]}\b", word, loop[3]).split("; ")
                for word in loop[2].split()
            ]
            results = [self.run(command) for body in bodies for command in body]
            return "".join(shown for shown, _ in results), results[-1][1]
        pipeline = self._split(line)
        if pipeline is None:
            return self._bash(line, b"")
        shown, data, code = "", b"", 0
        for at, part in enumerate(pipeline):
            last = at + 1 == len(pipeline)
            if part.startswith("satdoku "):
                data, errors, code = self._satdoku(part, data, last=last)
                shown += errors
            else:
                output, code = self._bash(part, data)
                data = output.encode()
        return shown + data.decode(), code

    @staticmethod
    def _split(line):
        """Split a pipeline at its bars, neighbours that are not satdoku together."""
        outside = re.sub(r"'[^']*'|\"[^\"]*\"", lambda m: "_" * len(m[0]), line)
        plain = outside.replace("2>&1", "____")
        if not SIMPLE.fullmatch(plain) or "satdoku" not in outside:
            return None
        parts, start = [], 0
        for bar in [m.start() for m in re.finditer(r"\|", outside)] + [len(line)]:
            parts.append(line[start:bar].strip())
            start = bar + 1
        if "" in parts:
            return None
        merged = []
        for part in parts:
            ours = part.startswith("satdoku ")
            if merged and not ours and not merged[-1].startswith("satdoku "):
                merged[-1] += f" | {part}"
            else:
                merged.append(part)
        return merged

    def _satdoku(self, part, data, *, last):
        """Return (standard output, what the terminal shows besides, exit code)."""
        both = " 2>&1" in part
        files = {
            found[2]: Path(found[3]).expanduser()
            for found in REDIRECTION.finditer(part)
            if found[2]
        }
        words = []
        for word in shlex.split(REDIRECTION.sub("", part))[1:]:
            found = sorted(map(str, Path().glob(word))) if "*" in word else []
            words += found or [word]
        # Which of several solutions is found first may depend on what the engines of
        # this thread were asked before; a user's command begins anew.
        done = CliRunner().invoke(main, words, input=data, prog_name="satdoku")
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        output, errors = done.stdout_bytes, done.stderr_bytes
        if "2>" in files:
            files["2>"].write_bytes(errors)
            errors = b""
        if ">" in files:
            files[">"].write_bytes(output)
            output = b""
            if both:  # `2>&1 >file`: what would be an error goes on
                output, errors = errors, b""
        elif both or (last and errors):  # as they came
            output, errors = done.output_bytes, b""
        return output, errors.decode(), done.exit_code

    def _bash(self, line, data):
        done = subprocess.run(
            ["bash", "-c", line],
            env=self.environment,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=120,
            check=False,
        )
        return done.stdout.decode(), done.returncode
