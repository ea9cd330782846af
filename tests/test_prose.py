"""Pages as tests: proof that nothing wrong passes, by a real pytest on small pages with our own conftest.py."""

import os
import random
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import numpy as np
import pytest

import superhero
from tests.page_forms import NUMBER_PLACES, PLACES, page
from tools.chapter import parse, read
from tools.course import ROOT

pytest_plugins = ["tests.page_project"]


@pytest.mark.parametrize("name", ["docs/index.md", "docs/part/deeper/page.md", "README.md"])
def test_pages_are_collected_wherever_they_are(project, name):
    result = project({name: PLACES["title and attributes"]}, "-v")
    result.stdout.fnmatch_lines([f"{name}::line:1 PASSED*"])
    result = project({name: PLACES["title and attributes"].replace("42", "43")}, "-v")
    result.stdout.fnmatch_lines([f"{name}::line:1 FAILED*"])


@pytest.mark.parametrize("text", PLACES.values(), ids=PLACES)
def test_a_changed_digit_is_caught_at_its_line(project, text):
    project({"docs/right.md": text}).assert_outcomes(passed=1)

    result = project({"docs/wrong.md": text.replace("42", "43")}, "docs/wrong.md")
    result.assert_outcomes(failed=1)
    line = text[: text.index("42")].count("\n") + 1
    result.stdout.re_match_lines([rf"docs/wrong\.md:{line}  - .*43", r" +\+ .*42", r" +\^$"], consecutive=True)


@pytest.mark.parametrize("text", PLACES.values(), ids=PLACES)
def test_a_deleted_output_block_is_caught(project, text):
    (block,) = parse(text).blocks
    result = project({"docs/page.md": text[: block.output.start] + text[block.output.end :]})
    result.assert_outcomes(failed=1)
    result.stdout.re_match_lines(
        [rf"docs/page\.md:{block.fence.line}: .* no output block follows it\. Write:", "```text", ".*42", "```"]
    )


@pytest.mark.parametrize(
    ("language", "hint"), [("pyton", "did you mean python"), ("Python", "python"), ("", "no lang")]
)
def test_a_misspelt_language_is_caught(project, language, hint):
    result = project({"docs/page.md": f"# Page\n\n```{language}\n1 + 1\n```\n"})
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"docs/page.md:3: *{hint}*"])


def test_an_unclosed_fence_is_caught(project):
    result = project({"docs/page.md": PLACES["plain"] + "\n```python\n1 + 1\n"})
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["docs/page.md:9: this fence is never closed*"])


def test_fences_in_longer_fences_and_in_comments_are_text(project):
    text = page("""
        ````text
        ```python
        1 / 0
        ```
        ````

        <!--
        ```python
        1 / 0
        ```
        -->
        """)
    project({"docs/page.md": text + PLACES["plain"]}).assert_outcomes(passed=1)


