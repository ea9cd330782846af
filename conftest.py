"""Makes pytest collect the pages of the course, for whoever runs it and with whatever arguments."""

from pathlib import Path

from tests.prose import collector

pytest_collect_file = collector(Path(__file__).parent)
