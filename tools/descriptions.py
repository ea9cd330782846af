"""A hook of MkDocs: a page's first paragraph describes it to search engines and wherever its link is shared."""

import html
import re

FIRST_PARAGRAPH = re.compile(r"<p>(.*?)</p>", re.DOTALL)


def on_page_content(content, page, config, files):
    paragraph = FIRST_PARAGRAPH.search(content)
    if paragraph and not page.is_homepage:  # which the site's own description describes
        text = html.unescape(re.sub(r"<[^>]+>", "", paragraph[1]))
        page.meta.setdefault("description", html.escape(" ".join(text.split())))
    return content