# What fails, and what it says.
FAILS = {
    "an output block without output": (
        """
        ```python
        a = 42
        ```

        ```text
        42
        ```
        """,
        ["docs/page.md:5: here is an output block, but the code of line 1 shows nothing. Print *"],
    ),
    "a line too few and one too many": (
        """
        ```python
        print("one")
        print("two")
        print("three")
        ```

        ```text
        one
        three
        four
        ```
        """,
        ["docs/page.md:8     one", "  *+ two", "docs/page.md:9     three", "docs/page.md:10  - four"],
    ),
    "an exception": (
        """
        Text.

        ```python
        def halve(n):
            return n / 0

        halve(1)
        ```
        """,
        [
            "docs/page.md:3: this block fails.",
            '  File "docs/page.md", line 7, in <module>',
            "    halve(1)",
            '  File "docs/page.md", line 5, in halve',
            "    return n / 0",
            "ZeroDivisionError: division by zero",
        ],
    ),
    "a syntax error": (
        """
        ```python
        a = 1
        b = = 2
        ```
        """,
        ["docs/page.md:1: this block fails.", '  File "docs/page.md", line 3', "    b = = 2", "SyntaxError: *"],
    ),
    "an assert": (
        """
        ```python
        a = [1, 2]
        assert a + [3] == [1, 2, 4], "sums"
        ```
        """,
        ["AssertionError: sums", "assert [[]1, 2, 3] == [[]1, 2, 4]", "*At index 2 diff: 3 != 4"],
    ),
    "a repr that fails": (
        """
        ```python
        class Shy:
            def __repr__(self):
                raise RuntimeError("no")

        Shy()
        ```
        """,
        ["docs/page.md:1: this block fails.", '  File "docs/page.md", line 4, in __repr__', "RuntimeError: no"],
    ),
    "raises nothing": (
        """
        <!-- raises: ValueError -->
        ```python
        print("ValueError: no")
        ```
        ```text
        ValueError: no
        ```
        """,
        ["docs/page.md:2: the page says that this block raises ValueError; it raises nothing."],
    ),
    "raises another": (
        """
        <!-- raises: ValueError -->
        ```python
        {}["key"]
        ```
        ```text
        KeyError: 'key'
        ```
        """,
        [
            "docs/page.md:2: this block fails, where the page says that it raises ValueError.",
            '  File "docs/page.md", line 3, in <module>',
            "KeyError: 'key'",
        ],
    ),
    "exit": ("```python\nraise SystemExit\n```\n", ["docs/page.md:1: this block fails."]),
    "skip": ("```python\nimport pytest\npytest.skip('later')\n```\n", ["docs/page.md:1: this block fails."]),
    "exit of pytest": (
        "```python\nimport pytest\npytest.exit('bye', returncode=0)\n```\n",
        ["docs/page.md:1: this block fails.", "*Exit: bye"],
    ),
    "stderr": (
        "```python\nimport sys\nprint('no', file=sys.stderr)\n```\n",
        ["docs/page.md:1: this block writes to stderr*", "no"],
    ),
    "stderr by its other name": (
        "```python\nimport sys\nprint('no', file=sys.__stderr__)\n```\n",
        ["docs/page.md:1: this block writes to stderr*", "no"],
    ),
    "stdout by its other name": (
        "```python\nimport sys\nprint('no', file=sys.__stdout__)\n```\n",
        ["docs/page.md:1: this block shows something, and no output block follows it. Write:", "", "```text", "no"],
    ),
    "a thread": (
        """
        ```python
        import threading
        import time

        threading.Thread(target=time.sleep, args=[0.5], name="sleeper").start()
        ```
        """,
        ["docs/page.md:1: this block leaves a thread running that may show something later: sleeper. Join it."],
    ),
    "a warning": (
        """
        ```python
        import numpy as np
        np.array([1.0]) / 0
        ```

        ```text
        array([inf])
        ```
        """,
        ["docs/page.md:1: this block warns.*", "docs/page.md:3: RuntimeWarning: divide by zero*"],
    ),
    "a long container": (
        """
        ```python
        list(range(30))
        ```

        ```text
        [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29]
        ```
        """,
        ["docs/page.md:1: the last line of this block echoes a list of more than 79 characters*Print it."],
    ),
}


@pytest.mark.parametrize(("text", "messages"), FAILS.values(), ids=FAILS)
def test_fails(project, text, messages):
    result = project({"docs/page.md": page(text)})
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(messages)


def test_a_block_that_is_not_run_is_counted_with_its_reason(project):
    text = "<!-- not run: it takes a day -->\n```python\n1 / 0\n```\n\n" + PLACES["plain"]
    result = project({"docs/page.md": text}, "-rs")
    result.assert_outcomes(skipped=1, passed=1)
    result.stdout.fnmatch_lines(["SKIPPED*it takes a day"])


STEPS = page("""
    ```python
    steps = ["a"]
    ```

    ```python
    steps.append("b")
    print(steps)
    ```

    ```text
    ['a', 'b']
    ```

    ```python
    steps.append("c")
    print(steps)
    ```

    ```text
    ['a', 'b', 'c']
    ```
    """)


