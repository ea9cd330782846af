"""Attention on any arrays: as PyTorch computes it, on batches too, and what cannot be computed is refused."""

import math
import re
from contextlib import suppress

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from torch.nn.functional import scaled_dot_product_attention

from superhero import OBJECT_HEAD, Head, MultiHead, attention, embed, softmax
from tests.strategies import anything

NAN, INF = math.nan, math.inf
BATCHES = [(), (1,), (3,), (2, 3)]
finite_scores = arrays(float, array_shapes(max_dims=3, max_side=5), elements=st.floats(-1e6, 1e6))


def random(*shape, seed=0):
    return np.random.default_rng([seed, *shape]).normal(size=shape)


def close(ours, expected):
    np.testing.assert_allclose(ours, expected, rtol=0, atol=1e-12)


# Softmax


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ([0], [1]),
        ([0, 0, 0, 0], [0.25, 0.25, 0.25, 0.25]),
        ([math.log(3), 0], [0.75, 0.25]),
        ([2, 1, 0], [math.exp(2) / (math.exp(2) + math.e + 1), math.e / (math.exp(2) + math.e + 1), 0.090030573170]),
        ([0, -INF], [1, 0]),
        ([1e308, -1e308], [1, 0]),
        ([1e308, 1e308], [0.5, 0.5]),
        ([[1, 1], [0, -INF]], [[0.5, 0.5], [1, 0]]),
    ],
)
def test_softmax_shares_out(scores, shares):
    close(softmax(scores), shares)


@given(finite_scores)
def test_softmax_is_positive_and_sums_to_1(scores):
    shares = softmax(scores)
    assert (shares >= 0).all()
    close(shares.sum(axis=-1), 1)


@given(finite_scores, st.floats(-1e6, 1e6))
def test_softmax_does_not_see_what_is_added_to_all_scores(scores, shift):
    np.testing.assert_allclose(softmax(scores + shift), softmax(scores), rtol=0, atol=1e-8)


@given(finite_scores)
def test_softmax_keeps_the_order_of_scores(scores):
    shares = softmax(scores)
    order = scores.argsort(axis=-1)
    assert (np.diff(np.take_along_axis(shares, order, axis=-1)) >= 0).all()


def test_softmax_leaves_its_scores_as_they_are():
    scores = np.array([[1.0, 2.0], [3.0, -INF]])
    softmax(scores)
    assert scores.tolist() == [[1, 2], [3, -INF]]


@pytest.mark.parametrize("axis", [0, 1, 2, -1, -2, -3, np.int64(1)])
def test_softmax_works_along_any_axis(axis):
    scores = random(2, 3, 4)
    close(softmax(scores, axis=axis), torch.tensor(scores).softmax(dim=int(axis)))


MASKED = "this row is masked everywhere; let it see at least one token"


@pytest.mark.parametrize(
    ("scores", "message"),
    [
        ([-INF, -INF], "scores[:] are all -inf, so softmax has nothing to share out: " + MASKED),
        ([[0, 0], [-INF, -INF]], "scores[1, :] are all -inf, so softmax has nothing to share out: " + MASKED),
        ([0, NAN], "softmax takes finite scores, or -inf for 'not at all'; there is a NaN or +inf among these"),
        ([NAN, -INF], "there is a NaN or +inf among these"),
        ([0, INF], "there is a NaN or +inf among these"),
        ([], "softmax needs at least one score along axis -1; the shape is (0,)"),
        (np.zeros((3, 0)), "softmax needs at least one score along axis -1; the shape is (3, 0)"),
        (3, "softmax needs at least one score along axis -1; the shape is ()"),
        ([[1, 2], [3]], "the rows of scores must be of one length"),
        ("210", "scores must hold real numbers, not text"),
        (None, "scores must hold real numbers, not objects such as None"),
        ([1, None], "scores must hold real numbers, not objects such as None"),
        ([1j, 0], "scores must hold real numbers, not complex ones"),
    ],
)
def test_softmax_refuses(scores, message):
    with pytest.raises(ValueError, match=re.escape(message) + "$"):
        softmax(scores)


