"""One page at work: its namespace, and which of its steps have run."""

import atexit
import contextlib
import contextvars
import random
import shutil
import sys
import tempfile
from collections.abc import Iterator
from types import ModuleType

from tests.prose.run import Outcome, first_filters, run
from tools.chapter import Binding, Block, Chapter

# Of all pages, those of forked processes too: they end without tidying up, so whoever is first does it for all.
FOLDERS = tempfile.mkdtemp(prefix="pages-")
atexit.register(shutil.rmtree, FOLDERS, ignore_errors=True)


class Page:
    """Runs the steps of a chapter in order, each once, whichever is asked for first."""

    def __init__(self, chapter: Chapter, path: str, blocks_only: bool = False):
        self.chapter = chapter
        self.path = path  # absolute, as tracebacks need it
        self.steps = chapter.blocks if blocks_only else chapter.steps
        module = ModuleType("__main__")
        self.namespace = vars(module)
        self.modules = {"__main__": module}  # those that it shares with no other page
        self.filters = first_filters()  # of warnings
        self.outcomes: list[Outcome | None] = []  # of the steps so far
        self.broken: Block | None = None  # the one that raised what it should not
        self.folder: str | None = None  # the working directory: pages do not write into the tree
        # NumPy keeps print options and error state in context variables: a fresh context starts with its defaults, and
        # leaves them alone.
        self.context = contextvars.Context()

    def outcome(self, wanted: Block | Binding) -> Outcome | None:
        """Run what has not run yet, up to this step.

        None: this block is not to be run, or one before it has broken the page.
        """
        index = self.steps.index(wanted)
        while len(self.outcomes) <= index and not self.broken:
            step = self.steps[len(self.outcomes)]
            block = step if isinstance(step, Block) else None
            outcome = None if block and block.not_run else self.run(step)
            self.outcomes.append(outcome)
            if block and outcome and outcome.error is not None and type(outcome.error).__name__ != block.raises:
                self.broken = block
        return self.outcomes[index] if index < len(self.outcomes) else None

    def start(self) -> None:
        """Give the page a folder of its own, and take away what other pages have set."""
        self.folder = tempfile.mkdtemp(dir=FOLDERS)
        random.seed()
        if "numpy" in sys.modules:
            sys.modules["numpy"].random.seed()
        if "torch" in sys.modules:
            sys.modules["torch"].seed()
            sys.modules["torch"].set_default_dtype(sys.modules["torch"].float32)
            sys.modules["torch"].set_printoptions(profile="default")

    def run(self, step: Block | Binding) -> Outcome:
        """Run one step, in the page's own folder, context and modules."""
        if self.folder is None:
            self.start()
        with contextlib.chdir(self.folder), self.own_modules():
            return self.context.run(run, step, self.path, self.namespace, self.filters)

    @contextlib.contextmanager
    def own_modules(self) -> Iterator[None]:
        """Make the page ``__main__``, as a script is, with a ``superhero`` of its own, which it may change."""
        others = taken_out()
        sys.modules.update(self.modules)
        try:
            yield
        finally:
            self.modules = taken_out()
            sys.modules.update(others)


def taken_out() -> dict[str, ModuleType]:
    """Take the modules that each page has for itself out of those that are loaded."""
    names = [name for name in sys.modules if name.partition(".")[0] in ("__main__", "superhero")]
    return {name: sys.modules.pop(name) for name in names}
