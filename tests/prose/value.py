"""What the code gives for a binding, as the page should say it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Number

from tools.bindings import Binding, Data, Expression, Table
from tools.tables import Grid


@dataclass(frozen=True)
class Rows:
    """What a table should say; None in the header for what may stand there freely."""

    header: tuple[str | None, ...] | None
    rows: tuple[tuple[str, ...], ...]


def given(binding: Binding, namespace: dict) -> str | Rows | list[str]:
    """What the page should say for a binding, with the page's namespace as it is now."""
    values = [evaluate(expression, namespace) for expression in binding.expressions]
    formats = [expression.format for expression in binding.expressions]
    if isinstance(binding, Data):
        return said(values[0], formats[0])
    if isinstance(binding, Table):
        return rows(values[0], formats[0], binding.grid)
    return [said(item, format) for value, format in zip(values, formats, strict=True) for item in flat(value)]


def evaluate(expression: Expression, namespace: dict) -> object:
    """The value of an expression; what it assigns with := is forgotten."""
    return eval(expression.code, dict(namespace))


def said(value: object, format: str | None) -> str:
    """Format a value as an f-string does, or without a format as print does; white space is collapsed."""
    if getattr(value, "shape", None) == ():  # NumPy formats its scalars, but not an array that holds one
        value = value.item()
    if format and getattr(value, "shape", None):
        raise TypeError(f"{format!r} formats a number, and this is an array of shape {value.shape}: pick an entry")
    return " ".join((str(value) if format is None else f"{value:{format}}").split())


def is_sequence(value: object) -> bool:
    """Whether a value holds others in order: a list, a tuple, an array."""
    return (isinstance(value, Sequence) and not isinstance(value, str)) or bool(getattr(value, "shape", None))


def flat(value: object) -> list:
    """The numbers of a number or of an array, in order."""
    return [number for item in value for number in flat(item)] if is_sequence(value) else [value]


def rows(value: object, format: str | None, grid: Grid) -> Rows:
    """What a table should say.

    Args:
        value: An array or a list of rows; a list of dicts, with the header as keys; a dict of columns, by what the
            header calls them; a dict of rows, or of dicts, by what stands in the first column.
        format: For the numbers in it.
        grid: The table as the page has it: it tells whether a dict holds columns or rows.
    """
    header: list | None = None
    if isinstance(value, Mapping):
        if all(isinstance(row, Mapping) for row in value.values()):
            header = [None, *common_keys(list(value.values()))]
            body = [[name, *row.values()] for name, row in value.items()]
        elif are_columns(value, grid):
            header = list(value)
            body = list(zip(*value.values(), strict=True))
        else:
            body = [[name, *(row if is_sequence(row) else [row])] for name, row in value.items()]
    elif is_sequence(value) and len(value) and all(isinstance(row, Mapping) for row in value):
        header = common_keys(value)
        body = [list(row.values()) for row in value]
    elif is_sequence(value):
        body = [row if is_sequence(row) else [row] for row in value]
    else:
        raise TypeError(f"a table needs an array, a list of rows or a dict, not {type(value).__name__}")
    return Rows(
        None if header is None else tuple(None if name is None else said(name, None) for name in header),
        tuple(tuple(cell(item, format) for item in row) for row in body),
    )


def common_keys(dicts: list[Mapping]) -> list:
    """The keys that all dicts have, in the same order."""
    first, *others = [list(row) for row in dicts]
    if any(other != first for other in others):
        raise ValueError("the dicts of a table need the same keys in the same order")
    return first


def are_columns(value: Mapping, grid: Grid) -> bool:
    """Whether the keys are those of the header, rather than those of the first column."""
    names = {said(name, None) for name in value}
    return len(names.intersection(grid.header.texts)) > len(names.intersection(row.texts[0] for row in grid.rows))


def cell(item: object, format: str | None) -> str:
    """What a cell should say; the format is for numbers."""
    is_number = isinstance(item, Number) and not isinstance(item, bool)
    return said(item, format if is_number else None)
