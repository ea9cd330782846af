"""In prose, digits are results and words are speech: which numbers have to be bound, and which need not be."""

import pytest

from tools.chapter import ChapterError, parse
from tools.unbound import unbound

pytest_plugins = ["tests.page_project"]

# The numbers in each that have to be bound.
UNBOUND = {
    "About 0.99 of it.": "0.99",
    "About .5 of it.": ".5",
    "All 64 of 64.": "64 64",
    "All 1,000 of 12,345.6.": "1,000 12,345.6",
    "It is -0.5, −7 or 2e-5.": "-0.5 −7 2e-5",
    "It is 1.0, not 0.0.": "1.0 0.0",
    "A 4 by 8 matrix, (4, 8).": "4 8 4 8",
    "8x8 and 16-bit and 3D.": "8 16 3",
    "From 3-5.": "3 5",
    "1%, 1/8, 1st, 2^1.": "1 1 8 1 2 1",
    "**64** of _32_, __16__ and ___8.5___.": "64 32 16 8.5",
    "In [64 of them](https://www.techaarvam.com).": "64",
    "# All 64\n\nText.": "64",
    "## 3. All 64": "64",
    "- 64\n- 32\n": "64 32",
    "1. All 64\n2. All 32\n": "64 32",
    "> All 64": "64",
    '!!! note "Mind this"\n\n    All 64.': "64",
    '=== "A"\n\n    All 64.': "64",
    '<details markdown="1"><summary>All 64</summary>\n\n32\n\n</details>': "64 32",
    "| a | 64 |\n|---|---|\n| 0 | 0.5 |\n": "64 0.5",
    "<!-- table: x -->\n| a |\n|---|\n| 0.5 |\n\n0.25": "0.25",
    "![All 64, 0 and 0.5](x.svg)": "64 0.5",
    "![All 64](x.svg)\n\nText.\n\n![All 32](y.svg)\n<!-- values: x -->": "64",
    "$0.5$ and $x_1 = 2.50$": "0.5 2.50",
    "$$\n0.5\n$$\n": "0.5",
    "$0.5 + 3$\n<!-- values: x, y -->\n\n$0.25$": "0.25",
    "$0.5$ and $0.25$ <!-- values: x --> again": "0.5",
    "Row 0.5 and token 1.5.": "0.5 1.5",
    "Rows 0 and 64.0": "64.0",
    "Row 3: 64 right.": "64",
    "Row 3, 64 right.": "64",
    "A row of 64, 64 rows.": "64 64",
    "Arrow 64, yellow 5.": "64 5",
    "Python 3.11 in 3.11 s. Python 4.5, NumPy 2.4": "3.11 4.5 2.4",
    "𝟔 and ½, 1_000.": "𝟔 ½ 1",
    "Until 18:30, in 2017.": "18 30 2017",
    '<data value="x">0.5</data> and 0.5': "0.5",
    "`0.5`0.5": "0.5",
    r"\`0.5\` and \$0.5\$": "0.5 0.5",
    "A comment <!-- 0.5 --> 0.25": "0.25",
}
FREE = [
    "0, 1, -1 and −1: the bits are 1 0 0 1, (0, 1).",
    "Is it 1? It is 0. **1**, _0_, **_1_**.",
    "Row 3, column 4, columns 4 to 7, rows 0, 1 and 2, tokens 0 and 2, units 3 to 5.",
    "Part 2, feature 4, input 5, seed 7, word 4, word number 4, Row\n3, **row 3**, **row** 3, (row 12), row _5_.",
    "Python 3.11, Python 3.11 to 3.14, Python\n3.11.",
    "# 7. Counting\n\n### 12. More\n",
    "7. Seven\n8. Eight\n\n    9. Nine\n\n> 10. Ten\n",
    "`0.5`, `` 64 ` `` and <https://x.y/64>, https://x.y/0.5?a=3, [here](x64.md#12), ![x](y-64.svg){ width=300 }.",
    "W_12, W__12, x86, d_h2 and <b title='64'>this</b>, &#8211;, <img width=300>.",
    "$64 x_{12} + 3 = 2^5$ and\n\n$$\n12 + \\frac12\n$$",
    "```text\n0.5\n```\n",
    '<data value="x">0.5</data>, **<data value="x">64</data>**',
    "<!-- table: x -->\n| a | 64 |\n|---|---|\n| 0.5 | 3 |\n",
    "$0.5$\n<!-- values: x -->\n\n![64 and 0.5](x.svg)\n\n<!-- values: x -->\n",
    "![Row 3 and 1](x.svg)",
    "Sixty-four of sixty-four, a half.",
]


