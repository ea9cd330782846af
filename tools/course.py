"""The order of the pages, as mkdocs.yml's nav has it."""

from pathlib import Path

from mkdocs.utils.yaml import yaml_load

ROOT = Path(__file__).parents[1]


def parts() -> dict[str, list[Path]]:
    """The chapters of each part, by its title."""
    return {title: [ROOT / "docs" / page for page in entry] for title, entry in nav() if isinstance(entry, list)}


def pages() -> list[Path]:
    """All pages, from the first to the last; not the notebook, which is made from them."""
    names = [page for _, entry in nav() for page in (entry if isinstance(entry, list) else [entry])]
    return [ROOT / "docs" / name for name in names if name.endswith(".md")]


def nav() -> list[tuple[str, str | list[str]]]:
    """Each entry of the nav: a title, and a page or the pages below it."""
    with (ROOT / "mkdocs.yml").open(encoding="utf-8") as file:
        return [item for entry in yaml_load(file)["nav"] for item in entry.items()]
