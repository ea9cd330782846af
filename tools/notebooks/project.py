"""What pyproject.toml says of the project: where its site is, and its repository. A fork changes those two lines."""

import tomllib
from pathlib import Path

URLS = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
SITE, REPOSITORY = URLS["Homepage"], URLS["Repository"]
