"""Finds the modules that Python starts without: the rest of the standard library and of NumPy, in a second bundle.

It goes into the core bundle. The first import of any of them fetches that bundle and writes all its files where Python
looks for modules anyway.
"""

import sys
from importlib import invalidate_caches
from importlib.machinery import PathFinder
from pathlib import Path


class Later:
    """The last of ``sys.meta_path``: asked only for what is not there."""

    def __init__(self, fetch):
        self.fetch = fetch
        self.modules = set(Path(__file__).with_name("_later.txt").read_text("utf-8").split())

    def find_spec(self, name, path=None, target=None):
        if name not in self.modules:
            return None
        try:
            packed = self.fetch().to_bytes()
        except Exception as error:  # no network: the next import tries it again
            raise ImportError(f"{name!r} could not be loaded: is there a network?", name=name) from error
        self.modules = set()
        unpack(packed)
        invalidate_caches()
        return PathFinder.find_spec(name, path, target)


def unpack(packed):
    """Write the files of a bundle."""
    import json
    import struct
    import zlib

    # Some hosts say of a .gz that it is compressed, and the browser has already decompressed it.
    data = zlib.decompress(packed, 16 + zlib.MAX_WBITS) if packed[:1] == b"\x1f" else packed
    (length,) = struct.unpack_from("<I", data)
    start = 4 + length
    for path, size in json.loads(data[4:start])["files"]:
        file = Path("/", path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data[start : start + size])
        start += size


def install(fetch):
    """Look for modules in the bundle that ``fetch`` returns, as JavaScript's bytes."""
    sys.meta_path.append(Later(fetch))
