"""The exercises: stubs are told "not yet", solutions pass, typical wrong answers are told what is wrong with them."""

import re
from pathlib import Path

import numpy as np
import pytest

from superhero import FEATURES, TOKENS, WORDS, attention, softmax
from superhero.exercises import EXERCISES, check
from superhero.exercises.verdict import Exercise, verdict
from superhero.handmade import by_feature
from tools.chapter import read

DOCS = Path(__file__).parent.parent / "docs"
CHAPTERS = sorted(DOCS.glob("network/*.md")) + sorted(DOCS.glob("attention/*.md"))
E = np.exp(8 / np.sqrt(2))


def bits_in_common(a, b):
    return sum(x == y for x, y in zip(WORDS[a], WORDS[b], strict=True))


def softmax_of(scores, axis):
    return np.exp(scores) / np.exp(scores).sum(axis=axis, keepdims=True)


def scores_softmax(scores, V):
    return softmax_of(scores, 1) @ V


def names(token, where):
    return [name for name, bit in list(zip(FEATURES, TOKENS[token], strict=True))[where] if bit]


def column(feature):
    return FEATURES.index(feature)


# Written as a learner would, each with what the verdict has to say of it.
WRONG = {
    "neighbours": {
        "one bit in common": lambda word: [w for w in WORDS if bits_in_common(word, w) == 1],
        "The word itself is in your list": lambda word: [w for w in WORDS if bits_in_common(word, w) >= 2],
        "every other word": lambda word: [w for w in WORDS if w != word],
        "should give": lambda word: [w for w in WORDS if bits_in_common(word, w) == 2][:1],
    },
    "flips_between": {
        "the bits of the goal": lambda start, goal: list(goal),
        "You subtract": lambda start, goal: list(np.array(goal) - np.array(start)),
        "where either word has a 1": lambda start, goal: [max(pair) for pair in zip(start, goal, strict=True)],
        "where the words agree": lambda start, goal: [int(a == b) for a, b in zip(start, goal, strict=True)],
    },
    "layer": {
        "The bias is missing": lambda x, W, b: np.maximum(0, x @ W),
        "Nothing is cut off": lambda x, W, b: b + x @ W,
        "cut off first and add b after": lambda x, W, b: b + np.maximum(0, x @ W),
        "Your weights are turned over": lambda x, W, b: np.maximum(0, x @ W.T + b),
    },
    "my_softmax": {
        "softmax over the wrong axis": lambda scores: softmax_of(scores, 0),
        "All your shares together": lambda scores: np.exp(scores) / np.sum(np.exp(scores)),
        "Raise e to each of them": lambda scores: scores / scores.sum(axis=1, keepdims=True),
        "Now divide each row by its sum": lambda scores: np.e**scores,
    },
    "descend": {
        "uphill": lambda weights, gradient, rate: weights + gradient * rate,
        "learning rate is missing": lambda weights, gradient, rate: weights - gradient,
        "the step alone": lambda weights, gradient, rate: gradient * rate,
    },
    "equal": {
        "That is the distance": lambda a, b: abs(a - b),
        "That compares": lambda a, b: a == b,
        "should give": lambda a, b: 1 - (a - b) ** 2,
        "Take relu(b - a) too": lambda a, b: 1 - np.maximum(0, a - b),
        "Take relu(a - b) too": lambda a, b: 1 - np.maximum(0, b - a),
        "always get the same": lambda a, b: 1 - (a - b) - (b - a),
    },
    "carries": {
        "what the token is as well": lambda token: names(token, slice(None)),
        "You list what the token is.": lambda token: names(token, slice(4, 8)),
        "Give the names": lambda token: TOKENS[token][:4],
        "all four names": lambda token: FEATURES[0:4],
    },
    "find": {
        "You give the matches": lambda X, feature: X[:, column(feature)],
        "row 0": lambda X, feature: X[0],
        "that comes on the next page": lambda X, feature: softmax(X[:, column(feature)]) @ X,
        "divided by the number of tokens": lambda X, feature: (X[:, column(feature)] / len(X)) @ X,
    },
    "my_attention": {
        "You have not scaled": lambda Q, K, V: scores_softmax(Q @ K.T, V),
        "Divide by its square root": lambda Q, K, V: scores_softmax(Q @ K.T / Q.shape[1], V),
        "Scaled by the model's width, 8, not the head's": lambda Q, K, V: scores_softmax(Q @ K.T / np.sqrt(8), V),
        "Scaled by the number of tokens": lambda Q, K, V: scores_softmax(Q @ K.T / np.sqrt(Q.shape[0]), V),
        "softmax over the wrong axis": lambda Q, K, V: softmax_of(Q @ K.T / np.sqrt(Q.shape[1]), 0) @ V,
        "changed places": lambda Q, K, V: scores_softmax(K @ Q.T / np.sqrt(Q.shape[1]), V),
        "no softmax": lambda Q, K, V: (Q @ K.T) @ V / np.sqrt(Q.shape[1]),
        "queries of two numbers only": lambda Q, K, V: scores_softmax(Q @ K.T / 2**0.5, V),
        "the weights as well": lambda Q, K, V: attention(Q, K, V),
        "at [0, 0] it has": lambda Q, K, V: scores_softmax(Q @ K.T / np.sqrt(Q.shape[1]), V) + 1,
    },
    "speech_weights": {
        "finds the flight action": lambda: (
            by_feature({"question?": (8, 0)}),
            by_feature({"flight act?": (1, 0)}),
            by_feature({"swap flight": (1,)}),
        ),
        "takes the wrong thing": lambda: (
            by_feature({"question?": (0, 8)}),
            by_feature({"speech act?": (0, 1)}),
            by_feature({"swap flight": (1,)}),
        ),
        "and not what it swaps": lambda: (
            by_feature({"question?": (8,)}),
            by_feature({"speech act?": (1,)}),
            by_feature({"speech act?": (1,)}),
        ),
        "finds nothing": lambda: (
            by_feature({"question?": (8, 0)}),
            by_feature({"speech act?": (0, 1)}),
            by_feature({"swap speech": (1,)}),
        ),
        "query in the row of question?": lambda: (
            by_feature({"speech act?": (8, 0)}),
            by_feature({"question?": (1, 0)}),
            by_feature({"swap speech": (1,)}),
        ),
        "does not bring back what": lambda: (
            by_feature({"question?": (8, 0)}),
            by_feature({"speech act?": (1, 0)}),
            by_feature({"swap speech": (2, -1)}),
        ),
        "does not bring back": lambda: (
            by_feature({"question?": (1, 0)}),
            by_feature({"speech act?": (1, 0)}),
            by_feature({"swap speech": (1,)}),
        ),
    },
    "share": {
        "That is 1 / k": lambda k, n: 1 / k,
        "E is e to the 8th": lambda k, n: np.exp(8) / (k * np.exp(8) + n - k),
        "one match only": lambda k, n: E / (E + n - 1),
        "Those that match are not among them": lambda k, n: E / (k * E + n),
        "get together": lambda k, n: k * E / (k * E + n - k),
    },
    "look": {
        "You have not scaled": lambda query, keys, values: softmax(keys @ query) @ values,
        "Divide by its square root": lambda query, keys, values: softmax(keys @ query / len(query)) @ values,
        "These are the weights": lambda query, keys, values: softmax(keys @ query / len(query) ** 0.5),
        "not divided by the total": lambda query, keys, values: np.exp(keys @ query / len(query) ** 0.5) @ values,
        "no softmax": lambda query, keys, values: (keys @ query) @ values / len(query) ** 0.5,
    },
    "combine": {
        "W_O is missing": lambda of_object, of_action, W_O: np.hstack([of_object, of_action]),
        "The action head stands first": lambda of_object, of_action, W_O: np.hstack([of_action, of_object]) @ W_O,
        "turned over": lambda of_object, of_action, W_O: (W_O @ np.hstack([of_object, of_action]).T).T,
    },
    "ffn_input": {
        "stand at the end": lambda bits: [*bits, 0, 0],
        "wheels come first": lambda bits: [0, *bits[:2], 0, *bits[2:]],
        "wheels come last": lambda bits: [*bits[:2], 0, *bits[2:], 0],
        "before the word": lambda bits: [bits[2], 0, bits[3], bits[0], 0, bits[1]],
    },
}


