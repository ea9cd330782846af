"""The Content-Security-Policy that every page of the site carries."""

import base64
import hashlib
import re
from types import SimpleNamespace

import pytest

from tools.security_policy import hashes_of, on_serve, with_policy

FORM = re.compile(
    r"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'(?P<hashes>( 'sha256-[\w+/]{43}=')*); style-src 'self'; "
    r"img-src 'self' data:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
    r"base-uri 'none'; form-action 'none'; object-src 'none'"
)
PAGE = '<head>\n<meta charset="utf-8">\n<title>A page</title></head><body><script>one()</script></body>'


def sha256(text):
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.fixture(scope="module")
def policies(pages):
    """The policy of each page, by the page's path."""
    found = {name: page.select("head > meta[http-equiv='Content-Security-Policy']") for name, page in pages.items()}
    assert {name: len(tags) for name, tags in found.items()} == dict.fromkeys(pages, 1)
    return {name: tags[0]["content"] for name, tags in found.items()}


def test_every_page_has_the_same_policy(policies):
    (policy,) = set(policies.values())
    assert FORM.fullmatch(policy), policy


def test_policy_allows_the_inline_scripts_of_all_pages_and_no_other(pages, policies):
    inline = [script for page in pages.values() for script in page.select("script:not([src], [type*=json])")]
    hashes = {sha256(script.string) for script in inline}
    assert len(hashes) >= 3
    assert set(FORM.fullmatch(policies["index.html"])["hashes"].split()) == hashes


def test_policy_comes_before_all_that_it_is_about(site, pages):
    for name, page in pages.items():
        assert [tag.name for tag in page.head.find_all(limit=2)] == ["meta", "meta"], name
        assert page.head.find_all(limit=2)[1]["http-equiv"] == "Content-Security-Policy", name
        assert b'<meta charset="utf-8">' in (site / name).read_bytes()[:1024], name


def test_scripts_with_an_address_and_data_need_no_hash():
    assert hashes_of('<script src="a.js"></script><script id="x" type="application/json">{}</script>') == set()
    assert hashes_of('<script type="module">a\nb</script>') == {sha256("a\nb")}


def test_page_gets_a_policy_once():
    once = with_policy(PAGE, hashes_of(PAGE))
    assert with_policy(once, hashes_of(once)) == once
    assert sha256("one()") in once


def test_served_page_may_run_what_the_server_adds():
    added = b"<script>livereload(7, 8);</script></body>"
    server = SimpleNamespace(_inject_js_into_html=lambda content, epoch: content.replace(b"</body>", added))
    on_serve(server, config=None, builder=None)
    page = server._inject_js_into_html(with_policy(PAGE, {sha256("of another page")}).encode(), 7).decode()
    for script in ("of another page", "one()", "livereload(7, 8);"):
        assert sha256(script) in page
