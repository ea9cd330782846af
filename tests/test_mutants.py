"""The mutation run: it makes the changes that it says, tells noticed ones from others, and counts right."""

import ast
import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from tests.page_forms import page
from tools.chapter import read
from tools.course import ROOT
from tools.mutants import child
from tools.mutants.__main__ import failed, main, sample, try_all
from tools.mutants.blocks import block_changes
from tools.mutants.change import Change
from tools.mutants.child import StoppedError, in_child
from tools.mutants.code import code_changes
from tools.mutants.package import PACKAGE, try_on_pages, visit
from tools.mutants.pages import Result, try_on_page
from tools.mutants.prose import prose_changes
from tools.mutants.report import report
from tools.mutants.same import digest


@pytest.mark.parametrize(
    ("code", "kind", "changed"),
    [
        ("a + b", "operator", {"a - b"}),
        ("a @ c", "operator", {"a * c", "c @ a"}),
        ("-a", "operator", {"a"}),
        ("not a", "operator", {"a"}),
        ("p and q", "operator", {"p or q"}),
        ("n += 2", "operator", {"n -= 2"}),
        ("a < b", "comparison", {"a <= b", "a >= b"}),
        ("p in q", "comparison", {"p not in q"}),
        ("n = 8", "constant", {"n = 9", "n = 7"}),
        ("n = 0.5", "constant", {"n = 1.5", "n = 0.25"}),
        ("f(True)", "constant", {"f(False)"}),
        ("print('a')", "constant", {"print('ax')"}),
        ("f'{n:.2f}'", "constant", {"f'{n:.3f}'"}),
        ("x[3]", "index", {"x[4]", "x[2]"}),
        ("x[i, j]", "index", {"x[j, i]"}),
        ("x[1:]", "index", {"x[2:]", "x[0:]"}),
        ("W_Q + W_K", "name", {"W_K + W_K", "W_Q + W_Q"}),
        ("Head(W_Q=p, W_K=q)", "name", {"Head(W_K=p, W_Q=q)"}),
        ("h.scores, h.weights", "name", {"(h.weights, h.weights)", "(h.scores, h.scores)"}),
        ("x.min()", "name", {"x.max()"}),
        ("embed('Rock')", "name", {"embed('Human')"}),
    ],
)
def test_changes_to_code(code, kind, changed):
    assert {change.code for change in code_changes(code) if change.kind == kind} == changed


@pytest.mark.parametrize(
    "code",
    [
        '"""Of 8 words."""',
        'def f(a: "x" = None) -> "y":\n    """Of 8 words."""',
        'raise ValueError(f"{8} words")',
        "if f(p):\n    k = 1 + 2\n    raise ValueError(k)",
        'matrix("W", W)',
        "__all__ = ['a', 'b']",
        "W_Q.T",  # there is no other weight that it could be taken for
        "def f():\n    ...",
    ],
)
def test_what_is_left_alone(code):
    assert not list(code_changes(code))


@pytest.mark.parametrize("path", [PACKAGE / "attention.py", PACKAGE / "handmade.py"], ids=lambda path: path.stem)
def test_every_change_to_code_is_one_that_python_can_run(path):
    code = path.read_text(encoding="utf-8")
    same = ast.unparse(ast.parse(code))
    changes = list(code_changes(code))
    assert len(changes) > 50
    for change in changes:
        compile(change.code, path, "exec")
        assert change.code != same
        assert change.line in change.statement


SMALL = page("""
    # A page

    ```python
    a = 6
    b = 7
    unseen = 8
    rest = a - a
    print(f"{a * b:5.1f}")
    print("two")
    ```

    ```text
     42.0
    two
    ```

    It is <data value="a * b">42</data>, and $12.5$ is bound to nothing.

    $$
    a b = 42
    $$

    <!-- values: a * b -->

    ![A drawing of 42 crows.](x.svg)

    <!-- table: [["a", a], ["b", b]] -->

    | name | number |
    |---|---|
    | a | 6 |
    | b | 7 |
    """)


