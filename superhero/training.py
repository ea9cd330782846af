"""Training the FFN in PyTorch. The only module of the package that imports torch."""

from typing import NamedTuple

import numpy as np
import torch
from torch import nn

from superhero.arrays import is_whole
from superhero.network import FFN
from superhero.words import all_corrections


class Training(NamedTuple):
    """What one run of ``train`` gave.

    Attributes:
        ffn: The network with its trained weights, in NumPy.
        steps: Steps taken.
        right: How many of the 64 corrections come out right.
        right_known: How many of those it was trained on come out right.
        losses: The loss (cross-entropy, in nats) before each step.
    """

    ffn: FFN
    steps: int
    right: int
    right_known: int
    losses: list[float]


def train(width=16, seed=0, learning_rate=0.01, max_steps=5000, known=slice(None), stop_when_right=True):
    """Train an FFN to correct words, until it gets all of them right or the steps run out.

    Full batch, ReLU, cross-entropy over the eight words, Adam (Kingma and Ba, 2014). Whether all are right is looked at
    every ten steps.

    Args:
        width: Units in the hidden layer.
        seed: Seed of the weights it starts from.
        learning_rate: Step size of Adam.
        max_steps: Steps at the most.
        known: Which of the 64 rows of ``all_corrections`` to train on, as an index.
        stop_when_right: Whether to stop once those come out right, or to take all the steps.

    Returns:
        A ``Training``.

    Raises:
        ValueError: ``width``, ``seed`` or ``max_steps`` is no such whole number, or ``known`` picks nothing.
    """
    for name, number, least in (("width", width, 1), ("seed", seed, 0), ("max_steps", max_steps, 1)):
        if not is_whole(number) or number < least:
            raise ValueError(f"{name} must be a whole number of at least {least}; it is {number!r}")
    known = _picked(known)
    torch.manual_seed(seed)
    network = nn.Sequential(nn.Linear(6, width), nn.ReLU(), nn.Linear(width, 8))
    inputs, targets = all_corrections()
    inputs, targets = torch.tensor(inputs, dtype=torch.float32), torch.tensor(targets)
    x, y = inputs[known], targets[known]
    optimizer = torch.optim.Adam(network.parameters(), lr=learning_rate)
    losses = []
    for step in range(1, max_steps + 1):
        loss = nn.functional.cross_entropy(network(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if stop_when_right and step % 10 == 0 and _right(network, x, y) == len(y):
            break
    return Training(to_numpy(network), step, _right(network, inputs, targets), _right(network, x, y), losses)


def _picked(known):
    """Return the numbers of the rows that an index picks out of the 64."""
    try:
        rows = np.arange(64)[known]
    except IndexError:
        rows = np.array([])
    if rows.ndim != 1 or rows.size == 0:
        raise ValueError(f"known must pick some of the 64 corrections, as a list of 0 to 63 does; it is {known!r}")
    return rows


@torch.no_grad()
def _right(network, x, y):
    return int((network(x).argmax(dim=-1) == y).sum())


def to_numpy(network):
    """Return the weights of a PyTorch ``Sequential(Linear, ReLU, Linear)`` as an ``FFN``.

    PyTorch keeps the weight of a linear layer as (outputs, inputs): the transpose of W_1 and W_2.
    """
    first, _, second = network
    arrays = (first.weight.T, first.bias, second.weight.T, second.bias)
    return FFN(*(array.detach().double().numpy() for array in arrays))
