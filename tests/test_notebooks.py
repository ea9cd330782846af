"""The notebooks in docs/notebooks: that they are in step with the chapters, and what is made of a chapter."""

import re

import nbformat
import pytest

from tests.prose.compare import stripped
from tools.chapter import Block, parse, read
from tools.course import ROOT, parts
from tools.notebooks.markdown import is_folded, pieces
from tools.notebooks.notebook import FOLDER, SITE, all_notebooks, notebook_of

CHAPTERS = [path for part in parts().values() for path in part]
HERE = "https://example.org/course/attention/head.md"


def name(path):
    return path.relative_to(ROOT).as_posix()


@pytest.fixture(scope="module")
def made():
    return all_notebooks()


def test_notebooks_are_in_step_with_the_chapters(made):
    committed = {path: path.read_text(encoding="utf-8") for path in FOLDER.rglob("*.ipynb")}
    stale = [name(path) for path in made.keys() | committed.keys() if made.get(path) != committed.get(path)]
    assert not stale, f"run `make notebooks`: {', '.join(sorted(stale))}"


def test_making_them_twice_gives_the_same_bytes(made):
    assert all_notebooks() == made


def test_there_is_one_for_each_chapter_and_one_for_the_course(made):
    assert {name(path) for path in made} == {
        "docs/notebooks/workshop.ipynb",
        *(f"docs/notebooks/{path.parent.name}/{path.stem}.ipynb" for path in CHAPTERS),
    }


def test_notebooks_are_valid_and_tell_no_time(made):
    for text in made.values():
        notebook = nbformat.reads(text, as_version=4)
        nbformat.validate(notebook)
        ids = [cell.id for cell in notebook.cells]
        assert len(set(ids)) == len(ids)
        assert {cell.execution_count for cell in notebook.cells if cell.cell_type == "code"} == {None}


def shown(cell):
    """What a reader sees below a cell."""
    return "".join(
        output.get("text") or output.get("data", {}).get("text/plain") or "".join(output.get("traceback", []))
        for output in cell.outputs
    )


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_cells_are_the_blocks_of_the_chapter_with_their_outputs(path, made):
    chapter = read(path)
    _setup, *cells = [cell for cell in nbformat.reads(made[notebook_of(path)], 4).cells if cell.cell_type == "code"]
    blocks = [block for block in chapter.blocks if not is_folded(block, chapter)]
    assert [re.sub(r"\A# (Your turn|Check)\n", "", cell.source) for cell in cells] == [
        block.fence.code.rstrip("\n") for block in blocks
    ]
    said = [stripped(block.output.code if block.output else "") for block in blocks]
    assert [stripped(shown(cell)) for cell in cells] == said


def test_workshop_holds_every_chapter_in_order(made):
    workshop = nbformat.reads(made[FOLDER / "workshop.ipynb"], 4)
    cells = [cell for path in CHAPTERS for cell in nbformat.reads(made[notebook_of(path)], 4).cells[2:]]
    for cell in cells:
        if cell.cell_type == "markdown":  # below the title and the part
            cell.source = re.sub(r"\A#", "###", cell.source)
    of_parts = {cell.id for cell in workshop.cells[2:]} - {cell.id for cell in cells}
    assert [cell for cell in workshop.cells[2:] if cell.id not in of_parts] == cells
    assert [cell.source for cell in workshop.cells if cell.id in of_parts] == [f"## {title}" for title in parts()]


def test_first_cell_gives_credit_and_the_licence(made):
    for text in made.values():
        credit, setup, *_ = nbformat.reads(text, 4).cells
        assert "[TechAarvam](https://www.techaarvam.com)" in credit.source
        assert "this notice stays with every copy" in " ".join(credit.source.replace("\n> ", " ").split())
        assert "MIT" in credit.source
        assert "--no-deps" in setup.source


def test_nothing_of_the_site_is_left_in_the_prose(made):
    for text in made.values():
        prose = "\n".join(cell.source for cell in nbformat.reads(text, 4).cells if cell.cell_type == "markdown")
        prose = re.sub(r"```.*?```|`[^`\n]+`", "", prose, flags=re.DOTALL)
        assert re.findall(r"<data|<!--|<span|markdown=|^!!!|^===", prose, re.MULTILINE) == []
        assert re.findall(r"\]\((?!https://)[^)]*\)", prose) == []


def test_links_of_the_notebooks_lead_to_pages_of_the_site(made, site):
    prose = "".join(made.values())
    links = set(re.findall(rf"\]\({re.escape(SITE)}([^)#]*)", prose))
    missing = [link for link in links if not (site / link).is_file() and not (site / link / "index.html").is_file()]
    assert links
    assert missing == []


def markdown_of(text):
    return [piece for piece in pieces(parse(text), HERE) if not isinstance(piece, Block)]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("two-heads.md", "https://example.org/course/attention/two-heads/"),
        ("../errata.md#a-point", "https://example.org/course/errata/#a-point"),
        ("../index.md", "https://example.org/course/"),
        ("../figures/head.svg", "https://example.org/course/figures/head.svg"),
        ("#recap", "https://example.org/course/attention/head/#recap"),
        ("https://pytorch.org", "https://pytorch.org"),
    ],
)
def test_links_are_absolute(source, target):
    link = "See [this]({0}) and ![that]({0})."
    assert markdown_of(link.format(source)) == [link.format(target)]


def test_bound_numbers_are_their_text_and_directives_are_gone():
    text = 'The crow gets <data value="share:.2f">0.99</data>.\n\n$$\nE = 286.2\n$$\n\n<!-- values: E:.1f -->\n'
    assert markdown_of(text) == ["The crow gets 0.99.\n\n$$\nE = 286.2\n$$"]


def test_what_looks_like_the_sites_own_in_code_stays():
    assert markdown_of('Write `<data value="x">1</data>`.') == ['Write `<data value="x">1</data>`.']


def test_admonitions_and_tabs_read_as_plain_markdown():
    text = """Before.

!!! note "Mind this"

    The first paragraph.

    ```python
    1 + 1
    ```

    ```text
    2
    ```

    The second.

=== "By hand"

    Count.

After.
"""
    found = pieces(parse(text), HERE)
    assert found[0] == "Before.\n\n**Mind this**\n\nThe first paragraph."
    assert found[1].fence.code == "1 + 1\n"
    assert found[2] == "The second.\n\n**By hand**\n\nCount.\n\nAfter."


def test_a_comment_in_a_fold_is_no_heading():
    text = '<details markdown="1"><summary>More</summary>\n\n```python\n# one\nx = 1\n```\n\n</details>\n\n## Next\n'
    fold = "<details><summary>More</summary>\n\n```python\n# one\nx = 1\n```\n\n</details>"
    assert markdown_of(text) == [fold, "## Next"]


def test_a_solution_stays_folded():
    text = """<details markdown="1"><summary>Solution</summary>

```python title="Solution"
x = 1
```

</details>
"""
    assert markdown_of(text) == ["<details><summary>Solution</summary>\n\n```python\nx = 1\n```\n\n</details>"]
