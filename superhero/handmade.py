"""The hand-written weights of both heads, said by the names of features.

The question asks; objects and actions answer. Each matrix has a row for each of ``FEATURES``, and all rows that are not
named are 0.
"""

import numpy as np

from superhero.arrays import frozen, matrix
from superhero.attention import Head, MultiHead
from superhero.spelling import unknown
from superhero.tokens import FEATURES


def by_feature(rows):
    """Return the (8, d) matrix with these rows, and 0 in all others.

    Args:
        rows: A dict from the name of a feature to the d numbers of its row; at least one.

    Raises:
        ValueError: A name is not among ``FEATURES``, the rows differ in length, or hold something else than finite
            numbers.

    Examples:
        >>> print(by_feature({"can speak": (1, 2)})[:3])
        [[0. 0.]
         [1. 2.]
         [0. 0.]]
    """
    if not isinstance(rows, dict) or not rows:
        raise ValueError(f"name at least one row, as in {{'question?': (8, 0)}}; this is {rows!r}")
    for feature in rows:
        if feature not in FEATURES:
            raise ValueError(unknown("feature", feature, FEATURES))
    named = matrix("W", list(rows.values()))  # (rows named, d)
    if named.ndim != 2:
        raise ValueError(f"each row must be a list of numbers; these rows are {named.shape[1:]}")
    W = np.zeros((len(FEATURES), named.shape[1]))  # (8, d)
    W[[FEATURES.index(feature) for feature in rows]] = named
    return W


# An 8 makes the match sharp: the softmax then gives the object 0.99. d_h = 2, so that the action head can give each
# kind of action a column; the object head leaves its second column unused.
OBJECT_HEAD = Head(
    W_Q=by_feature({"question?": (8, 0)}),  # the question asks for an object
    W_K=by_feature({"object?": (1, 0)}),  # every object answers
    W_V=by_feature({"can fly": (1, 0), "can speak": (0, 1)}),  # and hands over what it can do
)

ACTION_HEAD = Head(
    W_Q=by_feature({"question?": (8, 8)}),  # the question asks for both kinds of action
    W_K=by_feature({"flight act?": (1, 0), "speech act?": (0, 1)}),  # each kind answers in its own column
    W_V=by_feature({"swap flight": (1, 0), "swap speech": (0, 1)}),  # and hands over what it swaps
)

# Two actions share the action head's attention, so each arrives as a half: the 2 makes it whole again.
W_O = frozen(np.diag([1.0, 1.0, 2.0, 2.0]))

TWO_HEADS = MultiHead((OBJECT_HEAD, ACTION_HEAD), W_O)
