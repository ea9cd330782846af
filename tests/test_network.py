"""The network that corrects: by hand and trained it gets all 64 right, and no linear one can."""

import re

import numpy as np
import pytest

from superhero import WORDS, softmax
from superhero.network import FFN, HANDMADE_FFN, WORD_BITS, trained_ffn, unembed, word_of

CORRECTIONS = [
    (word, flips) for word in range(8) for flips in range(8)
]  # a word's number is its three bits, read as one
INPUTS = np.array([[n >> 2 & 1, n >> 1 & 1, n & 1, f >> 2 & 1, f >> 1 & 1, f & 1] for n, f in CORRECTIONS], dtype=float)
TARGETS = np.array([n ^ f for n, f in CORRECTIONS])
RNG = np.random.default_rng(0)


def is_exact(ffn):
    """Return whether the bits that a network of three outputs gives are those of the corrected word."""
    return np.array_equal(ffn(INPUTS), INPUTS[:, :3] != INPUTS[:, 3:])


def test_handmade_ffn_is_exact_on_all_64():
    assert is_exact(HANDMADE_FFN)
    assert np.array_equal(unembed(HANDMADE_FFN(INPUTS)).argmax(axis=1), TARGETS)


def test_handmade_ffn_has_six_hidden_units_and_no_biases():
    assert HANDMADE_FFN.W_1.shape == (6, 6)
    assert not HANDMADE_FFN.b_1.any()
    assert not HANDMADE_FFN.b_2.any()


@pytest.mark.parametrize("unit", range(6))
def test_handmade_ffn_needs_every_unit(unit):
    kept = [other for other in range(6) if other != unit]
    assert not is_exact(FFN(HANDMADE_FFN.W_1[:, kept], np.zeros(5), HANDMADE_FFN.W_2[kept], np.zeros(3)))


def test_trained_ffn_gets_64_of_64():
    logits = trained_ffn()(INPUTS)
    assert logits.shape == (64, 8)
    assert np.array_equal(logits.argmax(axis=1), TARGETS)
    assert [word_of(row) for row in logits] == [list(WORDS)[target] for target in TARGETS]


def test_linear_layer_can_only_say_one_half():
    with_bias = np.hstack([INPUTS, np.ones((64, 1))])
    corrected = (INPUTS[:, :3] != INPUTS[:, 3:]).astype(float)
    best, *_ = np.linalg.lstsq(with_bias, corrected)
    np.testing.assert_allclose(with_bias @ best, 0.5, rtol=0, atol=1e-12)


@pytest.mark.parametrize("width", [1, 7])
def test_ffn_is_the_formula(width):
    W_1, b_1, W_2, b_2 = (
        RNG.normal(size=(6, width)),
        RNG.normal(size=width),
        RNG.normal(size=(width, 3)),
        RNG.normal(size=3),
    )
    x = RNG.normal(size=6)
    hidden = [max(0.0, sum(x[i] * W_1[i, h] for i in range(6)) + b_1[h]) for h in range(width)]
    output = [sum(hidden[h] * W_2[h, o] for h in range(width)) + b_2[o] for o in range(3)]
    ffn = FFN(W_1, b_1, W_2, b_2)
    np.testing.assert_allclose(ffn.hidden(x), hidden, rtol=0, atol=1e-12)
    np.testing.assert_allclose(ffn(x), output, rtol=0, atol=1e-12)


@pytest.mark.parametrize("ffn", [HANDMADE_FFN, trained_ffn()], ids=["handmade", "trained"])
@pytest.mark.parametrize("batch", [(5,), (2, 3), (2, 1, 3)])
def test_a_batch_gives_what_single_inputs_give(ffn, batch):
    x = RNG.normal(size=(*batch, 6))
    singles = np.array([ffn(row) for row in x.reshape(-1, 6)])
    np.testing.assert_allclose(ffn(x), singles.reshape(*batch, -1), rtol=0, atol=1e-12)


def test_unembed_counts_agreeing_bits():
    for target, bits in enumerate(WORD_BITS):
        differing = [bin(target ^ word).count("1") for word in range(8)]
        assert unembed(bits).tolist() == [3 - 2 * count for count in differing]


def test_unembed_works_on_batches():
    bits = RNG.normal(size=(2, 3, 3))
    singles = np.array([unembed(row) for row in bits.reshape(-1, 3)]).reshape(2, 3, 8)
    np.testing.assert_allclose(unembed(bits), singles, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("scale", "share"), [(1, 0.683), (5, 0.99986)])