@pytest.mark.parametrize(("name", "says"), [(name, says) for name, wrong in WRONG.items() for says in wrong])
def test_a_typical_wrong_answer_is_told_what_is_wrong_with_it(name, says):
    told = verdict(WRONG[name][says], EXERCISES[name])
    assert told.startswith("Not yet. ")
    assert says in told


def test_every_exercise_has_at_least_two_wrong_answers():
    assert WRONG.keys() == EXERCISES.keys()
    assert min(len(wrong) for wrong in WRONG.values()) >= 2


def titled(chapter, title):
    return [block for block in chapter.blocks if block.fence.attributes.get("title") == title]


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_a_prediction_and_a_code_exercise_with_hints(path):
    prose = path.read_text(encoding="utf-8")
    part = prose[prose.index("## Exercises") : prose.index("## Recap")]
    predict, write = part.split("### Write")
    assert "### Predict" in predict
    assert "<summary>Answer</summary>" in predict
    assert "<data " in predict
    titles = [block.fence.attributes.get("title") for block in read(path).blocks]
    assert [title for title in titles if title] == ["Your turn", "Check", "Solution"]
    assert re.findall("<summary>(.*)</summary>", write) in (["Hint", "Solution"], ["Hint", "Hint", "Solution"])
    hints = re.findall(r"<summary>Hint</summary>\n\n(.+)\n\n</details>", write)
    assert len(hints) == write.count("<summary>Hint</summary>")
    _, *solution = titled(read(path), "Solution")[0].fence.code.splitlines()
    assert [line for line in solution for hint in hints if line.strip() in hint] == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_check_says_not_yet_to_the_stub_and_passed_to_the_solution(path, capsys):
    chapter = read(path)
    namespace = {}
    stub, checking, solution = (titled(chapter, title)[0] for title in ("Your turn", "Check", "Solution"))
    for block in chapter.blocks:
        if block.raises:
            continue
        exec(block.fence.code, namespace)
        capsys.readouterr()
        if block is stub:
            exec(checking.fence.code, namespace)
            assert capsys.readouterr().out.startswith("Not yet. ")
        if block is solution:
            exec(checking.fence.code, namespace)
            assert capsys.readouterr().out == "Passed.\n"


