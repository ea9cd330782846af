"""The hand-written weights are the source's, give its numbers, and fail exactly where they have to."""

import math
import re
from itertools import permutations

import numpy as np
import pytest

import superhero
from superhero import ACTION_HEAD, FEATURES, OBJECT_HEAD, W_O, Head, MultiHead, embed, network
from superhero.handmade import TWO_HEADS, by_feature
from tests import reference
from tests.reference import QUESTION, SENTENCES_16, SENTENCES_384, right_bits

E = math.exp(8 / math.sqrt(2))  # what softmax makes of a match, before it shares out
X = embed("Crow keep-flight swap-speech he-is?")
ASKED = 3  # the question's row


def close(ours, expected):
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12)


@pytest.mark.parametrize("number", [0, 1], ids=["object-head", "action-head"])
def test_weights_said_by_feature_are_those_said_by_row(number):
    head = (OBJECT_HEAD, ACTION_HEAD)[number]
    for ours, theirs in zip((head.W_Q, head.W_K, head.W_V), (reference.W_Q, reference.W_K, reference.W_V), strict=True):
        assert ours.tolist() == theirs[number].tolist()
    assert W_O.tolist() == reference.W_O.tolist()


@pytest.mark.parametrize(
    ("owner", "names"),
    [
        (OBJECT_HEAD, "W_Q W_K W_V"),
        (ACTION_HEAD, "W_Q W_K W_V"),
        (TWO_HEADS, "W_O"),
        (superhero, "W_O"),
        (network, "WORD_BITS"),
        (network.HANDMADE_FFN, "W_1 b_1 W_2 b_2"),
        (network.trained_ffn(), "W_1 b_1 W_2 b_2"),
    ],
)
def test_weights_cannot_be_written_to(owner, names):
    for name in names.split():
        with pytest.raises(ValueError, match="read-only"):
            getattr(owner, name)[...] = 1


# The course's sentence


def test_a_match_counts_286_times():
    assert round(E, 10) == 286.2467638544


def test_object_head_looks_at_the_object():
    h = OBJECT_HEAD(X)
    match, other = E / (E + 3), 1 / (E + 3)
    close([match, other], [0.989628233139, 0.003457255620])
    close(h.weights[ASKED], [match, other, other, other])
    close(h.output[ASKED], [match, 0])


def test_action_head_looks_at_both_actions():
    h = ACTION_HEAD(X)
    match, other = E / (2 * E + 2), 1 / (2 * E + 2)
    close([match, other], [0.498259336351, 0.001740663649])
    close(h.weights[ASKED], [other, match, match, other])
    close(h.output[ASKED], [0, match])


def test_two_heads_stand_side_by_side():
    both = TWO_HEADS(X)
    close(both.concat[ASKED], [0.989628233139, 0, 0, 0.498259336351])
    close(both.output[ASKED], [0.989628233139, 0, 0, 0.996518672703])
    assert np.rint(both.output[ASKED]).tolist() == [1, 0, 0, 1]


@pytest.mark.parametrize("head", [OBJECT_HEAD, ACTION_HEAD], ids=["object-head", "action-head"])
def test_only_the_question_asks_and_the_others_look_evenly(head):
    h = head(X)
    assert (h.Q[:ASKED] == 0).all()
    assert (h.weights[:ASKED] == 0.25).all()


def test_vectors_of_the_walk_through():
    (crow,), (swap,) = embed("Crow"), embed("swap-flight")
    assert (crow @ OBJECT_HEAD.W_K).tolist() == [1, 0]
    assert (crow @ OBJECT_HEAD.W_V).tolist() == [1, 0]
    assert (swap @ ACTION_HEAD.W_K).tolist() == [1, 0]
    assert (swap @ ACTION_HEAD.W_V).tolist() == [1, 0]


def test_object_heads_scores_are_of_rank_1():
    for sentence in SENTENCES_384:
        assert np.linalg.matrix_rank(OBJECT_HEAD(embed(sentence)).scores) == 1


# Where it has to fail


def padded(n):
    """Return `Crow swap-flight keep-speech` and questions, which match nothing, n tokens in all."""
    return embed(["Crow", "swap-flight", "keep-speech"] + [QUESTION] * (n - 3))


@pytest.mark.parametrize("n", [4, 5, 40, 287, 288, 574, 575])
def test_shares_thin_out_with_the_length_of_a_sentence(n):
    output = TWO_HEADS(padded(n)).output[-1]
    close(output, [E / (E + n - 1), 0, 2 * E / (2 * E + n - 2), 0])


