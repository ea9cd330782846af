"""The code exercises of Part 2, each under the name of the function to write."""

import numpy as np

from superhero.attention import Head, softmax
from superhero.exercises.verdict import Exercise, Slip, same_names
from superhero.handmade import by_feature
from superhero.tokens import FEATURES, TOKENS, embed

RANDOM = np.random.default_rng(2)


def _ones(token, features):
    return [FEATURES[i] for i in features if TOKENS[token][i]]


def carries(token):
    return _ones(token, range(4))


def find(X, feature):
    matches = X[:, FEATURES.index(feature)]
    return matches @ X


def my_attention(Q, K, V):
    return _attention(Q, K, V, np.sqrt(Q.shape[-1]))


def _attention(Q, K, V, divisor, axis=-1):
    return softmax(Q @ K.T / divisor, axis=axis) @ V


def speech_weights():
    return _weights(asks="question?", answers="speech act?", hands_over="swap speech")


def _weights(asks, answers, hands_over):
    return by_feature({asks: (8, 0)}), by_feature({answers: (1, 0)}), by_feature({hands_over: (1,)})


def _same_head(given, expected):
    """Whether two heads look alike from the question and bring back alike, be one a little sharper or wider."""
    given, expected = Head(*given), Head(*expected)
    for sentence in ACTIONS:
        X, at = embed(sentence), sentence.index("he-is?")
        one, other = given(X), expected(X)
        if not np.allclose(one.weights[at], other.weights[at], atol=0.05):
            return False
        brought = np.sort(np.abs(one.output[at]))[::-1]  # the first column to count, whichever it is
        if not np.isclose(brought[0], other.output[at].max(), atol=0.05) or (brought[1:] > 0.05).any():
            return False
    return True


def share(k, n):
    E = np.exp(8 / np.sqrt(2))
    return E / (k * E + n - k)


def look(query, keys, values):
    return softmax(keys @ query / np.sqrt(len(query))) @ values


def combine(of_object, of_action, W_O):
    return np.concatenate([of_object, of_action], axis=-1) @ W_O


def ffn_input(bits):
    can_fly, can_speak, swap_flight, swap_speech = bits
    return [can_fly, 0, can_speak, swap_flight, 0, swap_speech]


TRIPLES = [tuple(RANDOM.normal(size=(n, d)) for d in (d_h, d_h, 3)) for n, d_h in ((2, 3), (3, 2), (5, 4))]
SENTENCES = [embed(["Crow", "keep-flight", "swap-speech", "he-is?"]), embed(["he-is?", "swap-flight", "Human"])]
ACTIONS = [
    sentence
    for flight in ("keep-flight", "swap-flight")
    for speech in ("keep-speech", "swap-speech")
    for sentence in (["Crow", flight, speech, "he-is?"], [speech, "he-is?", flight, "Human"])
]
LOOKS = [(RANDOM.normal(size=d), RANDOM.normal(size=(4, d)), RANDOM.normal(size=(4, 2))) for d in (2, 3)]
OUTPUTS = [(*RANDOM.normal(size=(2, n, 2)), RANDOM.normal(size=(4, 4))) for n in (4, 2)]
FOUR_BITS = [([a, b, c, d],) for a in (0, 1) for b in (0, 1) for c in (0, 1) for d in (0, 1)]
COUNTS = [(k, n) for n in (2, 4, 6, 12) for k in (1, 2, 3) if k <= n]

