"""Scaled dot-product attention, one head of it, and several heads side by side.

Nothing here knows of superheroes. The formula is equation 1 of Vaswani et al., "Attention Is All You Need" (2017),
with the mask M written out: softmax(Q K^T / sqrt(d_h) + M) V. Every function takes one sentence or a batch: leading
axes, written `...`, are carried along.
"""

from typing import NamedTuple

import numpy as np

from superhero.arrays import frozen, is_whole, matrix, numbers, product
from superhero.masks import checked_mask


def softmax(scores, axis=-1):
    """Turn scores into shares: each is positive, and along ``axis`` they sum to 1.

    Args:
        scores: Array of any shape. A score of -inf gets the share 0.
        axis: The axis along which the shares sum to 1.

    Returns:
        Array of the same shape.

    Raises:
        ValueError: A score is NaN or +inf, all scores along the axis are -inf, or there are none.

    Examples:
        >>> print(softmax([2, 1, 0]).round(3))
        [0.665 0.245 0.09 ]
    """
    scores = numbers("scores", scores)
    if not is_whole(axis) or not -scores.ndim <= axis < scores.ndim or scores.shape[axis] == 0:
        raise ValueError(f"softmax needs at least one score along axis {axis!r}; the shape is {scores.shape}")
    largest = scores.max(axis=axis, keepdims=True)
    if not np.isfinite(largest).all():
        if (largest == -np.inf).any():
            row = list(np.argwhere(largest == -np.inf)[0])
            row[axis] = ":"
            raise ValueError(
                f"scores[{', '.join(map(str, row))}] are all -inf, so softmax has nothing to share out: "
                "this row is masked everywhere; let it see at least one token"
            )
        raise ValueError("softmax takes finite scores, or -inf for 'not at all'; there is a NaN or +inf among these")
    # Taking the largest away changes nothing in the result and keeps exp from overflowing.
    with np.errstate(over="ignore", under="ignore"):  # a score far below the largest has rightly the share 0
        shares = scores - largest
        np.exp(shares, out=shares)  # in place: on large batches a third faster
        shares /= shares.sum(axis=axis, keepdims=True)
    return shares


def attention_scores(Q, K, mask=None):
    """Return the scores Q K^T / sqrt(d_h) + M: how well each query matches each key.

    Args:
        Q: (..., n, d_h) queries.
        K: (..., m, d_h) keys.
        mask: (n, m) array M of 0 (may look) and -inf (may not), or None for no mask.

    Returns:
        (..., n, m) array; row i holds the scores of query i.

    Raises:
        ValueError: Wrong shapes, a number that is not finite, scores that overflow, or a mask of other numbers.
    """
    Q, K = matrix("Q", Q), matrix("K", K)
    d_h = Q.shape[-1]
    if K.shape[-1] != d_h:
        raise ValueError(f"queries and keys must be of one width d_h; Q is {Q.shape} and K is {K.shape}")
    scores = product("Q K^T", Q, np.swapaxes(K, -1, -2)) / np.sqrt(d_h)  # (..., n, m)
    return scores if mask is None else scores + checked_mask(mask, scores.shape)


def attention(Q, K, V, mask=None):
    """Scaled dot-product attention: softmax(Q K^T / sqrt(d_h) + M) V.

    Args:
        Q: (..., n, d_h) queries.
        K: (..., m, d_h) keys.
        V: (..., m, d_v) values.
        mask: (n, m) array M of 0 (may look) and -inf (may not), or None. See ``causal_mask``.

    Returns:
        output: (..., n, d_v), each row a weighted average of the rows of V.
        weights: (..., n, m), the attention weights; each row sums to 1.

    Raises:
        ValueError: Wrong shapes, a number that is not finite, scores that overflow, a mask of other numbers
            than 0 and -inf, or a row that is masked everywhere.

    Examples:
        >>> output, weights = attention(Q=[[0, 0]], K=[[1, 0], [0, 1]], V=[[1], [3]])
        >>> print(weights, output)  # a query of zeros matches every key equally: the output is the mean
        [[0.5 0.5]] [[2.]]
    """
    V = matrix("V", V)
    scores = attention_scores(Q, K, mask)  # (..., n, m)
    if V.shape[-2] != scores.shape[-1]:
        raise ValueError(f"each key needs one value; K has {scores.shape[-1]} rows and V has {V.shape[-2]}")
    weights = softmax(scores)  # (..., n, m)
    return product("weights V", weights, V), weights


