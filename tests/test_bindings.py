"""Tables, formulas and alternative texts that are bound to code: nothing wrong in them passes."""

import pytest

from tests.page_forms import page
from tools.chapter import ChapterError, parse

pytest_plugins = ["tests.page_project"]

CODE = page("""
    ```python
    import numpy as np

    rows = [("Rock", 0, 0.25), ("Crow", 1, -0.5)]
    dicts = [{"word": "Rock", "fly": 0, "share": 0.25}, {"word": "Crow", "fly": 1, "share": -0.5}]
    columns = {"word": ["Rock", "Crow"], "fly": np.array([0, 1]), "share": [0.25, -0.5]}
    by_name = {"Rock": (0, 0.25), "Crow": np.array([1, -0.5], dtype=object)}
    dicts_by_name = {"Rock": {"fly": 0, "share": 0.25}, "Crow": {"fly": 1, "share": -0.5}}
    ```

    """)
CELLS = [["word", "fly", "share"], ["Rock", "0", "0.25"], ["Crow", "1", "-0.5"]]
KINDS = {  # the same table of every kind of value, and what of it need not be as it is
    "rows": CELLS[0],
    "tuple(map(list, rows))": CELLS[0],
    "np.array(rows, dtype=object)": CELLS[0],
    "by_name": CELLS[0],
    "dicts_by_name": ["word"],
    "dicts": [],
    "columns": [],
}


def table(cells, directive):
    header, *body = [" | ".join(row) for row in cells]
    return "\n".join(
        [f"<!-- table: {directive} -->", f"| {header} |", "|---|---|---|", *(f"| {row} |" for row in body)]
    )


def with_each_cell_changed():
    for i, row in enumerate(CELLS):
        for j, cell in enumerate(row):
            digits = [place for place, character in enumerate(cell) if character.isdigit()] or [0]
            for place in digits:
                changed = [list(row) for row in CELLS]
                changed[i][j] = cell[:place] + ("7" if cell[place].isdigit() else "X") + cell[place + 1 :]
                yield cell, changed


@pytest.mark.parametrize("expression", KINDS)
def test_every_digit_and_every_word_of_a_table_is_checked(project, expression):
    project({"docs/right.md": CODE + table(CELLS, expression)}).assert_outcomes(passed=2)

    pages, caught = {}, 0
    for number, (cell, cells) in enumerate(with_each_cell_changed()):
        pages[f"docs/{number}.md"] = CODE + table(cells, expression)
        caught += cell not in KINDS[expression]
    result = project(pages, *pages)
    result.assert_outcomes(passed=2 * len(pages) - caught, failed=caught)


def test_a_wrong_cell_is_named_by_its_row_and_column(project):
    result = project({"docs/page.md": CODE + table(CELLS, "rows").replace("-0.5", "0.5")})
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        [
            "docs/page.md:15: row 'Crow', column 'share': the page says '0.5', the code gives '-0.5'",
            "",
            "    rows",
            "If the code is right, `make update` writes what it gives into the page.",
        ]
    )
    result = project({"docs/page.md": CODE + table([["wort", "fly", "share"], *CELLS[1:]], "columns")})
    result.stdout.fnmatch_lines(["docs/page.md:12: the header: the page says 'wort', the code gives 'word'"])


WRONG_TABLES = {
    "swapped rows": ([CELLS[0], CELLS[2], CELLS[1]], "rows", "docs/page.md:14: row 'Crow', column 'word': *"),
    "deleted row": (CELLS[:2], "rows", "docs/page.md:14: a row is missing below this line: | Crow | 1 | -0.5 |"),
    "deleted first row": ([CELLS[0], CELLS[2]], "rows", "docs/page.md:13: a row is missing *: | Rock | 0 | 0.25 |"),
    "row too many": ([*CELLS, CELLS[2]], "rows", "docs/page.md:16: the code gives no such row: | Crow | 1 | -0.5 |"),
    "no rows": (CELLS[:1], "rows", "docs/page.md:13: a row is missing *: | Rock | 0 | 0.25 |"),
    "swapped columns": (
        [[word, share, fly] for word, fly, share in CELLS],
        "columns",
        "docs/page.md:12: the header: the page says 'share', the code gives 'fly'",
    ),
    "column too few": (
        CELLS,
        "[row[:2] for row in rows]",
        "docs/page.md:11: 3 cells to a row of the table, 2 in what the code gives: *",
    ),
    "format": (CELLS, "rows:.1f", "docs/page.md:14: row 'Rock', column 'fly': the page says '0', the code gives '0.0'"),
    "failing": (CELLS, "rows[9]", "docs/page.md:11: what this is bound to fails."),
    "no table": (CELLS, "len(rows)", "TypeError: a table needs an array, a list of rows or a dict, not int"),
    "unbound header": (
        [["word", "fly", "share of 8"], *CELLS[1:]],
        "rows",
        "docs/page.md:11: the header says 'share of 8', and the expression gives no header: make it a dict of columns",
    ),
    "uneven dicts": (CELLS, "[dicts[0], {'word': 1}]", "ValueError: the dicts of a table need the same keys *"),
    "uneven columns": (CELLS, "columns | {'word': [1]}", "ValueError: zip() argument 2 is longer than argument 1"),
}


