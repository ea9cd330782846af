"""Let `mkdocs serve` show a saved edit sooner: look for changes more often, compile each template once, list no icons.

Pages that a save has left as they were are the matter of ``unchanged_pages.py``.
"""

from functools import partial
from glob import glob
from pathlib import Path

from jinja2 import BytecodeCache, Environment, FileSystemLoader
from jinja2.bccache import Bucket
from mkdocs.plugins import event_priority
from mkdocs.theme import Theme
from watchdog.observers.polling import PollingObserver

# MkDocs itself: 0.5. It waits for no word from the file system: not every one gives any (mkdocs/mkdocs#2477).
SECONDS_BETWEEN_LOOKS = 0.2


class CompiledTemplates(BytecodeCache):
    """Kept from one build to the next. Jinja itself sees from the source when one is stale."""

    def __init__(self):
        self.by_key: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.by_key:
            bucket.bytecode_from_string(self.by_key[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.by_key[bucket.key] = bucket.bytecode_to_string()


class ShownTemplates(FileSystemLoader):
    """Lists no hidden files, which MkDocs leaves out anyway: the theme's icons are twelve thousand."""

    def list_templates(self) -> list[str]:
        paths = [path for folder in self.searchpath for path in glob("**", root_dir=folder, recursive=True)]
        return sorted({Path(path).as_posix() for path in paths})


COMPILED = CompiledTemplates()


def environment(theme: Theme) -> Environment:
    """Return what ``theme.get_env`` would, but quick."""
    env = Theme.get_env(theme)
    env.loader = ShownTemplates(theme.dirs)
    env.bytecode_cache = COMPILED
    return env


@event_priority(100)  # first: the search reads a template when it is configured
def on_config(config):
    config.theme.get_env = partial(environment, config.theme)


def on_pre_build(config):
    config.plugins["mkdocstrings"].get_handler("python").env.bytecode_cache = COMPILED


def on_serve(server, config, builder):
    already_watched = [config.docs_dir, config.config_file_path]
    for path in already_watched:
        server.unwatch(path)
    server.observer = PollingObserver(timeout=SECONDS_BETWEEN_LOOKS)
    for path in already_watched:
        server.watch(path)
