"""What testing the pages costs: pytest on all pages, against plain Python that runs the same code and checks nothing.

Both are processes of their own, start and imports included. The figure in brackets is the ratio.
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


@pytest.mark.parametrize("kind", ["plain_python", "page_tests"])
@pytest.mark.benchmark(group="all pages")
def test_all_pages(benchmark, request, kind):
    command = request.getfixturevalue(kind)
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}  # as conftest.py sets it

    def run():
        subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)

    benchmark.pedantic(run, rounds=5, warmup_rounds=1)
