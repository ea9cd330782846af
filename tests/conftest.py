"""The site, built once for all tests that look at it."""

import subprocess
from pathlib import Path

import pytest

from tests.site_build import build_site


@pytest.fixture(scope="session")
def site_process(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """The process that built the site: what it printed, and its returncode."""
    return build_site(tmp_path_factory.mktemp("built") / "site")


@pytest.fixture(scope="session")
def site(site_process: subprocess.CompletedProcess[str]) -> Path:
    """The folder of the built site."""
    if site_process.returncode:
        pytest.fail(f"mkdocs build --strict fails:\n{site_process.stdout}", pytrace=False)
    return Path(site_process.args[-1])