@pytest.fixture
def small(tmp_path):
    path = tmp_path / "page.md"
    path.write_text(SMALL, encoding="utf-8")
    return path


def changed_lines(path, kind):
    chapter = read(path)
    before = chapter.text.splitlines()
    changes = [change for change in prose_changes(chapter, path) if change.kind == f"prose: {kind}"]
    after = [change.apply(chapter.text).splitlines() for change in changes]
    for change, lines in zip(changes, after, strict=True):
        assert lines != before
        assert lines[: change.line - 1] == before[: change.line - 1]
    return {tuple(line for line in lines if line not in before) for lines in after}


@pytest.mark.parametrize(
    ("kind", "changed"),
    [
        ("output, digit", {(" 52.0",), (" 43.0",), (" 42.1",)}),
        ("output, sign", {(" -42.0",)}),
        ("output, word", {("tw",)}),
        ("bound number, digit", {(SMALL.splitlines()[16].replace(">42<", f">{n}<"),) for n in (52, 43)}),
        ("formula, digit", {("a b = 52",), ("a b = 43",)}),
        ("alternative text, digit", {("![A drawing of 52 crows.](x.svg)",), ("![A drawing of 43 crows.](x.svg)",)}),
        ("table, digit", {("| a | 7 |",), ("| b | 8 |",)}),
        ("table, sign", {("| a | -6 |",), ("| b | -7 |",)}),
        ("table, headings swapped", {("| number | name |",)}),
    ],
)
def test_changes_to_what_a_page_says(small, kind, changed):
    found = changed_lines(small, kind)
    assert changed <= found
    assert len(found) == len(changed) or kind == "formula, digit"  # there $12.5$ as well


def test_addresses_in_a_table_are_left_alone(tmp_path):
    path = tmp_path / "page.md"
    path.write_text("| licence | year |\n|---|---|\n| [CC](https://a.org/by/4.0/), https://a.org/5 | 2026 |\n", "utf-8")
    found = changed_lines(path, "table, digit")
    assert len(found) == 4
    assert all("/4.0/" in line and "/5 " in line for (line,) in found)


def test_rows_are_left_out_and_swapped(small):
    chapter = read(small)
    texts = {change.kind: change.apply(chapter.text) for change in prose_changes(chapter, small)}  # the last of a kind
    assert texts["prose: output, row left out"] == SMALL.replace("42.0\ntwo\n", "42.0\n")
    assert texts["prose: output, rows swapped"] == SMALL.replace(" 42.0\ntwo\n", "two\n 42.0\n")
    assert texts["prose: table, row left out"] == SMALL.removesuffix("| b | 7 |\n")
    assert texts["prose: table, rows swapped"] == SMALL.replace("| a | 6 |\n| b | 7 |", "| b | 7 |\n| a | 6 |")


def test_what_a_page_notices_and_what_it_does_not(small):
    chapter = read(small)
    changes = [*prose_changes(chapter, small), *block_changes(chapter, small)]
    results = try_on_page(small, changes)
    assert {result.change for result in results} == set(changes)

    prose = [result for result in results if result.change.group == "prose"]
    unnoticed = {result.change.now for result in prose if result.survived}
    assert not any(result.same for result in prose)
    crows = {f"![A drawing of {number} crows.](x.svg)" for number in ("52", "43", "-42")}
    headings = {"| number | name |"}
    nothing = {f"and ${number}$ is" for number in ("22.5", "13.5", "12.6", "-12.5")}
    assert {change for change in unnoticed if not any(part in change for part in nothing)} == crows | headings

    code = {result.change.now: result for result in results if result.change.group == "code"}
    assert "does not show" in code["a = 7"].failure
    assert code["unseen = 9"].survived
    assert code["rest = a - b"].survived
    assert "does not show" in code["print(f'{a / b:5.1f}')"].failure
    assert len({result.change.kind for result in results}) > 15


