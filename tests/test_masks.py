"""A mask hides tokens exactly, the causal one those that come later, and what is no mask is refused."""

import math
import re

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn.functional import scaled_dot_product_attention

from superhero import OBJECT_HEAD, attention, causal_mask, embed
from superhero.handmade import TWO_HEADS
from tests.reference import QUESTION, SENTENCES_96, SENTENCES_384, right_bits

INF = math.inf


def random(*shape):
    return np.random.default_rng(shape).normal(size=shape)


def close(ours, expected):
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12)


# The causal mask


@pytest.mark.parametrize("n", [1, 2, 7, np.int64(3)])
def test_causal_mask_hides_what_comes_later(n):
    assert causal_mask(n).tolist() == [[-INF if j > i else 0 for j in range(n)] for i in range(n)]


@pytest.mark.parametrize(
    "n", [0, -1, 2.5, 2.0, True, False, None, "two", b"2", math.nan, [2], np.array([2]), 1j, np.eye(2)]
)
def test_causal_mask_is_for_a_whole_number_of_tokens(n):
    message = f"a causal mask is for a whole number of tokens, at least 1; this is {n!r}"
    with pytest.raises(ValueError, match=re.escape(message)):
        causal_mask(n)


def test_causal_attention_is_pytorchs():
    Q, K, V = random(3, 5, 2), random(3, 5, 2) ** 2, random(3, 5, 4)
    output, weights = attention(Q, K, V, mask=causal_mask(5))
    close(output, scaled_dot_product_attention(*map(torch.tensor, (Q, K, V)), is_causal=True))
    assert (np.triu(weights, k=1) == 0).all()
    close(weights[:, 0, 0], 1)


def bits_under_a_causal_mask(sentence):
    output = TWO_HEADS(embed(sentence), mask=causal_mask(4)).output
    return tuple(np.rint(output[sentence.index(QUESTION)]).astype(int))


def test_a_causal_mask_changes_nothing_for_a_question_at_the_end():
    for sentence in SENTENCES_96:
        X = embed(sentence)
        masked, free = TWO_HEADS(X, mask=causal_mask(4)), TWO_HEADS(X)
        for head, free_head in zip(masked.heads, free.heads, strict=True):
            close(head.weights[3], free_head.weights[3])
        assert bits_under_a_causal_mask(sentence) == right_bits(sentence)


def test_a_causal_mask_spoils_most_sentences_with_the_question_elsewhere():
    right = [bits_under_a_causal_mask(sentence) == right_bits(sentence) for sentence in SENTENCES_384]
    assert sum(right) == 138


def test_some_sentences_are_right_by_luck_under_a_causal_mask():
    def word(
        fly, speak, swap_flight, swap_speech
    ):  # exclusive or; a swap that counts twice is no bit and gives no word
        return fly ^ swap_flight, speak ^ swap_speech

    right = [word(*bits_under_a_causal_mask(sentence)) == word(*right_bits(sentence)) for sentence in SENTENCES_384]
    assert sum(right) == 160


# Any mask


def test_a_mask_of_zeros_changes_nothing():
    Q, K, V = random(3, 2), random(5, 2), random(5, 4)
    for ours, free in zip(attention(Q, K, V, mask=np.zeros((3, 5), dtype=int)), attention(Q, K, V), strict=True):
        assert (ours == free).all()


@given(st.data())
def test_a_hidden_key_counts_as_little_as_one_that_is_not_there(data):
    keys = data.draw(st.integers(2, 6))
    seen = np.array(data.draw(st.lists(st.booleans(), min_size=keys, max_size=keys).filter(any)))
    Q, K, V = random(3, 2), random(keys, 2), random(keys, 4)
    mask = np.broadcast_to(np.where(seen, 0, -INF), (3, keys))
    output, weights = attention(Q, K, V, mask=mask)
    shorter_output, shorter_weights = attention(Q, K[seen], V[seen])
    close(output, shorter_output)
    close(weights[:, seen], shorter_weights)
    assert (weights[:, ~seen] == 0).all()


