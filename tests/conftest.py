"""The site, built once for all tests that look at it."""

import subprocess
from pathlib import Path

import hypothesis
import pytest
from bs4 import BeautifulSoup

from tests.site_build import SITE_URL, build_site

# The same examples in every run; and no example fails because the machine is busy.
hypothesis.settings.register_profile("course", derandomize=True, deadline=None)
hypothesis.settings.load_profile("course")


@pytest.fixture(scope="session")
def site_process(tmp_path_factory: pytest.TempPathFactory) -> subprocess.CompletedProcess[str]:
    """The process that built the site: what it printed, and its returncode."""
    # In a folder of the name that the site has on its host, so that the folder above can be served as that host.
    return build_site(tmp_path_factory.mktemp("host") / Path(SITE_URL).name)


@pytest.fixture(scope="session")
def site(site_process: subprocess.CompletedProcess[str]) -> Path:
    """The folder of the built site."""
    if site_process.returncode:
        pytest.fail(f"mkdocs build --strict fails:\n{site_process.stdout}", pytrace=False)
    return Path(site_process.args[-1])


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[str, BeautifulSoup]:
    """Every page of the built site, by its path below the site."""
    files = sorted(site.rglob("*.html"))
    return {path.relative_to(site).as_posix(): BeautifulSoup(path.read_bytes(), "html5lib") for path in files}
