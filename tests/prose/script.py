"""Runs the code of a page as a reader does who copies it: as a script, in a fresh Python.

Nothing can come in from other pages or from the expressions in the prose, and what goes out on other ways than
``sys.stdout`` is seen.
"""

import ast
import os
import subprocess
import sys
from itertools import accumulate
from pathlib import Path

from tests.prose.compare import differences, stripped
from tools.chapter import Block, Chapter
from tools.course import ROOT

ECHO = "\x1e"  # comes before the value of a block's last line
END = "\x1f\n"  # comes after a block


def failures(chapter: Chapter, folder: Path) -> list[str]:
    """Run the code of a page in this folder, and say all that is not as the page says."""
    blocks = [block for block in chapter.blocks if not block.not_run]
    done = run("".join(f"{as_script(block)}\nprint(end={END!r})\n" for block in blocks), folder)
    *shown, rest = done.stdout.split(END)
    found = [wrong for block, text in zip(blocks, shown, strict=False) if (wrong := wrong_output(block, text, chapter))]
    if len(shown) < len(blocks):
        found.append(f"{chapter.path}:{blocks[len(shown)].line}: as a script, the page comes to an end in this block")
    if done.stderr or done.returncode:
        found.append(f"{chapter.path}: as a script, the page exits with {done.returncode} and says:\n\n{done.stderr}")
    elif rest:
        found.append(f"{chapter.path}: as a script, the page shows something after its last block:\n\n{rest}")
    return found


def wrong_output(block: Block, text: str, chapter: Chapter) -> str | None:
    """Compare what a block has shown with its output block."""
    printed, _, echo = text.partition(ECHO)
    shown = stripped(printed + ("\n" if echo and printed and not printed.endswith("\n") else "") + echo)
    wrong = differences(block.output, shown, chapter.path) if block.output else "\n".join(shown)
    return wrong and f"{chapter.path}:{block.line}: as a script, this block shows something else.\n\n{wrong}"


def as_script(block: Block) -> str:
    """The code of a block, so that a script shows what the page does: the value of its last line, or what it raises."""
    code = block.fence.code
    if block.raises:
        lines = "__import__('traceback').format_exception_only(_error)"
        message = f"__import__('itertools').dropwhile(lambda line: line.startswith('  '), {lines})"
        return f"try:\n    exec({code!r})\nexcept BaseException as _error:\n    print({ECHO!r}, *{message}, sep='')\n"
    last = ast.parse(code).body[-1:]
    if not (last and isinstance(last[0], ast.Expr)):
        return code
    raw = code.encode()  # ast counts the bytes of a line
    line_starts = [0, *accumulate(map(len, raw.splitlines(keepends=True)))]
    start = line_starts[last[0].lineno - 1] + last[0].col_offset
    end = line_starts[last[0].end_lineno - 1] + last[0].end_col_offset
    above, value, below = (part.decode() for part in (raw[:start], raw[start:end], raw[end:]))
    echo = f"(lambda _: _ is None or print({ECHO!r} + repr(_)))"
    return f"{above}{echo}((\n{value}\n)){below}"


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a script in this folder, with nothing of this repository but the package."""
    (folder / "only").mkdir()
    (folder / "only" / "superhero").symlink_to(ROOT / "superhero")
    script = folder / "script.py"
    script.write_text(code, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-u", script],  # unbuffered: what a subprocess of the page prints comes in its place
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder / "only"), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
