"""Pages as scripts: what a page shows in the page tests alone, and to nobody who runs it, is caught."""

import pytest

from tests.page_forms import PLACES, page
from tests.prose.script import failures
from tools.chapter import parse

RIGHT = {
    **PLACES,
    "last lines": page("""
        ```python
        from __future__ import annotations

        π = "ä"; (π, # a comment
          7); # and another
        ```
        ```text
        ('ä', 7)
        ```

        ```python
        None
        ```

        ```python
        print("no line end", end="")
        ```
        ```text
        no line end
        ```
        """),
    "an error below which the page goes on": page("""
        <!-- raises: KeyError -->
        ```python
        a = 5
        {}["key"]
        ```
        ```text
        KeyError: 'key'
        ```
        ```python
        a
        ```
        ```text
        5
        ```
        """),
}
PRINTS = "```python\n{}\n```\n\n```text\n42\n```\n"
# What a page shows to the page tests, and what a script shows in its place.
WRONG = {
    "an expression changes the state": (
        "```python\nx = [42]\n```\n\n<data value=\"x.append(43) or 'it'\">it</data>\n\n```python\nx\n```\n\n"
        "```text\n[42, 43]\n```\n",
        "docs/page.md:7: as a script, this block shows something else.",
    ),
    "set by another page": (PRINTS.format("import math\n\nmath.pi"), "3.14"),
    "past sys.stdout": (
        "```python\nimport os\n\nx = os.system('echo 43')\n```\n",
        "this block shows something else.\n\n43",
    ),
    "in a process of its own": (PRINTS.format("import os\n\nx = os.system('echo 43')\nprint(42)"), "+ 43"),
    "logged": (
        "```python\nimport logging\n\nlogging.warning('43')\n```\n",
        "exits with 0 and says:\n\nWARNING:root:43",
    ),
    "later": (
        "```python\nimport threading\n\nthreading.Timer(0.1, print, [43]).start()\n```\n",
        "docs/page.md: as a script, the page shows something after its last block:\n\n43",
    ),
    "an exit": ("```python\nimport os\n\nos._exit(0)\n```\n", "docs/page.md:1: as a script, the page comes to an end"),
    "an error": ("```python\n1 / 0\n```\n", "ZeroDivisionError"),
}


@pytest.mark.parametrize("text", RIGHT.values(), ids=RIGHT)
def test_what_a_page_says_is_what_a_script_shows(text, tmp_path):
    assert failures(parse(text), tmp_path) == []


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_what_a_script_does_not_show_is_caught(text, message, tmp_path):
    found = "\n".join(failures(parse(text, "docs/page.md"), tmp_path))
    assert message in found