@pytest.mark.parametrize("mask_batch", [(), (1,), (3,), (1, 1), (2, 1), (1, 3), (2, 3)], ids=str)
def test_a_mask_is_for_all_of_a_batch_or_for_each_of_it(mask_batch):
    Q, K, V = random(2, 3, 4, 2), random(2, 3, 6, 2), random(2, 3, 6, 5)
    hidden = random(*mask_batch, 4, 6) > 0.5
    hidden[..., 0] = False  # each query sees the first key
    mask = np.where(hidden, -INF, 0)
    output, weights = attention(Q, K, V, mask=mask)
    each = np.broadcast_to(mask, (2, 3, 4, 6))
    for member in np.ndindex(2, 3):
        one_output, one_weights = attention(Q[member], K[member], V[member], mask=each[member])
        close(output[member], one_output)
        close(weights[member], one_weights)
    assert (weights[np.broadcast_to(hidden, weights.shape)] == 0).all()


ALL_SEEN = np.zeros((2, 2))
WHAT_A_MASK_HOLDS = (
    "a mask is added to the scores: it holds 0 where a token may look and -inf where it may not; "
    "from an array `allowed` of True and False, write np.where(allowed, 0, -np.inf)"
)
WRONG_SHAPE = "the mask must be (2, 2), a row for each query, a column for each key; it is {}"
BAD_MASKS = [
    (ALL_SEEN == 0, WHAT_A_MASK_HOLDS),
    (ALL_SEEN == 1, WHAT_A_MASK_HOLDS),
    ([[True, False], [True, True]], WHAT_A_MASK_HOLDS),
    ([[1, 0], [1, 1]], WHAT_A_MASK_HOLDS),
    ([[0, -1e9], [0, 0]], WHAT_A_MASK_HOLDS),
    ([[0, math.nan], [0, 0]], WHAT_A_MASK_HOLDS),
    ([[0, INF], [0, 0]], WHAT_A_MASK_HOLDS),
    (True, WHAT_A_MASK_HOLDS),
    (0, WRONG_SHAPE.format("()")),
    ([], WRONG_SHAPE.format("(0,)")),
    (np.zeros(2), WRONG_SHAPE.format("(2,)")),
    (np.zeros((1, 2)), WRONG_SHAPE.format("(1, 2)")),
    (np.zeros((2, 1)), WRONG_SHAPE.format("(2, 1)")),
    (np.zeros((3, 3)), WRONG_SHAPE.format("(3, 3)")),
    (np.zeros((3, 2, 2)), WRONG_SHAPE.format("(3, 2, 2)")),
    ([[0, 0], [0]], "the rows of the mask must be of one length"),
    ([[0, 1j], [0, 0]], "the mask must hold real numbers, not complex ones"),
    ([[0, None], [0, 0]], "the mask must hold real numbers, not objects such as None"),
    ("causal", "the mask must hold real numbers, not text"),
    ([[0, 0], [-INF, -INF]], "row 1 of the mask is -inf everywhere: let that token see at least one token, itself say"),
    ([[-INF, -INF], [0, 0]], "row 0 of the mask is -inf everywhere: let that token see at least one token, itself say"),
]


@pytest.mark.parametrize(("mask", "message"), BAD_MASKS)
@pytest.mark.parametrize(
    "call",
    [
        lambda mask: attention(np.eye(2), np.eye(2), np.eye(2), mask),
        lambda mask: OBJECT_HEAD(embed("Crow he-is?"), mask),
        lambda mask: TWO_HEADS(embed("Crow he-is?"), mask),
    ],
    ids=["attention", "Head", "MultiHead"],
)
def test_what_is_no_mask_is_refused(call, mask, message):
    with pytest.raises(ValueError, match=re.escape(message) + "$"):
        call(mask)


def test_a_batch_of_masks_is_as_large_as_the_batch():
    with pytest.raises(ValueError, match=re.escape(WRONG_SHAPE.format("(3, 2, 2)")) + "$"):
        attention(*np.ones((3, 4, 2, 2)), mask=np.zeros((3, 2, 2)))


def test_a_row_hidden_everywhere_is_named_in_a_batch_of_masks():
    mask = np.zeros((3, 2, 2))
    mask[2, 1] = -INF
    with pytest.raises(ValueError, match="row 1 of the mask is -inf everywhere"):
        attention(*np.ones((3, 3, 2, 2)), mask=mask)
