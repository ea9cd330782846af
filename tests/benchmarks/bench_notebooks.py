"""What running the chapters' notebooks costs: each in a kernel of its own, against the page tests of the same chapters,
which run the same code and check the prose too.

Both are pytest in a process of its own, start and imports included. The figure in brackets is the ratio.
"""

import os
import subprocess
import sys

import pytest

from tools.course import ROOT, parts
from tools.notebooks.notebook import notebook_of

CHAPTERS = [path.relative_to(ROOT) for part in parts().values() for path in part]
RUNS = "tests/test_notebooks_run.py::test_every_output_is_as_the_notebook_says"
KINDS = {
    "page_tests": CHAPTERS,
    "notebooks": [f"{RUNS}[{notebook_of(ROOT / path).relative_to(ROOT).as_posix()}]" for path in CHAPTERS],
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.benchmark(group="all chapters")
def test_all_chapters(benchmark, kind):
    command = [sys.executable, "-m", "pytest", "--quiet", *KINDS[kind]]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}

    def run():
        subprocess.run(command, env=env, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)

    benchmark.pedantic(run, rounds=3, warmup_rounds=1)
