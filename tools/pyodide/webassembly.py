"""What is read and written of WebAssembly's binary format: the names that a module imports and exports.

https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Callable, Iterator

MAGIC = b"\0asm\1\0\0\0"
IMPORTS, EXPORTS = 2, 7  # the numbers of their sections
FUNCTION, TABLE, MEMORY, GLOBAL, TAG = range(5)  # what is imported


class NotWebAssembly(Exception):
    """This is no WebAssembly, or of a kind that is not read here."""


class Reader:
    """Reads one thing after another."""

    def __init__(self, data: bytes):
        self.data, self.at = data, 0

    def take(self, length: int) -> bytes:
        if self.at + length > len(self.data):
            raise NotWebAssembly(f"{length} bytes are wanted at {self.at}, and there are {len(self.data)} in all")
        self.at += length
        return self.data[self.at - length : self.at]

    def number(self) -> int:
        """An unsigned number: seven bits a byte, the lowest first, and a bit that says that more follow."""
        value = shift = 0
        while True:
            (byte,) = self.take(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    def content(self) -> bytes:
        return self.take(self.number())

    def name(self) -> str:
        return self.content().decode()

    def limits(self) -> None:
        for _ in range(1 + (self.number() & 1)):
            self.number()


def imports(module: bytes) -> set[str]:
    """The names of what a module imports, from whatever module.

    Raises:
        NotWebAssembly: this is no module, or it imports what is not known here.
    """
    names = set()
    for reader in (Reader(content) for number, content in sections(module) if number == IMPORTS):
        for _ in range(reader.number()):
            reader.name()  # the module that it comes from
            names.add(reader.name())
            kind = reader.number()
            if kind == FUNCTION:
                reader.number()
            elif kind == TABLE:
                reader.take(1)
                reader.limits()
            elif kind == MEMORY:
                reader.limits()
            elif kind == GLOBAL:
                reader.take(2)
            elif kind == TAG:
                reader.take(1)
                reader.number()
            else:
                raise NotWebAssembly(f"an import of kind {kind} is not known")
    return names


def exports(module: bytes) -> set[str]:
    """The names of what a module exports.

    Raises:
        NotWebAssembly: this is no module.
    """
    return {name for number, content in sections(module) if number == EXPORTS for name, _ in entries(content)}


def without_exports(module: bytes, is_kept: Callable[[str], bool]) -> bytes:
    """The module with those of its exports only whose names are kept.

    Raises:
        NotWebAssembly: this is no module.
    """
    parts = [MAGIC]
    for number, content in sections(module):
        if number == EXPORTS:
            kept = [entry for name, entry in entries(content) if is_kept(name)]
            content = written(len(kept)) + b"".join(kept)
        parts += [bytes([number]), written(len(content)), content]
    return b"".join(parts)


def sections(module: bytes) -> Iterator[tuple[int, bytes]]:
    reader = Reader(module)
    if not module.startswith(MAGIC):
        raise NotWebAssembly(f"a module begins with {MAGIC!r}, this with {module[:8]!r}")
    reader.take(len(MAGIC))
    while reader.at < len(module):
        (number,) = reader.take(1)
        yield number, reader.content()


def entries(content: bytes) -> Iterator[tuple[str, bytes]]:
    """The exports: the name and the bytes of each."""
    reader = Reader(content)
    for _ in range(reader.number()):
        start = reader.at
        name = reader.name()
        reader.take(1)
        reader.number()
        yield name, content[start : reader.at]


def written(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + written(rest) if rest else bytes([low])
