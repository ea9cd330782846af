"""A hook of MkDocs: each page says in a Content-Security-Policy what it may load and run. Nothing comes from elsewhere.

A host of static files sets no header, so the policy stands in a meta tag. It allows the inline scripts of the theme by
their hashes, on each page those of all pages: the theme runs them when it opens the next page in place.
"""

import base64
import hashlib
import re
from pathlib import Path

from mkdocs.plugins import event_priority

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval' {hashes}",  # Python runs in WebAssembly
        "style-src 'self'",
        "img-src 'self' data:",  # the theme's icons are data
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "object-src 'none'",
    )
)
INLINE_SCRIPT = re.compile(r"<script(?![^>]*(?:src=|application/json))[^>]*>(.*?)</script>", re.DOTALL)
HASH = re.compile(r"'sha256-[^']+'")
TAG = re.compile(r'<meta http-equiv="Content-Security-Policy"[^>]*>')
ENCODING = re.compile(r"<meta charset=[^>]*>")  # stands before the policy, as it must be in the first kilobyte


def hashes_of(page: str) -> set[str]:
    """Return the hashes of a page's inline scripts, as a policy names them."""
    digests = (hashlib.sha256(text.encode()).digest() for text in INLINE_SCRIPT.findall(page))
    return {f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests}


def with_policy(page: str, hashes: set[str]) -> str:
    """Return a page with a policy that allows inline scripts of these hashes only, in place of any that it had."""
    tag = f'<meta http-equiv="Content-Security-Policy" content="{POLICY.format(hashes=" ".join(sorted(hashes)))}">'
    return ENCODING.sub(lambda encoding: encoding[0] + tag, TAG.sub("", page), count=1)


@event_priority(-100)  # after whatever else changes a page
def on_post_build(config):
    pages = {path: path.read_bytes().decode() for path in Path(config.site_dir).rglob("*.html")}
    hashes = set().union(*map(hashes_of, pages.values()))
    for path, page in pages.items():
        path.write_bytes(with_policy(page, hashes).encode())


def on_serve(server, config, builder):
    """Allow the script that the server adds to each page it hands out, which loads the page again after an edit."""
    add_script = server._inject_js_into_html

    def add_allowed_script(content, epoch):
        page = add_script(content, epoch).decode()
        already = HASH.findall("".join(TAG.findall(page)))
        return with_policy(page, {*already, *hashes_of(page)}).encode()

    server._inject_js_into_html = add_allowed_script