@pytest.mark.parametrize(("text", "numbers"), UNBOUND.items())
def test_must_be_bound(text, numbers):
    for line_end in ("\n", "\r\n"):
        written = text.replace("\n", line_end)
        found = unbound(parse(written))
        assert [problem.message.split()[0] for problem in found] == numbers.split()
        for problem, number in zip(found, numbers.split(), strict=True):
            assert written[problem.start :].startswith(number)
            assert written.count("\n", 0, problem.start) == problem.line - 1


@pytest.mark.parametrize("text", FREE)
def test_need_not_be_bound(text):
    for line_end in ("\n", "\r\n"):
        assert unbound(parse(text.replace("\n", line_end))) == []


@pytest.mark.parametrize(
    "text",
    [
        "There are 5.5.\n\n<!-- unbound: 5.5, it is nobody's result -->",
        "<!-- unbound: 5.5, it is nobody's\nresult -->\nThere are 5.5.",
        "There are 5.5 and 1,000.\n<!-- unbound: 5.5, a reason -->\n<!-- unbound: 1,000, another -->",
        "5.5 and 5.5\n\n<!-- unbound: 5.5, a reason -->\n<!-- unbound: 5.5, a reason -->",
    ],
)
def test_an_exemption_exempts_one_number(text):
    assert unbound(parse(text)) == []
    (problem,) = unbound(
        parse(text.replace("There are", "There are 5.5 or").replace("5.5 and 5.5", "5.5, 5.5 and 5.5"))
    )
    assert problem.message.startswith("5.5 is bound to nothing")


def test_an_exemption_that_exempts_nothing_is_refused():
    for text in ["Five.", "`5.5`", "Row 5.", "5.6", "5.5\n\nText."]:
        found = unbound(parse(f"{text}\n\n<!-- unbound: 5.5, a reason -->\n"))
        assert "this exempts nothing: no such number" in found[-1].message


@pytest.mark.parametrize("value", ["5.5", "5.5,", "5.5, ", "a reason", "reason, 5.5", ""])
def test_an_exemption_needs_a_number_and_a_reason(value):
    with pytest.raises(ChapterError, match="write <!-- unbound: NUMBER, REASON -->, not"):
        parse(f"There are 5.5.\n\n<!-- unbound: {value} -->\n")


def test_an_unbound_number_fails_and_says_how_to_bind_it(project):
    text = """\
# All 64

About 0.5 of <data value="1 + 1">2</data>, or $0.25$.

| a |
|---|
| 3 |

![There are 12.](x.svg)
"""
    result = project({"docs/page.md": text}, "-v")
    result.assert_outcomes(passed=1, failed=5)
    result.stdout.fnmatch_lines(
        [
            "docs/page.md::line:1 FAILED*",
            "docs/page.md::line:3:7 FAILED*",
            "docs/page.md::line:3:14 PASSED*",
            "docs/page.md::line:3:48 FAILED*",
            "docs/page.md::line:7 FAILED*",
            "docs/page.md::line:9 FAILED*",
            "docs/page.md:1: 64 is bound to nothing: *<data value=*>64</data>*, or say it in words",
            "docs/page.md:3: 0.5 is bound to nothing: *<data value=*>0.5</data>*",
            "docs/page.md:3: 0.25 is bound to nothing: write <!-- values: EXPRESSION:FORMAT, ... --> below it*",
            "docs/page.md:7: 3 is bound to nothing: *",
            "docs/page.md:9: 12 is bound to nothing: write <!-- values: EXPRESSION:FORMAT, ... --> below the image*",
        ]
    )
