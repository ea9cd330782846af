"""A hook of MkDocs: a notebook that mkdocs-jupyter has made a page of looks, weighs and behaves like the other pages.

The plugin gives Jupyter's own style sheets and scripts with each page, more than half a megabyte. Of what it makes,
only the cells are kept, and they become what the site's own Markdown would have made of them: blocks of code with
their outputs, formulas in MathML, links within the site.
"""

import re
from functools import lru_cache

from bs4 import BeautifulSoup
from markdown.extensions.toc import slugify, unique
from mkdocs.structure.toc import get_toc
from mkdocs.utils import get_relative_url

from tools.mathml import BLOCK, IN_A_SENTENCE, mathml
from tools.notebooks.project import SITE

HEADINGS = ["h1", "h2", "h3", "h4", "h5", "h6"]
CHAPTER = 3  # the level of its heading: above are the title and the parts
LOOKS = {2: "part", 3: "chapter", 4: "section"}  # classes of notebooks.css
PLAIN = "span:not([class]), .n, .w, .mi, .mf, .sa, .kc"  # tokens of code that have no colour of their own
PERMALINK = '<a class="headerlink" href="#{id}" title="Link to this section">#</a>'


def on_page_content(content, page, config, files):
    if not page.file.src_uri.endswith(".ipynb"):
        return content
    page.meta["search"] = {"exclude": True}  # the chapters have its text
    page.edit_url = None  # it is made from the chapters
    content, contents = converted(content, page.url)
    page.toc = get_toc(contents)
    return content


@lru_cache(maxsize=1)  # while `mkdocs serve` runs, a save does not wait for it again
def converted(content, url):
    """Return the plugin's page as one of ours, and its table of contents as Python-Markdown has it.

    Args:
        content: What mkdocs-jupyter has made of the notebook.
        url: Where the page is on the site.
    """
    page = BeautifulSoup("".join(map(cell, cells(content))), "html.parser")
    for block in page.select("div.highlight:not([class*=language])"):  # in a fold
        block.replace_with(parsed(code("python", block.pre)))
    for token in page.select(f"pre :is({PLAIN})"):
        token.unwrap()
    for element in page.select("[style^=text-align]"):  # of tables
        element["align"] = element.attrs.pop("style").removeprefix("text-align:").strip(" ;")
    for element in page.select("[href], [src]"):
        attribute = "href" if element.has_attr("href") else "src"
        element[attribute] = within_the_site(element[attribute], url)
    for text in page.find_all(string=lambda text: "$" in text):
        if not text.find_parent(["code", "pre"]):
            with_formulas(text)
    contents = name_headings(page)
    return str(page), contents


def cells(content):
    """Return the parts of the plugin's page that hold something of the notebook."""
    return BeautifulSoup(content, "html.parser").select(".jp-MarkdownOutput, .highlight-ipynb, .jp-OutputArea-output")


def cell(part):
    """Return a part as the site has it: prose, code, or an output."""
    if "jp-MarkdownOutput" in part["class"]:
        return part.decode_contents()
    return code("python" if "highlight-ipynb" in part["class"] else "text", part.pre)


def code(language, pre):
    """Return a block of code as the site has it, but for the element ``code``.

    To each of those the theme adds buttons, and has the whole page laid out again, which takes ten seconds on a page as
    long as this. docs/assets/js/copy.js adds one.
    """
    return f'<div class="language-{language} highlight"><pre class="cell">{pre.decode_contents()}</pre></div>\n'


def within_the_site(address, url):
    """Return a link to the site, which in a notebook is absolute, as the page needs it."""
    if not address.startswith(SITE):
        return address
    path, hash, place = address.removeprefix(SITE).partition("#")
    return get_relative_url(path or ".", url) + hash + place


def with_formulas(text):
    """Put MathML in the place of the LaTeX in a text."""
    if text.parent.name == "p" and (formula := BLOCK.fullmatch(text.strip())):
        text.parent.replace_with(parsed(f'<div class="formula">{mathml(formula[1], display=True)}</div>'))
        return
    text.replace_with(*between(text))


def between(text):
    """Yield the pieces of a text, its formulas as MathML."""
    end = 0
    for formula in re.finditer(IN_A_SENTENCE, text):
        yield text[end : formula.start()]
        yield parsed(mathml(formula[1]))
        end = formula.end()
    yield text[end:]


def name_headings(page):
    """Give each heading a name of its own and a link to it, and return the table of contents."""
    names, contents, chapter = set(), [], ""
    for heading in page.find_all(HEADINGS):
        for link in heading.select(".anchor-link"):
            link.decompose()
        level = int(heading.name[1])
        name = slugify(heading.get_text(), "-")
        chapter = name if level == CHAPTER else chapter
        heading["id"] = unique(f"{chapter}-{name}" if level > CHAPTER else name, names)
        if level in LOOKS:
            heading["class"] = LOOKS[level]
        if level <= CHAPTER:
            token = {"level": level, "id": heading["id"], "name": heading.get_text(), "children": []}
            siblings = contents
            while siblings and siblings[-1]["level"] < level:
                siblings = siblings[-1]["children"]
            siblings.append(token)
        heading.append(parsed(PERMALINK.format(id=heading["id"])))
    return contents


def parsed(html):
    """Return a piece of HTML as an element."""
    return BeautifulSoup(html, "html.parser").contents[0]
