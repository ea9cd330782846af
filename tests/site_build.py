"""Builds the site as its publisher does, for the tests that look at what comes out."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
# As on GitHub Pages: the site does not stand at the root of its host.
SITE_URL = "https://learner.example/superhero-transformer/"
REPO_URL = "https://github.com/learner/superhero-transformer"


def build_site(into: Path, root: Path = ROOT, **env: str) -> subprocess.CompletedProcess[str]:
    """Build the site strictly, in a process of its own.

    Args:
        into: the folder that gets the site; it is emptied first.
        root: the folder that holds mkdocs.yml.
        **env: environment variables beside, or instead of, SITE_URL and REPO_URL.

    Returns:
        The finished process: its returncode, and in stdout all that it printed.
    """
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(into)]
    env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "SITE_URL": SITE_URL, "REPO_URL": REPO_URL, **env}
    return subprocess.run(command, cwd=root, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
