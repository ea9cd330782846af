"""A block with its output, and a number bound to code, in every place and form in which a page may have them."""

from textwrap import dedent


def page(text):
    """A page as it stands in this file, indented."""
    return dedent(text).lstrip("\n")


# In each the output block says 42 on one line, and nothing else does.
PLACES = {
    "plain": page("""
        ```python
        print(6 * 7)
        ```

        ```text
        42
        ```
        """),
    "echo, with blank lines": page("""
        # A page

        ```python
        6 * 7
        ```
        ```text


        42
        ```
        """),
    "second line": page("""
        ```python
        print("first")
        print(6 * 7)
        ```

        ```text
        first
        42
        ```
        """),
    "title and attributes": page("""
        ```python title="x" hl_lines="1"
        print(6 * 7)
        ```

        ```text title="Output"
        42
        ```
        """),
    "braces": page("""
        ``` { .python .annotate title="x" }
        print(6 * 7)
        ```

        ```text
        42
        ```
        """),
    "tildes": page("""
        ~~~python
        print(6 * 7)
        ~~~

        ~~~text
        42
        ~~~
        """),
    "admonition": page("""
        !!! note "Mind this"

            ```python
            print(6 * 7)
            ```

            ```text
            42
            ```
        """),
    "tab": page("""
        === "A"

            ```python
            print(6 * 7)
            ```

            ```text
            42
            ```
        """),
    "list": page("""
        1. An item:

            ```python
            if True:
                print(6 * 7)
            ```

            ```text
            42
            ```
        """),
    "tab characters": page("""
        - An item:

        \t```python
        \tif True:
        \t\tprint(6 * 7)
        \t```

        \t```text
        \t42
        \t```
        """),
    "fold": page("""
        <details markdown="1"><summary>More</summary>

        ```python
        print(6 * 7)
        ```

        ```text
        42
        ```

        </details>
        """),
    "quotation": page("""
        > ```python
        > print(6 * 7)
        > ```
        >
        > ```text
        > 42
        > ```
        """),
    "traceback": page("""
        <!-- raises: ValueError -->

        ```python
        print("before", end="")
        raise ValueError(6 * 7)
        ```

        ```text
        before
        ValueError: 42
        ```
        """),
}
PLACES["traceback with notes"] = page("""
    <!-- raises: ValueError -->
    ```python
    error = ValueError("no")
    error.add_note("It is")
    error.add_note(f"{6 * 7}")
    raise error
    ```
    ```text
    ValueError: no
    It is
    42
    ```
    """)
PLACES["CRLF"] = PLACES["second line"].replace("\n", "\r\n")

NUMBER = '<data value="6 * 7:.1f">42.0</data>'
# In each a number is bound once.
NUMBER_PLACES = {
    "sentence": f"There are {NUMBER} of them.",
    "start of a line": f"There are\n{NUMBER} of them.",
    "over two lines": 'There are <data value="6 * 7:.1f">\n42.0</data> of them.',
    "emphasis": f"There are **{NUMBER}** of *them*.",
    "heading": f"## All {NUMBER}\n",
    "list": f"- one\n- all {NUMBER}\n- three",
    "numbered list": f"1. one\n2. {NUMBER}",
    "nested list": f"- one\n\n    - all {NUMBER}\n",
    "table cell": f"| what | how many |\n|---|---|\n| all | {NUMBER} |",
    "quotation": f"> There are\n> {NUMBER} of them.",
    "admonition": f'!!! note "Mind this"\n\n    There are {NUMBER} of them.',
    "tab": f'=== "A"\n\n    There are {NUMBER} of them.',
    "summary": f'<details markdown="1"><summary>All {NUMBER}</summary>\n\nThey are.\n\n</details>',
    "fold": f'<details markdown="1"><summary>More</summary>\n\nThere are {NUMBER} of them.\n\n</details>',
    "link": f"There are [{NUMBER} of them](https://www.techaarvam.com).",
}
NUMBER_PLACES["CRLF"] = NUMBER_PLACES["over two lines"].replace("\n", "\r\n")
