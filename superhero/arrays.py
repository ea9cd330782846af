"""What every array has to pass that comes in from outside, or out of a matrix product."""

import numpy as np


def numbers(name, values):
    """Return values as an array of floats.

    Args:
        name: What to call it in a message.
        values: An array, a number or nested lists.

    Raises:
        ValueError: It is text, None, complex, or lists of different lengths.
    """
    try:
        array = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise ValueError(f"the rows of {name} must be of one length") from None
    if array.dtype.kind not in "biuf":
        raise ValueError(f"{name} must hold real numbers, not {array.dtype}")
    return array.astype(float, copy=False)


def matrix(name, values, frozen=False):
    """Return values as a matrix of finite floats, or a batch of them.

    Args:
        name: What to call it in a message.
        values: An array or nested lists of at least two axes, neither of the last two empty.
        frozen: Copy it and make it read-only, so that nobody changes weights by accident.

    Raises:
        ValueError: It is no such matrix, or a number in it is NaN or infinite.
    """
    array = numbers(name, values)
    if array.ndim < 2 or 0 in array.shape[-2:]:
        raise ValueError(
            f"{name} must be a matrix, with rows and columns (or a batch of them); its shape is {array.shape}"
        )
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds a NaN or an infinity; every number in it must be finite")
    if frozen:
        array = array.copy()
        array.flags.writeable = False
    return array


def product(name, A, B):
    """Return the matrix product A B.

    Args:
        name: What to call the product in a message.
        A: (..., n, k) finite.
        B: (..., k, m) finite.

    Raises:
        ValueError: A number of the product is too large for a float.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        result = A @ B
    if not np.isfinite(result).all():
        raise ValueError(f"{name} overflows: its numbers are too large for a float; scale them down")
    return result