IDENTITY = Exercise(solution=lambda x: x, cases=[(np.arange(3),), (np.arange(2),)], slips=[])


class Unfit(Exception):
    def __repr__(self):
        raise ValueError

    __str__ = __repr__

    def fail(self):
        raise self


STRANGE = {
    "right": (lambda x: x, "Passed."),
    "right, as a list": (lambda x: x.tolist(), "Passed."),
    "right to within rounding": (lambda x: x + 1e-12, "Passed."),
    "a number": (7, "wants a function, and this is 7"),
    "nothing": (None, "wants a function, and this is None"),
    "takes no argument": (lambda: 1, "stops with TypeError"),
    "divides by zero": (lambda x: 1 / 0, "stops with ZeroDivisionError: division by zero"),
    "exits": (lambda x: exit(), "stops with SystemExit"),
    "no return": (lambda x: None, "gives nothing back"),
    "too short": (lambda x: x[:1], "it should give [0, 1, 2]"),
    "text": (lambda x: "012", "gives '012'"),
    "a dict": (lambda x: {"a": 1}, "it should give"),
    "a ragged list": (lambda x: [[1], [1, 2]], "it should give"),
    "nan": (lambda x: x * np.nan, "it should give"),
    "an array of objects": (lambda x: np.array([x, None], dtype=object)[1:], "gives [None]; it should give"),
    "an array of text": (lambda x: x.astype(str), "gives ['0', '1', '2']; it should give"),
    "an array of truths": (lambda x: x > 0, "gives [False, True, True]; it should give"),
    "cannot be shown": (lambda x: Unfit(), "something of type Unfit"),
    "fails and cannot say why": (lambda x: Unfit().fail(), "stops with Unfit: something of type Unfit"),
}


@pytest.mark.parametrize(("attempt", "says"), STRANGE.values(), ids=STRANGE)
def test_a_verdict_never_raises(attempt, says):
    assert says in verdict(attempt, IDENTITY)


@pytest.mark.parametrize("dtype", [object, str, bool])
def test_a_verdict_on_a_large_array_of_no_numbers_never_raises(dtype):
    large = Exercise(solution=lambda x: x, cases=[(np.arange(12.0).reshape(3, 4),)], slips=[])
    assert "gives an array of shape (3, 4)" in verdict(lambda x: (x + 1).astype(dtype), large)


@pytest.mark.parametrize("name", EXERCISES)
@pytest.mark.parametrize(
    "value", [np.arange(6.0), np.ones((8, 2)), np.ones((3, 8, 2)), [[1], [1, 2]], {1: 2}, "a"], ids=repr
)
def test_a_check_gives_a_verdict_on_answers_of_quite_another_kind(name, value):
    assert verdict(lambda *_: value, EXERCISES[name]).startswith("Not yet. ")


def test_an_attempt_cannot_spoil_the_cases():
    def spoils(x):
        x[:] = 0
        return x

    assert verdict(spoils, IDENTITY).startswith("Not yet.")
    assert verdict(lambda x: x, IDENTITY) == "Passed."


def test_an_unknown_exercise_is_named_with_the_nearest(capsys):
    check("neighbors", lambda word: [])
    assert "did you mean 'neighbours'?" in capsys.readouterr().out


@pytest.mark.parametrize("name", [None, ["layer"], {}, np.arange(2)], ids=repr)
def test_an_exercise_is_named_by_text(name, capsys):
    check(name, lambda x: x)
    assert "an exercise is text" in capsys.readouterr().out
