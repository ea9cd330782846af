"""What the code gives for a binding, as the page should say it."""

from tools.bindings import Data, Expression


def given(binding: Data, namespace: dict) -> str:
    """What the page should say, with its namespace as it is now."""
    return said(evaluate(binding.expression, namespace), binding.expression.format)


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
