"""The colours of the figures in each scheme, as docs/assets/css/roles.css has them."""

import re
from pathlib import Path

ROLES_CSS = Path(__file__).parents[2] / "docs/assets/css/roles.css"


def _found():
    return re.findall(r"--([\w-]+):\s*(#[0-9a-fA-F]+)", ROLES_CSS.read_text(encoding="utf-8"))


def light():
    """Return the colours of the light scheme, by name. It comes first in that file."""
    return dict(reversed(_found()))


def dark():
    """Return the colours of the dark scheme, by name. It comes last in that file."""
    return dict(_found())