@pytest.mark.parametrize(
    ("selection", "passed"),
    [
        (["docs/page.md::line:14"], 1),
        (["-k", "line:14"], 1),
        (["docs/page.md::line:14", "docs/page.md::line:5"], 2),  # out of order
        (["docs/page.md"], 3),
    ],
)
def test_a_selected_block_runs_after_those_before_it(project, selection, passed):
    result = project({"docs/page.md": STEPS}, *selection)
    assert result.parseoutcomes().get("passed") == passed
    assert "failed" not in result.parseoutcomes()


def test_last_failed_runs_what_it_needs(project):
    project({"docs/page.md": STEPS.replace("'c'", "'d'")}).assert_outcomes(passed=2, failed=1)
    project({"docs/page.md": STEPS}, "--lf").assert_outcomes(passed=1)


def test_a_block_after_one_that_fails_names_it(project):
    result = project({"docs/page.md": STEPS.replace('["a"]', '[a"]')}, "docs/page.md::line:14")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["docs/page.md:14: not run, as the block at docs/page.md:1 failed"])


def test_a_failure_is_headed_by_its_line_and_column(project):
    text = STEPS + 'Of <data value="len(steps)">3</data> and <data value="len(steps[0])">2</data>.\n'
    result = project({"docs/page.md": text})
    result.stdout.fnmatch_lines(["* page.md line=22 column=42 *"])


def test_a_wrong_output_does_not_stop_the_page(project):
    text = STEPS.replace("['a', 'b']", "['a', 'x']")
    project({"docs/page.md": text}).assert_outcomes(passed=2, failed=1)


def test_pages_leave_each_other_alone(project):
    rude = """
        ```python
        import random
        import numpy as np

        np.set_printoptions(precision=2)
        np.seterr(divide="ignore")
        np.random.seed(0)
        random.seed(0)

        import superhero

        superhero.WORDS["Rock"] = (1, 1, 1)
        superhero.OBJECT_HEAD.W_Q = None
        ```

        ```python
        print(superhero.WORDS["Rock"])
        print(np.array([np.pi]) / 1, np.array([1.0]) / 0)
        ```

        ```text
        (1, 1, 1)
        [3.14] [inf]
        ```
        """
    polite = """
        ```python
        print("np" in globals(), "random" in globals())

        import random
        import numpy as np

        print(np.array([np.pi]), np.geterr()["divide"])
        print(random.random() == 0.8444218515250481, np.random.random() == 0.5488135039273248)

        from superhero import WORDS, answer

        print(WORDS["Rock"], answer("Crow keep-flight swap-speech he-is?"))
        ```

        ```text
        False False
        [3.14159265] warn
        False False
        (0, 0, 0) Flying Superhero
        ```
        """
    random.seed(0)
    np.random.seed(0)
    assert (random.random(), np.random.random()) == (0.8444218515250481, 0.5488135039273248)

    result = project({"docs/a.md": page(rude), "docs/b.md": page(polite)})
    result.assert_outcomes(passed=3)
    assert np.array2string(np.array([np.pi])) == "[3.14159265]"
    assert superhero.WORDS["Rock"] == (0, 0, 0)
    assert sys.modules["superhero"] is superhero


def test_what_a_page_says_of_warnings_holds_in_its_later_blocks_and_in_no_other_page(project):
    silent = """
        ```python
        import warnings

        warnings.simplefilter("ignore")
        ```

        ```python
        warnings.warn("no")
        ```
        """
    strict = silent.replace('"ignore"', '"error"')
    loud = '```python\nimport warnings\n\nwarnings.warn("no")\n```\n'
    result = project({"docs/a.md": page(silent), "docs/b.md": loud, "docs/c.md": page(strict)})
    result.assert_outcomes(passed=3, failed=2)
    result.stdout.fnmatch_lines(
        ["docs/b.md:1: this block warns.*", "docs/c.md:7: this block fails.", "UserWarning: no"]
    )


