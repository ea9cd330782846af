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


def unpack(packed: bytes) -> tuple[dict, dict[str, bytes]]:
    """The header of what is packed, and the files by their paths."""
    (length,) = struct.unpack_from("<I", packed)
    start = 4 + length
    header, files = json.loads(packed[4:start]), {}
    for path, size in header["files"]:
        files[path] = packed[start : start + size]
        start += size
    return header, files


def compress(content: bytes, level: int = 9) -> bytes:
    """Compress, to the same bytes whenever it is done."""
    return gzip.compress(content, level, mtime=0)
