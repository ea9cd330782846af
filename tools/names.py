"""The names that a page mentions in backticks: each has to be one of superhero's, or one of the page's own code.

Read as Python: ``embed``, ``superhero.words``, ``t.heads``, ``train(width=16)``. What is no Python is passed over, like
``he-is?`` and ``make test``; so are files, single letters, and what belongs to NumPy and PyTorch. README.md and other
pages beside it also speak of commands and branches: there a plain lower-case word may be anything.
"""

import ast
import builtins
import re
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from superhero import TOKENS, WORDS
from tools.chapter import Chapter, Problem
from tools.course import ROOT
from tools.fences import line_at

FOREIGN = {"np", "numpy", "torch", "nn"}
OTHERS = {*dir(builtins), *FOREIGN, *TOKENS, *WORDS, "superhero", "nan", "inf"}
FILE = re.compile(r"[\w.-]*(?:/[\w.-]*)+|[\w.-]+\.(?:csv|json|md|py|svg|toml|txt|yml)")
PLAIN = re.compile(r"[a-z]+")


def unknown_names(chapter: Chapter) -> list[Problem]:
    """Find the names that there are not, in order."""
    known = OTHERS | names_of_the_package() | {name for block in chapter.blocks for name in names_in(block.fence.code)}
    beside_readme = "/" not in chapter.path
    problems = []
    for span in chapter.prose.spans:
        if span.lastgroup != "code" or FILE.fullmatch(span["code_text"]):
            continue
        if beside_readme and PLAIN.fullmatch(span["code_text"]):
            continue
        for name in mentioned(span["code_text"]):
            if name not in known and not is_in_the_package(name):
                close = get_close_matches(name, sorted(known), n=1)
                hint = f": did you mean `{close[0]}`?" if close else "."
                message = (
                    f"`{name}` is no name of superhero's, nor of this page's code{hint} "
                    "If it is not code, write it without backticks"
                )
                problems.append(Problem(line_at(chapter.text, span.start()), span.start(), message))
    return problems


def mentioned(code: str) -> list[str]:
    """The names in a piece of code that have to be known. ``superhero.words.correct`` counts as one."""
    try:
        expression = ast.parse(code.strip(), mode="eval").body
    except SyntaxError:
        return []
    if isinstance(expression, ast.BinOp) and isinstance(expression.op, ast.Sub):  # a token: swap-wheels
        return []
    names = [node.id for node in ast.walk(expression) if isinstance(node, ast.Name) and len(node.id) > 1]
    if "superhero" in names:
        return re.findall(r"superhero[\w.]*", code)
    if not FOREIGN.intersection(names):
        names += [node.attr for node in ast.walk(expression) if isinstance(node, ast.Attribute)]
    return names


def names_in(code: str) -> set[str]:
    """All names in a piece of code, whatever they are."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return set()
    parts = (getattr(node, part, None) for node in ast.walk(tree) for part in ("id", "attr", "arg", "name", "asname"))
    return {name for part in parts if isinstance(part, str) for name in part.split(".")}


@cache
def names_of_the_package() -> frozenset[str]:
    """The names that a page may mention alone: those of the package's modules and classes."""
    paths = [*(ROOT / "superhero").glob("*.py"), *(ROOT / "superhero").glob("*/__init__.py")]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in paths]
    members = {name for tree in trees for node in ast.walk(tree) for name in attributes(node)}
    return frozenset(members.union(*map(defined, trees)))


def defined(tree: ast.Module | ast.ClassDef) -> set[str]:
    """The public names that a module or a class defines."""
    names = set()
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names |= {target.id for target in targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.name for alias in node.names}
    return {name for name in names if not name.startswith("_")}


def attributes(node: ast.AST) -> set[str]:
    """What an object of a class holds: the fields and methods of the class, and what is assigned to self."""
    if isinstance(node, ast.ClassDef):
        return defined(node)
    is_own = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    return {node.attr} if is_own and isinstance(node.ctx, ast.Store) else set()


def is_in_the_package(dotted: str) -> bool:
    """Whether ``superhero.module.name`` is there."""
    root, *rest = dotted.split(".")
    path = ROOT / root
    while rest and ((path / rest[0]).is_dir() or (path / f"{rest[0]}.py").is_file()):
        path /= rest.pop(0)
    source = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if root != "superhero" or not rest:
        return root == "superhero"
    names = defined(ast.parse(Path(source).read_text(encoding="utf-8")))
    return rest[0] in names and all(name in names_of_the_package() for name in rest[1:])
