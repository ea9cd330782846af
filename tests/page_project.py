"""A pytest plugin: projects of small pages, tested by a real pytest with our own conftest.py."""

from pathlib import Path

import numpy as np  # noqa: F401  NumPy cannot be loaded twice; pytester forgets what is loaded only while it runs
import pytest

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[1]


@pytest.fixture
def project(pytester, monkeypatch):
    """A project with this one's conftest.py; gives a function that writes its pages and runs pytest there."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")  # hypothesis takes a second to load
    pytester.makeconftest((ROOT / "conftest.py").read_text())

    def run(pages, *arguments):
        for name, text in pages.items():
            path = pytester.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        return pytester.runpytest_inprocess(*arguments)

    return run
