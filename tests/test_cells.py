"""What the built pages say of their blocks of code, for the scripts that run them."""

import pytest

from tests.site_build import ROOT, SOURCES, built
from tools.cells import kinds, mark
from tools.chapter import parse, read


def fences(*codes):
    return parse("".join(f"```python\n{code}\n```\n\n" for code in codes))


@pytest.mark.parametrize("source", SOURCES)
def test_every_block_of_a_chapter_is_marked(source, pages):
    blocks = read(ROOT / "docs" / source).blocks
    cells = pages[built(source)].select("[data-cell]")
    assert [cell.code.get_text().strip() for cell in cells] == [block.fence.code.strip() for block in blocks]
    for cell, block in zip(cells, blocks, strict=True):
        assert cell.get("data-raises") == block.raises
        output = cell.find_next_sibling()
        if block.output:
            assert output.code.get_text().strip() == block.output.code.strip()
        assert (output is not None and output.has_attr("data-output")) == bool(block.output)
    assert len(pages[built(source)].select(".cells-top")) == bool(blocks)


def test_exercises_are_marked(pages):
    for source in SOURCES:
        exercises = [cell["data-exercise"] for cell in pages[built(source)].select("[data-exercise]")]
        assert exercises in ([], ["stub", "check"]), source
        assert len(pages[built(source)].select("details [data-cell=solution]")) == len(exercises) / 2, source


def test_what_trains_in_pytorch_is_marked(pages):
    kinds_of_page = [cell["data-cell"] for cell in pages["network/training/index.html"].select("[data-cell]")]
    assert 2 < kinds_of_page.count("torch") < kinds_of_page.count("run")
    assert kinds_of_page[0] == "torch"


@pytest.mark.parametrize(
    "code",
    [
        "import torch",
        "import torch.nn as nn",
        "from torch import nn",
        "import superhero.training",
        "from superhero import training",
        "from superhero.training import train",
        "def later():\n    import torch",
    ],
)
def test_pytorch_is_seen_in_every_import(code):
    assert kinds(fences(code)) == ["torch"]


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("print(x)", "torch"),
        ("y = 1\ndef f():\n    return x", "torch"),
        ("[x for y in range(3)]", "torch"),
        ("class A:\n    b = x", "torch"),
        ("x += 1", "torch"),
        ("x = x + 1", "torch"),
        ("for x in range(3):\n    print(x)", "run"),
        ("x = 1\nprint(x)", "run"),
        ("def f(x):\n    return x", "run"),
        ("print([x for x in range(3)])", "run"),
        ("import torches, superhero", "run"),
    ],
)
def test_what_uses_a_name_of_such_a_block_needs_it_too(code, kind):
    assert kinds(fences("import torch\nx = torch.zeros(3)", code)) == ["torch", kind]


def test_names_are_followed_from_block_to_block():
    codes = ["import torch\nx = 1", "y = x", "print(y)", "y = 2", "print(y)", "print(x)"]
    assert kinds(fences(*codes)) == ["torch", "torch", "torch", "run", "run", "torch"]


def test_what_is_not_run_and_what_raises():
    text = "<!-- not run: slow -->\n```python\n1\n```\n\n<!-- raises: KeyError -->\n```python\n{}[1]\n```\n"
    content = '<div class="language-python highlight"><pre><code>{}\n</code></pre></div>'
    marked = mark(content.format("1") + content.format("{}[1]"), parse(text))
    assert 'highlight" data-cell="not-run"' in marked
    assert 'highlight" data-cell="run" data-raises="KeyError"' in marked


def test_a_block_that_the_page_has_not_is_said(caplog):
    mark("<p></p>", fences("1 + 1"))
    assert "this block is not in the built page: 1 + 1" in caplog.text


def test_a_block_that_is_no_python_is_said_and_the_others_are_marked(caplog):
    assert kinds(fences("import torch\nx = 1", "1 +", "x")) == ["torch", "run", "torch"]
    assert [record.getMessage() for record in caplog.records] == ["<text>:7: SyntaxError: invalid syntax"]


@pytest.mark.parametrize(("directive", "kind"), [("raises: SyntaxError", "run"), ("not run: a sketch", "not-run")])
def test_of_a_block_that_is_meant_to_be_no_python_nothing_is_said(caplog, directive, kind):
    assert kinds(parse(f"<!-- {directive} -->\n```python\n1 +\n```\n")) == [kind]
    assert caplog.records == []
