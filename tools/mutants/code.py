"""Small changes to Python code: a constant, an operator, a comparison, an index, a name.

Libraries that do this (cosmic-ray, mutmut) change files on disk and start a test run for each change; they know neither
indices nor this course's names. So the changes are made here, on Python's own syntax tree.

Not changed, as no page says anything about it: docstrings and annotations; names in ``__all__``, whose lack every page
would notice at once; and what only makes the message of an error, as a page shows a few of these, and ``tests/`` reads
them all. That is what is raised, all in a body that ends by raising it, what an array is called in a message, and the
words that an exercise has for a misconception.
When an error is raised is changed like everything else.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from typing import NamedTuple

# Names that are easily taken for one another. A name's place is taken by the next one of its family that is in use.
OURS = [
    ("W_Q", "W_K", "W_V"),
    ("Q", "K", "V"),
    ("query", "key", "value"),
    ("queries", "keys", "values"),
    ("W_1", "W_2"),
    ("b_1", "b_2"),
    ("OBJECT_HEAD", "ACTION_HEAD"),
    ("object_head", "action_head"),
    ("OBJECTS", "FLIGHT_ACTIONS", "SPEECH_ACTIONS"),
    ("HANDMADE_FFN", "trained_ffn"),
    ("scores", "weights", "output"),
    ("concat", "after_W_O"),
    ("inputs", "targets"),
    ("right", "right_known"),
    ("rows", "columns"),
    ("row", "column"),
    ("a", "b"),
    ("x", "y"),
    ("TOKENS", "WORDS", "FEATURES", "ATTRIBUTES"),
]
SPOKEN = [  # in text
    ("can fly", "can speak", "swap flight", "swap speech"),
    ("object?", "flight act?", "speech act?", "question?"),
    ("fly", "wheels", "speak"),
    ("Rock", "Human", "Crow", "Flying Superhero"),
    ("swap-flight", "swap-speech", "keep-flight", "keep-speech"),
]
LIBRARY = [  # of NumPy and PyTorch: they are there whether they are in use or not
    ("min", "max"),
    ("sum", "mean"),
    ("any", "all"),
    ("argmin", "argmax"),
    ("minimum", "maximum"),
    ("zeros", "ones"),
    ("exp", "log"),
    ("hstack", "vstack"),
]

OPERATORS = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.MatMult: ast.Mult,
    ast.BitXor: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
COMPARISONS = {  # at its boundary, and turned round
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
LEFT_ALONE = {"annotation", "returns", "decorator_list", "exc"}  # exc: what is raised, message and all
# Their first argument is for messages: of ``superhero.arrays``, and of the exercises.
SAY_SOMETHING = {"numbers", "finite", "matrix", "product", "Slip"}


class CodeChange(NamedTuple):
    """A change to some code."""

    kind: str
    line: int
    statement: range  # the lines of the statement it is in; of one that holds others, those before them
    was: str
    now: str
    code: str  # all of it, with the change made


class Place(NamedTuple):
    """A node of a syntax tree, and where it hangs."""

    parent: ast.AST
    field: str
    index: int | None
    node: ast.AST
    line: int
    statement: ast.AST  # the innermost that it is in
    within: tuple[str, ...]  # the fields of the nodes above it, from the outermost

    def put(self, node: ast.AST) -> None:
        """Hang another node there."""
        if self.index is None:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.index] = node

    def shown(self) -> str:
        """The code around it, on one line: its statement, or if that is long, what is just around it."""
        first, *more = ast.unparse(self.statement).splitlines()
        if len(first) > 100:
            first, *more = ast.unparse(self.parent).splitlines()
        return first + (" ..." if more else "")


def code_changes(code: str, in_use: set[str] | None = None) -> Iterator[CodeChange]:
    """All small changes to this code, one at a time.

    Args:
        code: Python code.
        in_use: The names that there are where it runs. Unless given, those that occur in it.
    """
    tree = ast.parse(code)
    in_use = identifiers(code) if in_use is None else in_use
    for place in list(places(tree)):
        was, lines = place.shown(), own_lines(place.statement)
        for kind, node in alternatives(place, in_use):
            place.put(node)
            yield CodeChange(kind, place.line, lines, was, place.shown(), ast.unparse(tree))
            place.put(place.node)


def identifiers(code: str) -> set[str]:
    """All names and attributes in some code."""
    return set(re.findall(r"\b[^\W\d]\w*\b", code))


def places(node: ast.AST, statement: ast.AST | None = None, within: tuple[str, ...] = ()) -> Iterator[Place]:
    """Every node below this one that may be changed."""
    if is_list_of_names(node):
        return
    if statement is None or isinstance(node, ast.stmt | ast.ExceptHandler):
        statement = node
    for field, value in ast.iter_fields(node):
        if field in LEFT_ALONE or makes_a_message(value):
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not (is_docstring(child, field, index) or is_label(node, field, index)):
                line = getattr(child, "lineno", getattr(node, "lineno", 1))
                yield Place(node, field, index, child, line, statement, (*within, field))
                yield from places(child, statement, (*within, field))


def own_lines(statement: ast.AST) -> range:
    """The lines of a statement; of one that holds others, those before them."""
    if isinstance(statement, ast.Module):
        return range(0)
    body = getattr(statement, "body", None)
    end = max(body[0].lineno - 1, statement.lineno) if body else statement.end_lineno
    return range(statement.lineno, end + 1)


def is_docstring(node: ast.AST, field: str, index: int | None) -> bool:
    """Whether this is the docstring of a module, a class or a function."""
    return field == "body" and index == 0 and isinstance(node, ast.Expr) and is_text(node.value)


def makes_a_message(body: object) -> bool:
    """Whether this is a body that ends by raising an error."""
    return isinstance(body, list) and bool(body) and isinstance(body[-1], ast.Raise)


def is_label(node: ast.AST, field: str, index: int | None) -> bool:
    """Whether here stands what is for a message alone."""
    return field == "args" and index == 0 and isinstance(node, ast.Call) and ast.unparse(node.func) in SAY_SOMETHING


def is_list_of_names(node: ast.AST) -> bool:
    """Whether this is ``__all__ = [...]``, or another name for Python itself."""
    return isinstance(node, ast.Assign) and any(re.match(r"__\w+__$", ast.unparse(name)) for name in node.targets)


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def alternatives(place: Place, in_use: set[str]) -> Iterator[tuple[str, ast.AST]]:
    """What may stand in a node's place, each with the kind of the change."""
    node = place.node
    if type(node) in OPERATORS:
        yield "operator", OPERATORS[type(node)]()
    for comparison in COMPARISONS.get(type(node), ()):
        yield "comparison", comparison()
    match node:
        case ast.UnaryOp(op=ast.USub() | ast.Not() | ast.Invert()):
            yield "operator", node.operand
        case ast.BinOp(left=left, op=ast.MatMult() as op, right=right):
            yield "operator", ast.BinOp(right, op, left)
        case ast.Subscript(value=array, slice=ast.Tuple(elts=[first, second, *rest])):
            yield "index", ast.Subscript(array, ast.Tuple([second, first, *rest], ast.Load()), node.ctx)
        case ast.Constant():
            kind = "index" if "slice" in place.within else "constant"
            kind = "name" if relatives(node.value, SPOKEN) else kind
            for value in other_values(node.value, place.within):
                yield kind, ast.Constant(value)
        case ast.Name(id=name, ctx=ast.Load()):
            for other in relatives(name, [*OURS, *LIBRARY], in_use | set(dir(builtins))):
                yield "name", ast.Name(other, node.ctx)
        case ast.Attribute(value=value, attr=name, ctx=ast.Load()):
            for other in relatives(name, [*OURS, *LIBRARY], in_use.union(*LIBRARY)):
                yield "name", ast.Attribute(value, other, node.ctx)
        case ast.Call(func=func, args=args, keywords=[*keywords]):
            for number, keyword in enumerate(keywords):
                for other, later in enumerate(keywords[number + 1 :], start=number + 1):
                    if later.arg in relatives(keyword.arg, OURS):
                        swapped = list(keywords)
                        swapped[number] = ast.keyword(later.arg, keyword.value)
                        swapped[other] = ast.keyword(keyword.arg, later.value)
                        yield "name", ast.Call(func, args, swapped)


def other_values(value: object, within: tuple[str, ...]) -> list[object]:
    """The values that may stand in a constant's place."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1]
        case float():
            return [value + 1, value / 2] if value else [1.0]
        case str() if "format_spec" in within:
            digits = re.search(r"\d+", value)
            return [value.replace(digits[0], str(int(digits[0]) + 1))] if digits else []
        case str():
            return relatives(value, SPOKEN) or [f"{value}x"]
    return []  # None, Ellipsis


def relatives(name: object, families: list[tuple[str, ...]], in_use: set[str] | None = None) -> list[str]:
    """The name that may be taken for this one, if there is one."""
    for family in families:
        if isinstance(name, str) and name in family:
            at = family.index(name)
            others = [*family[at + 1 :], *family[:at]]
            return [other for other in others if in_use is None or other in in_use][:1]
    return []
