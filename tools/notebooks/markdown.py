"""The prose of a chapter as the Markdown of a notebook, which knows neither the site's folders nor its extensions."""

import re
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from tools.chapter import Block, Chapter
from tools.fences import Fence

TARGET = re.compile(r"\]\(\s*([^()\s]*)")
CONTAINER = re.compile(  # !!! note "Title", ??? note "Title", === "Title"
    r"""(?P<indent>[ \t]*) (?:!!!|\?\?\?\+?|===\+?!?) [ \t]+ (?P<kind>\w+)? [ \t]* (?:"(?P<title>[^"]*)")? [ \t]* $""",
    re.VERBOSE,
)
FENCE_OR_HEADING = re.compile(r"^(?P<fence>`{3,}|~{3,}).*?^(?P=fence)|^(?=#{1,3} )", re.MULTILINE | re.DOTALL)
GAP = re.compile(r"\n[ \t]*\n\s*\n")
SPAN = re.compile(r"</?span\b")
OPENS_FOLD = re.compile(r'<details\b(?P<attributes>[^>]*?)\s+markdown="1"')


@dataclass(frozen=True)
class Edit:
    """Other text in the place of a part of the chapter."""

    start: int
    end: int
    text: str


def pieces(chapter: Chapter, address: str) -> list[str | Block]:
    """A chapter in the order of its page: prose, as Markdown that reads well anywhere, and blocks of code.

    Code that the page has folded away, as a solution is, stays in its fold, as part of the prose.

    Args:
        chapter: The chapter.
        address: Where its source would be on the site, for what its links and images lead to.
    """
    folded = {block.start for block in chapter.blocks if is_folded(block, chapter)}
    shown = [block for block in chapter.blocks if block.start not in folded]
    outputs = {block.output.start: block.output for block in shown if block.output}
    edits = [Edit(output.start, output.end, "") for output in outputs.values()]
    edits += [Edit(comment.start, comment.end, "") for comment in chapter.directives]
    in_cells = {*outputs, *(block.start for block in shown)}
    others = [fence for fence in chapter.fences if fence.start not in in_cells]
    edits += [Edit(fence.start, fence.end, plain_fence(fence)) for fence in others]
    for span in chapter.prose.spans:
        if (text := plain_span(span, address)) != span[0]:
            edits.append(Edit(span.start(), span.end(), text))
    found: list[str | Block] = []
    start = 0
    containers: list[str] = []
    for block in [*shown, None]:
        end = block.start if block else len(chapter.text)
        prose, containers = without_containers(edited(chapter.text, edits, start, end), containers)
        found += [GAP.sub("\n\n", text.strip()) for text in sections(prose) if text.strip(" \t\r\n>")]
        if block:
            found.append(block)
            start = block.end
    return found


def sections(prose: str) -> list[str]:
    """Prose, parted above each heading; a comment in a fold's code is none."""
    cuts = [match.start() for match in FENCE_OR_HEADING.finditer(prose) if not match["fence"]]
    return [prose[start:end] for start, end in zip([0, *cuts], [*cuts, None], strict=True)]


def is_folded(block: Block, chapter: Chapter) -> bool:
    """Whether it stands in a fold of the page."""
    before = chapter.prose.text[: block.start]
    return before.count("<details") > before.count("</details>")


def plain_fence(fence: Fence) -> str:
    """A fence without attributes, which GitHub and Jupyter take for a part of the language's name."""
    lines = [f"```{fence.language}", *fence.code.splitlines(), "```"]
    return f"\n{fence.prefix}".join(lines)


def plain_span(span: re.Match[str], address: str) -> str:
    """A number without what it is bound to, a link to the site, a fold without the mark for the site's Markdown."""
    match span.lastgroup:
        case "data":
            return span["data_text"]
        case "target" | "image":
            return TARGET.sub(lambda target: f"]({absolute(target[1], address)}", span[0])
        case "tag" if not SPAN.match(span[0]):
            return OPENS_FOLD.sub(r"<details\g<attributes>", span[0])
        case "tag" | "attributes":  # of the site's looks
            return ""
    return span[0]


def absolute(target: str, address: str) -> str:
    """Where a link of the chapter leads, from anywhere."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return target
    path, hash, fragment = urljoin(address, target).partition("#")
    return re.sub(r"(?:(?<=/)index)?\.md$", lambda end: "" if end[0] != ".md" else "/", path) + hash + fragment


def edited(text: str, edits: list[Edit], start: int, end: int) -> str:
    """A part of the text, with all the edits that lie in it."""
    parts = []
    for edit in sorted(edits, key=lambda edit: edit.start):
        if start <= edit.start and edit.end <= end:
            parts += [text[start : edit.start], edit.text]
            start = edit.end
    return "".join([*parts, text[start:end]])


def without_containers(text: str, open_indents: list[str]) -> tuple[str, list[str]]:
    """Admonitions and tabs as a bold title and plain paragraphs.

    Args:
        text: Prose.
        open_indents: The indents of the containers that it starts in.

    Returns:
        The prose, and the indents of the containers that it ends in.
    """
    lines, indents = [], list(open_indents)
    for line in text.split("\n"):
        while indents and line.strip() and not line.startswith(indents[-1] + "    "):
            indents.pop()
        inner = line.removeprefix(indents[-1] + "    ") if indents else line
        if opening := CONTAINER.match(inner):
            indents.append((indents[-1] + "    " if indents else "") + opening["indent"])
            title = opening["title"] if opening["title"] is not None else (opening["kind"] or "").capitalize()
            lines += [f"**{title}**"] if title else []
        else:
            lines.append(inner)
    return "\n".join(lines), indents
