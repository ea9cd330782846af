"""tools.chapter: what it reads, what it refuses, and that every offset points at what it should."""

import pytest

from tests.page_forms import NUMBER_PLACES
from tools.chapter import ChapterError, parse, read

PAGE = """\
# The title

```python title="x" hl_lines="1 2"
a = 1

b = 2
```

Prose with `<!-- raises: ValueError -->` in code.

!!! note

    ```{ .python .annotate }
    if a:

        b
    ```

    ```text
      spaces stay
    ```

\t```python
\ttabbed
\t```

<!-- a note to authors: keep this
```python
commented = True
```
-->

````text
```python
nested = True
```
````

<!-- raises: ValueError -->

> ```python
> quoted
>
> twice
> ```

~~~sh
ls
~~~

<!-- not run: it would take a day -->
```python
```
"""


def test_reads_every_block_with_its_place():
    chapter = parse(PAGE)
    assert chapter.title == "The title"
    assert [(block.fence.line, block.fence.code) for block in chapter.blocks] == [
        (3, "a = 1\n\nb = 2\n"),
        (13, "if a:\n\n    b\n"),
        (23, "tabbed\n"),
        (41, "quoted\n\ntwice\n"),
        (52, ""),
    ]
    assert [fence.language for fence in chapter.fences] == [
        "python",
        "python",
        "text",
        "python",
        "text",
        "python",
        "sh",
        "python",
    ]
    assert chapter.blocks[0].fence.attributes == {"title": "x", "hl_lines": "1 2"}
    assert [block.output and block.output.code for block in chapter.blocks] == [
        None,
        "  spaces stay\n",
        None,
        None,
        None,
    ]
    assert [block.raises for block in chapter.blocks] == [None, None, None, "ValueError", None]
    assert [block.not_run for block in chapter.blocks] == [None, None, None, None, "it would take a day"]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_offsets_point_into_the_text(line_end):
    text = PAGE.replace("\n", line_end)
    chapter = parse(text)
    assert chapter.fences
    for fence in chapter.fences:
        whole = text[fence.start : fence.end].replace("\r\n", "\n").split("\n")
        assert whole[0].startswith((f"{fence.prefix}```", f"{fence.prefix}~~~"))
        assert whole[-1].strip("> \t\r") in ("```", "~~~", "````")
        assert text.count("\n", 0, fence.start) == fence.line - 1
        assert text.count("\n", 0, fence.code_start) == fence.code_line - 1
        raw = text[fence.code_start : fence.code_end].splitlines()
        assert [line[len(fence.prefix) :] for line in raw] == fence.code.splitlines()
    assert len(chapter.prose.text) == len(text)
    assert chapter.prose.text.count("\n") == text.count("\n")
    assert (
        " ".join(chapter.prose.text.split()) == "# The title Prose with `<!-- raises: ValueError -->` in code. !!! note"
    )


def test_read_keeps_the_line_ends_of_the_file(tmp_path):
    path = tmp_path / "page.md"
    path.write_bytes(b"# T\r\n\r\n```python\r\na\r\n```\r\n")
    chapter = read(path)
    assert chapter.title == "T"
    assert chapter.text.encode() == path.read_bytes()
    assert chapter.blocks[0].fence.code == "a\n"


