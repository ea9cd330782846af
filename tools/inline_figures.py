"""A hook of MkDocs: figures are put into the page itself, so that their colours follow the reader's colour scheme."""

import html
import re

IMAGE = re.compile(r'<img alt="(?P<alt>[^"]*)" src="(?P<folder>[^"]*?)(?P<path>figures/[\w-]+\.svg)"\s*/?>')
COLOUR = re.compile(r"var\(--([\w-]+), #\w+\)")  # a variable of the page, and the colour where there is no page around


def on_page_content(content, page, config, files):
    def inline(image):
        file = files.get_file_from_path(image["path"])
        if file is None:
            return image[0]  # MkDocs warns of it, and a strict build stops
        svg = file.content_string
        # The alternative text stands in for <title>, which every browser shows as a tooltip, and <desc>.
        svg = re.sub(r"<(title|desc)>.*?</\1>\s*", "", svg, flags=re.DOTALL)
        svg = COLOUR.sub(r"var(--\1)", svg)
        alt = html.escape(html.unescape(image["alt"]))
        return svg.strip().replace('role="img"', f'role="img" aria-label="{alt}"', 1)

    return IMAGE.sub(inline, content)
