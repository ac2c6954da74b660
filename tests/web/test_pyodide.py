"""The same answers through Pyodide in Node as in this Python."""

import json
import subprocess
from pathlib import Path

import pytest

from satdoku.web.api import handle
from satdoku.web.site import wheel
from tests.cli.samples import CLASHING, EASY, EMPTY, HARD, MEDIUM, SEVERAL

REQUESTS = (
    {"do": "about"},
    {"do": "read", "puzzle": EASY},
    {"do": "live", "puzzle": SEVERAL},
    {"do": "solve", "puzzle": HARD},
    {"do": "solve", "puzzle": SEVERAL, "limit": 9},
    {"do": "count", "puzzle": EMPTY, "limit": 11_000},
    {"do": "check", "puzzle": CLASHING},
    {"do": "check", "puzzle": MEDIUM},
    {"do": "hint", "puzzle": MEDIUM, "detail": 4},
    {"do": "explain", "puzzle": MEDIUM},
    {"do": "rate", "puzzle": MEDIUM},
    {"do": "generate", "level": "easy", "size": 6, "seed": 1},
    {"do": "cnf", "puzzle": EASY},
    {"do": "prove", "puzzle": MEDIUM},
    {"do": "solve", "puzzle": "nothing"},
)
VARYING = {"time_s", "statistics"}


@pytest.fixture
def through_pyodide(pyodide, program, tmp_path):
    """Return a function that answers requests through Pyodide."""

    def answers(requests):
        wheels = [str(path) for path in pyodide.glob("python_sat-*.whl")]
        name, data = wheel()
        (tmp_path / name).write_bytes(data)
        wheels.append(str(tmp_path / name))
        script = Path(__file__).with_name("pyodide.mjs")
        done = subprocess.run(
            [program("node"), str(script), str(pyodide), *wheels],
            input=json.dumps(requests),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2_000:]
        return json.loads(done.stdout)["replies"]

    return answers


def stable(value):
    """Return a reply without what may differ: times."""
    if isinstance(value, dict):
        return {key: stable(one) for key, one in value.items() if key not in VARYING}
    return [stable(one) for one in value] if isinstance(value, list) else value


def test_answers_are_those_of_this_python(through_pyodide):
    for request, (reply, _) in zip(REQUESTS, through_pyodide(REQUESTS), strict=True):
        assert stable(reply) == stable(json.loads(json.dumps(handle(request)))), request