REFUSED = {
    "byte order mark": (
        "\ufeff# Page\n",
        1,
        "a byte order mark (BOM) comes before this line: save the page without one",
    ),
    "code in HTML": (
        "Text.\n\n<pre><code>\n1 / 0\n</code></pre>\n",
        3,
        "<pre> would show what nobody checks: write a fence",
    ),
    "code in a line of HTML": ('<CODE id="x"\nclass="language-python">1 / 0</CODE>', 1, "<CODE id="),
    "misspelt language": ("```pyton\n```", 1, "unknown language 'pyton': did you mean python?"),
    "language in capitals": ("```Python\n```", 1, "unknown language 'Python': did you mean python?"),
    "short language": ("```py\n```", 1, "unknown language 'py': did you mean python?"),
    "console session": ("```pycon\n```", 1, "unknown language 'pycon': did you mean python?"),
    "numbered language": ("``` python3\n```", 1, "unknown language 'python3': did you mean python?"),
    "another language": ("```bash\n```", 1, "unknown language 'bash': did you mean sh?"),
    "far-off language": ("```c\n```", 1, "unknown language 'c'. It must be one of python, text, sh, yaml, toml"),
    "no language": ("text\n\n```\n```", 3, "names no language. It must be one of python, text, sh, yaml, toml"),
    "unquoted attribute": ("```python title=x\n```", 1, "cannot read 'title=x' here"),
    "braces without a dot": ("```{python}\n```", 1, "cannot read 'python' here"),
    "unclosed": ("# T\n\n```python\na\n", 3, "never closed: end it with ```"),
    "unclosed at the end of the file": ("```python", 1, "never closed: end it with ```"),
    "unclosed before another": ("```python\na\n\n```text\nb\n```", 4, "a fence starts inside the fence of line 1"),
    "closed at another indent": ("```python\na\n  ```\n\n```text\n```", 3, "a fence starts inside the fence of line 1"),
    "closed with too many": ("```python\na\n````", 3, "close the fence of line 1 with ```, no longer"),
    "on the line of a list's marker": ("- ```python\n  a\n  ```", 1, "on a line of its own"),
    "indented less than its fence": ("    ```python\n  a\n    ```", 2, "must start as its fence does, with '    '"),
    "out of its quotation": ("> ```python\n> a\n\n> b\n> ```", 3, "must start as its fence does, with '> '"),
    "output at another indent": ("```python\na\n```\n  ```text\n  a\n  ```", 4, "indent this output block as the code"),
    "comment without end": ("a\n<!-- b\n", 2, "this comment is never closed"),
    "misspelt directive": (
        "<!-- raise: E -->\n```python\n```",
        1,
        "did you mean <!-- raises: NAME_OF_AN_EXCEPTION -->?",
    ),
    "hyphenated directive": ("<!-- not-run: E -->\n```python\n```", 1, "did you mean <!-- not run: REASON -->?"),
    "directive without colon": ("<!-- raises E -->\n```python\n```", 1, "did you mean <!-- raises:"),
    "directive in capitals": ("<!-- Raises: E -->\n```python\n```", 1, "did you mean <!-- raises:"),
    "unknown directive": (
        "<!-- skip: next -->\n```python\n```",
        1,
        "unknown directive 'skip'; there are raises, not run, table, values, unbound.",
    ),
    "directive without value": ("<!-- not run: -->\n```python\n```", 1, "write <!-- not run: REASON -->, not ''"),
    "two exceptions": ("<!-- raises: A, B -->\n```python\n```", 1, "NAME_OF_AN_EXCEPTION -->, not 'A, B'"),
    "directive twice": ("<!-- raises: A -->\n<!-- raises: B -->\n```python\n```", 2, "two directives 'raises'"),
    "dangling directive": ("<!-- raises: A -->\n\nText.\n\n```python\n```", 1, "straight above a python fence"),
    "directive below": ("```python\n```\n<!-- raises: A -->", 3, "straight above a python fence"),
    "directive in a line": ("Text <!-- raises: A -->.\n```python\n```", 1, "straight above a python fence"),
    "directive above an output": (
        "```python\n```\n<!-- raises: A -->\n```text\n```",
        3,
        "straight above a python fence",
    ),
    "call of an entry": ('a\n<data value="x[0](1)">4</data>', 2, "Markdown would mangle the ]( in 'x[0](1)': give"),
    "backticks": ('<data value="`x`">4</data>', 1, "Markdown would mangle the ` in"),
    "formula in a tag": ('<data value="$x$">4</data>', 1, "Markdown would mangle the $ in"),
    "bar in a table": ('|a|\n|---|\n|<data value="x | y">4</data>|', 3, "would mangle the | in"),
    "bar in a table without outer bars": ('a|b\n-|-\n<data value="x | y">4</data>|b', 3, "would mangle the | in"),
    "no expression": ('<data value="">4</data>', 1, "cannot read the expression ''"),
    "no Python": ('<data value="two words">4</data>', 1, "cannot read the expression 'two words': invalid syntax"),
    "open bracket": ('<data value="x[0:.2f">4</data>', 1, "cannot read 'x[0:.2f': a bracket or a quote is not closed"),
    "open quote": ('<data value="\'x:.2f">4</data>', 1, "a bracket or a quote is not closed"),
    "misspelt table": ("<!-- tabel: x -->\n|a|\n|-|", 1, "did you mean <!-- table: EXPRESSION -->?"),
    "misspelt values": ("$0.5$\n<!-- value: x -->", 2, "did you mean <!-- values: EXPRESSION:FORMAT, "),
    "table without expression": ("<!-- table: -->\n|a|\n|-|", 1, "write <!-- table: EXPRESSION -->, not ''"),
    "table below its table": ("|a|\n|-|\n<!-- table: x -->", 3, "must stand straight above a table"),
    "text between": ("<!-- table: x -->\n\nText.\n\n|a|\n|-|", 1, "must stand straight above a table"),
    "table of no Python": ("<!-- table: two words -->\n|a|\n|-|", 1, "cannot read the expression 'two words'"),
    "row with a cell too many": ("<!-- table: x -->\n|a|\n|-|\n|b|c|", 4, "this row has 2 cells, and the header has 1"),
    "values above": ("<!-- values: x -->\n$0.5$", 1, "must stand straight after a formula or an image"),
    "values after a paragraph without formula": ("Text 5.\n<!-- values: x -->", 2, "straight after a formula"),
    "values after a formula without numbers": ("$W_1$\n<!-- values: x -->", 2, "that states numbers"),
    "values further below": ("$0.5$\n\nText.\n\n<!-- values: x -->", 5, "straight after a formula"),
    "values after text on the line": ("$0.5$ is <!-- values: x -->", 1, "straight after a formula"),
    "values after code": ("`0.5`\n<!-- values: x -->", 2, "straight after a formula"),
    "values with a comma too many": ("$0.5$\n<!-- values: x, -->", 2, "cannot read the expression ''"),
    "a number for itself": ('<data value="64:.0f">64</data>', 1, "64:.0f stands for itself, and proves nothing"),
    "a negative number for itself": ('<data value="-0.5">-0.5</data>', 1, "stands for itself, and proves nothing"),
    "a text for itself": ("<data value=\"'Crow'\">Crow</data>", 1, "stands for itself, and proves nothing"),
    "data without value": ("<data>4</data>", 1, 'write <data value="EXPRESSION:FORMAT">text</data>'),
    "data with apostrophes": ("<data value='x'>4</data>", 1, "write <data value="),
    "data with more attributes": ('<data class="x" value="x">4</data>', 1, "write <data value="),
    "data in capitals": ('<DATA value="x">4</DATA>', 1, "write <data value="),
    "data never closed": ('<data value="x">4', 1, "write <data value="),
    "data closed after a blank line": ('<data value="x">4\n\n</data>', 1, "write <data value="),
    "data in data": ('<data value="x"><data value="x">4</data></data>', 1, "write <data value="),
    "markup in data": ('<data value="x">**4**</data>', 1, "write <data value="),
    "data over two lines": ('<data\nvalue="x">4</data>', 1, "write <data value="),
    "data in a formula": ('$x + <data value="x">4</data>$', 1, "write <data value="),
    "data in an alternative text": ('![a <data value="x">4</data>](b.svg)', 1, "write <data value="),
}