def outcomes(path, text):
    """What becomes of each change to the code of a page."""
    path.write_text(page(text), encoding="utf-8")
    return {result.change.now: result for result in try_on_page(path, list(block_changes(read(path), path)))}


def test_a_change_that_alters_nothing_is_shown_to_alter_nothing(tmp_path):
    found = outcomes(
        tmp_path / "page.md",
        """
        ```python
        total = 0 * 5

        def double(x):
            return x + x * 1

        a = double(0)
        ```
        """,
    )
    assert found["total = 0 * 6"].same
    assert found["total = 1 * 5"].survived
    assert found["return x + x / 1"].survived  # it gives the same here, and other functions need not


def test_a_page_that_never_ends_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(child, "SECONDS", 2)
    found = outcomes(
        tmp_path / "page.md",
        """
        ```python
        n = 3
        while n > 0:
            n -= 1
        ```
        """,
    )
    assert "still at work" in found["n += 1"].failure


def test_the_solution_of_an_exercise_has_to_pass_its_check():
    path = ROOT / "docs/network/by-hand.md"
    (change,) = [
        change for change in block_changes(read(path), path) if change.now == "return 1 + relu(a - b) - relu(b - a)"
    ]
    (result,) = try_on_page(path, [change])
    assert "this solution does not pass: Not yet." in result.failure


def test_what_is_done_in_a_child_process_stays_there():
    values = [1]
    assert in_child(lambda: values.append(2) or len(values)) == 2
    assert values == [1]
    with pytest.raises(RuntimeError, match="ZeroDivisionError"):
        in_child(lambda: 1 / 0)
    with pytest.raises(StoppedError, match="died"):
        in_child(lambda: os.kill(os.getpid(), signal.SIGKILL))


def test_a_child_process_has_a_time_limit(monkeypatch):
    monkeypatch.setattr(child, "SECONDS", 1)
    with pytest.raises(StoppedError, match="still at work after 1 seconds"):
        in_child(lambda: [0 for _ in iter(int, 1)])
    assert in_child(lambda: time.sleep(1.5)) is None  # waiting does not count


class Held:
    def __init__(self, value):
        self.value = value


DIFFERENT = {
    "containers": (lambda: [1, 2.5, "a", None, {"k": {3}}], lambda: [1, 2.5, "a", None, {"k": {4}}]),
    "dtypes": (lambda: np.arange(3.0), lambda: np.arange(3)),
    "long doubles": (lambda: np.longdouble(1) / 3, lambda: np.longdouble(1 / 3)),
    "last bits": (lambda: np.array([0.1 + 0.2]), lambda: np.array([0.3])),
    "shapes": (lambda: np.zeros((2, 3)), lambda: np.zeros((3, 2))),
    "orders": (lambda: {"a": 1, "b": 2}, lambda: {"b": 2, "a": 1}),
    "types": (lambda: 1, lambda: True),
    "attributes": (lambda: Held([1]), lambda: Held([2])),
    "errors": (lambda: ValueError("a"), lambda: TypeError("a")),
    "code": (lambda: lambda x: x + 1, lambda: lambda x: x + 2),
    "defaults": (lambda: lambda x=1: x, lambda: lambda x=2: x),
    "random numbers": (lambda: np.random.default_rng(1), lambda: np.random.default_rng(2)),
    "identity": (lambda: [shared := [], shared], lambda: [[], []]),
}


@pytest.mark.parametrize(("one", "other"), DIFFERENT.values(), ids=DIFFERENT)
def test_values_are_told_apart(one, other):
    assert digest(one()) == digest(one())
    assert digest(one()) != digest(other())


def test_what_cannot_be_looked_into_is_never_the_same():
    assert digest(iter([1])) != digest(iter([1]))