EXERCISES = {
    "carries": Exercise(
        solution=carries,
        cases=[(token,) for token in TOKENS],
        same=same_names,
        slips=[
            Slip(
                "You list what the token is as well. What it carries stands in the first four features.",
                lambda token: _ones(token, range(8)),
            ),
            Slip(
                "You list what the token is. What it carries stands in the first four features.",
                lambda token: _ones(token, range(4, 8)),
            ),
            Slip("You give the bits. Give the names of the features whose bit is 1.", lambda token: TOKENS[token][:4]),
            Slip("You give all four names. Keep those whose bit is 1.", lambda token: FEATURES[:4]),
        ],
    ),
    "find": Exercise(
        solution=find,
        cases=[(X, feature) for X in SENTENCES for feature in ("object?", "flight act?", "question?")],
        slips=[
            Slip(
                "You give the matches, one for each token. Now use them to pick the rows: matches @ X.",
                lambda X, feature: X[:, FEATURES.index(feature)],
            ),
            Slip(
                "You always give row 0. The token may stand anywhere: find it by its feature.",
                lambda X, feature: X[0],
            ),
            Slip(
                "You take a softmax; that comes on the next page. Here the matches themselves pick the row.",
                lambda X, feature: softmax(X[:, FEATURES.index(feature)]) @ X,
            ),
            Slip(
                "That is the matching row divided by the number of tokens. It is wanted whole.",
                lambda X, feature: X[:, FEATURES.index(feature)] @ X / len(X),
            ),
        ],
    ),
    "my_attention": Exercise(
        solution=my_attention,
        cases=TRIPLES,
        slips=[
            Slip(
                "You have not scaled: divide the matches by the square root of d_h.",
                lambda Q, K, V: _attention(Q, K, V, 1),
            ),
            Slip(
                "You return the weights as well. The output alone is wanted.",
                lambda Q, K, V: (my_attention(Q, K, V), softmax(Q @ K.T / np.sqrt(Q.shape[-1]))),
            ),
            Slip(
                "You divide by the square root of 2. That is right for queries of two numbers only: take Q.shape[1].",
                lambda Q, K, V: _attention(Q, K, V, np.sqrt(2)),
            ),
            Slip(
                "Scaled by d_h itself. Divide by its square root.",
                lambda Q, K, V: _attention(Q, K, V, Q.shape[-1]),
            ),
            Slip(
                "Scaled by the model's width, 8, not the head's: d_h is the length of a query.",
                lambda Q, K, V: _attention(Q, K, V, np.sqrt(8)),
            ),
            Slip(
                "Scaled by the number of tokens. d_h is the length of a query: the number of columns of Q.",
                lambda Q, K, V: _attention(Q, K, V, np.sqrt(len(Q))),
            ),
            Slip(
                "Your rows do not sum to 1: softmax over the wrong axis?",
                lambda Q, K, V: _attention(Q, K, V, np.sqrt(Q.shape[-1]), axis=0),
            ),
            Slip(
                "Queries and keys have changed places: row i belongs to query i, so it is Q @ K.T.",
                lambda Q, K, V: _attention(K, Q, V, np.sqrt(Q.shape[-1])),
            ),
            Slip(
                "The scores are there, but no softmax: make shares of each row before you collect.",
                lambda Q, K, V: Q @ K.T / np.sqrt(Q.shape[-1]) @ V,
            ),
        ],
    ),
    "speech_weights": Exercise(
        solution=speech_weights,
        cases=[()],
        same=_same_head,
        otherwise="With these weights he-is? does not bring back what the speech action swaps.",
        slips=[
            Slip(
                "Your head finds the flight action. The key belongs to the other kind.",
                lambda: _weights("question?", "flight act?", "swap flight"),
            ),
            Slip(
                "Your head finds the right token and takes the wrong thing: what swaps speech is in feature 3.",
                lambda: _weights("question?", "speech act?", "swap flight"),
            ),
            Slip(
                "Your head brings back that it is a speech action, and not what it swaps. Mind the row of W_V.",
                lambda: _weights("question?", "speech act?", "speech act?"),
            ),
            Slip(
                "Your question finds nothing, so it looks evenly. Is its query in the row of question?, and the key "
                "in the same column as the query?",
                lambda: _weights("speech act?", "question?", "swap speech"),
            ),
        ],
    ),
    "share": Exercise(
        solution=share,
        cases=COUNTS,
        slips=[
            Slip(
                "Your E is e to the 8th. The match is divided by the square root of 2 first: E = exp(8 / sqrt(2)).",
                lambda k, n: np.exp(8) / (k * np.exp(8) + n - k),
            ),
            Slip("That is 1 / k: the traces that go to the other tokens are missing.", lambda k, n: 1 / k),
            Slip(
                "That is right for one match only. With k of them, the total has k times E.",
                lambda k, n: share(1, n),
            ),
            Slip(
                "You count all n tokens as others. Those that match are not among them: n - k are left.",
                lambda k, n: np.exp(8 / np.sqrt(2)) / (k * np.exp(8 / np.sqrt(2)) + n),
            ),
            Slip(
                "You give what all the matching tokens get together. Each gets one k-th of it.",
                lambda k, n: k * share(k, n),
            ),
        ],
    ),
    "look": Exercise(
        solution=look,
        cases=LOOKS,
        slips=[
            Slip(
                "You have not scaled: divide the matches by the square root of the query's length.",
                lambda query, keys, values: softmax(keys @ query) @ values,
            ),
            Slip(
                "Scaled by the query's length. Divide by its square root.",
                lambda query, keys, values: softmax(keys @ query / len(query)) @ values,
            ),
            Slip(
                "These are the weights. Collect the values with them: weights @ values.",
                lambda query, keys, values: softmax(keys @ query / np.sqrt(len(query))),
            ),
            Slip(
                "You have raised e to the scores, but not divided by the total: the weights must sum to 1.",
                lambda query, keys, values: np.exp(keys @ query / np.sqrt(len(query))) @ values,
            ),
            Slip(
                "The scores are there, but no softmax: make shares of them before you collect.",
                lambda query, keys, values: keys @ query / np.sqrt(len(query)) @ values,
            ),
        ],
    ),
    "combine": Exercise(
        solution=combine,
        cases=OUTPUTS,
        slips=[
            Slip(
                "Side by side is right, and W_O is missing: multiply by it.",
                lambda of_object, of_action, W_O: np.concatenate([of_object, of_action], axis=-1),
            ),
            Slip(
                "The action head stands first. W_O expects the object head's numbers in front.",
                lambda of_object, of_action, W_O: combine(of_action, of_object, W_O),
            ),
            Slip(
                "W_O is on the wrong side, or turned over: it is the concatenated rows times W_O.",
                lambda of_object, of_action, W_O: combine(of_object, of_action, W_O.T),
            ),
        ],
    ),
    "ffn_input": Exercise(
        solution=ffn_input,
        cases=FOUR_BITS,
        slips=[
            Slip(
                "The two zeros stand at the end. Wheels come second in each group of three: fly, wheels, speak.",
                lambda bits: [*bits, 0, 0],
            ),
            Slip(
                "Your wheels come first. The order is fly, wheels, speak, twice.",
                lambda bits: [0, bits[0], bits[1], 0, bits[2], bits[3]],
            ),
            Slip(
                "Your wheels come last. The order is fly, wheels, speak, twice.",
                lambda bits: [bits[0], bits[1], 0, bits[2], bits[3], 0],
            ),
            Slip(
                "The correction stands before the word. The network takes the word's three bits first.",
                lambda bits: [bits[2], 0, bits[3], bits[0], 0, bits[1]],
            ),
        ],
    ),
}
