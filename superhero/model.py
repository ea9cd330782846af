"""The whole transformer: a sentence in, a word out, and every array on the way.

sentence -> embedding -> two heads -> W_O -> four bits at the question -> six bits -> FFN -> logits -> word
"""

from typing import NamedTuple

import numpy as np

from superhero.attention import HeadTrace
from superhero.handmade import TWO_HEADS
from superhero.network import trained_ffn, word_of
from superhero.tokens import FEATURES, TOKENS, embed, tokenize


class Trace(NamedTuple):
    """Every array between a sentence and its answer (with a batch: one more axis in front of each).

    Attributes:
        tokens: The n tokens.
        X: (n, 8), the embedding.
        heads: The ``HeadTrace`` of the object head and of the action head.
        concat: (n, 4), the heads' outputs side by side.
        after_W_O: (n, 4), concat times W_O.
        bits: (4,) whole numbers, the question's row of after_W_O rounded: can fly, can speak, swap flight,
            swap speech.
        ffn_input: (6,): can fly, 0 wheels, can speak, flip fly, 0, flip speak.
        logits: (8,), one for each of ``WORDS``.
        word: The word with the largest logit.
    """

    tokens: list
    X: np.ndarray
    heads: tuple[HeadTrace, HeadTrace]
    concat: np.ndarray
    after_W_O: np.ndarray
    bits: np.ndarray
    ffn_input: np.ndarray
    logits: np.ndarray
    word: str


def forward(X):
    """Run the transformer on embedded sentences, legal or not, and return the arrays between X and the word.

    Args:
        X: (..., n, 8), one sentence or a batch of sentences of one length, each with its question somewhere.

    Returns:
        heads, concat, after_W_O, bits, ffn_input, logits: as in ``Trace``, with the leading axes of X.

    Raises:
        ValueError: X is of another shape, holds a number that is not finite, or has a sentence without a question.
    """
    heads, concat, after_W_O = TWO_HEADS(X)
    asks = np.asarray(X)[..., FEATURES.index("question?")]  # (..., n)
    if not asks.any(axis=-1).all():
        raise ValueError("the answer is read at the question, and a sentence in X has none: add he-is?")
    question = asks.argmax(axis=-1)[..., None, None]
    at_question = np.take_along_axis(after_W_O, question, axis=-2)[..., 0, :]  # (..., 4)
    if np.abs(at_question).max(initial=0) > 2**53:  # from here on a float is no longer a whole number to the last digit
        raise ValueError("the numbers at the question are too large to be rounded to bits; scale X down")
    bits = np.rint(at_question).astype(int)
    ffn_input = np.zeros((*bits.shape[:-1], 6))  # this toy's sentences have no wheels: those two bits stay 0
    ffn_input[..., [0, 2, 3, 5]] = bits
    return heads, concat, after_W_O, bits, ffn_input, trained_ffn()(ffn_input)


def trace(sentence):
    """Return the ``Trace`` of one sentence.

    Args:
        sentence: Text or a list of tokens: one object, one flight action, one speech action and one question, in any
            order.

    Raises:
        ValueError: The sentence is not of that form; the message says what is wrong.

    Examples:
        >>> t = trace("Crow keep-flight swap-speech he-is?")
        >>> print(t.bits, t.word)
        [1 0 0 1] Flying Superhero
    """
    tokens = _checked(tokenize(sentence))
    X = embed(tokens)
    heads, concat, after_W_O, bits, ffn_input, logits = forward(X)
    return Trace(tokens, X, heads, concat, after_W_O, bits, ffn_input, logits, word_of(logits))


def answer(sentence):
    """Return the word that a sentence asks for.

    Args:
        sentence: As for ``trace``.

    Raises:
        ValueError: As for ``trace``.

    Examples:
        >>> answer("Crow keep-flight swap-speech he-is?")
        'Flying Superhero'
        >>> answer(["Rock", "swap-flight", "keep-speech", "he-is?"])
        'Crow'
    """
    return trace(sentence).word


def _checked(tokens):
    """Return the tokens, or raise ValueError unless there is one of each kind."""
    kinds = {
        "object": "object?",
        "flight action": "flight act?",
        "speech action": "speech act?",
        "question": "question?",
    }
    for kind, feature in kinds.items():
        all_such = [token for token, bits in TOKENS.items() if bits[FEATURES.index(feature)]]
        found = [token for token in tokens if token in all_such]
        if len(found) != 1:
            raise ValueError(
                f"a sentence has exactly one {kind} ({', '.join(all_such)}); this one has {len(found)}"
                + (f": {', '.join(found)}" if found else "")
            )
    return tokens