@pytest.mark.parametrize("axis", [2, -3, None, 0.5, 1.0, "rows", (0, 1), NAN, [0], True, 10**30])
def test_softmax_refuses_an_axis_that_is_not_there(axis):
    with pytest.raises(ValueError, match=re.escape(f"along axis {axis!r}; the shape is (2, 3)") + "$"):
        softmax(np.zeros((2, 3)), axis=axis)


@given(anything, st.integers(-3, 3) | anything)
def test_anything_is_shared_out_or_refused(scores, axis):
    with suppress(ValueError):
        shares = softmax(scores, axis=axis)
        assert (shares >= 0).all()
        close(shares.sum(axis=axis), 1)


# Attention


@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize(("n", "m", "d_h", "d_v"), [(1, 1, 1, 1), (4, 4, 2, 2), (2, 5, 3, 4), (5, 2, 4, 3)])
def test_attention_is_pytorchs(batch, n, m, d_h, d_v):
    Q, K, V = random(*batch, n, d_h), random(*batch, m, d_h), random(*batch, m, d_v)
    output, weights = attention(Q, K, V)
    assert output.shape == (*batch, n, d_v)
    assert weights.shape == (*batch, n, m)
    close(output, scaled_dot_product_attention(*map(torch.tensor, (Q, K, V))))
    close(weights, scaled_dot_product_attention(*map(torch.tensor, (Q, K, np.broadcast_to(np.eye(m), (*batch, m, m))))))


@pytest.mark.parametrize("batch", [(3,), (2, 3)], ids=str)
def test_a_batch_gives_what_its_members_give(batch):
    Q, K, V = random(*batch, 2, 3), random(*batch, 5, 3), random(*batch, 5, 4)
    output, weights = attention(Q, K, V)
    for member in np.ndindex(*batch):
        one_output, one_weights = attention(Q[member], K[member], V[member])
        close(output[member], one_output)
        close(weights[member], one_weights)


def test_queries_of_a_batch_may_share_keys_and_values():
    Q, K, V = random(6, 2, 3), random(5, 3), random(5, 4)
    output, weights = attention(Q, K, V)
    close(output, [attention(one, K, V)[0] for one in Q])
    close(weights, [attention(one, K, V)[1] for one in Q])


def test_attention_leaves_what_it_is_given_as_it_is():
    given = [random(3, 2), random(5, 2), random(5, 4), np.where(np.tri(3, 5), 0, -INF)]
    copies = [array.copy() for array in given]
    attention(*given)
    assert all((array == copy).all() for array, copy in zip(given, copies, strict=True))


def test_lists_and_whole_numbers_are_taken():
    output, weights = attention([[0, 0]], [[1, 0], [0, 1]], [[1], [3]])
    assert weights.tolist() == [[0.5, 0.5]]
    assert output.tolist() == [[2.0]]


@given(st.data())
def test_order_of_queries_and_keys_does_not_matter(data):
    n, m = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    numbers = st.floats(-10, 10)
    Q, K, V = (data.draw(arrays(float, shape, elements=numbers)) for shape in [(n, 3), (m, 3), (m, 2)])
    queries, keys = data.draw(st.permutations(range(n))), data.draw(st.permutations(range(m)))
    output, weights = attention(Q, K, V)
    moved_output, moved_weights = attention(Q[queries], K[keys], V[keys])
    close(moved_output, output[queries])
    close(moved_weights, weights[queries][:, keys])


@given(arrays(float, (4, 3), elements=st.floats(-10, 10)), st.integers(1, 6))
def test_output_lies_between_the_smallest_and_the_largest_value(V, n):
    output, _ = attention(random(n, 2), random(4, 2), V)
    assert (output <= V.max(axis=0) + 1e-12).all()
    assert (output >= V.min(axis=0) - 1e-12).all()


