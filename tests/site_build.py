"""Builds the site as its publisher does, for the tests that look at what comes out."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
# As on GitHub Pages, the site is not at the root of its host. Browsers trust a host below localhost as they do https.
SITE_URL = "http://learner.localhost/superhero-transformer/"
REPO_URL = "https://github.com/learner/superhero-transformer"

# The pages of the course, by their path below docs.
SOURCES = sorted(path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md"))


def built(source: str) -> str:
    """Return the path of the built page of a source, below the site."""
    return re.sub(r"(^|/)index/index", r"\1index", source.removesuffix(".md") + "/index.html")


def build_site(into: Path, root: Path = ROOT, **env: str | None) -> subprocess.CompletedProcess[str]:
    """Build the site strictly, in a process of its own.

    Args:
        into: the folder that gets the site; it is emptied first.
        root: the folder that holds mkdocs.yml.
        **env: what is to be different in the environment, which has SITE_URL and REPO_URL; None removes a variable.

    Returns:
        The finished process: its returncode, and in stdout all that it printed.
    """
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(into)]
    # The sitemap names the day of the build: fixed, so that midnight cannot come between two builds that are compared.
    settings = {"SITE_URL": SITE_URL, "REPO_URL": REPO_URL, "NO_MKDOCS_2_WARNING": "1", "SOURCE_DATE_EPOCH": "1"}
    environment = {name: value for name, value in {**os.environ, **settings, **env}.items() if value is not None}
    return subprocess.run(
        command, cwd=root, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )


def copy_sources(into: Path) -> None:
    """Copy all that the site is built from, to be changed. The cache is shared, so that nothing is fetched again."""
    for name in ("docs", "superhero", "tools", "overrides"):
        shutil.copytree(ROOT / name, into / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("mkdocs.yml", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, into)
    (ROOT / ".cache").mkdir(exist_ok=True)
    (into / ".cache").symlink_to(ROOT / ".cache")