def test_softmax_of_unembedded_bits(scale, share):
    # 1 word at logit 3, 3 at 1, 3 at -1, 1 at -3
    closed = 1 / (1 + 3 * np.exp(-2 * scale) + 3 * np.exp(-4 * scale) + np.exp(-6 * scale))
    largest = softmax(scale * unembed([1, 0, 0])).max()
    assert largest == pytest.approx(closed, abs=1e-12)
    assert largest == pytest.approx(share, abs=0.5 * 10.0 ** -len(str(share)[2:]))


@pytest.mark.parametrize(("number", "word"), list(enumerate(WORDS)))
def test_word_of_the_largest_logit(number, word):
    assert word_of(np.eye(8)[number]) == word


def test_ffn_keeps_its_own_copy_of_the_weights():
    W_1 = np.eye(2)
    ffn = FFN(W_1, [0, 0], [[1], [1]], [0])
    W_1[:] = 9
    assert ffn([1, 1]).tolist() == [2]


FITTING = {"W_1": np.zeros((6, 4)), "b_1": np.zeros(4), "W_2": np.zeros((4, 8)), "b_2": np.zeros(8)}


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"W_1": np.zeros((6, 5))}, "they are (6, 5), (4,), (4, 8), (8,)"),
        ({"W_1": np.zeros((2, 6, 4))}, "they are (2, 6, 4), (4,), (4, 8), (8,)"),
        ({"W_1": np.zeros(6)}, "W_1 must be a matrix, with rows and columns (or a batch of them); its shape is (6,)"),
        (
            {"W_1": np.zeros((6, 0))},
            "W_1 must be a matrix, with rows and columns (or a batch of them); its shape is (6, 0)",
        ),
        ({"b_1": np.zeros((1, 4))}, "they are (6, 4), (1, 4), (4, 8), (8,)"),
        ({"b_1": 0}, "they are (6, 4), (), (4, 8), (8,)"),
        ({"b_1": []}, "they are (6, 4), (0,), (4, 8), (8,)"),
        ({"b_1": None}, "b_1 must hold real numbers"),
        ({"W_2": np.zeros((5, 8))}, "they are (6, 4), (4,), (5, 8), (8,)"),
        ({"W_2": [[1, 2], [3]]}, "the rows of W_2 must be of one length"),
        ({"b_2": np.zeros(3)}, "they are (6, 4), (4,), (4, 8), (3,)"),
        ({"b_2": [np.nan] * 8}, "b_2 holds a NaN or an infinity"),
        ({"W_1": np.zeros((6, 4)) + 1j}, "W_1 must hold real numbers"),
    ],
)
def test_weights_that_do_not_fit_are_refused(wrong, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        FFN(**FITTING | wrong)


@pytest.mark.parametrize(
    ("x", "message"),
    [
        ([1, 0, 0], "the network takes (..., 6) inputs; these are (3,)"),
        (1, "the network takes (..., 6) inputs; these are ()"),
        ("100100", "x must hold real numbers"),
        (None, "x must hold real numbers"),
        ([[1] * 6, [1] * 5], "the rows of x must be of one length"),
        ([np.nan] * 6, "x holds a NaN or an infinity"),
        ([-np.inf] * 6, "x holds a NaN or an infinity"),
        ([1e308, 0, 0, -1e308, 0, 0], "x W_1 + b_1 overflows"),
    ],
    ids=repr,
)
def test_network_refuses_what_is_no_input(x, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        HANDMADE_FFN(x)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        (([[1]], [1e308], [[1]], [0]), "x W_1 + b_1 overflows"),
        (([[1]], [0], [[1]], [1e308]), "hidden W_2 + b_2 overflows"),
    ],
)
def test_a_bias_that_overflows_is_refused(weights, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        FFN(*weights)([1e308])


@pytest.mark.parametrize(
    ("bits", "message"),
    [
        ([1, 0], "a word has three bits, (..., 3); these are (2,)"),
        (1, "a word has three bits, (..., 3); these are ()"),
        ("100", "bits must hold real numbers"),
        ([0, 0, np.nan], "bits holds a NaN or an infinity"),
        ([1.7e308] * 3, "logits overflows"),
    ],
    ids=repr,
)
def test_unembed_refuses_what_is_no_bits(bits, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        unembed(bits)


@pytest.mark.parametrize(
    ("logits", "message"),
    [
        ([1, 2, 3], "a logit for each of the 8 words, (8,); these are (3,)"),
        (np.zeros((2, 8)), "a logit for each of the 8 words, (8,); these are (2, 8)"),
        ([], "a logit for each of the 8 words, (8,); these are (0,)"),
        ([np.nan] * 8, "logits holds a NaN or an infinity"),
        (None, "logits must hold real numbers"),
    ],
    ids=["three", "two words", "none", "NaN", "None"],
)
def test_word_of_refuses_what_is_no_logits(logits, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        word_of(logits)
