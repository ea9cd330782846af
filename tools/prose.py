"""The prose of a chapter: its paragraphs, and what stands in them that is no plain text (code, formulas, links)."""

import re
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from tools.fences import line_at

# Any character, but never across a blank line, where a paragraph ends.
ANY = r"(?:(?!\n[ \t\r>]*\n)[\s\S])"

# What comes first wins, as in Markdown: a tag in `code` is no tag. The name of a match is its lastgroup.
SPANS = re.compile(
    rf"""
      (?P<escape> \\[!-/:-@\[-`{{-~] )
    | (?P<code> (?<!`)(?P<ticks>`+)(?!`) (?P<code_text>{ANY}+?) (?<!`)(?P=ticks)(?!`) )
    | (?P<display> ^[ \t>]*\$\$ (?P<display_text>{ANY}+?) \$\$[ \t\r]*$ )
    | (?P<formula> (?<!\$)\$(?![\s$]) (?P<formula_text>(?:\\.|(?!\\|\$){ANY})+) (?<!\s)\$(?![\d$]) )
    | (?P<data> <data\ value="(?P<value>[^"\n]*)"> (?P<data_text>(?:(?![`*\\$<]){ANY})*) </data> )
    | (?P<image> !\[ (?P<image_text>[^\]]*) \] \( [^()\s]* (?:\s+"[^"]*")? \) )
    | (?P<target> \] \( [^()\s]* (?:\s+"[^"]*")? \) )
    | (?P<tag> </?[a-zA-Z] (?:[^<>"']|"[^"]*"|'[^']*')* > )
    | (?P<address> https?://[^\s<>()]+ )
    | (?P<attributes> \{{:?[ ]*(?:[.#][\w-]|[\w-]+=)[^{{}}\n]*\}} )
    | (?P<entity> &\#?\w+; )
    """,
    re.VERBOSE | re.MULTILINE,
)
ITEM = re.compile(r"[ \t>]*(?:[-*+]|\d+[.)])[ \t]")
HEADING = re.compile(r"[ \t>]*#{1,6}[ \t]")


class Paragraph:
    """A paragraph, a heading, an item of a list, a table: lines that belong together.

    Attributes:
        start: Of its text in the chapter's, in characters.
        end: Of its last character that is no space.
        line: Its first line.
    """

    def __init__(self, prose: str, start: int, end: int):
        self.text = prose[start:end].rstrip(" \t\r\n>")
        self.start = start
        self.end = start + len(self.text)
        self.line = line_at(prose, start)


class Prose:
    """The prose of a chapter.

    Args:
        text: The chapter's text, with fences and comments blanked out.
    """

    def __init__(self, text: str):
        self.text = text
        self.spans = list(SPANS.finditer(text))

    @cached_property
    def paragraphs(self) -> list[Paragraph]:
        """All paragraphs, in order."""
        inside = {
            place
            for span in self.spans
            for place in range(span.start() + 1, span.end())
            if "\n" in span[0] and self.text[place - 1] == "\n"
        }
        found, start, offset = [], None, 0
        for line in self.text.splitlines(keepends=True):
            heading = HEADING.match(line) and offset not in inside
            item = ITEM.match(line) and offset not in inside
            if start is not None and (is_blank(line) or heading or item):
                found.append(Paragraph(self.text, start, offset))
                start = None
            if start is None and not is_blank(line):
                start = offset
            offset += len(line)
            if heading:
                found.append(Paragraph(self.text, start, offset))
                start = None
        if start is not None:
            found.append(Paragraph(self.text, start, offset))
        return found

    def paragraph_at(self, offset: int) -> Paragraph:
        """The paragraph in which a character stands."""
        return self.paragraphs[bisect_right([paragraph.start for paragraph in self.paragraphs], offset) - 1]

    def spans_in(self, paragraph: Paragraph) -> list[re.Match[str]]:
        """The spans in a paragraph."""
        return [span for span in self.spans if paragraph.start <= span.start() < paragraph.end]

    def above(self, offset: int) -> Paragraph | None:
        """The paragraph that ends straight above, with blank lines at most between."""
        before = [paragraph for paragraph in self.paragraphs if paragraph.start < offset]
        return before[-1] if before and is_blank(self.text[before[-1].end : offset]) else None

    def below(self, offset: int) -> Paragraph | None:
        """The paragraph that starts straight below, with blank lines at most between."""
        after = next((paragraph for paragraph in self.paragraphs if paragraph.start >= offset), None)
        return after if after and is_blank(self.text[offset : after.start]) else None

    def masked(self, spans: Iterable[re.Match[str]]) -> str:
        """Replace these spans by ~, which is neither a word nor a space; lines and offsets stay."""
        text = self.text
        for span in spans:
            text = text[: span.start()] + re.sub(r"[^\n]", "~", span[0]) + text[span.end() :]
        return text


def is_blank(text: str) -> bool:
    """Whether nothing stands here; the marks of a quotation do not count."""
    return not text.strip(" \t\r\n>")
