"""The feed-forward network (FFN) that corrects a word: one hidden layer, its hand-written and its trained weights."""

import functools

import numpy as np

from superhero.arrays import finite, frozen, matrix, product
from superhero.words import WORDS

WORD_BITS = frozen(np.array(list(WORDS.values()), dtype=float))  # (8, 3)


def relu(x):
    """Return x where it is positive and 0 where it is not: the bend that makes a network more than a matrix."""
    return np.maximum(x, 0)


class FFN:
    """A feed-forward network: relu(x W_1 + b_1) W_2 + b_2.

    Args:
        W_1: (inputs, hidden) weights into the hidden layer.
        b_1: (hidden,) biases of the hidden layer.
        W_2: (hidden, outputs) weights out of it.
        b_2: (outputs,) biases of the output.

    Raises:
        ValueError: The shapes do not fit each other, or a number is not finite.
    """

    def __init__(self, W_1, b_1, W_2, b_2):
        self.W_1, self.W_2 = frozen(matrix("W_1", W_1)), frozen(matrix("W_2", W_2))
        self.b_1, self.b_2 = frozen(finite("b_1", b_1)), frozen(finite("b_2", b_2))
        shapes = [array.shape for array in (self.W_1, self.b_1, self.W_2, self.b_2)]
        inputs, hidden, outputs = self.W_1.shape[0], self.W_1.shape[-1], self.W_2.shape[-1]
        if shapes != [(inputs, hidden), (hidden,), (hidden, outputs), (outputs,)]:
            raise ValueError(
                "W_1, b_1, W_2, b_2 must be (inputs, hidden), (hidden,), (hidden, outputs), (outputs,); "
                f"they are {', '.join(map(str, shapes))}"
            )

    def hidden(self, x):
        """Return the hidden layer, (..., hidden), of inputs x, (..., inputs)."""
        x = finite("x", x)
        if x.ndim == 0 or x.shape[-1] != self.W_1.shape[0]:
            raise ValueError(f"the network takes (..., {self.W_1.shape[0]}) inputs; these are {x.shape}")
        return relu(product("x W_1 + b_1", x, self.W_1, plus=self.b_1))

    def __call__(self, x):
        """Return the output, (..., outputs), of inputs x, (..., inputs).

        Raises:
            ValueError: x is of another width, or holds something that is not a finite number.
        """
        return product("hidden W_2 + b_2", self.hidden(x), self.W_2, plus=self.b_2)


def unembed(bits):
    """Return a logit for each of the eight words: how well it agrees with three bits.

    A bit that agrees counts +1 and one that does not -1, so that the exact word gets 3 and a word one bit off gets 1:
    (2 y - 1) (2 b - 1), summed over the three bits.

    Args:
        bits: (..., 3) numbers near 0 or 1.

    Returns:
        (..., 8) logits, in the order of ``WORDS``.

    Raises:
        ValueError: There are not three bits, or a bit is not a finite number.

    Examples:
        >>> print(unembed([1, 0, 0]))
        [ 1. -1. -1. -3.  3.  1.  1. -1.]
    """
    bits = finite("bits", bits)
    if bits.ndim == 0 or bits.shape[-1] != 3:
        raise ValueError(f"a word has three bits, (..., 3); these are {bits.shape}")
    return product("logits", bits - 0.5, 2 * (2 * WORD_BITS - 1).T)


def word_of(logits):
    """Return the word with the largest logit, of (8,) logits in the order of ``WORDS``.

    Raises:
        ValueError: These are not eight finite numbers.

    Examples:
        >>> word_of(unembed([1, 0, 0]))
        'Crow'
    """
    logits = finite("logits", logits)
    if logits.shape != (len(WORDS),):
        raise ValueError(f"there must be a logit for each of the {len(WORDS)} words, (8,); these are {logits.shape}")
    return tuple(WORDS)[logits.argmax()]


# Flipping a bit a by a bit b gives |a - b|. One ReLU cannot bend both ways, two can: relu(a - b) + relu(b - a).
# Hidden units 0 to 2 hold a - b for fly, wheels and speak, units 3 to 5 hold b - a; there are no biases.
_I = np.eye(3)
HANDMADE_FFN = FFN(
    W_1=np.block([[_I, -_I], [-_I, _I]]),  # (6, 6)
    b_1=np.zeros(6),
    W_2=np.vstack([_I, _I]),  # (6, 3)
    b_2=np.zeros(3),
)


@functools.cache
def trained_ffn():
    """Return the network that was trained by ``python -m tools.weights``: 6 inputs, 16 hidden units, 8 logits."""
    import json  # both here, as `import superhero` is to cost little more than `import numpy`
    from pathlib import Path

    weights = Path(__file__).with_name("data") / "ffn.json"
    return FFN(**json.loads(weights.read_text(encoding="utf-8")))
