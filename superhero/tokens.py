"""The nine tokens of a sentence, each a vector of eight features that are there (1) or not (0)."""

import numpy as np

from superhero.spelling import unknown

FEATURES = (
    "can fly", "can speak", "swap flight", "swap speech",
    "object?", "flight act?", "speech act?", "question?",
)  # fmt: skip

TOKENS = {
    #                   can   can    swap    swap     object? flight  speech  question?
    #                   fly   speak  flight  speech           act?    act?
    "Rock":             (0,    0,     0,      0,       1,      0,      0,      0),
    "Human":            (0,    1,     0,      0,       1,      0,      0,      0),
    "Crow":             (1,    0,     0,      0,       1,      0,      0,      0),
    "Flying Superhero": (1,    1,     0,      0,       1,      0,      0,      0),
    "swap-flight":      (0,    0,     1,      0,       0,      1,      0,      0),
    "swap-speech":      (0,    0,     0,      1,       0,      0,      1,      0),
    "keep-flight":      (0,    0,     0,      0,       0,      1,      0,      0),
    "keep-speech":      (0,    0,     0,      0,       0,      0,      1,      0),
    "he-is?":           (0,    0,     0,      0,       0,      0,      0,      1),
}  # fmt: skip


def tokenize(sentence):
    """Return the tokens of a sentence as a list.

    Args:
        sentence: Text with a space between tokens, or a list of tokens. ``Flying Superhero`` is one
            token of two words and is read whole from text.

    Raises:
        ValueError: Something in the sentence is not a token, or there is nothing in it.

    Examples:
        >>> tokenize("Flying Superhero keep-flight")
        ['Flying Superhero', 'keep-flight']
    """
    try:
        tokens = _split(sentence) if isinstance(sentence, str) else list(sentence)
    except TypeError:
        tokens = None
    if tokens is None or isinstance(sentence, bytes):
        raise ValueError(f"a sentence is text or a list of tokens; this is {sentence!r} ({type(sentence).__name__})")
    if not tokens:
        raise ValueError("the sentence is empty; an example of one: 'Crow keep-flight swap-speech he-is?'")
    for token in tokens:
        if not isinstance(token, str) or token not in TOKENS:
            raise ValueError(unknown("token", token, TOKENS))
    return [str(token) for token in tokens]


def _split(text):
    words = text.split()
    tokens = []
    while words:
        pair = " ".join(words[:2])
        # A pair that is a token but for its capitals is kept whole, so that the error names the pair.
        whole = any(pair.lower() == token.lower() for token in TOKENS)
        tokens.append(pair if whole else words[0])
        del words[: len(tokens[-1].split())]
    return tokens


def embed(sentence):
    """Return a sentence as a matrix: one row for each token, one column for each of ``FEATURES``.

    Any tokens do, in any order and number: the sentence need not be a legal one.

    Args:
        sentence: Text or a list of tokens, as for ``tokenize``.

    Returns:
        (n, 8) array of 0.0 and 1.0.

    Raises:
        ValueError: Something in the sentence is not a token, or there is nothing in it.

    Examples:
        >>> print(embed("Crow he-is?"))
        [[1. 0. 0. 0. 1. 0. 0. 0.]
         [0. 0. 0. 0. 0. 0. 0. 1.]]
    """
    return np.array([TOKENS[token] for token in tokenize(sentence)], dtype=float)