@pytest.fixture(scope="module")
def readme():
    return visit(ROOT / "README.md")


def in_package(module, was, now):
    """A change to one line of the package."""
    path = PACKAGE / module
    code = path.read_text(encoding="utf-8")
    assert code.count(was) == 1
    start = code.index(was)
    line = code.count("\n", 0, start) + 1
    group = "exercises" if path.parent.name == "exercises" else "package"
    return Change(f"{group}: any", path, line, was, now, start, start + len(was), now, range(line, line + 1))


def test_a_change_to_the_package_is_noticed_by_a_page_that_shows_it(readme):
    assert readme.failure is None
    wrong_key = in_package("attention.py", 'K = product("X W_K", X, self.W_K)', 'K = product("X W_K", X, self.W_Q)')
    assert "README.md:9: this block does not show" in try_on_pages(wrong_key, [readme]).failure
    flight = in_package("handmade.py", "[1.0, 1.0, 2.0, 2.0]", "[1.0, 1.0, 3.0, 2.0]")
    assert try_on_pages(flight, [readme]).survived  # nothing there swaps flight


def test_a_page_that_does_not_reach_a_change_is_not_run_for_it(readme):
    assert not readme.reaches(in_package("words.py", "if bits == corrected", "if bits != corrected"))
    assert readme.reaches(in_package("words.py", '"fly", "wheels", "speak"', '"fly", "speak", "wheels"'))


def test_a_change_to_the_package_that_alters_nothing_is_shown_to_alter_nothing(readme):
    harmless = in_package("network.py", "2 * (2 * WORD_BITS - 1).T", "(2 * WORD_BITS - 1).T * 2")
    assert try_on_pages(harmless, [readme]).same


def test_an_exercise_that_takes_a_wrong_answer_for_another_is_noticed_by_its_tests(readme):
    change = in_package("exercises/network.py", "1 - np.maximum(a - b, 0),", "1 - np.maximum(a - b, 1),")
    assert "tests/test_exercises.py" in try_on_pages(change, [readme]).failure


def some_results():
    place = Path(ROOT / "docs/page.md")
    made = [Change(kind, place, line, "was", "now", 0, 0, "") for line in range(4) for kind in ("prose: a", "code: b")]
    return [
        Result(change, "noticed" if change.line or change.group == "prose" else None, same=False) for change in made
    ]


def test_the_report_counts_and_names_survivors():
    told = report(some_results())
    assert "prose: a                              4        4      0         0    100.0%" in told
    assert "code: b                               4        3      0         1     75.0%" in told
    assert "docs/page.md:0  code: b  survived\n  - was\n  + now" in told


def test_it_fails_below_a_goal():
    results = some_results()
    assert not failed(results, ["prose"])
    assert failed(results, ["prose", "code"])
    assert failed([*results, Result(results[0].change, None)], ["prose"])


def test_the_sample_is_always_the_same_and_has_every_kind():
    changes = [change for path in (ROOT / "docs/attention").glob("*.md") for change in prose_changes(read(path), path)]
    drawn = sample(changes)
    assert drawn == sample(changes)
    assert {change.kind for change in drawn} == {change.kind for change in changes}
    assert len(drawn) < len(changes) / 2


def test_changes_to_pages_and_to_the_package_are_all_tried(readme):
    path = readme.path
    changes = [*prose_changes(read(path), path), in_package("words.py", '"fly", "wheels"', '"wheels", "fly"')]
    with ThreadPoolExecutor(max_workers=1) as pool:
        results = try_all(changes, [readme], pool)
    assert {result.change for result in results} == set(changes)
    assert [result.change.path.name for result in results if not result.failure] == ["words.py"]


def test_a_file_that_is_no_page_is_refused(capsys):
    with pytest.raises(SystemExit):
        main(["Makefile"])
    assert "Makefile is neither a page of the course nor a module of superhero" in capsys.readouterr().err
