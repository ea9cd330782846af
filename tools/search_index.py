"""A hook of MkDocs: what search reads of the pages is a file of its own, fetched when something is searched for.

The theme fetches its index with every page. It is left with the settings in it, which highlighting needs;
docs/assets/js/search.js fetches the rest.
"""

import json
from pathlib import Path

from mkdocs.plugins import event_priority

INDEX = "search/search_index.json"
PAGES = "search/pages.json"


@event_priority(-100)  # after the plugin that makes the index, before the service worker is told of every file
def on_post_build(config):
    site = Path(config.site_dir)
    index = json.loads((site / INDEX).read_text(encoding="utf-8"))
    for path, content in ((PAGES, index["docs"]), (INDEX, {**index, "docs": []})):
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        (site / path).write_bytes(text.encode())
