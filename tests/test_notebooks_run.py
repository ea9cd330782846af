"""Runs every notebook from top to bottom, as a reader does: a real kernel, an empty folder, the installed package."""

import os
import sys

import nbformat
import pytest
from nbclient import NotebookClient

from tests.prose.compare import stripped
from tools.course import ROOT
from tools.notebooks.notebook import FOLDER

NOTEBOOKS = sorted(FOLDER.rglob("*.ipynb"))


def shown(cell):
    """What a reader sees below a cell: what it prints, then its value, or the last line of its traceback."""
    found = []
    for output in cell.outputs:
        if output.output_type == "stream":
            found.append(("" if output.name == "stdout" else f"{output.name}: ") + output.text)
        elif output.output_type == "error":
            found.append(f"{output.ename}: {output.evalue}")
        else:
            found.append(output.data["text/plain"])
    return stripped("".join(found))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_output_is_as_the_notebook_says(path, installed, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    said = [shown(cell) for cell in notebook.cells if cell.cell_type == "code"]
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = []
    client = NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}})
    client.execute(
        env={
            **os.environ,
            "PYTHONPATH": str(installed),
            "PYTHONSAFEPATH": "1",
            "IPYTHONDIR": str(tmp_path / "ipython"),
            "OMP_NUM_THREADS": "1",
        }
    )
    assert [shown(cell) for cell in notebook.cells if cell.cell_type == "code"] == said


def test_it_is_the_installed_package_that_they_run(installed, tmp_path):
    cell = nbformat.v4.new_code_cell("import superhero, sys\nprint(superhero.__file__, sys.executable, sep='\\n')")
    notebook = nbformat.v4.new_notebook(cells=[cell])
    client = NotebookClient(notebook, resources={"metadata": {"path": str(tmp_path)}})
    client.execute(env={**os.environ, "PYTHONPATH": str(installed), "IPYTHONDIR": str(tmp_path / "ipython")})
    assert shown(notebook.cells[0]) == [str(installed / "superhero" / "__init__.py"), sys.executable]
