"""Says whether a step of a page does what the page says, and if not, what to do about it."""

import traceback

from tests.prose.compare import differences, stripped
from tests.prose.corrections import Misfit, corrections
from tests.prose.run import Outcome
from tools.chapter import Binding, Block

WIDTH = 79  # Jupyter breaks the containers that are longer
CONTAINERS = (list, tuple, dict, set, frozenset)
UPDATE = "If the code is right, `make update` writes what it gives into the page."


def verdict(step: Block | Binding, outcome: Outcome, path: str, name: str) -> str | None:
    """What is wrong with a step that has run; None if all is well.

    Args:
        path: Of the page, absolute.
        name: Of the page, as failures are to show it.
    """
    if isinstance(step, Block):
        return wrong_block(step, outcome, path, name)
    return wrong_binding(step, outcome, name)


def wrong_binding(binding: Binding, outcome: Outcome, name: str) -> str | None:
    """Compare what the page says with what the code gives."""
    place = f"{name}:{binding.line}"
    expressions = "\n".join(f"    {expression}" for expression in binding.expressions)
    if outcome.error is not None:
        return f"{place}: what this is bound to fails.\n\n{expressions}\n\n{outcome.echo}"
    if outcome.warnings or outcome.printed:
        seen = outcome.printed or f"{outcome.warnings[0].category.__name__}: {outcome.warnings[0].message}"
        return f"{place}: an expression should only give a value; this also shows something.\n\n{expressions}\n\n{seen}"
    try:
        found = corrections(binding, outcome)
    except Misfit as misfit:
        return f"{place}: {misfit}\n\n{expressions}"
    reasons = [f"{name}:{correction.line or binding.line}: {correction.reason}" for correction in found]
    return "\n".join([*reasons, "", expressions, "", UPDATE]) if found else None


def wrong_block(block: Block, outcome: Outcome, path: str, name: str) -> str | None:
    """Compare what a block does with what the page says."""
    place = f"{name}:{block.fence.line}"
    if outcome.error is not None and type(outcome.error).__name__ != block.raises:
        expected = f", where the page says that it raises {block.raises}" if block.raises else ""
        return f"{place}: this block fails{expected}.\n\n{page_traceback(outcome.error, path)}"
    if block.raises and outcome.error is None:
        return f"{place}: the page says that this block raises {block.raises}; it raises nothing."
    if outcome.warnings:
        warned = "\n".join(
            f"{warning.filename}:{warning.lineno}: {warning.category.__name__}: {warning.message}"
            for warning in outcome.warnings
        )
        return f"{place}: this block warns. Mend it, or silence it in the code if it is meant to.\n\n{warned}"
    return wrong_output(block, outcome, name)


def wrong_output(block: Block, outcome: Outcome, name: str) -> str | None:
    """Compare what a block shows with its output block."""
    place = f"{name}:{block.fence.line}"
    shown = stripped(outcome.shown)
    if isinstance(outcome.value, CONTAINERS) and len(outcome.echo) > WIDTH:
        return (
            f"{place}: the last line of this block echoes a {type(outcome.value).__name__} of more than {WIDTH} "
            "characters, which Jupyter would break into lines. Print it."
        )
    if block.output is None:
        if not shown:
            return None
        fence = "\n".join(["```text", *shown, "```"])
        return f"{place}: this block shows something, and no output block follows it. Write:\n\n{fence}\n\n{UPDATE}"
    if not shown:
        return (
            f"{name}:{block.output.line}: here is an output block, but the code of line {block.fence.line} shows "
            "nothing. Print something there, or remove the output block."
        )
    wrong = differences(block.output, shown, name)
    if wrong is None:
        return None
    return f"{place}: this block does not show what the page says.\n\n{wrong}\n\n{UPDATE}"


def page_traceback(error: BaseException, path: str) -> str:
    """The traceback as Python prints it, from the page's own first frame on."""
    shown = traceback.TracebackException.from_exception(error)
    frames = [frame.filename for frame in shown.stack]
    if path not in frames:  # a SyntaxError: the page did not even start
        return "".join(shown.format_exception_only())
    del shown.stack[: frames.index(path)]
    return "".join(shown.format())
