"""A hook of MkDocs: puts Python for the browser into the site, where there is any, and tells the pages where it is.

The pages' template, overrides/main.html, reads ``config.extra.python``: the bundle's address below the site.
"""

import logging

from mkdocs.exceptions import BuildError
from mkdocs.structure.files import File

from tools.pyodide.bundle import Bundle, make_bundle, renew, sources
from tools.pyodide.fetch import WrongFile

LOG = logging.getLogger("mkdocs.hooks.python")
NONE = "This build has no Python for the browser: Pyodide is neither in .cache/pyodide nor to be had from any source."


class Python:
    """The bundle, made once: while `mkdocs serve` runs, a save does not wait for it again.

    But a save of what is in it, such as superhero, is seen in the browser at once.
    """

    def __init__(self):
        self.bundle: Bundle | None = None
        self.made_from: dict[str, bytes] | None = None

    def get(self) -> Bundle | None:
        made_from, before = sources(), self.made_from
        self.made_from = made_from
        if before is None:
            self.bundle = make_bundle()
            if self.bundle is None:
                LOG.info(NONE)
        elif self.bundle and made_from != before:
            self.bundle = renew(self.bundle)
        return self.bundle


PYTHON = Python()


def on_config(config):
    try:
        bundle = PYTHON.get()
    except WrongFile as error:
        raise BuildError(str(error)) from None
    if bundle:
        config.extra["python"] = address(bundle)
    return config


def on_files(files, config):
    for file in PYTHON.bundle.files if PYTHON.bundle else []:
        files.append(File.generated(config, address(PYTHON.bundle) + file.name, abs_src_path=str(file)))
    return files


def address(bundle: Bundle) -> str:
    return f"assets/python/{bundle.digest}/"