def test_a_page_is_a_script_to_python(project):
    text = """
        ```python
        from __future__ import annotations

        import inspect
        import pickle
        from dataclasses import dataclass

        @dataclass
        class Point:
            x: int
        ```

        ```python
        @dataclass
        class Later:
            y: not_yet_defined

        def half(n):
            return n / 2

        if __name__ == "__main__":
            print(pickle.loads(pickle.dumps(Point(1))), Later(2), Point)
            print(inspect.getsource(half))
        ```

        ```text
        Point(x=1) Later(y=2) <class '__main__.Point'>
        def half(n):
            return n / 2
        ```
        """
    project({"docs/page.md": page(text)}).assert_outcomes(passed=2)


def test_a_page_writes_into_a_folder_of_its_own(project, pytester):
    text = """
        ```python
        from pathlib import Path
        Path("mine.txt").write_text("x")
        ```

        ```text
        1
        ```

        ```python
        Path("mine.txt").exists()
        ```

        ```text
        True
        ```
        """
    project({"docs/page.md": page(text)}).assert_outcomes(passed=2)
    assert Path.cwd() == pytester.path
    assert not list(pytester.path.rglob("mine.txt"))


def test_the_folders_of_pages_are_removed_even_if_a_forked_process_made_them(tmp_path):
    code = """
        import os
        from tests.prose.page import Page
        from tools.chapter import parse

        chapter = parse("```python\\nopen('x', 'w').close()\\n```\\n")
        for page in (Page(chapter, "a.md"), Page(chapter, "b.md")):
            child = os.fork()
            page.outcome(chapter.steps[0])
            assert os.path.exists(os.path.join(page.folder, "x"))
            if child == 0:
                os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
        """
    subprocess.run(
        [sys.executable, "-c", dedent(code)], cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}, check=True
    )
    assert list(tmp_path.iterdir()) == []


def test_the_examples_of_the_guide_for_authors_are_right(project):
    fences = read(ROOT / "CONTRIBUTING.md").fences
    examples = {f"docs/{fence.line}.md": fence.code for fence in fences if "```python" in fence.code}
    steps = sum(len(parse(text).steps) for text in examples.values())
    project(examples).assert_outcomes(passed=steps)
    assert (len(examples), steps) == (2, 5)


def test_docstrings_are_tested(project):
    module = 'def double(n):\n    """Double it.\n\n    >>> double(21)\n    42\n    """\n    return n * 2\n'
    project({"right.py": module}, "--doctest-modules").assert_outcomes(passed=1)
    result = project({"wrong.py": module.replace("42", "43")}, "--doctest-modules", "wrong.py")
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["*Expected:", "*43", "*Got:", "*42"])


@pytest.mark.parametrize("text", NUMBER_PLACES.values(), ids=NUMBER_PLACES)
def test_a_changed_digit_of_a_bound_number_is_caught(project, text):
    project({"docs/right.md": text}).assert_outcomes(passed=1)

    result = project({"docs/wrong.md": text.replace("42.0", "42.1")}, "docs/wrong.md")
    result.assert_outcomes(failed=1)
    line = text[: text.index("<data")].count("\n") + 1
    result.stdout.fnmatch_lines(
        [
            f"docs/wrong.md:{line}: the page says '42.1', the code gives '42.0'",
            "    6 [*] 7:.1f",
            "If the code is right, `make update` writes what it gives into the page.",
        ]
    )


