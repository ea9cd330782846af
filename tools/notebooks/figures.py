"""A hook of MkDocs: on the page of the notebook a figure is an image, fetched when a reader comes near.

In a chapter figures are part of the page, see ``inline_figures.py``. This page has those of all chapters, and who opens
it would wait for each. An image cannot see the variables of the page, so there are two of it, of which the theme hides
the one of the other scheme: a figure's file, whose own colours are those of the light scheme, and a dark one made here.
"""

import html
import re

from mkdocs.structure.files import File

from tools.figures.colours import dark
from tools.inline_figures import COLOUR, IMAGE

SIZE = re.compile(r'<svg[^>]*? (width="\d+" height="\d+")')


def on_page_content(content, page, config, files):
    if not page.file.src_uri.endswith(".ipynb"):
        return content
    colours = dark()

    def images(image):
        path = image["path"]
        svg = files.get_file_from_path(path).content_string
        in_the_dark = path.replace(".svg", "-dark.svg")
        if in_the_dark not in files.src_uris:
            drawn = COLOUR.sub(lambda colour: colours[colour[1]], svg)
            files.append(File.generated(config, in_the_dark, content=drawn))
        alt, size = html.escape(html.unescape(image["alt"])), SIZE.match(svg)[1]
        return "".join(
            f'<img class="figure" alt="{alt}" src="{image["folder"]}{name}" {size} loading="lazy">'
            for name in (f"{path}#only-light", f"{in_the_dark}#only-dark")
        )

    return IMAGE.sub(images, content)
