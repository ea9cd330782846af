"""Pages as tests: every python block of a page runs, and what it shows is compared with the page."""

from tests.prose.collect import collector

__all__ = ["collector"]
