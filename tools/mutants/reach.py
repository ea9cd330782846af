"""Which lines of the package a page reaches: only a change to one of these can make a difference to it."""

import sys
from collections.abc import Callable
from pathlib import Path


def lines_reached(action: Callable[[], object], folder: Path) -> tuple[object, set[tuple[str, int]]]:
    """Do it, and return what it gives, and the files and lines below the folder that ran."""
    reached = set()

    def in_the_package(frame, event, _):
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        return in_the_package

    def on_call(frame, event, _):
        return in_the_package if frame.f_code.co_filename.startswith(f"{folder}/") else None

    sys.settrace(on_call)
    try:
        result = action()
    finally:
        sys.settrace(None)
    return result, reached
