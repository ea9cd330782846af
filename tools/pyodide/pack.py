"""The bundle's format: the length of its header, the header in JSON, then the contents of its files.

docs/assets/js/python/bundle.js reads it, and so does _later.py, in Python.
"""

import gzip
import json
import struct


def pack(files: dict[str, bytes], **header: object) -> bytes:
    """Pack files, by their paths, and what else the header is to say."""
    # Files of a kind together compress better.
    paths = sorted(files, key=lambda path: (path.rpartition(".")[2], path))
    described = json.dumps({**header, "files": [[path, len(files[path])] for path in paths]}).encode()
    return struct.pack("<I", len(described)) + described + b"".join(files[path] for path in paths)


def compress(content: bytes) -> bytes:
    """Compress, to the same bytes whenever it is done."""
    return gzip.compress(content, 9, mtime=0)
