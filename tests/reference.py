"""The transformer a second time: in PyTorch, float64, from the tables of the course's source, rows by their number.

Nothing of ``superhero`` is used but the file of trained weights, so that agreement of the two means something.
"""

import itertools
import json
from pathlib import Path
from typing import NamedTuple

import torch
from torch.nn.functional import linear, scaled_dot_product_attention

OBJECTS = ("Rock", "Human", "Crow", "Flying Superhero")
FLIGHT_ACTIONS = ("swap-flight", "keep-flight")
SPEECH_ACTIONS = ("swap-speech", "keep-speech")
QUESTION = "he-is?"
EIGHT_WORDS = (
    "Rock", "Human", "Car", "Talking Tow Truck", "Crow", "Flying Superhero", "Plane", "Talking Planes"
)  # fmt: skip

VECTORS = {
    "Rock": "00001000",
    "Human": "01001000",
    "Crow": "10001000",
    "Flying Superhero": "11001000",
    "swap-flight": "00100100",
    "swap-speech": "00010010",
    "keep-flight": "00000100",
    "keep-speech": "00000010",
    "he-is?": "00000001",
}


class Reference(NamedTuple):
    """What PyTorch makes of a batch of B sentences of n tokens.

    ``heads`` holds, for the object head and the action head, a dict of Q, K, V (B, n, 2), scores and weights (B, n, n),
    and output (B, n, 2).
    """

    X: torch.Tensor  # (B, n, 8)
    heads: tuple
    concat: torch.Tensor  # (B, n, 4)
    after_W_O: torch.Tensor  # (B, n, 4)
    bits: torch.Tensor  # (B, 4)
    ffn_input: torch.Tensor  # (B, 6)
    logits: torch.Tensor  # (B, 8)


THINGS_AND_ACTIONS = list(itertools.product(OBJECTS, FLIGHT_ACTIONS, SPEECH_ACTIONS))
SENTENCES_16 = [[*three, QUESTION] for three in THINGS_AND_ACTIONS]
SENTENCES_32 = [[thing, *two, QUESTION] for thing, *both in THINGS_AND_ACTIONS for two in itertools.permutations(both)]
SENTENCES_96 = [[*order, QUESTION] for three in THINGS_AND_ACTIONS for order in itertools.permutations(three)]
SENTENCES_384 = [list(order) for sentence in SENTENCES_16 for order in itertools.permutations(sentence)]


def right_bits(sentence):
    """Return the four bits that a legal sentence says: can fly, can speak, swap flight, swap speech."""
    thing = next(token for token in sentence if token in OBJECTS)
    return (
        int(thing in ("Crow", "Flying Superhero")),
        int(thing in ("Human", "Flying Superhero")),
        int("swap-flight" in sentence),
        int("swap-speech" in sentence),
    )


def right_word(sentence):
    """Return the answer to a legal sentence by logic alone."""
    fly, speak, swap_flight, swap_speech = right_bits(sentence)
    answers = {(0, 0): "Rock", (0, 1): "Human", (1, 0): "Crow", (1, 1): "Flying Superhero"}
    return answers[fly ^ swap_flight, speak ^ swap_speech]


def tensor(values):
    return torch.tensor(values, dtype=torch.float64)


def embedded(sentences):
    """Return (B, n, 8), the sentences of n tokens as vectors."""
    return tensor([[[int(bit) for bit in VECTORS[token]] for token in sentence] for sentence in sentences])


def weight(rows):
    """Return the (8, 2) matrix with these rows, counted from 0, and 0 in all others."""
    return tensor([rows.get(number, [0, 0]) for number in range(8)])


W_Q = weight({7: [8, 0]}), weight({7: [8, 8]})  # of the object head, of the action head
W_K = weight({4: [1, 0]}), weight({5: [1, 0], 6: [0, 1]})
W_V = weight({0: [1, 0], 1: [0, 1]}), weight({2: [1, 0], 3: [0, 1]})
W_O = torch.diag(tensor([1, 1, 2, 2]))


def transformer(sentences):
    """Run PyTorch's own attention and linear layers on sentences of one length, and return a ``Reference``."""
    X = embedded(sentences)
    heads = []
    for W_q, W_k, W_v in zip(W_Q, W_K, W_V, strict=True):
        Q, K, V = X @ W_q, X @ W_k, X @ W_v
        head = {"Q": Q, "K": K, "V": V}
        head["scores"] = Q @ K.transpose(-1, -2) / 2**0.5
        # The attention of values that are the unit vectors is the attention weights.
        unit_vectors = torch.eye(len(sentences[0]), dtype=torch.float64).expand(len(sentences), -1, -1)
        head["weights"] = scaled_dot_product_attention(Q, K, unit_vectors)
        head["output"] = scaled_dot_product_attention(Q, K, V)
        heads.append(head)
    concat = torch.cat([head["output"] for head in heads], dim=-1)
    after_W_O = concat @ W_O
    question = [sentence.index(QUESTION) for sentence in sentences]
    bits = after_W_O[range(len(sentences)), question].round()
    fly, speak, swap_flight, swap_speech = bits.unbind(-1)
    wheels = torch.zeros_like(fly)
    ffn_input = torch.stack([fly, wheels, speak, swap_flight, wheels, swap_speech], dim=-1)
    return Reference(X, tuple(heads), concat, after_W_O, bits, ffn_input, trained_ffn(ffn_input))


def trained_ffn(inputs):
    """Run two linear layers of PyTorch, with the weights that ship with the package, on (..., 6) inputs."""
    file = Path(__file__).parent.parent / "superhero/data/ffn.json"
    layers = {name: tensor(values) for name, values in json.loads(file.read_text(encoding="utf-8")).items()}
    hidden = linear(inputs, layers["W_1"].T, layers["b_1"]).relu()
    return linear(hidden, layers["W_2"].T, layers["b_2"])


def torch_multihead():
    """Return PyTorch's layer of four heads with the hand-written weights in the first two, and 0 in the others.

    It writes what ``superhero`` calls after_W_O into the first four of its eight outputs.
    """
    layer = torch.nn.MultiheadAttention(8, 4, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.zero_()
        for third, matrices in enumerate((W_Q, W_K, W_V)):  # PyTorch keeps the three in one, each as (out, in)
            for head, matrix in enumerate(matrices):
                first = 8 * third + 2 * head
                layer.in_proj_weight[first : first + 2] = matrix.T
        layer.out_proj.weight.zero_()
        layer.out_proj.weight[:4, :4] = W_O.T
    return layer
