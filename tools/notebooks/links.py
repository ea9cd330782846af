"""A hook of MkDocs: each page that is a notebook too says where its notebook is, for partials/actions.html to link to.

The notebook is a file of the site. Colab opens it in the repository that builds the site; where none is named, in the
one that pyproject.toml names. It can do so from GitHub only.
"""

import re
from pathlib import Path

from tools.notebooks.project import REPOSITORY

COLAB = "https://colab.research.google.com/github"
ON_GITHUB = re.compile(r"https?://(?:www\.)?github\.com/(?P<name>[\w.-]+/[\w.-]+?)(?:\.git)?/?")


def colab_address(repository, notebook):
    """Return where Colab opens a notebook, or None if it cannot.

    Args:
        repository: The address of the repository.
        notebook: The path of the notebook below docs.
    """
    match = ON_GITHUB.fullmatch(repository)
    return f"{COLAB}/{match['name']}/blob/main/docs/{notebook}" if match else None


def notebook_of(source):
    """Return the path of a page's notebook below docs: the page itself, or what has its name in notebooks."""
    return source if source.endswith(".ipynb") else f"notebooks/{source.removesuffix('.md')}.ipynb"


def on_page_context(context, page, config, nav):
    source = page.file.src_uri
    notebook = notebook_of(source)
    if (Path(config.docs_dir) / notebook).is_file():
        # mkdocs-jupyter puts the file of a page that is a notebook into the page's own folder.
        file = page.url + Path(notebook).name if source == notebook else notebook
        context["notebook"] = {"file": file, "colab": colab_address(config.repo_url or REPOSITORY, notebook)}
    return context
