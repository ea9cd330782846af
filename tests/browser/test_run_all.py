"""Every page's blocks in a real browser, with the real Python: each shows what the page prints, to the character."""

import ast
import inspect
import os
import subprocess
import sys
from itertools import pairwise

import pytest
from playwright.sync_api import expect

from tests import test_exercises
from tests.browser.conftest import RAN, no_python, tab, wait_until
from tests.prose.compare import stripped
from tests.site_build import ROOT, SOURCES, built
from tools.cells import kinds
from tools.chapter import read

CHAPTERS = {
    built(source).removesuffix("index.html"): chapter
    for source in SOURCES
    if (chapter := read(ROOT / "docs" / source)).blocks
}
SHOWN = """() => [...document.querySelectorAll("[data-cell=run]")].map((cell) => {
  const box = cell.nextElementSibling
  const shown = box.querySelector(".cell-output pre")
  return [box.matches(".is-yours"), shown.textContent, shown.querySelectorAll(":not(span)").length]
})"""
IS_DONE = """() => !document.querySelector("[data-state], [aria-busy=true]") &&
  [...document.querySelectorAll("[data-cell=run] + *")].at(-1).matches(".is-yours, .is-failed")"""
SECONDS = 60  # on a machine that is busy


@pytest.fixture(scope="module")
def page(chromium):
    with tab(chromium) as page:
        page.goto("")
        if not page.locator("meta[name=python]").count():
            no_python()
        yield page


def open_in_place(page, path):
    """Open a page as the theme does: what was loaded of Python stays."""
    page.evaluate("window.stays = true")
    page.evaluate(
        """path => {
          const link = document.createElement("a")
          link.href = new URL(path, new URL(__md_scope))
          document.querySelector("article").append(link)
          link.click()
        }""",
        path,
    )
    page.wait_for_url(f"**/superhero-transformer/{path}")
    assert page.evaluate("window.stays"), "the page was loaded afresh"
    expect(page.locator(".cells-top button").first).to_be_visible()


@pytest.fixture(scope="module", params=CHAPTERS)
def chapter(request, page):
    """Each page, opened in place, with all its blocks run."""
    open_in_place(page, request.param)
    page.get_by_role("button", name="Run all").click()
    wait_until(lambda: page.evaluate(IS_DONE), SECONDS)
    return CHAPTERS[request.param]


def test_each_block_shows_what_the_page_prints(page, chapter):
    of = kinds(chapter)
    blocks = [block for block, kind in zip(chapter.blocks, of, strict=True) if kind == "run"]
    shown = page.evaluate(SHOWN)
    assert len(shown) == len(blocks)
    for block, (is_shown, text, tables) in zip(blocks, shown, strict=True):
        where = f"{chapter.path}:{block.line}"
        assert not tables, where
        assert stripped(text) == (stripped(block.output.code) if block.output else []), where
        assert is_shown == bool(block.output), where
        RAN["compared"] += bool(block.output)
    RAN["run"] += len(blocks)
    RAN["torch"] += of.count("torch")
    RAN["pages"] += 1


def test_what_is_copied_up_to_each_block_runs_in_plain_python(page, chapter, tmp_path):
    scripts = []
    for copy in page.get_by_role("button", name="Copy up to here").all():
        copy.click()
        scripts.append(copy.get_attribute("data-clipboard-text"))
    # Each is the start of the next, so they all run if the last one does.
    assert [shorter for shorter, longer in pairwise(scripts) if not longer.startswith(shorter.rstrip())] == []
    script = tmp_path / "script.py"
    script.write_text(scripts[-1], "utf-8")
    environment = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, script], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def wrong_answers():
    """The code of each wrong answer, by exercise and by what has to be said of it."""
    tree = ast.parse(inspect.getsource(test_exercises))
    (wrong,) = (node.value for node in tree.body if isinstance(node, ast.Assign) and node.targets[0].id == "WRONG")
    return {
        exercise.value: {says.value: ast.unparse(code) for says, code in zip(answers.keys, answers.values, strict=True)}
        for exercise, answers in zip(wrong.keys, wrong.values, strict=True)
    }


WRONG = wrong_answers()
USED = ("bits_in_common", "softmax_of", "scores_softmax", "names", "column")
HELPERS = "\n\n".join(
    [
        "import numpy as np\nfrom superhero import FEATURES, TOKENS, WORDS, attention, softmax",
        "from superhero.handmade import by_feature\nE = np.exp(8 / np.sqrt(2))",
        *(inspect.getsource(getattr(test_exercises, name)) for name in USED),
    ]
)


def test_exercise_tells_wrong_answers_what_is_wrong_and_passes_the_solution(page, chapter):
    blocks = {block.fence.attributes.get("title"): block.fence.code for block in chapter.blocks}
    if "Check" not in blocks:
        assert not page.locator("[data-exercise]").count()
        return
    (name,) = (name for name in WRONG if f'check("{name}"' in blocks["Check"])
    stub = page.locator("[data-exercise=stub]")
    box = page.locator("[data-exercise=check] + *")
    verdict = box.locator(".cell-output pre")

    def answer(code, says):
        stub.locator("textarea").fill(code)
        stub.get_by_role("button", name="Check").click()
        expect(verdict).to_contain_text(says, timeout=SECONDS * 1000)
        wait_until(lambda: page.evaluate(IS_DONE))
        assert verdict.text_content().startswith(("Not yet. ", "Passed.")), verdict.text_content()

    for says, code in WRONG[name].items():
        answer(f"{HELPERS}\n\n{name} = {code}", says)
        expect(box).to_have_class("language-text highlight is-yours is-not-yet")
    answer(blocks["Solution"].rstrip(), "Passed.")
    expect(box).to_have_class("language-text highlight is-yours is-passed")
    RAN["wrong answers"] += len(WRONG[name])


HOSTILE = {
    "an image that runs a script": ("print('<img src=x onerror=window.ran=1>')", "<img src=x onerror=window.ran=1>\n"),
    "the end of a script": ("print('</script><script>ran=1</script>')", "</script><script>ran=1</script>\n"),
    "in a repr": ("'<b onclick=ran()>&amp;'", "'<b onclick=ran()>&amp;'\n"),
    "in an error": ("raise ValueError('<img src=x onerror=window.ran=1>')", "<img src=x onerror=window.ran=1>"),
    "terminal escapes": ("print('\\x1b[31mred\\x1b[0m\\a')", "\x1b[31mred\x1b[0m\a\n"),
    "no final newline": ("print('a', end='')", "a"),
    "a megabyte of text": ("print('x' * 1_000_000 + '\\nend')", "xxxxxxxxxx"),
}


def test_hostile_output_is_shown_as_text(page):
    open_in_place(page, next(iter(CHAPTERS)))
    cell = page.locator("[data-cell=run]").first
    shown = page.locator("[data-cell=run] + * .cell-output pre").first
    for code, text in HOSTILE.values():
        cell.locator("textarea").fill(code)
        cell.get_by_role("button", name="Run", exact=True).click()
        wait_until(lambda text=text: text.strip() in shown.text_content(), SECONDS)
        wait_until(lambda: not page.evaluate("Boolean(document.querySelector('[data-state], [aria-busy=true]'))"))
        assert shown.locator(":not(span)").count() == 0
        assert len(shown.text_content()) < 1_000_000
    assert not page.evaluate("'ran' in window")
