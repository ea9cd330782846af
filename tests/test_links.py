"""Every link of the built site leads to a file that is there, and to a place on it that is there."""

import re
from urllib.parse import unquote, urldefrag, urljoin

from bs4 import BeautifulSoup

from tests.site_build import SITE_URL


def broken_links(pages, site):
    """Return what is wrong with links, scripts, style sheets and images, each with the page and the address."""
    places = {name: {element["id"] for element in page.select("[id]")} for name, page in pages.items()}
    broken = []
    for name, page in pages.items():
        for element in page.select("[href], [src]"):
            address = element.get("href", element.get("src"))
            target, place = urldefrag(urljoin(SITE_URL + name, address))
            path = re.sub(r"(^|/)$", r"\1index.html", unquote(target.removeprefix(SITE_URL)))
            if target.startswith(urljoin(SITE_URL, "/")) and not target.startswith(SITE_URL):
                broken.append(f"{name}: {address}: outside this site")
            elif not target.startswith((SITE_URL, "https://")):
                broken.append(f"{name}: {address}: neither on this site nor https")
            elif target.startswith("https://"):
                continue  # elsewhere, where tests do not ask
            elif not (site / path).is_file():
                broken.append(f"{name}: {address}: no such file")
            elif place and element.name != "img" and unquote(place) not in places.get(path, ()):
                broken.append(f"{name}: {address}: no such place")
    return broken


def test_links_lead_somewhere(pages, site):
    assert broken_links(pages, site) == []


def test_what_leads_nowhere_is_found(tmp_path):
    right = [
        "",
        "#here",
        "part/",
        "part/#there",
        "part/index.html",
        "sheet.css",
        "https://example.org/any",
        "/superhero-transformer/",
    ]
    wrong = {
        "gone/": "no such file",
        "part": "no such file",
        "gone.css": "no such file",
        "#there": "no such place",
        "part/#here": "no such place",
        "../": "outside this site",
        "/part/": "outside this site",
        "http://example.org/": "neither on this site nor https",
        "javascript:alert(1)": "neither on this site nor https",
    }
    links = "".join(f'<a href="{address}"></a>' for address in [*right, *wrong])
    files = {"index.html": f'<p id="here">{links}</p>', "part/index.html": '<p id="there"></p>', "sheet.css": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    pages = {name: BeautifulSoup(text, "html5lib") for name, text in files.items() if name.endswith(".html")}
    assert broken_links(pages, tmp_path) == [f"index.html: {address}: {problem}" for address, problem in wrong.items()]
