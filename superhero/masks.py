"""The formula's M: a matrix that says which token may look at which."""

import numpy as np

from superhero.arrays import is_whole, numbers


def causal_mask(n):
    """Return the (n, n) mask that lets each token look at itself and at those before it.

    Raises:
        ValueError: ``n`` is not a whole number of at least 1.

    Examples:
        >>> print(causal_mask(3))
        [[  0. -inf -inf]
         [  0.   0. -inf]
         [  0.   0.   0.]]
    """
    if not is_whole(n) or n < 1:
        raise ValueError(f"a causal mask is for a whole number of tokens, at least 1; this is {n!r}")
    return np.where(np.tri(n, dtype=bool), 0.0, -np.inf)


def checked_mask(mask, shape):
    """Return the mask as an array that can be added to scores of that shape.

    Raises:
        ValueError: It holds something else than 0 and -inf, is of another shape, or hides everything from a token.
    """
    array = numbers("the mask", mask)
    if np.asarray(mask).dtype == bool or not ((array == 0) | (array == -np.inf)).all():
        raise ValueError(
            "a mask is added to the scores: it holds 0 where a token may look and -inf where it may not; "
            "from an array `allowed` of True and False, write np.where(allowed, 0, -np.inf)"
        )
    if array.ndim < 2 or array.shape[-2:] != shape[-2:] or not _broadcasts(array.shape, shape):
        raise ValueError(
            f"the mask must be {shape[-2:]}, a row for each query, a column for each key; it is {array.shape}"
        )
    hidden = (array == -np.inf).all(axis=-1)
    if hidden.any():
        row = np.argwhere(hidden)[0][-1]
        raise ValueError(f"row {row} of the mask is -inf everywhere: let that token see at least one token, itself say")
    return array


def _broadcasts(shape, onto):
    try:
        return np.broadcast_shapes(shape, onto) == onto
    except ValueError:
        return False
