"""Small changes to the code of a page."""

from collections.abc import Iterator
from pathlib import Path

from tools.chapter import Chapter
from tools.fences import Fence
from tools.mutants.change import Change
from tools.mutants.code import code_changes, identifiers


def block_changes(chapter: Chapter, path: Path) -> Iterator[Change]:
    """All small changes to the code of a page's blocks."""
    in_use = identifiers(chapter.script)
    for block in chapter.blocks:
        fence = block.fence
        for made in code_changes(fence.code, in_use):
            yield Change(
                kind=f"code: {made.kind}",
                path=path,
                line=fence.line + made.line,
                was=made.was,
                now=made.now,
                start=fence.code_start,
                end=fence.code_end,
                new=indented(made.code, fence),
            )


def indented(code: str, fence: Fence) -> str:
    """Code as it has to stand in this fence."""
    return "".join(f"{fence.prefix}{line}\n" for line in code.splitlines())
