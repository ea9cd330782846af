"""A hook of MkDocs, the first: the others can import ``tools``, with `mkdocs` as with `python -m mkdocs`."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1]))