class HeadTrace(NamedTuple):
    """Every array that one head makes on the way from X to its output.

    Attributes:
        Q: (..., n, d_h) queries.
        K: (..., n, d_h) keys.
        V: (..., n, d_v) values.
        scores: (..., n, n), Q K^T / sqrt(d_h) plus the mask.
        weights: (..., n, n), softmax of the scores; each row sums to 1.
        output: (..., n, d_v), weights V.
    """

    Q: np.ndarray
    K: np.ndarray
    V: np.ndarray
    scores: np.ndarray
    weights: np.ndarray
    output: np.ndarray


class Head:
    """One attention head: three matrices that make queries, keys and values of X.

    Args:
        W_Q: (d, d_h) makes the queries.
        W_K: (d, d_h) makes the keys.
        W_V: (d, d_v) makes the values.

    Raises:
        ValueError: The shapes do not fit each other, or a number is not finite.
    """

    def __init__(self, W_Q, W_K, W_V):
        self.W_Q = frozen(matrix("W_Q", W_Q))
        self.W_K = frozen(matrix("W_K", W_K))
        self.W_V = frozen(matrix("W_V", W_V))
        if self.W_Q.ndim != 2 or self.W_K.shape != self.W_Q.shape:
            raise ValueError(f"W_Q and W_K must both be (d, d_h); they are {self.W_Q.shape} and {self.W_K.shape}")
        if self.W_V.ndim != 2 or self.W_V.shape[0] != self.W_Q.shape[0]:
            raise ValueError(f"W_V must be ({self.W_Q.shape[0]}, d_v), as many rows as W_Q has; it is {self.W_V.shape}")

    def __call__(self, X, mask=None):
        """Run the head on X, (..., n, d), and return its ``HeadTrace``.

        Raises:
            ValueError: As for ``attention``; and X is not as wide as the weights are high.
        """
        X = matrix("X", X)
        if X.shape[-1] != self.W_Q.shape[0]:
            raise ValueError(f"X must be (..., n, {self.W_Q.shape[0]}), a row for each token; it is {X.shape}")
        Q = product("X W_Q", X, self.W_Q)  # (..., n, d_h)
        K = product("X W_K", X, self.W_K)  # (..., n, d_h)
        V = product("X W_V", X, self.W_V)  # (..., n, d_v)
        scores = attention_scores(Q, K, mask)  # (..., n, n)
        weights = softmax(scores)  # (..., n, n)
        return HeadTrace(Q, K, V, scores, weights, product("weights V", weights, V))


class MultiHeadTrace(NamedTuple):
    """Every array that several heads side by side make.

    Attributes:
        heads: A ``HeadTrace`` for each head.
        concat: (..., n, sum of the heads' d_v), the outputs side by side.
        output: (..., n, d_out), concat times W_O.
    """

    heads: tuple
    concat: np.ndarray
    output: np.ndarray


class MultiHead:
    """Several heads on the same X; their outputs stand side by side and go through W_O.

    Args:
        heads: The heads, all for X of one width d.
        W_O: (sum of the heads' d_v, d_out) mixes their outputs.

    Raises:
        ValueError: There is no head, the heads are of different widths d, or W_O does not fit them.
    """

    def __init__(self, heads, W_O):
        if not isinstance(heads, (list, tuple)) or not heads or not all(isinstance(head, Head) for head in heads):
            raise ValueError(f"heads must be a list of one Head or more; this is {heads!r}")
        self.heads = tuple(heads)
        self.W_O = frozen(matrix("W_O", W_O))
        widths = {head.W_Q.shape[0] for head in self.heads}
        if len(widths) != 1:
            raise ValueError(f"the heads must read vectors of one width d; these read {sorted(widths)}")
        height = sum(head.W_V.shape[1] for head in self.heads)
        if self.W_O.ndim != 2 or self.W_O.shape[0] != height:
            raise ValueError(
                f"W_O must be ({height}, d_out), a row for each number the heads give; it is {self.W_O.shape}"
            )

    def __call__(self, X, mask=None):
        """Run all heads on X, (..., n, d), and return their ``MultiHeadTrace``.

        Raises:
            ValueError: As for ``Head``.
        """
        traces = tuple(head(X, mask) for head in self.heads)
        concat = np.concatenate([trace.output for trace in traces], axis=-1)
        return MultiHeadTrace(traces, concat, product("concat W_O", concat, self.W_O))