GOOD = {"Q": np.ones((2, 3)), "K": np.ones((5, 3)), "V": np.ones((5, 4))}
NO_MATRIX = [
    (np.ones(3), "{} must be a matrix, with rows and columns (or a batch of them); its shape is (3,)"),
    (3, "{} must be a matrix, with rows and columns (or a batch of them); its shape is ()"),
    ([], "{} must be a matrix, with rows and columns (or a batch of them); its shape is (0,)"),
    (np.ones((0, 3)), "{} must be a matrix, with rows and columns (or a batch of them); its shape is (0, 3)"),
    (np.ones((5, 0)), "{} must be a matrix, with rows and columns (or a batch of them); its shape is (5, 0)"),
    ([[1, 2, 3], [4]], "the rows of {} must be of one length"),
    ([[1, 2, NAN]] * 5, "{} holds a NaN or an infinity; every number in it must be finite"),
    ([[1, 2, INF]] * 5, "{} holds a NaN or an infinity; every number in it must be finite"),
    ([[1, 2, -INF]] * 5, "{} holds a NaN or an infinity; every number in it must be finite"),
    ([[1, 2, 3j]] * 5, "{} must hold real numbers, not complex ones"),
    ([["1", "2", "3"]] * 5, "{} must hold real numbers, not text"),
    ([[1, 2, None]] * 5, "{} must hold real numbers, not objects such as None"),
    ("Crow", "{} must hold real numbers, not text"),
    (b"Crow", "{} must hold real numbers, not bytes"),
    (None, "{} must hold real numbers, not objects such as None"),
    ({"Crow": 1}, "{} must hold real numbers, not objects such as None"),
    ([[10**400] * 3] * 5, "{} must hold real numbers, not objects such as None"),
    (np.full((5, 3), np.finfo(np.longdouble).max), "{} holds a NaN or an infinity"),
]


