"""A hook of MkDocs: says of each block of code in the built page what the page's scripts may do with it.

On the block: ``data-cell`` (``run``, ``torch``: needs PyTorch, which browsers have not, ``not-run`` or ``solution``),
``data-raises`` and ``data-exercise`` (``stub`` or ``check``). On its output: ``data-output``.
"""

import dis
import html
import logging
import re
from functools import lru_cache
from types import CodeType

from tools.chapter import Block, Chapter, ChapterError, read

log = logging.getLogger("mkdocs.hooks.cells")

DIV = re.compile(r'<div class="language-(?P<language>python|text) highlight">(?P<inside>.*?)</div>', re.DOTALL)
CODE = re.compile(r"<code>(.*?)</code>", re.DOTALL)
NEEDS_TORCH = ("torch", "superhero.training")
EXERCISE = {"Your turn": "stub", "Check": "check"}
# Here the buttons for the whole page go: straight after the page's opening, or before the first block.
OPENING = re.compile(r"(<h1\b[^\n]*</h1>\s*<p>.*?</p>)|(?=<div [^>]*data-cell=)", re.DOTALL)
TOP = '\n<div class="cells-top"></div>\n'


def on_page_content(content, page, config, files):
    if page.file.src_uri.endswith(".ipynb"):
        return content
    try:
        chapter = read(page.file.abs_src_path)
    except ChapterError as error:
        log.warning("no block can be run: %s", error)
        return content
    return mark(content, chapter)


def mark(content: str, chapter: Chapter) -> str:
    """Mark the blocks of a chapter in the page that was made of it."""
    if not chapter.blocks:
        return content
    waiting = [
        (fence.language, fence.code.strip(), attributes)
        for block, kind in zip(chapter.blocks, kinds(chapter), strict=True)
        for fence, attributes in (
            (block.fence, attributes_of(block, kind)),
            *([(block.output, {"data-output": ""})] if block.output else []),
        )
    ]

    def marked(div: re.Match) -> str:
        shown = html.unescape(re.sub(r"<[^>]+>", "", CODE.search(div["inside"])[1])).strip()
        if not waiting or waiting[0][:2] != (div["language"], shown):
            return div[0]
        attributes = "".join(f' {name}="{html.escape(value)}"' for name, value in waiting.pop(0)[2].items())
        return div[0].replace(' highlight">', f' highlight"{attributes}>', 1)

    content = DIV.sub(marked, content)
    if waiting:
        log.warning("%s: this block is not in the built page: %s", chapter.path, waiting[0][1])
    if 'data-cell="run"' in content:
        content = OPENING.sub(lambda place: place[0] + TOP, content, count=1)
    return content


def attributes_of(block: Block, kind: str) -> dict[str, str]:
    """What is to be said of a block."""
    exercise = EXERCISE.get(block.fence.attributes.get("title"))
    return {
        "data-cell": kind,
        **({"data-raises": block.raises} if block.raises else {}),
        **({"data-exercise": exercise} if exercise else {}),
    }


def kinds(chapter: Chapter) -> list[str]:
    """The ``data-cell`` of each block of a chapter."""
    found = []
    out_of_reach: set[str] = set()  # names that no session in the browser can have
    for block in chapter.blocks:
        used, defined, imported = names(compiled(block, chapter.path))
        needs_torch = bool(used & out_of_reach) or any(
            module == needed or module.startswith(f"{needed}.") for module in imported for needed in NEEDS_TORCH
        )
        if block.fence.attributes.get("title") == "Solution":
            found.append("solution")
            continue
        out_of_reach = out_of_reach | defined if needs_torch else out_of_reach - defined
        found.append("not-run" if block.not_run else "torch" if needs_torch else "run")
    return found


def compiled(block: Block, path: str) -> CodeType:
    """Compile a block. What is no Python has no names; that is warned of, unless it is not run or meant to raise."""
    try:
        return compile(block.fence.code, path, "exec")
    except SyntaxError as error:
        if not (block.raises or block.not_run):
            log.warning("%s:%d: %s: %s", path, block.line + (error.lineno or 0), type(error).__name__, error.msg)
        return compile("", path, "exec")


@lru_cache(maxsize=1024)  # more than the pages have: `mkdocs serve` asks for all at each save
def names(code: CodeType) -> tuple[set[str], set[str], set[str]]:
    """The names that code uses from before it, those that it defines, and the modules that it imports.

    Read from the bytecode, which is in the order of execution and has the scopes worked out.
    """
    used, defined, imported, later = set(), set(), set(), set()
    for instruction in dis.get_instructions(code):
        name = instruction.argval
        match instruction.opname:
            case "LOAD_NAME" if name not in defined:
                used.add(name)
            case "LOAD_GLOBAL":
                used.add(name)
            case "STORE_NAME":
                defined.add(name)
            case "IMPORT_NAME":
                imported.add(module := name)
            case "IMPORT_FROM":
                imported.add(f"{module}.{name}")
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            used_inside, _, imported_inside = names(inner)
            later |= used_inside
            imported |= imported_inside
    return used | (later - defined), defined, imported