@pytest.mark.parametrize(("cells", "expression", "message"), WRONG_TABLES.values(), ids=WRONG_TABLES)
def test_a_wrong_table_is_caught(project, cells, expression, message):
    result = project({"docs/page.md": CODE + table(cells, expression)})
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines([message])


# All bound to the same two rows, "a", -0.5 and "b", 42.
TABLES = {
    "padded": "| name   |  x   |\n|--------|-----:|\n| a      | -0.5 |\n| b      |   42 |",
    "without outer bars": "name | x\n--- | ---\na | -0.5\nb | 42",
    "aligned": "| name | x |\n|:-:|--:|\n| a | -0.5 |\n| b | 42 |",
    "marked up": "| name | x |\n|---|---|\n| **a** | −0.5 |\n| `b` | *42* |",
    "a link and a number": '| name | x |\n|---|---|\n| [a](a.md) | <data value="-1 / 2">-0.5</data> |\n| _b_ | 42 |',
    "in a list": "- item\n\n    <!-- table: value -->\n    | n | x |\n    |---|---|\n    | a | -0.5 |\n    | b | 42 |",
    "in a quotation": "> <!-- table: value -->\n> | name | x |\n> |---|---|\n> | a | -0.5 |\n> | b | 42 |",
    "in a fold": """\
<details markdown="1"><summary>x</summary>

<!-- table: value -->
| name | x |
|---|---|
| a | -0.5 |
| b | 42 |

</details>""",
    "with more below": "| name | x |\n|---|---|\n| a | -0.5 |\n| b | 42 |\n\nText.\n\n| c | d |\n|---|---|\n| x | y |",
}
TABLES["CRLF"] = TABLES["padded"].replace("\n", "\r\n")


@pytest.mark.parametrize("text", TABLES.values(), ids=TABLES)
def test_a_table_is_read_however_it_is_written(project, text):
    code = "```python\nvalue = [('a', -0.5), ('b', 21 * 2)]\n```\n\n"
    text = code + ("" if "<!--" in text else "<!-- table: value -->\n") + text
    steps = len(parse(text).steps)
    project({"docs/right.md": text}).assert_outcomes(passed=steps)
    project({"docs/wrong.md": text.replace("42", "43")}, "docs/wrong.md").assert_outcomes(passed=steps - 1, failed=1)


STATED = {
    "display": "$$\n\\begin{bmatrix} 0.25 & 0 \\\\ -1 & 42 \\end{bmatrix}\n$$\n\n<!-- values: x -->",
    "display on one line": "$$W_2 = [0.25, 0, -1, 42]$$\n<!-- values: x[0, 0]:.2f, x[0, 1]:.0f, x[1, 0], x[1, 1] -->",
    "formula in a sentence": "Here $w_1 = 0.25$ and $\\frac{0}{−1} \\cdot 42$, but not `8`.\n\n<!-- values: x -->",
    "formula over two lines": "Here $[0.25, 0,\n-1] + 42$.\n<!-- values: x -->",
    "formula in a list": "- $5$\n- $[0.25, 0, -1, 42]$\n\n    <!-- values: x -->\n- $6$",
    "formula in a quotation": "> $[0.25, 0, -1, 42]$\n>\n> <!-- values: x -->",
    "directive in the line": "Here $5$, then $[0.25, 0, -1, 42]$. <!-- values: x --> And $6$.",
    "directive at the end of the line": "Here $5$, then $[0.25, 0, -1, 42]$ <!-- values: x -->",
    "image": "![There are 0.25, 0, -1 and 42.](../x.svg)\n<!-- values: x -->",
    "image with a title": '![There are 0.25,\n0, −1 and 42.](../x.svg "Not 5")\n\n<!-- values: x, -->',
    "lists": "![There are 0.25, 0, -1 and 42.](../x.svg)\n<!-- values: [[0.25, (0, -1)], 42] -->",
}
STATED["image with a title"] = STATED["image with a title"].replace("x, -->", "x -->")
STATED["CRLF"] = STATED["display"].replace("\n", "\r\n")
X = "```python\nimport numpy as np\n\nx = np.array([[0.25, 0], [-1, 6 * 7]], dtype=object)\n```\n\n"


