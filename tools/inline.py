"""What stands within the lines of a chapter's prose and is more than plain text: code, formulas, links, tags."""

import re
from collections.abc import Iterable

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
    | (?P<image> !\[ (?P<alt>[^\]]*) \] \( [^()\s]* (?:\s+"[^"]*")? \) )
    | (?P<target> \] \( [^()\s]* (?:\s+"[^"]*")? \) )
    | (?P<tag> </?[a-zA-Z] (?:[^<>"']|"[^"]*"|'[^']*')* > )
    | (?P<address> https?://[^\s<>()]+ )
    | (?P<attributes> \{{:?[ ]*(?:[.#][\w-]|[\w-]+=)[^{{}}\n]*\}} )
    | (?P<entity> &\#?\w+; )
    """,
    re.VERBOSE | re.MULTILINE,
)


def spans(prose: str) -> list[re.Match[str]]:
    """Find all spans of a chapter's prose, in order."""
    return list(SPANS.finditer(prose))


def masked(prose: str, matches: Iterable[re.Match[str]]) -> str:
    """Replace these spans by ~, which is neither a word nor a space; lines and offsets stay."""
    for match in matches:
        filler = re.sub(r"[^\n]", "~", match[0])
        prose = prose[: match.start()] + filler + prose[match.end() :]
    return prose
