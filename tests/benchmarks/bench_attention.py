"""Attention on batches of four-token sentences: ours in NumPy, beside PyTorch's, in float64 and on one thread."""

import numpy as np
import pytest
import torch
from torch.nn.functional import scaled_dot_product_attention

from superhero import attention

D_H, TOKENS = 2, 4


@pytest.fixture(autouse=True)
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.mark.parametrize("library", ["torch", "superhero"])
@pytest.mark.parametrize("sentences", [1_000, 4_096, 16_384])
def test_attention(benchmark, sentences, library):
    benchmark.group = f"attention, {sentences:,} sentences"
    Q, K, V = np.random.default_rng(0).normal(size=(3, sentences, TOKENS, D_H))
    q, k, v = map(torch.from_numpy, (Q, K, V))
    with torch.inference_mode():  # no record is kept for training, as ours keeps none
        if library == "superhero":
            output, _ = benchmark(attention, Q, K, V)
        else:
            output = benchmark(scaled_dot_product_attention, q, k, v)
        np.testing.assert_allclose(output, scaled_dot_product_attention(q, k, v), rtol=0, atol=1e-12)
