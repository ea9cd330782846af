"""Shows whether two runs came to the same: all that a page or a call gives, as one digest.

A digest takes in whatever can be seen: numbers to the last bit, texts, the contents of containers and objects, the code
of functions. What it cannot look into is the same as nothing, not even as itself.
"""

import hashlib
import types
import uuid
from collections.abc import Iterator

import numpy as np

ATOMS = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), type(NotImplemented), range, slice)
CODE = ("co_code", "co_consts", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_argcount", "co_flags")


def digest(value: object) -> str:
    """A short text that is the same for values that are the same."""
    return hashlib.sha256("\n".join(parts(value, {})).encode()).hexdigest()


def parts(value: object, seen: dict[int, tuple[int, object]]) -> Iterator[str]:
    """All that can be seen of a value, as lines of text."""
    yield type(value).__qualname__
    if isinstance(value, ATOMS):
        yield repr(value)
        return
    if id(value) in seen:
        yield f"again {seen[id(value)][0]}"
        return
    seen[id(value)] = (len(seen), value)  # kept, so that no other value gets its id
    for part in inside(value):
        yield from parts(part, seen)


def inside(value: object) -> list:
    """What a value is made of."""
    match value:
        case np.ndarray() if value.dtype.hasobject:
            return [value.shape, value.tolist()]
        case np.ndarray() | np.generic() if value.dtype.char in "gG":  # long doubles: some of their bytes mean nothing
            return [str(value.dtype), value.shape, [repr(number) for number in np.ravel(value)]]
        case np.ndarray() | np.generic():
            return [str(value.dtype), value.shape, value.tobytes()]
        case dict():
            return [item for pair in value.items() for item in pair]
        case list() | tuple():
            return list(value)
        case set() | frozenset():
            return sorted(map(digest, value))
        case BaseException():
            return [str(value)]
        case np.dtype():
            return [str(value)]
        case types.CodeType():
            return [getattr(value, name) for name in CODE]
        case types.FunctionType():
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
            return [value.__name__, value.__code__, value.__defaults__, value.__kwdefaults__, cells]
        case types.MethodType():
            return [value.__func__, value.__self__]
        case types.ModuleType() if value.__name__.partition(".")[0] == "superhero":
            return [{name: part for name, part in vars(value).items() if not name.startswith("__")}]
        case types.ModuleType() | types.BuiltinFunctionType() | np.ufunc():
            return [value.__name__]
        case np.random.Generator():
            return [value.bit_generator.state]
        case type():
            own = {name: part for name, part in vars(value).items() if name not in ("__dict__", "__weakref__")}
            return (
                [value.__qualname__, own] if value.__module__ == "__main__" else [value.__module__, value.__qualname__]
            )
    if type(value).__module__.partition(".")[0] == "torch" and hasattr(value, "detach"):
        return [value.detach().numpy()]
    if hasattr(value, "__dict__"):
        return [vars(value)]
    return [str(uuid.uuid4())]
