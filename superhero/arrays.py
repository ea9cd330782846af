"""What every array has to pass that comes in from outside, or out of a matrix product."""

import numpy as np


def numbers(name, values):
    """Return values as an array of floats.

    Args:
        name: What to call it in a message.
        values: An array, a number or nested lists.

    Raises:
        ValueError: It is text, None, complex, lists of different lengths, or a masked array.
    """
    if np.any(getattr(values, "mask", False)):  # np.ma itself would double the time of the import
        raise ValueError(f"{name} is a masked array, and its mask would be lost; to hide tokens, use the argument mask")
    try:
        array = np.asarray(values)
    except ValueError:  # lists of different lengths
        raise ValueError(f"the rows of {name} must be of one length") from None
    if array.dtype.kind not in "biuf":
        found = {
            "U": "text",
            "S": "bytes",
            "c": "complex ones",
            "O": "objects such as None",
        }
        raise ValueError(f"{name} must hold real numbers, not {found.get(array.dtype.kind, array.dtype)}")
    with np.errstate(over="ignore", under="ignore"):  # what only a longer float can hold becomes inf
        return array.astype(float, copy=False)


def finite(name, values):
    """Return values as an array of finite floats.

    Args:
        name: What to call it in a message.
        values: An array, a number or nested lists.

    Raises:
        ValueError: As for ``numbers``; and a number in it is NaN or infinite.
    """
    array = numbers(name, values)
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds a NaN or an infinity; every number in it must be finite")
    return array


def matrix(name, values):
    """Return values as a matrix of finite floats, or a batch of them.

    Args:
        name: What to call it in a message.
        values: An array or nested lists of at least two axes, neither of the last two empty.

    Raises:
        ValueError: It is no such matrix, or a number in it is NaN or infinite.
    """
    array = finite(name, values)
    if array.ndim < 2 or 0 in array.shape[-2:]:
        raise ValueError(
            f"{name} must be a matrix, with rows and columns (or a batch of them); its shape is {array.shape}"
        )
    return array


def frozen(array):
    """Return a copy that cannot be written to, so that nobody changes weights by accident."""
    array = array.copy()
    array.flags.writeable = False
    return array


def product(name, A, B, plus=None):
    """Return the matrix product A B, or A B plus a bias.

    Args:
        name: What to call the result in a message.
        A: (..., n, k) finite.
        B: (..., k, m) finite.
        plus: (m,) finite, or None.

    Raises:
        ValueError: The shapes do not fit, or a number of the result is too large for a float.
    """
    with np.errstate(over="ignore", under="ignore", invalid="ignore"):
        try:
            result = A @ B
        except ValueError:
            raise ValueError(
                f"{name}: shapes {A.shape} and {B.shape} do not fit; the first must be as wide as the second is high, "
                "and batches must be of one size"
            ) from None
        if plus is not None:
            result = result + plus
    if not np.isfinite(result).all():
        raise ValueError(f"{name} overflows: its numbers are too large for a float; scale them down")
    return result


def is_whole(value):
    """Return whether this is a whole number, which True and False are not."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)
