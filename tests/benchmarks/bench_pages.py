"""What testing the pages costs: pytest on all pages, against plain Python that runs the same code and checks nothing;
and with the checks of what the prose says of the code, against pytest without them.

All are processes of their own, start and imports included. The figure in brackets is the ratio.
"""

import os
import subprocess
import sys

import pytest

from tools.chapter import read
from tools.course import ROOT

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
RUN_ALL = (
    "import sys\nfor path in sys.argv[1:]: exec(compile(open(path).read(), path, 'exec'), {'__name__': '__main__'})"
)


@pytest.fixture
def plain_python(tmp_path):
    """The command that runs the code of each page, one after the other, each in a namespace of its own."""
    scripts = [tmp_path / f"{number}.py" for number in range(len(PAGES))]
    for script, page in zip(scripts, PAGES, strict=True):
        script.write_text(read(page).script, encoding="utf-8")
    return [sys.executable, "-c", RUN_ALL, *scripts]


@pytest.fixture
def page_tests():
    return [sys.executable, "-m", "pytest", "--quiet", *PAGES]


def time(benchmark, command, **env):
    """Run the command several times, with conftest.py's own setting of threads."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", **env}

    def run():
        subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)


@pytest.mark.parametrize("kind", ["plain_python", "page_tests"])
@pytest.mark.benchmark(group="all pages")
def test_all_pages(benchmark, request, kind):
    time(benchmark, request.getfixturevalue(kind))


@pytest.mark.parametrize("kind", ["blocks_alone", "blocks_and_prose"])
@pytest.mark.benchmark(group="tests of all pages")
def test_checks_of_prose(benchmark, page_tests, kind):
    time(benchmark, page_tests, **{"BLOCKS_ONLY": "1"} if kind == "blocks_alone" else {})
