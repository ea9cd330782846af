"""The whole transformer answers every legal sentence, as a second one in PyTorch does, and refuses every other."""

import numpy as np
import pytest

from superhero import answer, trace
from tests import reference
from tests.reference import SENTENCES_16, SENTENCES_32, SENTENCES_96, SENTENCES_384, right_word

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
