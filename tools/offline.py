"""A hook of MkDocs: a published site can be read without network. While `mkdocs serve` runs, nothing is kept.

The service worker, docs/service-worker.js, is told which files make up the build. See there what it does with them.
"""

import hashlib
import json
from pathlib import Path

from mkdocs.plugins import event_priority

WORKER = "service-worker.js"
SCRIPT = "assets/js/offline.js"
PYTHON = "assets/python/"
OTHER_LANGUAGES = "assets/javascripts/lunr/"  # which no page asks for
PYTHON_SCRIPTS = (PYTHON, "assets/js/python/")
UNTOLD = "const BUILD = {}"

SERVING = False


def on_startup(command, dirty):
    global SERVING
    SERVING = command == "serve"


def on_config(config):
    if not SERVING:
        return
    config.extra_javascript = [script for script in config.extra_javascript if str(script) != SCRIPT]


def on_files(files, config):
    if SERVING:
        for path in (WORKER, SCRIPT):
            files.remove(files.get_file_from_path(path))
    return files


@event_priority(-200)  # after the pages have got their security policy, the last thing that changes them
def on_post_build(config):
    if SERVING:
        return
    tell_worker(Path(config.site_dir))


def tell_worker(site: Path) -> None:
    """Write into the service worker of a built site what makes up the build."""
    worker = site / WORKER
    text = worker.read_text(encoding="utf-8")
    if UNTOLD not in text:
        raise ValueError(f"{WORKER} has no {UNTOLD!r}")
    worker.write_bytes(text.replace(UNTOLD, f"const BUILD = {json.dumps(build_of(site))}").encode())


def build_of(site: Path) -> dict:
    """Return what the service worker has to know of a built site: its files, their hashes, and which are Python."""
    files = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    hashes = {
        name: hashlib.sha256(path.read_bytes()).hexdigest()[:16]
        for name, path in files.items()
        if name != WORKER and not name.startswith((PYTHON, OTHER_LANGUAGES)) and path.suffix not in (".map", ".gz")
    }
    python = {"/".join(name.split("/")[:3]) + "/" for name in files if name.startswith(PYTHON)}
    digest = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:16]
    scripts = [name for name in files if name.startswith(PYTHON_SCRIPTS) and name.endswith("js")]
    return {"digest": digest, "python": python.pop() if python else "", "scripts": scripts, "files": hashes}
