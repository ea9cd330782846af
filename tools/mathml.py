r"""A hook of MkDocs: formulas between dollars become MathML, which browsers draw without any script.

``$...$`` in a sentence and ``$$...$$`` on lines of its own, as on GitHub. Dollars before a space or a digit close
nothing, so that "$5 or $6" is money; ``\$`` is a dollar anywhere. math-core turns LaTeX into MathML Core, the part of
MathML that all browsers draw, and refuses what it does not know: such a formula stops the build.
"""

import re
from xml.etree import ElementTree

from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import STX  # opens what Markdown has put aside, such as `code`
from math_core import LatexError, LatexToMathML
from mkdocs.exceptions import BuildError

IN_A_SENTENCE = r"(?<![\\$])\$(?![\s$])((?:\\.|[^\\$])+)(?<!\s)\$(?![\d$])"
OPENS_A_BLOCK = re.compile(r"^\$\$", re.MULTILINE)
BLOCK = re.compile(r"^\$\$(.+?)\$\$[ \t]*$", re.MULTILINE | re.DOTALL)

# How math-core aligns the columns of aligned and cases, and the class that does it in formulas.css: style attributes
# are what a strict Content-Security-Policy forbids.
COLUMNS = {
    "text-align: right;justify-items: end;padding-right: 0;": "aligned-right",
    "text-align: left;justify-items: start;padding-left: 0;": "aligned-left",
    "text-align: left;justify-items: start;padding-right: 0;": "case",
    "text-align: left;justify-items: start;padding-right: 0;padding-left:1em;": "condition",
}

_converter = LatexToMathML(fancy_error=False)


def mathml(latex, display=False):
    """Return a formula as a ``<math>`` element.

    Args:
        latex: The formula, without its dollars.
        display: It stands on lines of its own.

    Raises:
        BuildError: It is no formula that can be drawn. MkDocs says on which page.
    """
    try:
        if not latex.strip():
            raise LatexError("it is empty")
        if re.search(r"(?<!\\)%", latex):
            raise LatexError("what follows a % is a comment in LaTeX, and would vanish; write \\%")
        if STX in latex:
            raise LatexError("it holds `code`, which is no part of LaTeX; write \\text{...}")
        result = _converter.convert_with_local_state(latex, displaystyle=display)
        for style, name in COLUMNS.items():
            result = result.replace(f' style="{style}"', f' class="{name}"')
        if " style=" in result:
            raise LatexError("it sets a style of its own; leave colours and sizes to the style sheets")
    except LatexError as error:
        raise BuildError(f"The formula ${latex.strip()}$ cannot be turned into MathML: {error}") from None
    return result


class _InASentence(InlineProcessor):
    def handleMatch(self, match, data):
        return self.md.htmlStash.store(mathml(match[1])), *match.span()


class _Block(BlockProcessor):
    def test(self, parent, block):
        return OPENS_A_BLOCK.search(block)

    def run(self, parent, blocks):
        block = blocks.pop(0)
        match = BLOCK.search(block)
        if not match:
            raise BuildError(f"A formula opens with $$ and does not close before the next empty line:\n{block}")
        before, after = block[: match.start()].rstrip("\n"), block[match.end() :].lstrip("\n")
        if before:
            self.parser.parseBlocks(parent, [before])
        box = ElementTree.SubElement(parent, "div", {"class": "formula"})
        box.text = self.parser.md.htmlStash.store(mathml(match[1], display=True))
        if after:
            blocks.insert(0, after)


class Formulas(Extension):
    """The extension of Python-Markdown that reads the dollars."""

    def extendMarkdown(self, md):
        md.ESCAPED_CHARS.append("$")
        md.block_level_elements.remove("math")  # a formula alone in a paragraph stays in it
        # After `code`, which wins, and before backslash escapes, which would eat LaTeX's.
        md.inlinePatterns.register(_InASentence(IN_A_SENTENCE, md), "formula", 185)
        # After indented code, and before headings and lists: a line of a formula may begin with = or -.
        md.parser.blockprocessors.register(_Block(md.parser), "formula", 75)


def on_config(config):
    config.markdown_extensions.append(Formulas())
    return config
