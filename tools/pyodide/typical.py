"""What a page's Python does sooner or later; the build runs it, and whatever files it opens go into the core bundle."""

import contextlib
import contextvars
import importlib.util
import inspect
import io
import linecache
import traceback

import numpy as np

import superhero

# The session of a page, where this tree has it.
if importlib.util.find_spec("page_session"):
    import page_session  # noqa: F401

with contextlib.redirect_stdout(io.StringIO()):
    help(superhero.softmax)
    help(np.ndarray)
    help(str.split)

print(np.arange(3), np.eye(2), [np.float64(0.5)], np.array([1 + 2j, np.nan]), np.array(["a"]), np.array([True]))
np.linalg.inv(np.eye(2))
inspect.getsource(superhero.attention)
superhero.answer("Crow keep-flight swap-speech he-is?")
contextvars.copy_context().run(np.set_printoptions, precision=2)

for wrong in ("1 / 0", "np.zeros(2) @ np.zeros(3)", "superhero.embed('Cow')", "a b", "import torch"):
    try:
        exec(compile(wrong, "block 1", "exec"))
    except Exception as error:
        traceback.format_exception(error)
        linecache.getline("block 1", 1)
