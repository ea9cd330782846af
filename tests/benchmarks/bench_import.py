"""What `import superhero` costs beside the `import numpy` in it, each in a Python of its own, its start included."""

import os
import subprocess
import sys

import pytest

from tools.course import ROOT


@pytest.mark.benchmark(group="import")
@pytest.mark.parametrize("module", ["numpy", "superhero"])
def test_import(benchmark, module):
    command = [sys.executable, "-c", f"import {module}"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    benchmark.pedantic(subprocess.run, (command,), {"env": env, "check": True}, rounds=20, warmup_rounds=2)
