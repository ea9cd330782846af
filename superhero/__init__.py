"""Superhero Transformer: a transformer small enough to write its weights by hand.

The names of this package that a chapter imports; ``superhero.training`` apart, it needs NumPy alone.
"""

from superhero.attention import Head, MultiHead, attention, softmax
from superhero.handmade import ACTION_HEAD, OBJECT_HEAD, W_O
from superhero.masks import causal_mask
from superhero.model import answer, trace
from superhero.tokens import FEATURES, TOKENS, embed
from superhero.words import WORDS, correct

__version__ = "0.1.0"
__all__ = [
    "ACTION_HEAD",
    "FEATURES",
    "OBJECT_HEAD",
    "TOKENS",
    "WORDS",
    "W_O",
    "Head",
    "MultiHead",
    "answer",
    "attention",
    "causal_mask",
    "correct",
    "embed",
    "softmax",
    "trace",
]