@pytest.mark.parametrize(("bit", "longest"), [(0, 287), (2, 574)], ids=["object", "action"])
def test_bits_survive_up_to_a_length(bit, longest):
    assert round(TWO_HEADS(padded(longest)).output[-1, bit]) == 1
    assert round(TWO_HEADS(padded(longest + 1)).output[-1, bit]) == 0


@pytest.mark.parametrize(("scale", "share"), [(1, 0.403), (2, 0.578), (4, 0.849), (8, 0.990), (16, 0.99996)])
def test_scale_of_the_question_makes_the_match_sharp(scale, share):
    head = Head(by_feature({"question?": (scale, 0)}), OBJECT_HEAD.W_K, OBJECT_HEAD.W_V)
    match = head(X).weights[ASKED, 0]
    e = math.exp(scale / math.sqrt(2))
    close(match, e / (e + 3))
    assert match == pytest.approx(share, abs=0.0005 if scale < 16 else 0.000005)


@pytest.mark.parametrize("sentence", SENTENCES_16, ids=" ".join)
def test_order_of_tokens_does_not_matter(sentence):
    for order in permutations(sentence):
        close(TWO_HEADS(embed(order)).output[order.index(QUESTION)], TWO_HEADS(embed(sentence)).output[ASKED])


def test_one_action_alone_counts_twice():
    output = TWO_HEADS(embed("Crow swap-flight he-is?")).output[-1]
    close(output[2], 2 * E / (E + 2))
    assert f"{output[2]:.3f}" == "1.986"


def test_two_objects_average_to_neither():
    output = TWO_HEADS(embed("Crow Human keep-flight swap-speech he-is?")).output[-1]
    close(output[:2], [E / (2 * E + 3)] * 2)
    assert [f"{share:.3f}" for share in output[:2]] == ["0.497", "0.497"]
    assert np.rint(output[:2]).tolist() == [0, 0]  # Rock


def test_even_attention_times_four_is_exact_on_four_tokens():
    nobody_asks = np.zeros((8, 2))
    four_features = np.eye(8)[:, :4]
    evenly = MultiHead([Head(nobody_asks, nobody_asks, four_features)], 4 * np.eye(4))
    for sentence in SENTENCES_16:
        assert evenly(embed(sentence)).output.tolist() == [list(right_bits(sentence))] * 4


# Rows by the names of features


def test_by_feature_places_each_row():
    W = by_feature({name: (number, -number) for number, name in enumerate(FEATURES, start=1)})
    assert W.tolist() == [[number, -number] for number in range(1, 9)]
    assert by_feature({"question?": [8]}).tolist() == [[0]] * 7 + [[8]]


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            {"can flie": (1, 0)},
            "unknown feature 'can flie': did you mean 'can fly'? Known: can fly, can speak, swap fl",
        ),
        ({"Object?": (1, 0)}, "unknown feature 'Object?': did you mean 'object?'?"),
        ({"object?": (1, 0), "object": (0, 1)}, "unknown feature 'object': did you mean 'object?'?"),
        ({7: (8, 0)}, "a feature is text, but this is 7 (int). Known: can fly, "),
        ({None: (8, 0)}, "a feature is text, but this is None (NoneType)"),
        ({}, "name at least one row, as in {'question?': (8, 0)}; this is {}"),
        (None, "name at least one row, as in {'question?': (8, 0)}; this is None"),
        ("object?", "name at least one row, as in {'question?': (8, 0)}; this is 'object?'"),
        ([("object?", (1, 0))], "name at least one row, as in {'question?': (8, 0)}; this is [('object?', (1, 0))]"),
        ({"object?", "question?"}, "name at least one row, as in {'question?': (8, 0)}; this is {'"),
        ({"object?": (1, 0), "question?": (8,)}, "the rows of W must be of one length"),
        ({"object?": 1}, "W must be a matrix, with rows and columns (or a batch of them); its shape is (1,)"),
        ({"object?": ()}, "W must be a matrix, with rows and columns (or a batch of them); its shape is (1, 0)"),
        ({"object?": np.eye(2)}, "each row must be a list of numbers; these rows are (2, 2)"),
        ({"object?": "10"}, "W must hold real numbers, not text"),
        ({"object?": ("1", "0")}, "W must hold real numbers, not text"),
        ({"object?": None}, "W must hold real numbers, not objects such as None"),
        ({"object?": (1, 1j)}, "W must hold real numbers, not complex ones"),
        ({"object?": (1, math.nan)}, "W holds a NaN or an infinity; every number in it must be finite"),
        ({"object?": (1, math.inf)}, "W holds a NaN or an infinity; every number in it must be finite"),
    ],
    ids=repr,
)
def test_by_feature_refuses(rows, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        by_feature(rows)
