"""Whatever somebody may hand in, for tests of what happens then."""

from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from superhero import FEATURES, TOKENS, WORDS

names = st.sampled_from([*TOKENS, *WORDS, *FEATURES])
single = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.complex_numbers() | st.text() | st.binary() | names
)
nested = st.recursive(single, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=2))
float_arrays = arrays(float, array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3), elements=st.floats())
anything = nested | float_arrays
