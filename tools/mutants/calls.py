"""Calls of all that the package offers, with good input and with bad: what they give tells two packages apart.

A change to the package that no page notices may alter nothing at all. It counts as such only if all these calls give
the same, to the last bit and to the last letter of an error, and the modules hold the same data.
"""

import importlib
import itertools
import sys
import types
import warnings
from collections.abc import Callable

import numpy as np

from tools.course import ROOT
from tools.mutants.same import digest

SENTENCE = "Crow keep-flight swap-speech he-is?"
X = np.array([[1, 0, 0, 0, 1, 0, 0, 0], [0, 0, 1, 0, 0, 1, 0, 0], [0, 0, 0, 1, 0, 0, 1, 0], [0, 0, 0, 0, 0, 0, 0, 1.0]])
Q = np.array([[1.0, 2], [3, 4], [-5, 6]])
K = np.array([[0.5, -1], [2, 0.25], [1, 1]])
V = np.array([[1.0, 0, 2], [0, 3, 1], [4, 1, 0]])
MASK = np.where(np.tri(3, dtype=bool), 0, -np.inf)
W = np.arange(16.0).reshape(8, 2) / 7 - 1
W_O = np.arange(16.0).reshape(4, 4) / 5
W_1 = np.arange(12.0).reshape(6, 2) - 5
W_2 = np.arange(16.0).reshape(2, 8) - 7

ODD = [
    None, True, 0, 1, -1, 2, 3, 3.5, 1j, np.nan, np.inf, -np.inf, 1e308, 2**53, 2**70, np.int64(2), np.bool_(True),
    "", "Crow", "crow", "Crow he-is?", "Flying Superhero", "flying superhero", "rows", b"Crow", [], [[]], {}, {1},
    [0], [1, 0, 0], (0, 1, 1), (1, 0, 2), (1, 0), [[1, 0], [0]], [["a"]], [None], [[1.0, 2], [3, 4]], [1, 2, 3, 4],
    [np.nan, 1], [[-np.inf, 0], [0, -np.inf]], [[-np.inf, -np.inf], [0, 0]], ["Crow", "he-is?"], ["Crow", 1],
    ["Crow", "Human", "keep-flight", "keep-speech", "he-is?"], {"question?": (8, 0)}, {"question": (8, 0)},
    {"question?": (8, 0), "object?": (1,)}, {"question?": 8}, {"question?": [[1, 2], [3, 4]]}, {"can fly": (1, 2, 3)},
    np.eye(2), np.eye(3), np.eye(4), np.eye(8), np.zeros((0, 2)), np.zeros((2, 0)), np.zeros((3, 2)), np.zeros(3),
    np.ones((2, 3, 8)), np.zeros((2, 1, 4, 8)), np.full((3, 2), 1e200), np.full((4, 8), 1e300), np.full((3, 2), np.nan),
    np.ones((3, 2), int), np.array([[1, None]]), np.tri(3) > 0, np.full((3, 3), -np.inf), np.zeros((2, 3, 3)),
    np.ones(6), np.arange(8.0), np.arange(24.0).reshape(3, 8), np.arange(12.0).reshape(2, 6), np.longdouble("1e4000"),
]  # fmt: skip