@pytest.mark.parametrize(("text", "line", "message"), REFUSED.values(), ids=REFUSED)
def test_refuses(text, line, message):
    with pytest.raises(ChapterError) as refused:
        parse(text, "docs/page.md")
    assert [problem.line for problem in refused.value.problems] == [line]
    assert str(refused.value).startswith(f"docs/page.md:{line}: ")
    assert message in str(refused.value)


def test_names_all_problems_in_order():
    with pytest.raises(ChapterError) as refused:
        parse("<!-- raise: A -->\n```pyton\n```\n```\n```\n")
    assert [problem.line for problem in refused.value.problems] == [1, 2, 4]


@pytest.mark.parametrize(
    "note", ["<!-- prettier-ignore -->", "<!-- A note to authors: mind this -->", "<!---->", "`<!--`", "`` `<!--` ``"]
)
def test_leaves_other_comments_alone(note):
    assert len(parse(f"{note}\n\n```python\n```\n").blocks) == 1


@pytest.mark.parametrize(
    "text",
    [
        "`<data value='x'>`",
        "`` `<data value=x>` ``",
        "\\<data value='x'>",
        '<!-- <data value="x"> -->',
        "````text\n<data>\n````",
        "&lt;data>",
        "<dataset>",
    ],
)
def test_a_data_element_that_is_only_shown_is_text(text):
    assert parse(text).bindings == ()


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_offsets_of_bound_numbers_point_into_the_text(line_end):
    text = "\n\n".join([*NUMBER_PLACES.values(), PAGE]).replace("\r\n", "\n").replace("\n", line_end)
    bindings = parse(text).bindings
    assert len(bindings) == len(NUMBER_PLACES)
    for data in bindings:
        assert text[data.start : data.end].startswith('<data value="6 * 7:.1f">')
        assert text[data.start : data.end].endswith("</data>")
        assert text[data.text_start : data.text_end] == data.text == "42.0"
        assert text.count("\n", 0, data.start) == data.line - 1
        assert [(expression.code, expression.format) for expression in data.expressions] == [("6 * 7", ".1f")]
