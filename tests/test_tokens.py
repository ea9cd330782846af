"""A sentence becomes a matrix of bits, one row a token, and what is no token is named with the nearest that is."""

import itertools
import re
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from superhero import FEATURES, TOKENS, answer, embed, trace
from superhero.tokens import tokenize
from tests.reference import SENTENCES_384, VECTORS
from tests.strategies import anything, names

TAKERS = pytest.mark.parametrize("take", [answer, trace, embed, tokenize])


def test_the_table_is_the_sources():
    assert FEATURES == (
        "can fly", "can speak", "swap flight", "swap speech", "object?", "flight act?", "speech act?", "question?"
    )  # fmt: skip
    assert {token: "".join(map(str, bits)) for token, bits in TOKENS.items()} == VECTORS


@pytest.mark.parametrize("pair", list(itertools.product(VECTORS, VECTORS)), ids=" ".join)
def test_any_two_tokens_embed_from_text_and_from_a_list(pair):
    expected = [[float(bit) for bit in VECTORS[token]] for token in pair]
    for sentence in (" ".join(pair), f"\n{pair[0]}\t {pair[1]} ", list(pair), pair, np.array(pair), iter(pair)):
        X = embed(sentence)
        assert X.dtype == float
        assert X.tolist() == expected


def test_text_splits_into_tokens():
    assert [tokenize(" ".join(sentence)) for sentence in SENTENCES_384] == SENTENCES_384


@TAKERS
@pytest.mark.parametrize(
    ("sentence", "message"),
    [
        (
            "crow keep-flight swap-speech he-is?",
            "unknown token 'crow': did you mean 'Crow'? Known: Rock, Human, Crow, ",
        ),
        ("Crw keep-flight swap-speech he-is?", "unknown token 'Crw': did you mean 'Crow'?"),
        ("Crow keep-flihgt swap-speech he-is?", "unknown token 'keep-flihgt': did you mean 'keep-flight'?"),
        ("Crow keep_flight swap-speech he-is?", "unknown token 'keep_flight': did you mean 'keep-flight'?"),
        ("Crow KEEP-FLIGHT swap-speech he-is?", "unknown token 'KEEP-FLIGHT': did you mean 'keep-flight'?"),
        ("Crow keep-flight swap-speach he-is?", "unknown token 'swap-speach': did you mean 'swap-speech'?"),
        ("Crow keep-flight swap-speech he-is", "unknown token 'he-is': did you mean 'he-is?'?"),
        ("Crow keep-flight swap-speech, he-is?", "unknown token 'swap-speech,': did you mean 'swap-speech'?"),
        ("Flying superhero keep-flight swap-speech he-is?", "unknown token 'Flying superhero': did you mean 'Flying S"),
        ("Flying keep-flight swap-speech he-is?", "unknown token 'Flying': did you mean 'Flying Superhero'?"),
        ("Superhero keep-flight swap-speech he-is?", "unknown token 'Superhero': did you mean 'Flying Superhero'?"),
        ("Penguin keep-flight swap-speech he-is?", "unknown token 'Penguin'. Known: Rock, "),
        ("\0\ud800", "unknown token '\\x00\\ud800'. Known: Rock, "),
        (["Crow ", "keep-flight"], "unknown token 'Crow ': did you mean 'Crow'?"),
        (["Crow keep-flight"], "unknown token 'Crow keep-flight'"),
        ([""], "unknown token ''. Known: Rock"),
        (["Crow", None], "a token is text, but this is None (NoneType). Known: Rock, "),
        ([b"Crow"], "a token is text, but this is b'Crow' (bytes)."),
        ([["Crow", "keep-flight"]], "a token is text, but this is ['Crow', 'keep-flight'] (list)."),
        ([1.5], "a token is text, but this is 1.5 (float)."),
        (np.zeros(2), "(float64). Known: Rock"),
        (np.array([["Crow", "he-is?"]]), "(ndarray). Known: Rock"),
        ("", "the sentence is empty; an example of one: 'Crow keep-flight swap-speech he-is?'"),
        (" \n\t", "the sentence is empty"),
        ([], "the sentence is empty"),
        (None, "a sentence is text or a list of tokens; this is None"),
        (b"Crow keep-flight swap-speech he-is?", "a sentence is text or a list of tokens; this is b'Crow keep-flight"),
        (7, "a sentence is text or a list of tokens; this is 7"),
        (float("nan"), "a sentence is text or a list of tokens; this is nan"),
        (np.array("Crow"), "a sentence is text or a list of tokens; this is array('Crow'"),
        (answer, "a sentence is text or a list of tokens; this is <function answer"),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_no_token_is_named_with_the_nearest(take, sentence, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        take(sentence)


@given(anything | st.lists(names).map(" ".join) | st.lists(names))
def test_anything_is_embedded_or_refused(sentence):
    with suppress(ValueError):
        X = embed(sentence)
        assert X.tolist() == [[int(bit) for bit in VECTORS[token]] for token in tokenize(sentence)]
