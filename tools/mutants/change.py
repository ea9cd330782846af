"""One small change to a file."""

import os
from dataclasses import dataclass
from pathlib import Path

from tools.course import ROOT


@dataclass(frozen=True)
class Change:
    """One small change. Offsets count the characters of the file's text."""

    kind: str  # "prose: table, digit"
    path: Path
    line: int
    was: str  # what stood there, and what stands there now, for people to read
    now: str
    start: int
    end: int
    new: str
    statement: range = range(0)  # in Python code: the lines of the statement that is changed

    @property
    def group(self) -> str:
        """What is changed: "prose" of "prose: table, digit"."""
        return self.kind.partition(":")[0]

    @property
    def place(self) -> str:
        """Its file and line."""
        return f"{os.path.relpath(self.path, ROOT)}:{self.line}"

    def apply(self, text: str) -> str:
        """Return the file's text with the change made."""
        return text[: self.start] + self.new + text[self.end :]
