"""The eight words, their three attributes, and the rule that corrects one word into another."""

import numpy as np

from superhero.spelling import unknown

ATTRIBUTES = ("fly", "wheels", "speak")

WORDS = {
    #                    fly wheels speak
    "Rock":              (0, 0, 0),
    "Human":             (0, 0, 1),
    "Car":               (0, 1, 0),
    "Talking Tow Truck": (0, 1, 1),
    "Crow":              (1, 0, 0),
    "Flying Superhero":  (1, 0, 1),
    "Plane":             (1, 1, 0),
    "Talking Planes":    (1, 1, 1),
}  # fmt: skip


def correct(word, flips):
    """Return the word that differs from ``word`` in the attributes marked by a 1.

    This is the rule itself (exclusive or, attribute by attribute). The networks of this course
    have to find it; they never call it.

    Args:
        word: One of the eight words.
        flips: Three bits, one for each of ``ATTRIBUTES``; a 1 flips that attribute.

    Raises:
        ValueError: The word is unknown, or ``flips`` is not three bits.

    Examples:
        >>> correct("Rock", (1, 0, 0))
        'Crow'
        >>> correct("Crow", (1, 0, 0))
        'Rock'
    """
    if not isinstance(word, str) or word not in WORDS:
        raise ValueError(unknown("word", word, WORDS))
    try:
        bits = [(0, 1).index(bit) for bit in flips]
    except (TypeError, ValueError, RuntimeError):  # no sequence, or not of 0 and 1 (of tensors: RuntimeError)
        bits = []
    if len(bits) != 3:
        raise ValueError(
            f"a correction is three bits, each 0 (keep) or 1 (flip), for {', '.join(ATTRIBUTES)}; this is {flips!r}"
        )
    corrected = tuple(bit ^ flip for bit, flip in zip(WORDS[word], bits, strict=True))
    return next(name for name, bits in WORDS.items() if bits == corrected)


def all_corrections():
    """Return all 64 questions that can be asked of the network, with their answers.

    Returns:
        inputs: (64, 6) array of 0 and 1: three bits of a word, then three bits of a correction.
        targets: (64,) array of integers: the position in ``WORDS`` of the corrected word.

    Examples:
        >>> inputs, targets = all_corrections()
        >>> print(inputs[4], list(WORDS)[targets[4]])  # Rock, flip fly
        [0. 0. 0. 1. 0. 0.] Crow
    """
    names = list(WORDS)
    cases = [(bits + flips, correct(word, flips)) for word, bits in WORDS.items() for flips in WORDS.values()]
    inputs = np.array([bits for bits, _ in cases], dtype=float)
    targets = np.array([names.index(word) for _, word in cases])
    return inputs, targets
