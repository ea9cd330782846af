"""A chapter as a notebook: cells of Markdown and code, with the outputs that the page shows."""

import json
import re
from pathlib import Path

from tests.prose.judge import failure
from tests.prose.page import Page
from tests.prose.run import Outcome
from tools.chapter import Block, read
from tools.course import ROOT, parts
from tools.notebooks.markdown import pieces
from tools.notebooks.project import REPOSITORY, SITE

FOLDER = ROOT / "docs" / "notebooks"
WORKSHOP = FOLDER / "workshop.ipynb"

CREDIT = """\
> {what} It is part of [Superhero Transformer]({site}), a course that teaches attention through a transformer whose
> weights are written by hand.
>
> The course is based on material by [TechAarvam](https://www.techaarvam.com), the workshop notebook "Attention is
> simpler than you think: a hand-crafted superhero transformer". TechAarvam's material may be used, copied, modified,
> shared and built on, for commercial purposes too, free of charge, on condition that TechAarvam is credited, that
> https://www.techaarvam.com is linked, and that this notice stays with every copy or derivative. It comes as is,
> without warranty of any kind. The course's own text and code are under the
> [MIT licence]({repository}/blob/main/LICENSE)."""

SETUP = """\
# Run this cell first. Where the course's package is there already, it does
# nothing. Elsewhere, as in Colab, it installs that one package, and leaves
# NumPy and PyTorch as they are.
try:
    import superhero
except ModuleNotFoundError:
    %pip install --quiet --no-deps "superhero-transformer @ git+{repository}\""""


class StalePageError(Exception):
    """A page does not say what its code gives: no notebook can be made of it."""


def notebook_of(path: Path) -> Path:
    """Where the notebook of a chapter is."""
    return FOLDER / path.relative_to(ROOT / "docs").with_suffix(".ipynb")


def all_notebooks() -> dict[Path, str]:
    """The text of every notebook, by its path: one for each chapter, and one for the whole course.

    Raises:
        StalePageError: A page does not say what its code gives.
    """
    chapters = [path for part in parts().values() for path in part]
    cells = {path: chapter_cells(path) for path in chapters}
    texts = {}
    for path, own in cells.items():
        page = page_address(path)
        what = f"This is the chapter [{read(path).title}]({page}) as a notebook."
        texts[notebook_of(path)] = text([*opening(what), *own])
    texts[WORKSHOP] = text(workshop(cells))
    return texts


def workshop(chapters: dict[Path, list[dict]]) -> list[dict]:
    """The cells of the whole course. A chapter's headings stand below its part's, and that below the title.

    Args:
        chapters: The cells of each chapter.
    """
    credit, setup = opening("This is the whole course as one notebook, for a workshop.")
    cells = [markdown(credit["id"], f"# The course as one notebook\n\n{''.join(credit['source'])}"), setup]
    for title, part in parts().items():
        cells.append(markdown(slug(title)[:60], f"## {title}"))
        cells += [lowered(cell) for path in part for cell in chapters[path]]
    return cells


def lowered(cell: dict) -> dict:
    """A cell of a chapter with its heading, if it opens with one, two levels lower."""
    if cell["cell_type"] == "markdown" and cell["source"][0].startswith("#"):
        return {**cell, "source": [f"##{cell['source'][0]}", *cell["source"][1:]]}
    return cell


def opening(what: str) -> list[dict]:
    """The first cells of a notebook: credit, licence, and what installs the package."""
    credit = CREDIT.format(what=what, site=SITE, repository=REPOSITORY)
    return [markdown("credit", credit), code("setup", SETUP.format(repository=REPOSITORY), [])]


def chapter_cells(path: Path) -> list[dict]:
    """The cells of a chapter."""
    chapter = read(path)
    page = Page(chapter, str(path))
    for step in chapter.steps:
        if wrong := failure(page, step):
            raise StalePageError(f"{wrong}\n\nMend the page first: its notebook is made from it.")
    outcomes = dict(zip([step.start for step in page.steps], page.outcomes, strict=True))
    name = slug(path.stem)
    cells = []
    for number, piece in enumerate(pieces(chapter, f"{SITE}{path.relative_to(ROOT / 'docs').as_posix()}"), start=1):
        identity = f"{name}-{number}"
        if isinstance(piece, Block):
            cells.append(code_cell(identity, piece, outcomes[piece.start]))
        else:
            cells.append(markdown(identity, piece))
    return cells


def code_cell(identity: str, block: Block, outcome: Outcome | None) -> dict:
    """A block of code with what the page shows below it."""
    source = block.fence.code.rstrip("\n")
    if title := block.fence.attributes.get("title"):
        source = f"# {title}\n{source}"
    cell = code(identity, source, outputs(outcome) if outcome else [])
    if block.raises:
        cell["metadata"]["tags"] = ["raises-exception"]  # Jupyter goes on to the next cell
    return cell


def outputs(outcome: Outcome) -> list[dict]:
    """What a block has shown, as Jupyter keeps it."""
    found = []
    if outcome.printed:
        found.append({"name": "stdout", "output_type": "stream", "text": lines(outcome.printed)})
    if outcome.error is not None:
        name, value = type(outcome.error).__name__, str(outcome.error)
        found.append({"ename": name, "evalue": value, "output_type": "error", "traceback": [outcome.echo.rstrip("\n")]})
    elif outcome.echo:
        data = {"text/plain": lines(outcome.echo)}
        found.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return found


def markdown(identity: str, source: str) -> dict:
    """A cell of prose."""
    return {"cell_type": "markdown", "id": identity, "metadata": {}, "source": lines(source)}


def code(identity: str, source: str, outputs: list[dict]) -> dict:
    """A cell of code."""
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": identity,
        "metadata": {},
        "outputs": outputs,
        "source": lines(source),
    }


def text(cells: list[dict]) -> str:
    """A notebook as its file has it, the same bytes each time."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    notebook = {"cells": cells, "metadata": metadata, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"


def page_address(path: Path) -> str:
    """Where the page of a chapter is on the site."""
    return f"{SITE}{path.relative_to(ROOT / 'docs').with_suffix('').as_posix()}/"


def lines(source: str) -> list[str]:
    """Text as notebooks keep it."""
    return source.splitlines(keepends=True)


def slug(title: str) -> str:
    """A name for a cell: letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