@pytest.mark.parametrize("name", GOOD)
@pytest.mark.parametrize(("wrong", "message"), NO_MATRIX)
def test_attention_refuses_what_is_no_matrix(name, wrong, message):
    with pytest.raises(ValueError, match=re.escape(message.format(name))):
        attention(**{**GOOD, name: wrong})


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"K": np.ones((5, 2))}, "queries and keys must be of one width d_h; Q is (2, 3) and K is (5, 2)"),
        ({"V": np.ones((4, 4))}, "each key needs one value; K has 5 rows and V has 4"),
        ({"K": np.ones((2, 5, 3)), "V": np.ones((2, 4, 4))}, "each key needs one value; K has 5 rows and V has 4"),
        ({"Q": np.ones((2, 2, 3)), "K": np.ones((3, 5, 3))}, "Q K^T: shapes (2, 2, 3) and (3, 3, 5) do not fit"),
        ({"Q": np.ones((2, 2, 3)), "V": np.ones((3, 5, 4))}, "weights V: shapes (2, 2, 5) and (3, 5, 4) do not fit"),
        ({"Q": np.full((2, 3), 1e200), "K": np.full((5, 3), 1e200)}, "Q K^T overflows: its numbers are too large"),
        ({"Q": [[1e200, 1e200, 0]], "K": [[1e200, -1e200, 0]] * 5}, "Q K^T overflows: its numbers are too large"),
    ],
)
def test_attention_refuses_arrays_that_do_not_fit(wrong, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        attention(**{**GOOD, **wrong})


@pytest.mark.parametrize(
    "average",
    [
        lambda values: attention(np.zeros(values.shape), np.zeros(values.shape), values)[0],
        lambda values: Head([[0]], [[0]], [[1]])(values).output,
    ],
    ids=["attention", "Head"],
)
def test_averages_of_the_largest_floats_that_overflow_are_refused(average):
    largest = np.finfo(float).max  # whose average overflows when the weights sum to 1 and a last bit more
    refused = 0
    for m in range(1, 200):
        try:
            output = average(np.full((m, 1), largest))
        except ValueError as error:
            refused += str(error) == "weights V overflows: its numbers are too large for a float; scale them down"
        else:
            np.testing.assert_allclose(output, np.full((m, 1), largest), rtol=1e-12)
    assert refused > 0


matrices = arrays(float, (2, 2), elements=st.floats())
masks = arrays(float, (2, 2), elements=st.sampled_from([0, -INF]))


@given(matrices | anything, matrices | anything, matrices | anything, masks | anything)
def test_anything_is_attended_to_or_refused(Q, K, V, mask):
    with suppress(ValueError):
        output, weights = attention(Q, K, V, mask)
        assert np.isfinite(output).all()
        close(weights.sum(axis=-1), 1)


@given(matrices | anything, matrices | anything, masks | anything)
def test_anything_goes_through_heads_or_is_refused(X, W, mask):
    with suppress(ValueError):
        heads = MultiHead([Head(W, W, W)], np.ones((2, 2)))(X, mask)
        assert np.isfinite(heads.output).all()


# Heads


def test_a_head_traces_the_formula():
    X, W_Q, W_K, W_V = random(2, 3, 5), random(5, 2), random(5, 2, seed=1), random(5, 4)
    h = Head(W_Q, W_K, W_V)(X)
    close(h.Q, np.einsum("bnd,dh->bnh", X, W_Q))
    close(h.K, np.einsum("bnd,dh->bnh", X, W_K))
    close(h.V, np.einsum("bnd,dv->bnv", X, W_V))
    close(h.scores, np.einsum("bnh,bmh->bnm", h.Q, h.K) / math.sqrt(2))
    close(h.weights, torch.tensor(h.scores).softmax(dim=-1))
    close(h.output, np.einsum("bnm,bmv->bnv", h.weights, h.V))


@pytest.mark.parametrize("batch", BATCHES, ids=str)
@pytest.mark.parametrize("masked", [False, True])
def test_many_heads_are_pytorchs_multihead_attention(batch, masked):
    d, d_h, n = 6, 2, 4
    W = random(3, 3, d, d_h)  # of queries, keys and values; of each head
    W_O = random(3 * d_h, d)
    X = random(*batch, n, d)
    M = np.where(np.tri(n), 0, -INF) if masked else None
    layer = torch.nn.MultiheadAttention(d, 3, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.tensor(np.concatenate([head.T for third in W for head in third])))
        layer.out_proj.weight.copy_(torch.tensor(W_O.T))
        x = torch.tensor(X.reshape(-1, n, d))
        output, weights = layer(x, x, x, attn_mask=None if M is None else torch.tensor(M), average_attn_weights=False)
    ours = MultiHead([Head(*W[:, head]) for head in range(3)], W_O)(X, mask=M)
    close(ours.output.reshape(-1, n, d), output)
    for number, head in enumerate(ours.heads):
        close(head.weights.reshape(-1, n, n), weights[:, number])
        close(ours.concat[..., d_h * number : d_h * (number + 1)], head.output)


def test_weights_of_a_head_are_copies_that_cannot_be_written_to():
    mine = np.ones((3, 2))
    head = Head(mine, mine, mine)
    heads = MultiHead([head], mine.T)
    mine[:] = 7
    for W in (head.W_Q, head.W_K, head.W_V, heads.W_O):
        assert (W == 1).all()
        with pytest.raises(ValueError, match="read-only"):
            W[0, 0] = 7


@pytest.mark.parametrize("name", ["W_Q", "W_K", "W_V"])
@pytest.mark.parametrize(("wrong", "message"), NO_MATRIX)
def test_a_head_refuses_what_is_no_matrix(name, wrong, message):
    good = {"W_Q": np.ones((5, 3)), "W_K": np.ones((5, 3)), "W_V": np.ones((5, 3))}
    with pytest.raises(ValueError, match=re.escape(message.format(name))):
        Head(**{**good, name: wrong})


@pytest.mark.parametrize(
    ("shapes", "message"),
    [
        ([(5, 3), (5, 2), (5, 4)], "W_Q and W_K must both be (d, d_h); they are (5, 3) and (5, 2)"),
        ([(5, 3), (4, 3), (5, 4)], "W_Q and W_K must both be (d, d_h); they are (5, 3) and (4, 3)"),
        ([(2, 5, 3), (2, 5, 3), (5, 4)], "W_Q and W_K must both be (d, d_h); they are (2, 5, 3) and (2, 5, 3)"),
        ([(5, 3), (5, 3), (4, 4)], "W_V must be (5, d_v), as many rows as W_Q has; it is (4, 4)"),
        ([(5, 3), (5, 3), (2, 5, 4)], "W_V must be (5, d_v), as many rows as W_Q has; it is (2, 5, 4)"),
    ],
)
def test_a_head_refuses_weights_that_do_not_fit(shapes, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        Head(*map(np.ones, shapes))


HEAD = Head(np.ones((3, 2)), np.ones((3, 2)), np.ones((3, 2)))


@pytest.mark.parametrize("call", [HEAD, MultiHead([HEAD], np.ones((2, 1)))], ids=["Head", "MultiHead"])
@pytest.mark.parametrize(
    ("X", "message"),
    [
        *((wrong, message.format("X")) for wrong, message in NO_MATRIX),
        (np.ones((4, 2)), "X must be (..., n, 3), a row for each token; it is (4, 2)"),
        (np.ones((2, 4, 1)), "X must be (..., n, 3), a row for each token; it is (2, 4, 1)"),
        (np.full((4, 3), 1e308), "X W_Q overflows: its numbers are too large for a float; scale them down"),
        (np.full((4, 3), 1e160), "Q K^T overflows: its numbers are too large for a float; scale them down"),
    ],
)
def test_heads_refuse_an_X_that_they_cannot_read(call, X, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        call(X)


@pytest.mark.parametrize(
    ("W_Q", "W_K", "W_V", "W_O", "message"),
    [
        (1e308, 1, 1, 1, "X W_Q overflows"),
        (1, 1e308, 1, 1, "X W_K overflows"),
        (1, 1, 1e308, 1, "X W_V overflows"),
        (1, 1, 1e300, 1e300, "concat W_O overflows"),
    ],
)
def test_products_that_overflow_are_named(W_Q, W_K, W_V, W_O, message):
    heads = MultiHead([Head(*(np.full((3, 2), value) for value in (W_Q, W_K, W_V)))], np.full((2, 1), W_O))
    with pytest.raises(ValueError, match=re.escape(f"{message}: its numbers are too large for a float; scale them")):
        heads(np.ones((4, 3)))


@pytest.mark.parametrize(
    ("heads", "W_O", "message"),
    [
        ([], np.ones((2, 2)), "heads must be a list of one Head or more; this is []"),
        (HEAD, np.ones((2, 2)), "heads must be a list of one Head or more; this is <superhero.attention.Head"),
        (None, np.ones((2, 2)), "heads must be a list of one Head or more; this is None"),
        (2, np.ones((2, 2)), "heads must be a list of one Head or more; this is 2"),
        (["HEAD"], np.ones((2, 2)), "heads must be a list of one Head or more; this is ['HEAD']"),
        ([HEAD, Head(*[np.ones((4, 2))] * 3)], np.ones((4, 2)), "vectors of one width d; these read [3, 4]"),
        ([HEAD, HEAD], np.ones((2, 2)), "W_O must be (4, d_out), a row for each number the heads give; it is (2, 2)"),
        ([HEAD], np.ones((2, 2, 2)), "W_O must be (2, d_out), a row for each number the heads give; it is (2, 2, 2)"),
        *(([HEAD], wrong, message.format("W_O")) for wrong, message in NO_MATRIX),
    ],
)
def test_many_heads_refuse_what_does_not_fit(heads, W_O, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        MultiHead(heads, W_O)


@pytest.mark.parametrize("hidden", [np.ma.array([1.0, 100.0], mask=[False, True]), np.ma.masked_equal([[1.0, 2.0]], 2)])
def test_a_masked_array_is_refused_as_its_mask_would_be_lost(hidden):
    with pytest.raises(ValueError, match="scores is a masked array, and its mask would be lost"):
        softmax(hidden)


def test_a_strict_error_state_of_numpy_changes_nothing():
    with np.errstate(all="raise"):
        assert softmax([1000, 0]).tolist() == [1, 0]
        assert OBJECT_HEAD(200 * embed("Crow he-is?")).weights[1].tolist() == [1, 0]
