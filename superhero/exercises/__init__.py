"""The checks of the course's exercises: ``check(name, attempt)`` prints a verdict."""

from superhero.exercises import attention, network
from superhero.exercises.verdict import verdict
from superhero.spelling import unknown

EXERCISES = {**network.EXERCISES, **attention.EXERCISES}

__all__ = ["EXERCISES", "check"]


def check(name, attempt):
    """Print whether an attempt at an exercise is right, or what is wrong with it. It never raises.

    Args:
        name: The exercise's name, as its page gives it.
        attempt: The function to check.

    Examples:
        >>> check("flips_between", lambda start, goal: goal)
        Not yet. You give the bits of the goal. The correction says what has to change on the way there.
    """
    if not isinstance(name, str) or name not in EXERCISES:
        print(unknown("exercise", name, EXERCISES))
        return
    print(verdict(attempt, EXERCISES[name]))
