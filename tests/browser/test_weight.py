"""What a page weighs: all that its host sends to a reader who opens it first of all, and only reads."""

import gzip
from urllib.parse import unquote, urlsplit

import pytest

from tests.browser.conftest import WEIGHTS, tab
from tests.site_build import SITE_URL

# A little more than they weigh: what makes every reader wait longer is to be decided, not to happen.
MOST_BYTES = {
    "": 83_000,
    "attention/object-head/": 96_000,
    "notebooks/workshop/": 110_000,
    "notices/": 68_000,
}
PACKED = (".woff2", ".png")  # which the host sends as they are; all else it compresses


@pytest.mark.parametrize("path", MOST_BYTES)
def test_page_is_light(chromium, site, path):
    asked = set()
    with tab(chromium) as page:
        page.context.on("request", lambda request: asked.add(request.url))
        page.goto(path)
        page.wait_for_load_state("networkidle")
    sizes = {url.removeprefix(SITE_URL): bytes_of(site, url) for url in asked if url.startswith(SITE_URL)}
    assert {path, "sitemap.xml"} <= sizes.keys()
    WEIGHTS[path or "home"] = total = sum(sizes.values())
    assert total < MOST_BYTES[path], sorted(sizes.items(), key=lambda item: -item[1])


def bytes_of(site, url):
    """Return how many bytes the host sends of an address of the site, without the headers."""
    path = site / unquote(urlsplit(url).path.removeprefix(urlsplit(SITE_URL).path))
    content = (path / "index.html" if path.is_dir() else path).read_bytes()
    return len(content if path.suffix in PACKED else gzip.compress(content, 6))
