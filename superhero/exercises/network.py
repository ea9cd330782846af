"""The code exercises of Part 1, each under the name of the function to write."""

from itertools import product

import numpy as np

from superhero.exercises.verdict import Exercise, Slip, same_names
from superhero.words import WORDS

RANDOM = np.random.default_rng(1)


def _differing(word):
    """How many bits of each word differ from those of this one."""
    return {other: sum(a != b for a, b in zip(WORDS[word], bits, strict=True)) for other, bits in WORDS.items()}


def neighbours(word):
    return [other for other, bits in _differing(word).items() if bits == 1]


def flips_between(start, goal):
    return [a ^ b for a, b in zip(start, goal, strict=True)]


def layer(x, W, b):
    return np.maximum(x @ W + b, 0)


def my_softmax(scores):
    raised = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def _exp_over(scores, axis):
    raised = np.exp(scores)
    return raised / raised.sum(axis=axis, keepdims=axis is not None)


def descend(weights, gradient, learning_rate):
    return weights - learning_rate * gradient


def equal(a, b):
    return 1 - np.maximum(a - b, 0) - np.maximum(b - a, 0)


PAIRS = [tuple(map(list, pair)) for pair in product(WORDS.values(), repeat=2)]
LAYERS = [
    (RANDOM.normal(size=shape), RANDOM.normal(size=(4, 4)), RANDOM.normal(size=4)) for shape in (4, (4, 4), (9, 4))
]
STEPS = [(RANDOM.normal(size=5), RANDOM.normal(size=5), rate) for rate in (0.5, 0.01)]
BITS = (np.array([0, 0, 1, 1]), np.array([0, 1, 0, 1]))

EXERCISES = {
    "neighbours": Exercise(
        solution=neighbours,
        cases=[(word,) for word in WORDS],
        same=same_names,
        slips=[
            Slip(
                "Your list holds the words that have one bit in common. Neighbours have one bit that differs.",
                lambda word: [other for other, bits in _differing(word).items() if bits == 2],
            ),
            Slip(
                "The word itself is in your list, but no bit of it differs from itself.",
                lambda word: [other for other, bits in _differing(word).items() if bits <= 1],
            ),
            Slip(
                "Your list holds every other word. An edge of the cube joins those that differ in one bit only.",
                lambda word: [other for other, bits in _differing(word).items() if bits],
            ),
        ],
    ),
    "flips_between": Exercise(
        solution=flips_between,
        cases=PAIRS,
        slips=[
            Slip(
                "You give the bits of the goal. The correction says what has to change on the way there.",
                lambda start, goal: goal,
            ),
            Slip(
                "You subtract, and where a 1 becomes a 0 that gives -1. A flip is a 1 whichever way it goes.",
                lambda start, goal: [b - a for a, b in zip(start, goal, strict=True)],
            ),
            Slip(
                "That is 1 where either word has a 1. A flip is needed where just one of them has it.",
                lambda start, goal: [a | b for a, b in zip(start, goal, strict=True)],
            ),
            Slip(
                "That is 1 where the words agree. A flip is needed where they differ.",
                lambda start, goal: [1 - (a ^ b) for a, b in zip(start, goal, strict=True)],
            ),
        ],
    ),
    "layer": Exercise(
        solution=layer,
        cases=LAYERS,
        slips=[
            Slip("The bias is missing: add b before you cut off.", lambda x, W, b: np.maximum(x @ W, 0)),
            Slip("Nothing is cut off: a negative sum must come out as 0.", lambda x, W, b: x @ W + b),
            Slip(
                "You cut off first and add b after. The bias belongs to the sum that is cut off.",
                lambda x, W, b: np.maximum(x @ W, 0) + b,
            ),
            Slip(
                "Your weights are turned over: the weights of a unit stand in a column of W, so it is x @ W.",
                lambda x, W, b: np.maximum(x @ W.T + b, 0),
            ),
        ],
    ),
    "my_softmax": Exercise(
        solution=my_softmax,
        cases=[(RANDOM.normal(size=shape),) for shape in ((3, 3), (2, 5))] + [(np.array([[1.0, -2.0]]),)],
        slips=[
            Slip(
                "Your rows do not sum to 1, your columns do: softmax over the wrong axis?",
                lambda scores: _exp_over(scores, axis=0),
            ),
            Slip(
                "All your shares together sum to 1. Each row is to be shared out by itself.",
                lambda scores: _exp_over(scores, axis=None),
            ),
            Slip(
                "You divide the scores themselves by their sum. Raise e to each of them first.",
                lambda scores: scores / scores.sum(axis=-1, keepdims=True),
            ),
            Slip("You have raised e to the scores. Now divide each row by its sum.", np.exp),
        ],
    ),
    "descend": Exercise(
        solution=descend,
        cases=STEPS,
        slips=[
            Slip(
                "That goes uphill. The gradient points to where the loss grows, so step the other way.",
                lambda weights, gradient, rate: weights + rate * gradient,
            ),
            Slip(
                "The learning rate is missing: a step is that share of the gradient.",
                lambda weights, gradient, rate: weights - gradient,
            ),
            Slip(
                "That is the step alone. Take it away from the weights.",
                lambda weights, gradient, rate: rate * gradient,
            ),
        ],
    ),
    "equal": Exercise(
        solution=equal,
        cases=[BITS, *((a, b) for a in (0, 1) for b in (0, 1)), (0.25, 0.75)],
        slips=[
            Slip(
                "That compares, and is 0 wherever they are not quite equal. Use relu and sums.",
                lambda a, b: np.equal(a, b) * 1,
            ),
            Slip(
                "That is the distance: 1 where they differ. It is wanted the other way around.",
                lambda a, b: np.maximum(a - b, 0) + np.maximum(b - a, 0),
            ),
            Slip(
                "One side only: for a = 0 and b = 1 your ReLU cuts the difference off. Take relu(b - a) too.",
                lambda a, b: 1 - np.maximum(a - b, 0),
            ),
            Slip(
                "One side only: for a = 1 and b = 0 your ReLU cuts the difference off. Take relu(a - b) too.",
                lambda a, b: 1 - np.maximum(b - a, 0),
            ),
            Slip(
                "Without a ReLU the two differences cancel, and you always get the same.",
                lambda a, b: 1 - ((a - b) + (b - a)),
            ),
        ],
    ),
}
