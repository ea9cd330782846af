"""The pins of requirements/: they agree with each other, and with the ranges of pyproject.toml that they come from."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS = PROJECT["dependency-groups"]
MEND = "run `make pins` and commit requirements/"


def text(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")


def pins(name: str) -> dict[str, SpecifierSet]:
    """Return the pins of a file, each "==" and a version, by package."""
    pinned = map(Requirement, re.findall(r"^\w[^\\\n]*", text(name), re.MULTILINE))
    return {requirement.name: requirement.specifier for requirement in pinned}


def asked(group: str) -> list[Requirement]:
    """Return what a group asks for, and the groups that it includes."""
    entries = GROUPS[group]
    own = [Requirement(entry) for entry in entries if isinstance(entry, str)]
    return own + [found for entry in entries if isinstance(entry, dict) for found in asked(entry["include-group"])]


def allows(requirement: Requirement, pin: SpecifierSet) -> bool:
    (exact,) = pin
    return exact.operator == "==" and exact.version in requirement.specifier


@pytest.mark.parametrize("group", GROUPS)
def test_pins_lie_in_the_ranges(group):
    pinned = pins(group)
    for requirement in asked(group):
        pin = pinned.get(canonicalize_name(requirement.name))
        assert pin, f"{requirement} has no pin in requirements/{group}.txt: {MEND}"
        assert allows(requirement, pin), f"{requirement} does not allow the pin {pin}: {MEND}"


@pytest.mark.parametrize("group", GROUPS)
def test_pins_have_hashes_and_name_no_index(group):
    without = [line for line in text(group).splitlines() if re.match(r"\w", line) and not line.endswith("\\")]
    assert without == []
    assert "://" not in text(group)


def test_one_environment_takes_all_pins():
    tests, site, lint = pins("test"), pins("site"), pins("lint")
    assert site.items() <= tests.items(), MEND
    assert {name: (pin, tests[name]) for name, pin in lint.items() if tests.get(name, pin) != pin} == {}, MEND


def test_package_asks_for_ranges_that_hold_the_pins():
    project, pinned = PROJECT["project"], pins("test") | pins("torch")
    for requirement in map(Requirement, project["dependencies"] + project["optional-dependencies"]["torch"]):
        assert [limit.operator for limit in requirement.specifier] == [">="], f"{requirement}: no upper limit"
        assert allows(requirement, pinned[requirement.name]), requirement
