"""The eight words are the eight numbers of three bits, and a correction flips bits."""

import re
from contextlib import suppress

import numpy as np
import pytest
import torch
from hypothesis import given

from superhero import WORDS, correct
from superhero.words import ATTRIBUTES, all_corrections
from tests.strategies import anything

# As the source has them: fly, wheels, speak, read as a binary number, count from 0 to 7.
IN_ORDER = ["Rock", "Human", "Car", "Talking Tow Truck", "Crow", "Flying Superhero", "Plane", "Talking Planes"]


def bits(number):
    return tuple(int(bit) for bit in f"{number:03b}")


def test_words_count_from_0_to_7_in_binary():
    assert ATTRIBUTES == ("fly", "wheels", "speak")
    assert list(WORDS.items()) == [(word, bits(number)) for number, word in enumerate(IN_ORDER)]


@pytest.mark.parametrize("flips", range(8))
@pytest.mark.parametrize("number", range(8))
def test_a_correction_is_exclusive_or(number, flips):
    assert correct(IN_ORDER[number], bits(flips)) == IN_ORDER[number ^ flips]


def test_all_corrections_are_the_64_pairs():
    inputs, targets = all_corrections()
    assert inputs.tolist() == [[*bits(number), *bits(flips)] for number in range(8) for flips in range(8)]
    assert targets.tolist() == [number ^ flips for number in range(8) for flips in range(8)]


@pytest.mark.parametrize(
    "flips", [[1, 0, 0], (True, False, False), (1.0, 0.0, 0.0), np.array([1, 0, 0]), torch.tensor([1, 0, 0])]
)
def test_bits_may_be_any_ones_and_zeros(flips):
    assert correct("Rock", flips) == "Crow"


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("rock", f"unknown word 'rock': did you mean 'Rock'? Known: {', '.join(IN_ORDER)}."),
        ("Talking Plane", "unknown word 'Talking Plane': did you mean 'Talking Planes'?"),
        ("flying superhero", "did you mean 'Flying Superhero'?"),
        ("swap-flight", "unknown word 'swap-flight'. Known"),
        ("", "unknown word ''. Known"),
        (None, "a word is text, but this is None (NoneType). Known: Rock"),
        (b"Rock", "a word is text, but this is b'Rock' (bytes)"),
        (3, "a word is text, but this is 3 (int)"),
        (["Rock"], "a word is text, but this is ['Rock'] (list)"),
        ({}, "a word is text, but this is {} (dict)"),
    ],
)
def test_what_is_no_word_is_refused(word, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        correct(word, (1, 0, 0))


@pytest.mark.parametrize(
    "flips",
    [
        (), (1, 0), (1, 0, 0, 0), (2, 0, 0), (-1, 0, 0), (0.5, 0, 0), (float("nan"), 0, 0), (None, 0, 0), "100",
        ("1", "0", "0"), b"100", None, 1, "fly", [[1, 0, 0]], [[1], [0], [0]], np.zeros((1, 3)),
        np.array(1), torch.zeros(3, 3), (1j, 0, 0), (1 + 0j, 2j, 0), {"fly": 1, "wheels": 0, "speak": 0},
    ],
    ids=repr,
)  # fmt: skip
def test_what_is_no_correction_is_refused(flips):
    message = f"a correction is three bits, each 0 (keep) or 1 (flip), for fly, wheels, speak; this is {flips!r}"
    with pytest.raises(ValueError, match=re.escape(message)):
        correct("Rock", flips)


@given(anything, anything)
def test_anything_gives_a_word_or_is_refused(word, flips):
    with suppress(ValueError):
        assert correct(word, flips) in IN_ORDER
