"""Makes pytest collect the pages of the course, for whoever runs it and with whatever arguments."""

import os
from pathlib import Path

# Before NumPy and PyTorch are loaded: our networks are too small for a second thread, and on a busy machine
# PyTorch's threads wait for each other up to fifty times as long as they work.
os.environ.setdefault("OMP_NUM_THREADS", "1")

from tests.prose import collector

# BLOCKS_ONLY is for tests/benchmarks/bench_pages.py.
pytest_collect_file = collector(Path(__file__).parent, blocks_only="BLOCKS_ONLY" in os.environ)
