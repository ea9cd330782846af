import pytest

# --doctest-modules imports it before the tests name it as a plugin; its asserts could not be rewritten then.
pytest.register_assert_rewrite("tests.page_project")
