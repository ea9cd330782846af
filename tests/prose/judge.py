"""Says whether a step of a page does what the page says, and if not, what to do about it."""

import traceback

from tests.prose.compare import differences, stripped
from tests.prose.corrections import Misfit, corrections
from tests.prose.page import Page
from tests.prose.run import Outcome
from tools.bindings import Binding, Expression
from tools.chapter import Block, Chapter, Problem
from tools.names import unknown_names
from tools.unbound import unbound

WIDTH = 79  # Jupyter breaks the containers that are longer
CONTAINERS = (list, tuple, dict, set, frozenset)
UPDATE = "If the code is right, `make update` writes what it gives into the page."


def problems(chapter: Chapter) -> list[Problem]:
    """What is wrong with a page whatever its code gives."""
    return unbound(chapter) + unknown_names(chapter)


def failure(page: Page, step: Block | Binding) -> str | None:
    """Run a page up to this step, and say what is wrong with it; None if all is well, or if it is not to be run."""
    name = page.chapter.path
    outcome = page.outcome(step)
    if outcome is not None:
        found = verdict(step, outcome, page.path, name)
    elif page.broken:
        found = f"{name}:{step.line}: not run, as the block at {name}:{page.broken.line} failed"
    else:
        return None
    return found and found.replace(page.path, name)


def verdict(step: Block | Binding, outcome: Outcome, path: str, name: str) -> str | None:
    """What is wrong with a step that has run; None if all is well.

    Args:
        path: Of the page, absolute.
        name: Of the page, as failures are to show it.
    """
    if isinstance(step, Block):
        return wrong_block(step, outcome, path, name) or wrong_output(step, outcome, name)
    return wrong_expression(step, outcome, name) or wrong_prose(step, outcome, name)


def is_wrong_code(step: Block | Binding, outcome: Outcome) -> bool:
    """Whether it is the code that has to be mended, before anything can be said about what the page says of it."""
    return bool(wrong_block(step, outcome, "", "") if isinstance(step, Block) else wrong_expression(step, outcome, ""))


def wrong_expression(binding: Binding, outcome: Outcome, name: str) -> str | None:
    """Say what is wrong with the expressions of a binding: they fail, or do more than to give a value."""
    place = f"{name}:{binding.line}"
    expressions = in_lines(binding.expressions)
    if outcome.error is not None:
        return f"{place}: what this is bound to fails.\n\n{expressions}\n\n{outcome.echo}"
    seen = outcome.printed or outcome.complained or "\n".join(f"thread {name}" for name in outcome.threads)
    if outcome.warnings:
        seen = f"{outcome.warnings[0].category.__name__}: {outcome.warnings[0].message}"
    if seen:
        return f"{place}: an expression should only give a value; this also shows something.\n\n{expressions}\n\n{seen}"
    return None


def wrong_prose(binding: Binding, outcome: Outcome, name: str) -> str | None:
    """Compare what the page says with what the code gives."""
    try:
        found = corrections(binding, outcome)
    except Misfit as misfit:
        return f"{name}:{binding.line}: {misfit}\n\n{in_lines(binding.expressions)}"
    reasons = [f"{name}:{correction.line or binding.line}: {correction.reason}" for correction in found]
    return "\n".join([*reasons, "", in_lines(binding.expressions), "", UPDATE]) if found else None


def in_lines(expressions: tuple[Expression, ...]) -> str:
    """Each expression on a line, as a report shows it."""
    return "\n".join(f"    {expression}" for expression in expressions)


def wrong_block(block: Block, outcome: Outcome, path: str, name: str) -> str | None:
    """Say what is wrong with a block, whatever it shows."""
    place = f"{name}:{block.line}"
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
    if outcome.complained:
        return f"{place}: this block writes to stderr, which no output block shows. Print it.\n\n{outcome.complained}"
    if outcome.threads:
        names = ", ".join(outcome.threads)
        return f"{place}: this block leaves a thread running that may show something later: {names}. Join it."
    if isinstance(outcome.value, CONTAINERS) and len(outcome.echo) > WIDTH:
        return (
            f"{place}: the last line of this block echoes a {type(outcome.value).__name__} of more than {WIDTH} "
            "characters, which Jupyter would break into lines. Print it."
        )
    return None


def wrong_output(block: Block, outcome: Outcome, name: str) -> str | None:
    """Compare what a block shows with its output block."""
    place = f"{name}:{block.fence.line}"
    shown = stripped(outcome.shown)
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