def good_calls() -> list[tuple]:
    """Functions of the package, each with arguments that are right."""
    from superhero.arrays import finite, matrix, numbers, product
    from superhero.attention import Head, MultiHead, attention, attention_scores, softmax
    from superhero.handmade import ACTION_HEAD, OBJECT_HEAD, TWO_HEADS, by_feature
    from superhero.masks import causal_mask, checked_mask
    from superhero.model import answer, forward, trace
    from superhero.network import FFN, HANDMADE_FFN, relu, trained_ffn, unembed, word_of
    from superhero.results import load
    from superhero.spelling import unknown
    from superhero.tokens import embed, tokenize
    from superhero.words import WORDS, all_corrections, correct

    head = Head(W, W[::-1], W - 1)
    two_heads = MultiHead([head, OBJECT_HEAD], W_O)
    ffn = FFN(W_1, np.ones(2), W_2, np.ones(8))
    return [
        (numbers, "it", Q),
        (finite, "it", Q),
        (matrix, "it", Q),
        (product, "it", Q, K.T),
        (product, "it", Q, K.T, np.arange(3.0)),
        (softmax, Q),
        (softmax, Q, 0),
        (attention_scores, Q, K, MASK),
        (attention, Q, K, V, MASK),
        (attention, Q[:2], K, V),
        (Head, W, W, W[:, :1]),
        (head, X, None),
        (MultiHead, [head, head], W_O),
        (two_heads, X, None),
        (two_heads, np.stack([X, X / 3]), None),
        (by_feature, {"object?": (1, 2)}),
        (OBJECT_HEAD, X, None),
        (ACTION_HEAD, X, None),
        (TWO_HEADS, X, None),
        (causal_mask, 3),
        (checked_mask, MASK, (3, 3)),
        (checked_mask, MASK, (2, 3, 3)),
        (forward, X),
        (forward, np.stack([X, X[[1, 3, 0, 2]]])),
        (forward, X * 2.0**52),
        (forward, X * 2.0**53),
        *((trace, list(order)) for order in itertools.permutations(SENTENCE.split())),
        (answer, SENTENCE),
        (relu, Q),
        (FFN, W_1, np.ones(2), W_2, np.ones(8)),
        (ffn, np.ones((2, 6))),
        (ffn.hidden, np.ones((2, 6))),
        (HANDMADE_FFN, np.ones((2, 6))),
        (trained_ffn(), np.ones((2, 6))),
        (unembed, [[1, 0, 0], [0.5, 0.25, 2]]),
        (word_of, [0, 1, 2, 5, 4, 3, 2, 1]),
        (load, "widths"),
        (unknown, "word", "Crew", ["Rock", "Crow"]),
        (tokenize, SENTENCE),
        (embed, SENTENCE),
        *((correct, word, flips) for word in WORDS for flips in WORDS.values()),
        (all_corrections,),
    ]


def trainings() -> list[tuple]:
    """Calls that take long, so they are made with these arguments alone."""
    from superhero.training import train

    return [
        (train, 4, 0, 0.01, 60),
        (train, 16, 1, 0.01, 400),
        (train, 8, 2, 0.1, 100, slice(48), False),
    ]


def results_of_the_package() -> list:
    """What all good calls give, and what they give with each argument replaced by each of the odd ones."""
    given = []
    for function, *arguments in good_calls():
        given.append(outcome(function, arguments))
        for place, odd in itertools.product(range(len(arguments)), ODD):
            given.append(outcome(function, [*arguments[:place], odd, *arguments[place + 1 :]]))
    modules = [f"superhero.{path.stem}" for path in sorted((ROOT / "superhero").glob("[!_]*.py"))]
    return [given, [data(name) for name in modules if name != "superhero.training"]]


def results_of_training() -> list:
    """What trainings give. No other module uses them, and they take long, so there are only a few."""
    from superhero.training import train

    return [
        outcome(train, [4, 0, 0.01, 60]),
        outcome(train, [16, 1, 0.01, 400]),
        outcome(train, [8, 2, 0.1, 100, slice(48), False]),
    ]


def results_of_exercises() -> list[str]:
    """What the exercises' checks find: in right, wrong and odd answers, and in those to all the other exercises."""
    from superhero.exercises import EXERCISES
    from superhero.exercises.verdict import verdict
    from tests.test_exercises import WRONG

    odd = [lambda *_, value=value: value for value in ODD]
    wrong = [attempt for attempts in WRONG.values() for attempt in attempts.values()]
    slips = [slip.does for exercise in EXERCISES.values() for slip in exercise.slips]
    attempts = [*odd, *wrong, *slips, *(exercise.solution for exercise in EXERCISES.values())]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            finding(verdict(attempt, exercise), exercise) for exercise in EXERCISES.values() for attempt in attempts
        ]


def finding(said: str, exercise: object) -> str:
    """What a verdict finds, whichever of its examples it says it with."""
    for number, slip in enumerate(exercise.slips):
        if said == f"Not yet. {slip.says}":
            return f"slip {number}"
    return "an error" if " stops with " in said else said if "(" not in said else "something wrong"


def all_calls(group: str) -> str:
    """What all calls of a group of changes give, as one digest."""
    results = {
        "package": results_of_the_package,
        "training": results_of_training,
        "exercises": results_of_exercises,
    }
    return digest(results[group]())


def outcome(function: Callable, arguments: list) -> list:
    """What a call gives: its result or its error, its warnings, and what became of its arguments."""
    result = error = None
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = function(*arguments)
        except Exception as raised:
            error = raised
    return [result, error, [str(warning.message) for warning in caught], arguments]


def data(name: str) -> dict:
    """What a module holds besides functions, classes and other modules."""
    importlib.import_module(name)
    hidden = (types.FunctionType, types.ModuleType, type)
    held = vars(sys.modules[name])
    return {
        name: value
        for name, value in held.items()
        if not (name.startswith("__") or isinstance(value, hidden) or hasattr(value, "cache_clear"))
    }
