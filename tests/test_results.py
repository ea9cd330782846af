"""The tables of results are complete, and say what the course says of them."""

import re

import numpy as np
import pytest

from superhero.results import load


def test_widths_has_100_seeds_at_each_of_eight_widths():
    runs = load("widths")
    assert list(runs) == ["width", "seed", "steps", "right"]
    pairs = list(zip(runs["width"].tolist(), runs["seed"].tolist(), strict=True))
    assert pairs == [(width, seed) for width in (3, 4, 5, 6, 8, 12, 16, 32) for seed in range(100)]


def test_widths_stop_early_exactly_when_all_are_right():
    runs = load("widths")
    early = runs["steps"] < 5000
    assert (runs["right"][early] == 64).all()
    assert (runs["steps"] % 10 == 0).all()
    assert (runs["right"] <= 64).all()


# What the course's source measured; another machine's floats send a few runs another way.
@pytest.mark.parametrize(
    ("width", "percent", "median_step"),
    [
        (3, 0, None),
        (4, 1, 4630),
        (5, 27, 1320),
        (6, 63, 760),
        (8, 96, 450),
        (12, 100, 140),
        (16, 100, 90),
        (32, 100, 50),
    ],
)
def test_widths_agree_with_the_source(width, percent, median_step):
    runs = load("widths")
    solved = runs["steps"][(runs["width"] == width) & (runs["right"] == 64)]
    assert abs(len(solved) - percent) <= 2
    if median_step is not None:
        assert np.median(solved) == pytest.approx(median_step, rel=0.1)


def test_held_out_has_50_seeds_at_two_widths():
    runs = load("held_out")
    assert list(runs) == ["width", "seed", "right_of_48", "right_of_16"]
    pairs = list(zip(runs["width"].tolist(), runs["seed"].tolist(), strict=True))
    assert pairs == [(width, seed) for width in (16, 64) for seed in range(50)]


@pytest.mark.parametrize("width", [16, 64])
def test_held_out_corrections_are_not_learned(width):
    runs = load("held_out")
    here = runs["width"] == width
    assert (runs["right_of_48"][here] == 48).all()
    assert 0.75 < runs["right_of_16"][here].mean() / 16 < 0.9


@pytest.mark.parametrize("name", ["widths", "held_out"])
def test_results_are_whole_numbers(name):
    assert all(numbers.dtype.kind == "i" for numbers in load(name).values())


@pytest.mark.parametrize(
    "name", ["nope", "", "widths.csv", "../data/widths", None, 3, ["widths"], np.array(["widths"])], ids=repr
)
def test_a_table_that_is_none_is_refused(name):
    message = f"there are no results called {name!r}; there are: held_out, widths"
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        load(name)
