"""The site and the package, built once for all tests that look at them."""

import subprocess
import sys
from pathlib import Path

import hypothesis
import pytest
from bs4 import BeautifulSoup

from tests.site_build import ROOT, SITE_URL, build_site

PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]

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


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, as it is published."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [*PIP, "wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT], check=True
    )
    (wheel,) = folder.iterdir()
    return wheel


@pytest.fixture(scope="session")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that the wheel is installed into, and nothing besides."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([*PIP, "install", "--no-index", "--no-deps", "--target", folder, wheel], check=True)
    return folder
