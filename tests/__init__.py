import pytest

# --doctest-modules imports this module before the tests name it as a plugin, and then its asserts could not be rewritten.
pytest.register_assert_rewrite("tests.page_project")