@pytest.mark.parametrize("text", STATED.values(), ids=STATED)
def test_every_number_of_a_formula_or_an_alternative_text_is_checked(project, text):
    project({"docs/right.md": X + text}).assert_outcomes(passed=2)
    wrong = [
        ("0.25", "0.35"),
        ("0.25", "0.24"),
        ("42", "43"),
        ("42", "2"),
        ("42", "42.0"),
        ("42", "-42"),
        ("42", "42 + 1"),
    ]
    wrong += [("-1" if "-1" in text else "−1", change) for change in ("1", "-2")]
    assert all(text.replace(*change) != text for change in wrong)
    pages = {f"docs/{number}.md": X + text.replace(*change, 1) for number, change in enumerate(wrong)}
    project(pages, *pages).assert_outcomes(passed=len(pages), failed=len(pages))


def test_a_wrong_value_is_named_with_its_expressions(project):
    text = "$$a = 0.25 + 5$$\n<!-- values: x[0, 0]:.2f, x[1, 1] -->\n"
    result = project({"docs/page.md": X + text})
    result.stdout.fnmatch_lines(
        ["docs/page.md:7: the page says '5', the code gives '42'", "", "    x[[]0, 0]:.2f", "    x[[]1, 1]"]
    )
    two_lines = "![There are 0.25 of\nall 5.](x.svg)\n\n<!-- values: x[0, 0]:.2f, x[1, 1] -->\n"
    result = project({"docs/page.md": X + two_lines})
    result.stdout.fnmatch_lines(["docs/page.md:8: the page says '5', the code gives '42'"])
    result = project({"docs/page.md": X + text.replace(", x[1, 1]", "")})
    result.stdout.fnmatch_lines(
        ["docs/page.md:8: the page states 2 numbers, the code gives 1:", "", "    0.25, 5", "    0.25"]
    )
    result = project({"docs/page.md": X + text.replace("x[1, 1]", "y")})
    result.stdout.fnmatch_lines(["docs/page.md:8: what this is bound to fails.", "NameError: *"])


DATA = '<data value="x">0.99</data>'
TOUCHED = [
    f"−{DATA}",
    f"about -{DATA}",
    f"+{DATA}",
    f"&minus;{DATA}",
    f"−**{DATA}**",
    f"-<b>{DATA}</b>",
    f"$-${DATA}",
    f"1{DATA}",
    f"1.{DATA}",
    f"1,{DATA}",
    f"1e{DATA}",
    f"{DATA}9",
    f"{DATA}.5",
    f"{DATA},500",
    f"**{DATA}**9",
    f"{DATA}e5",
    f"{DATA}e−5",
    f"{DATA}{DATA}",
    f"| a | b |\n|---|---|\n| x | −{DATA} |",
]
FREE = [
    f"{DATA}.",
    f"({DATA}), then {DATA}, and **{DATA}**.",
    f"5 − {DATA} + {DATA}",
    f"{DATA}-fold",
    f"{DATA}\n1, and 0\n{DATA}",
    f"- {DATA}",
    f"1. {DATA}",
    f"| 0 | {DATA} | 1 |",
]


@pytest.mark.parametrize("text", TOUCHED)
def test_what_would_change_a_bound_number_is_refused(text):
    with pytest.raises(ChapterError, match=r"touches '0[.]99' and changes it"):
        parse(text)


@pytest.mark.parametrize("text", FREE)
def test_a_bound_number_may_stand_beside_others(text):
    assert {binding.text for binding in parse(text).bindings} == {"0.99"}