# What the code gives for each, and so what the page has to say.
EXPRESSIONS = {
    "x": "[1.   0.25]",
    "x[1]:.3f": "0.250",
    "x[1]": "0.25",
    "x.sum():.1f": "1.2",
    "-x[0]:.0f": "−1",
    "- x[0]:.0f": "-1",
    "x.shape": "(2,)",
    "x.max(axis=0, keepdims=True)[0]:+.0%": "+100%",
    "np.array(0.5):.2f": "0.50",
    "np.int64(7):>4": "7",
    "15 * 823:,": "12,345",
    "'a:' * 2": "a:a:",
    "{'a': 5}['a']:03d": "005",
    "x[0:1]": "[1.]",
    "(lambda n: n + 1)(1)": "2",
    "max(n for n in range(9) if n < 4)": "3",
    "max(n for n in range(9) if n &lt; 4)": "3",
    "f'{x[1]:.1f}'": "0.2",
    "&quot;two  words&quot;.lower()": "two words",
    "len('\\\\\\'')": "2",
    "(later := 3)": "3",
    "'later' in globals() or 'later' in locals()": "False",
    "x[1] if x[0] else 2": "0.25",
}


def test_expressions_are_read_and_formatted_as_in_an_f_string(project):
    text = "```python\nimport numpy as np\n\nx = np.array([1, 0.25])\n```\n"
    for expression, given in EXPRESSIONS.items():
        text += f'\nGives <data value="{expression}">{given}</data>.\n'
    result = project({"docs/page.md": text})
    result.assert_outcomes(passed=1 + len(EXPRESSIONS))


# What does not even give a value, and what is said of it.
BAD_EXPRESSIONS = {
    "undefined:.2f": [
        "what this is bound to fails.",
        "    undefined:.2f",
        "NameError: name 'undefined' is not defined",
    ],
    "1 / 0": ["what this is bound to fails.", "    1 / 0", "ZeroDivisionError: *"],
    "x:.2f": [
        "what this is bound to fails.",
        "TypeError: '.2f' formats a number, and this is an array of shape (2,): *",
    ],
    "x[0]:.2q": ["what this is bound to fails.", "ValueError: *"],
    "exit()": ["what this is bound to fails.", "SystemExit*"],
    "__import__('sys').stderr.write('43') or 42": ["an expression should only give a value; *", "43"],
    "__import__('threading').Timer(0.5, int).start() or 42": ["an expression should *", "thread Thread-*"],
    "print(42)": ["an expression should only give a value; this also shows something.", "    print(42)", "42"],
    "x / 0": ["an expression should only give a value; *", "    x / 0", "RuntimeWarning: divide by zero*"],
}


@pytest.mark.parametrize(("expression", "messages"), BAD_EXPRESSIONS.items(), ids=BAD_EXPRESSIONS)
def test_an_expression_that_gives_no_value_fails(project, expression, messages):
    text = "```python\nimport numpy as np\n\nx = np.array([1, 0.25])\n```\n\n"
    result = project({"docs/page.md": f'{text}<data value="{expression}">42</data>\n'})
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([f"docs/page.md:7: {messages[0]}", *messages[1:]])


def test_a_bound_number_is_evaluated_at_its_place(project):
    text = """
        ```python
        n = 1
        ```

        First <data value="n">1</data>, and <data value="n * 10">10</data>.

        ```python
        n = 2
        ```

        Then <data value="n">2</data>.

        ```python
        n = 1 / 0
        ```

        Never <data value="n">2</data>.
        """
    result = project({"docs/page.md": page(text)}, "-v")
    result.assert_outcomes(passed=5, failed=2)
    result.stdout.fnmatch_lines(
        [
            "docs/page.md::line:1 PASSED*",
            "docs/page.md::line:5:7 PASSED*",
            "docs/page.md::line:5:37 PASSED*",
            "docs/page.md::line:7 PASSED*",
            "docs/page.md::line:11 PASSED*",
            "docs/page.md::line:13 FAILED*",
            "docs/page.md::line:17 FAILED*",
            "docs/page.md:17: not run, as the block at docs/page.md:13 failed",
        ]
    )
    for selection in (["docs/page.md::line:11"], ["docs/page.md::line:11", "docs/page.md::line:5:37"]):
        project({}, *selection).assert_outcomes(passed=len(selection))
