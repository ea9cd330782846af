"""The whole transformer answers every legal sentence, as a second one in PyTorch does, and refuses every other."""

import itertools
import math
import re

import numpy as np
import pytest

from superhero import answer, embed, trace
from superhero.model import forward
from tests import reference
from tests.reference import SENTENCES_16, SENTENCES_32, SENTENCES_96, SENTENCES_384, right_bits, right_word

HEAD_ARRAYS = ("Q", "K", "V", "scores", "weights", "output")


@pytest.fixture(scope="module")
def traces():
    return [trace(sentence) for sentence in SENTENCES_384]


@pytest.fixture(scope="module")
def theirs():
    return reference.transformer(SENTENCES_384)


def assert_same(ours, theirs):
    assert ours.shape == theirs.shape
    assert np.abs(ours - theirs.numpy()).max() <= 1e-12


@pytest.mark.parametrize(
    ("sentences", "count"), [(SENTENCES_16, 16), (SENTENCES_32, 32), (SENTENCES_96, 96), (SENTENCES_384, 384)]
)
def test_legal_sentences_are_answered_right(sentences, count):
    assert len({tuple(sentence) for sentence in sentences}) == count
    assert [answer(sentence) for sentence in sentences] == [right_word(sentence) for sentence in sentences]
    assert [answer(" ".join(sentence)) for sentence in sentences] == [right_word(sentence) for sentence in sentences]


@pytest.mark.parametrize("name", ["X", "concat", "after_W_O", "bits", "ffn_input", "logits"])
def test_pytorch_agrees_on_every_array(traces, theirs, name):
    assert_same(np.array([getattr(t, name) for t in traces]), getattr(theirs, name))


@pytest.mark.parametrize("name", HEAD_ARRAYS)
@pytest.mark.parametrize("head", [0, 1], ids=["object-head", "action-head"])
def test_pytorch_agrees_on_every_array_of_a_head(traces, theirs, head, name):
    assert_same(np.array([getattr(t.heads[head], name) for t in traces]), theirs.heads[head][name])


def test_pytorchs_own_multihead_layer_agrees(traces):
    X = reference.embedded(SENTENCES_384)
    output, weights = reference.torch_multihead()(X, X, X, average_attn_weights=False)
    output, weights = output.detach(), weights.detach()
    assert_same(np.array([t.after_W_O for t in traces]), output[..., :4])
    assert_same(np.array([[head.weights for head in t.heads] for t in traces]), weights[:, :2])


def test_word_is_the_one_of_the_largest_logit(traces, theirs):
    assert [t.word for t in traces] == [reference.EIGHT_WORDS[i] for i in theirs.logits.argmax(dim=-1)]


def test_numbers_of_the_courses_sentence():
    t = trace("Crow keep-flight swap-speech he-is?")
    e = math.exp(8 / math.sqrt(2))
    assert t.tokens == ["Crow", "keep-flight", "swap-speech", "he-is?"]
    np.testing.assert_allclose(t.concat[3], [e / (e + 3), 0, 0, e / (2 * e + 2)], rtol=0, atol=1e-12)
    np.testing.assert_allclose(t.after_W_O[3], [e / (e + 3), 0, 0, 2 * e / (2 * e + 2)], rtol=0, atol=1e-12)
    assert t.bits.tolist() == [1, 0, 0, 1]
    assert t.ffn_input.tolist() == [1, 0, 0, 0, 0, 1]
    assert t.word == "Flying Superhero"


def test_bits_are_whole_numbers(traces):
    assert all(t.bits.dtype.kind == "i" for t in traces)
    assert [tuple(t.bits) for t in traces] == [right_bits(sentence) for sentence in SENTENCES_384]


def arrays_of(heads, *others):
    return [array for head in heads for array in head] + list(others)


@pytest.mark.parametrize("batch", [(384,), (16, 24), (2, 3, 64), (1, 384)], ids=str)
def test_a_batch_gives_what_its_sentences_give(batch):
    sentences = [embed(sentence) for sentence in SENTENCES_384]
    in_a_batch = arrays_of(*forward(np.reshape(sentences, (*batch, 4, 8))))
    one_by_one = zip(*(arrays_of(*forward(X)) for X in sentences), strict=True)
    for ours, expected in zip(in_a_batch, one_by_one, strict=True):
        np.testing.assert_allclose(ours, np.reshape(expected, ours.shape), rtol=0, atol=1e-12)
        assert ours.shape[: len(batch)] == batch


def test_an_empty_batch_gives_empty_arrays():
    assert all(array.shape[:2] == (2, 0) for array in arrays_of(*forward(np.zeros((2, 0, 4, 8)))))


NO_QUESTION = "the answer is read at the question, and a sentence in X has none: add he-is?"


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (embed("Crow keep-flight swap-speech"), NO_QUESTION),
        (np.array([embed("Crow he-is?"), embed("Crow Rock")]), NO_QUESTION),
        (np.zeros((4, 7)), "X must be (..., n, 8), a row for each token; it is (4, 7)"),
        (np.zeros((0, 8)), "X must be a matrix, with rows and columns (or a batch of them); its shape is (0, 8)"),
        (np.full((4, 8), np.nan), "X holds a NaN or an infinity; every number in it must be finite"),
        (1e300 * embed("Crow he-is?"), "Q K^T overflows: its numbers are too large for a float; scale them down"),
        (embed("he-is?") + 1e17 * np.eye(1, 8), "too large to be rounded to bits; scale X down"),
        ("Crow he-is?", "X must hold real numbers"),
        (None, "X must hold real numbers"),
    ],
)
def test_what_is_no_batch_of_sentences_is_refused(X, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        forward(X)


OBJECT = "exactly one object (Rock, Human, Crow, Flying Superhero); this one has "
FLIGHT = "exactly one flight action (swap-flight, keep-flight); this one has "
SPEECH = "exactly one speech action (swap-speech, keep-speech); this one has "
ASKED = "exactly one question (he-is?); this one has "


@pytest.mark.parametrize("ask", [answer, trace])
@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        ("keep-flight swap-speech he-is?", OBJECT + "0"),
        ("Crow Human keep-flight swap-speech he-is?", OBJECT + "2: Crow, Human"),
        ("Crow Crow keep-flight swap-speech he-is?", OBJECT + "2: Crow, Crow"),
        ("Rock he-is? Flying Superhero keep-flight keep-speech", OBJECT + "2: Rock, Flying Superhero"),
        ("Crow swap-speech he-is?", FLIGHT + "0"),
        ("Crow swap-flight keep-flight swap-speech he-is?", FLIGHT + "2: swap-flight, keep-flight"),
        ("Crow keep-flight he-is?", SPEECH + "0"),
        ("Crow keep-flight swap-speech swap-speech he-is?", SPEECH + "2: swap-speech, swap-speech"),
        ("Crow keep-flight swap-speech", ASKED + "0"),
        ("he-is? Crow keep-flight swap-speech he-is?", ASKED + "2: he-is?, he-is?"),
        ("Crow", FLIGHT + "0"),
        ("he-is?", OBJECT + "0"),
    ],
)
def test_what_is_wrong_with_an_illegal_sentence_is_said(ask, sentence, message):
    with pytest.raises(ValueError, match=re.escape(f"a sentence has {message}") + "$"):
        ask(sentence)


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_of_all_sentences_only_the_legal_ones_are_answered(length):
    answered = []
    for sentence in itertools.product(reference.VECTORS, repeat=length):
        try:
            answer(sentence)
        except ValueError:
            continue
        answered.append(list(sentence))
    assert sorted(answered) == (sorted(SENTENCES_384) if length == 4 else [])
