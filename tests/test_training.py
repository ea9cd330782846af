"""Training in PyTorch learns all 64 corrections, and hands over the very network that PyTorch trained."""

import re

import numpy as np
import pytest
import torch
from torch import nn

from superhero.training import to_numpy, train

WORDS = np.array([[n >> 2 & 1, n >> 1 & 1, n & 1] for n in range(8)])
INPUTS = np.array([[*WORDS[word], *WORDS[flips]] for word in range(8) for flips in range(8)])
TARGETS = np.array([word ^ flips for word in range(8) for flips in range(8)])


@pytest.mark.parametrize("seed", [0, 1, 2026])
def test_training_afresh_gets_64_of_64(seed):
    training = train(width=16, seed=seed)
    assert np.array_equal(training.ffn(INPUTS).argmax(axis=1), TARGETS)
    assert training.right == training.right_known == 64


def test_training_stops_at_the_first_tenth_step_at_which_all_are_right():
    training = train(width=16, seed=0)
    assert training.steps % 10 == 0
    assert len(training.losses) == training.steps
    ten_fewer = train(width=16, seed=0, max_steps=training.steps - 10)
    assert ten_fewer.steps == training.steps - 10
    assert ten_fewer.right < 64
    assert ten_fewer.losses == training.losses[:-10]


def test_training_may_take_all_the_steps():
    assert train(width=16, seed=0, max_steps=300, stop_when_right=False).steps == 300


def test_loss_begins_near_a_blind_guess_and_falls():
    losses = train(width=16, seed=0).losses
    assert losses[0] == pytest.approx(np.log(8), abs=0.1)
    assert losses[-1] < 0.5 * losses[0]


def test_a_seed_decides_all():
    first, again, other = train(seed=3), train(seed=3), train(seed=4)
    assert first.losses == again.losses
    assert np.array_equal(first.ffn.W_1, again.ffn.W_1)
    assert not np.array_equal(first.ffn.W_1, other.ffn.W_1)


def test_training_on_some_is_judged_on_those_and_on_all():
    known = [n for n in range(64) if n % 4]
    training = train(known=known)
    is_right = training.ffn(INPUTS).argmax(axis=1) == TARGETS
    assert training.right_known == is_right[known].sum() == 48
    assert training.right == is_right.sum() < 64


def test_one_loss_is_the_cross_entropy_of_pytorch():
    torch.manual_seed(5)
    network = nn.Sequential(nn.Linear(6, 16), nn.ReLU(), nn.Linear(16, 8))
    logits = to_numpy(network)(INPUTS)
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    assert train(seed=5, max_steps=1).losses == [pytest.approx(-np.log(shares[range(64), TARGETS]).mean(), abs=1e-6)]


def test_numpy_weights_say_what_pytorch_says():
    torch.manual_seed(0)
    network = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 8))
    x = torch.randn(7, 6, dtype=torch.float64)
    ours = to_numpy(network)(x.numpy())
    np.testing.assert_allclose(ours, network.double()(x).detach().numpy(), rtol=0, atol=1e-12)


def test_numpy_weights_are_a_copy():
    network = nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 8)).double()
    before = to_numpy(network)(INPUTS)
    ffn = to_numpy(network)
    with torch.no_grad():
        network[0].weight.zero_()
    assert np.array_equal(ffn(INPUTS), before)


@pytest.mark.parametrize("name", ["width", "seed", "max_steps"])
@pytest.mark.parametrize("number", [-1, 2.5, True, None, "16", [16], np.nan])
def test_what_is_no_whole_number_is_refused(name, number):
    least = 0 if name == "seed" else 1
    message = f"{name} must be a whole number of at least {least}; it is {number!r}"
    with pytest.raises(ValueError, match=re.escape(message)):
        train(**{name: number})


@pytest.mark.parametrize("name", ["width", "max_steps"])
def test_a_network_without_units_and_a_training_without_steps_are_refused(name):
    with pytest.raises(ValueError, match=f"{name} must be a whole number of at least 1; it is 0"):
        train(**{name: 0})


@pytest.mark.parametrize(
    "known", [[], slice(0, 0), [64], [-65], 3, None, [0.5], "all", [[1, 2]], [True, False]], ids=repr
)
def test_known_picks_some_of_the_64(known):
    message = f"known must pick some of the 64 corrections, as a list of 0 to 63 does; it is {known!r}"
    with pytest.raises(ValueError, match=re.escape(message)):
        train(known=known)


@pytest.mark.parametrize("known", [[0, 1], (np.array([0, 1]),), slice(2), np.arange(64) < 2], ids=repr)
def test_known_is_any_index(known):
    assert train(known=known, max_steps=20).losses == train(known=[0, 1], max_steps=20).losses
