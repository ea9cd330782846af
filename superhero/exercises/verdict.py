"""Judges an attempt at an exercise: passed, or not yet and why. It never raises."""

import copy
from collections.abc import Callable
from types import FunctionType
from typing import NamedTuple

import numpy as np

SHORT = 4  # an array of so many numbers at the most is shown whole


class Slip(NamedTuple):
    """A misconception that is met often: what somebody who has it would write, and what helps them.

    Attributes:
        says: The verdict's words.
        does: A function of the exercise's arguments that makes just this mistake.
    """

    says: str
    does: Callable


class Exercise(NamedTuple):
    """What a check needs to know of an exercise.

    Attributes:
        solution: A function that does it right.
        cases: Argument tuples on which an attempt is tried.
        slips: Misconceptions that are told apart.
        same: Decides whether two results are the same.
        otherwise: What to say of a wrong result that no slip explains; the default shows it beside the right one.
    """

    solution: Callable
    cases: list[tuple]
    slips: list[Slip]
    same: Callable = None
    otherwise: str = ""


def verdict(attempt, exercise: Exercise) -> str:
    """Return "Passed." or a text that starts with "Not yet." and says what is wrong, and if it can be told, why.

    Args:
        attempt: What the learner has written, a function.
        exercise: What it is to do.
    """
    if not callable(attempt):
        return f"Not yet. The check wants a function, and this is {_shown(attempt)}."
    same = exercise.same or same_values
    name = attempt.__name__ if isinstance(attempt, FunctionType) else "it"
    given = []
    for case in exercise.cases:
        try:
            with np.errstate(all="ignore"):
                given.append(attempt(*copy.deepcopy(case)))
        except BaseException as error:  # whatever a learner's code may do, the page goes on
            if isinstance(error, KeyboardInterrupt):
                raise
            return f"Not yet. {_call(name, case)} stops with {type(error).__name__}: {_text(str, error)}"
    expected = [exercise.solution(*copy.deepcopy(case)) for case in exercise.cases]
    wrong = [number for number, pair in enumerate(zip(given, expected, strict=True)) if not _safely(same, *pair)]
    if not wrong:
        return "Passed."
    for slip in exercise.slips:
        slipped = [slip.does(*copy.deepcopy(case)) for case in exercise.cases]
        if all(_safely(same, *pair) for pair in zip(given, slipped, strict=True)):
            return f"Not yet. {slip.says}"
    first = wrong[0]
    if given[first] is None:
        return f"Not yet. {name} gives nothing back: let it return its result."
    if exercise.otherwise:
        return f"Not yet. {exercise.otherwise}"
    return f"Not yet. {_call(name, exercise.cases[first])} {_difference(given[first], expected[first])}"


def same_values(given, expected) -> bool:
    """Whether two results are the same text, or the same numbers in the same shape (to within rounding)."""
    if isinstance(expected, str) or isinstance(given, str):
        return isinstance(given, str) and given == expected
    if isinstance(expected, tuple) and any(isinstance(part, np.ndarray) for part in expected):
        return len(given) == len(expected) and all(map(same_values, given, expected))
    given, expected = np.asarray(given), np.asarray(expected)
    if given.shape != expected.shape:
        return False
    if expected.dtype.kind in "USO":
        return given.tolist() == expected.tolist()
    return given.dtype.kind in "biuf" and np.allclose(given, expected, rtol=1e-6, atol=1e-9)


def same_names(given, expected) -> bool:
    """Whether two results hold the same names, in whatever order."""
    return not isinstance(given, str) and sorted(given) == sorted(expected)


def _safely(same, given, expected):
    try:
        return bool(same(given, expected))
    except Exception:  # a result of quite another kind cannot be compared, so it is not the same
        return False


def _difference(given, expected):
    """Say what was given and what it should be: of long arrays of one shape, the first number that is wrong."""
    if _of_numbers(given) and _of_numbers(expected) and given.shape == expected.shape and given.size > SHORT:
        at = tuple(int(i) for i in np.argwhere(~np.isclose(given, expected, rtol=1e-6, atol=1e-9))[0])
        return (
            f"has the right shape, but not the right numbers: at {list(at)} it has {given[at]:.3f}, "
            f"and it should have {expected[at]:.3f}."
        )
    return f"gives {_shown(given)}; it should give {_shown(expected)}."


def _of_numbers(value):
    return isinstance(value, np.ndarray) and value.dtype.kind in "iuf"


def _text(how, value):
    """Return repr or str of a learner's object, whose own methods may fail."""
    try:
        return how(value)
    except Exception:
        return f"something of type {type(value).__name__}"


def _call(name, case):
    call = f"{name}({', '.join(map(_shown, case))})"
    return call if len(call) <= 200 else f"{name}(...)"


def _shown(value):
    if isinstance(value, np.ndarray):
        rounded = value.round(3) if _of_numbers(value) else value
        text = f"an array of shape {value.shape}" if value.size > SHORT else _text(repr, rounded.tolist())
    elif isinstance(value, np.generic):
        text = str(value.item())
    else:
        text = _text(repr, value)
    return text if len(text) <= 120 else text[:117] + "..."
