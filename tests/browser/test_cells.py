"""Blocks of code that run: the editor, the buttons, the output, exercises. fake_session.js plays Python."""

import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.accessibility import check, show
from tests.browser.conftest import wait_until
from tests.site_build import ROOT, SOURCES, built
from tools.chapter import read

PAGE = "attention/object-head/"
RAISES = "attention/tokens/"
TORCH = "network/training/"
FAKE = Path(__file__).with_name("fake_session.js").read_text(encoding="utf-8")
HAS_PYTHON = """addEventListener("DOMContentLoaded", () => {
  const meta = document.querySelector("meta[name=python]") ?? document.createElement("meta")
  meta.name = "python"
  meta.content = "../../assets/python/fake/"
  document.head.append(meta)
}, true)"""


@pytest.fixture
def open_page(open_tab):
    """Opens a page whose Python is the fake."""

    def open_page(path: str = PAGE, **settings) -> Page:
        page = open_tab("404.html", service_workers="block", **settings)  # they would fetch the real one
        page.add_init_script(HAS_PYTHON)
        page.route("**/python/session.js", lambda route: route.fulfill(body=FAKE, content_type="text/javascript"))
        page.goto(path)
        expect(page.locator(".cell-bar").first).to_be_attached()
        return page

    return open_page


@pytest.fixture
def page(open_page):
    return open_page()


def cell(page, number):
    """One of the page's blocks that run, from 0."""
    return page.locator("[data-cell=run]").nth(number)


def editor(page, number):
    return cell(page, number).locator("textarea")


def press(page, number, name):
    cell(page, number).get_by_role("button", name=name, exact=True).click()


def output(page, number):
    return cell(page, number).locator("+ .language-text .cell-output pre")


def write(page, number, text):
    """Write a text in place of a block's code."""
    editor(page, number).click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def ran(page):
    """The numbers of the blocks that were run, from 0."""
    return page.evaluate("session.ran.map(([name]) => Number(name.match(/\\d+/)) - 1)")


def wait_for_runs(page, count):
    wait_until(lambda: page.evaluate("window.session?.ran.length") == count)


def clipboard(page):
    return page.evaluate("navigator.clipboard.readText()")


# The editor


def test_code_is_coloured_as_the_page_is(page):
    pages = [built(source).removesuffix("index.html") for source in SOURCES if read(ROOT / "docs" / source).blocks]
    for path in pages:
        page.goto(path)
        different = page.evaluate(
            """async () => {
              const { pieces } = await import(new URL("assets/js/cells/highlight.js", new URL(__md_scope)).href)
              const joined = (parts) => {
                const kept = []
                for (const [kind, text] of parts) {
                  const shown = kind === "w" || !text.trim() ? "" : kind
                  if (kept.length && kept.at(-1)[0] === shown) kept.at(-1)[1] += text
                  else kept.push([shown, text])
                }
                return kept.map((part) => part.join(":"))
              }
              const found = []
              for (const code of document.querySelectorAll("[data-cell] code")) {
                const theirs = joined([...code.childNodes].map((node) => [node.className ?? "", node.textContent]))
                const ours = joined(pieces(code.textContent))
                const at = ours.findIndex((part, i) => part !== theirs[i])
                if (at >= 0) found.push(`${ours[at]} should be ${theirs[at]}, in: ${code.textContent}`)
              }
              return found
            }"""
        )
        assert not different, path + "\n" + "\n".join(different)


def test_an_edited_block_runs_as_it_now_stands(page):
    write(page, 0, 'print("mine")')
    press(page, 0, "Run")
    expect(output(page, 0)).to_have_text("mine\n")
    expect(cell(page, 0).locator("code .s2")).to_have_text('"mine"')
    assert page.evaluate("session.ran[0][1]") == 'print("mine")'


def test_reset_brings_the_original_back(page):
    original = read(ROOT / "docs/attention/object-head.md").blocks[0].fence.code.rstrip()
    reset = cell(page, 0).get_by_role("button", name="Reset")
    expect(reset).to_be_hidden()
    write(page, 0, 'print("mine")')
    press(page, 0, "Run")
    expect(output(page, 0)).to_have_text("mine\n")
    reset.click()
    expect(editor(page, 0)).to_have_value(original)
    expect(reset).to_be_hidden()
    expect(cell(page, 0).locator("+ [data-output] > pre")).to_be_visible()
    page.keyboard.press("ControlOrMeta+z")
    expect(editor(page, 0)).to_have_value('print("mine")')


def test_undo_takes_back_what_was_typed_and_what_a_key_did(page):
    area = editor(page, 0)
    original = area.input_value()
    area.click()
    page.keyboard.press("ControlOrMeta+End")
    page.keyboard.press("Enter")
    page.keyboard.type("if X:")
    page.keyboard.press("Enter")
    page.keyboard.type("1")
    written = original + "\nif X:\n    1"
    expect(area).to_have_value(written)
    page.keyboard.press("ControlOrMeta+]")
    expect(area).to_have_value(original + "\nif X:\n        1")
    page.keyboard.press("ControlOrMeta+z")
    expect(area).to_have_value(written)
    for _ in range(20):
        page.keyboard.press("ControlOrMeta+z")
    expect(area).to_have_value(original)
    expect(cell(page, 0).locator("code")).to_have_text(original + "\n")
    for _ in range(20):
        page.keyboard.press("ControlOrMeta+Shift+z")
    expect(area).to_have_value(original + "\nif X:\n        1")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    a = 1", "    a = 1\n    "),
        ("for a in b:", "for a in b:\n    "),
        ("  if a:  # why", "  if a:  # why\n      "),
        ("a = {1: 2}", "a = {1: 2}\n"),
    ],
)
def test_enter_keeps_the_indent(page, before, after):
    write(page, 0, before)
    page.keyboard.press("Enter")
    expect(editor(page, 0)).to_have_value(after)


def test_lines_are_indented_and_dedented(page):
    write(page, 0, "a\n\n  b\nc")
    area = editor(page, 0)
    area.evaluate("area => area.setSelectionRange(0, 6)")  # to the end of b
    page.keyboard.press("ControlOrMeta+]")
    expect(area).to_have_value("    a\n\n      b\nc")
    page.keyboard.press("ControlOrMeta+]")
    page.keyboard.press("ControlOrMeta+[")
    expect(area).to_have_value("    a\n\n      b\nc")
    page.keyboard.press("ControlOrMeta+[")
    page.keyboard.press("ControlOrMeta+[")
    expect(area).to_have_value("a\n\nb\nc")
    page.keyboard.type("x")  # what was selected is still what is selected
    expect(area).to_have_value("x\nc")


def test_tab_leaves_the_editor_both_ways(page):
    editor(page, 0).focus()
    value = editor(page, 0).input_value()
    page.keyboard.press("Tab")
    expect(cell(page, 0).get_by_role("button", name="Run", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(editor(page, 0)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(editor(page, 0)).not_to_be_focused()
    expect(editor(page, 0)).to_have_value(value)


def test_control_enter_runs(page):
    write(page, 0, 'print("by key")')
    page.keyboard.press("ControlOrMeta+Enter")
    expect(output(page, 0)).to_have_text("by key\n")
    expect(editor(page, 0)).to_be_focused()
    expect(editor(page, 0)).to_have_value('print("by key")')


def test_the_editor_grows_and_scrolls_with_its_code(page):
    height = cell(page, 0).bounding_box()["height"]
    write(page, 0, "\n".join(["# " + 300 * "x"] + 40 * ["a"]))
    assert cell(page, 0).bounding_box()["height"] > height + 300
    editor(page, 0).evaluate("area => { area.scrollLeft = 120 }")
    wait_until(lambda: page.evaluate("document.querySelector('[data-cell=run] code').scrollLeft") == 120)
    same = cell(page, 0).evaluate(
        """block => {
          const area = block.querySelector("textarea"), code = block.querySelector("code")
          return area.scrollHeight <= area.clientHeight && Math.abs(area.scrollWidth - code.scrollWidth) < 30
        }"""
    )
    assert same


# Running


def test_nothing_is_loaded_before_the_reader_comes_near(page):
    asked = page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/python/')).length"
    )
    assert asked == 0
    cell(page, 0).get_by_role("button", name="Run", exact=True).focus()
    wait_until(lambda: page.evaluate("window.session?.state") == "ready")
    assert ran(page) == []


def test_run_runs_those_above_first(page):
    press(page, 3, "Run")
    expect(cell(page, 3)).not_to_have_attribute("data-state", "running")
    wait_for_runs(page, 4)
    assert ran(page) == [0, 1, 2, 3]
    press(page, 3, "Run")
    wait_for_runs(page, 5)
    press(page, 4, "Run")
    wait_for_runs(page, 6)
    assert ran(page)[4:] == [3, 4]


def test_run_runs_again_what_was_changed_above_and_all_that_came_after(page):
    press(page, 3, "Run")
    wait_for_runs(page, 4)
    write(page, 1, 'print("changed")')
    press(page, 3, "Run")
    wait_for_runs(page, 7)
    assert ran(page)[4:] == [1, 2, 3]


def test_a_failing_block_stops_those_below(page):
    write(page, 1, "1 / 0")
    press(page, 3, "Run")
    expect(cell(page, 3).locator("+ .language-text .cell-notes")).to_contain_text("block 2 above stops with an error")
    assert ran(page) == [0, 1]
    expect(output(page, 1)).to_contain_text("ZeroDivisionError: division by zero")


def test_lines_of_an_error_are_marked_until_the_code_is_changed(page):
    write(page, 0, 'print("a")\n\n1 / 0')
    press(page, 0, "Run")
    mark = cell(page, 0).locator(".cell-mark")
    expect(mark).to_have_attribute("data-line", "3")
    expect(editor(page, 0)).to_have_attribute("aria-invalid", "true")
    expect(output(page, 0)).to_have_text(
        "a\nTraceback (most recent call last):\n  line 3\nZeroDivisionError: division by zero\n"
    )
    middle = mark.bounding_box()["y"] + mark.bounding_box()["height"] / 2
    token = cell(page, 0).locator("code .mi").first.bounding_box()
    assert token["y"] < middle < token["y"] + token["height"]
    editor(page, 0).focus()
    page.keyboard.type("x")
    expect(mark).to_have_count(0)


def test_the_printed_output_is_one_click_away(page):
    printed = cell(page, 0).locator("+ [data-output] > pre")
    write(page, 0, 'print("mine")')
    press(page, 0, "Run")
    expect(printed).to_be_hidden()
    cell(page, 0).locator("+ [data-output]").get_by_role("button", name="show the printed one").click()
    expect(printed).to_be_visible()
    expect(output(page, 0)).to_be_hidden()
    cell(page, 0).locator("+ [data-output]").get_by_role("button", name="show yours").click()
    expect(output(page, 0)).to_have_text("mine\n")
    expect(printed).to_be_hidden()


def test_output_of_a_block_that_prints_nothing_has_a_place(page):
    shows_nothing = "cell => !cell.nextElementSibling.matches('[data-output]')"
    number = page.evaluate(f"[...document.querySelectorAll('[data-cell=run]')].findIndex({shows_nothing})")
    box = cell(page, number).locator("+ .language-text")
    assert box.evaluate("box => box.getBoundingClientRect().height") == 0
    write(page, number, 'print("something")')
    cell(page, number).locator(".cell-button").first.click()
    expect(output(page, number)).to_have_text("something\n")


def test_hostile_output_is_text(page):
    text = "<img src=x onerror=alert(1)></script>\x1b[31m"
    write(page, 0, f'print("{text}")')
    press(page, 0, "Run")
    expect(output(page, 0)).to_have_text(f"{text}\n")
    assert output(page, 0).locator("*").count() == 0


def test_stop_ends_what_runs_and_all_that_waits(page):
    write(page, 1, "forever")
    press(page, 2, "Run")
    stop = cell(page, 1).get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    press(page, 4, "Run")
    stop.click()
    expect(cell(page, 1).locator("+ .language-text .cell-notes")).to_contain_text("names from before are gone")
    expect(page.locator("[data-state]")).to_have_count(0)
    assert ran(page) == [0, 1]
    press(page, 1, "Reset")
    press(page, 2, "Run")
    wait_for_runs(page, 5)
    assert ran(page) == [0, 1, 0, 1, 2]


def test_stop_before_python_is_there_says_that_nothing_has_run(page):
    page.evaluate("window.loadSeconds = 1")
    press(page, 0, "Run")
    cell(page, 0).get_by_role("button", name="Stop").click()
    expect(cell(page, 0).locator("+ .language-text .cell-notes")).to_have_text("Stopped before it ran.")


def test_what_goes_to_stderr_looks_otherwise(page):
    write(page, 0, 'import sys\nprint("careful", file=sys.stderr)')
    press(page, 0, "Run")
    expect(output(page, 0).locator(".cell-stderr")).to_have_text("careful\n")
    check(page, ".cell-stderr")


def test_a_run_that_takes_too_long_can_be_given_more_time(page):
    write(page, 0, "while True: 1")
    press(page, 0, "Run")
    expect(output(page, 0)).to_contain_text("TimeoutError")
    page.get_by_role("button", name="Run again with 60 s").click()
    wait_for_runs(page, 2)
    assert page.evaluate("session.ran[1][2]") == 60


@pytest.mark.parametrize("width", [1280, 360])
def test_nothing_below_moves_while_python_comes_and_runs(page, width):
    page.set_viewport_size({"width": width, "height": 700})
    write(page, 0, "forever")  # which also brings Reset
    height = "document.querySelector('.cell-bar').getBoundingClientRect().height"
    before = page.evaluate(height)
    page.evaluate("window.loadSeconds = 0.5")
    press(page, 0, "Run")
    expect(page.locator(".cell-loading")).to_contain_text("of 6.9 MB")
    assert page.evaluate(height) == before
    expect(page.locator(".cell-loading")).to_have_count(0)
    expect(cell(page, 0).get_by_role("button", name="Stop")).to_be_visible()
    assert page.evaluate(height) == before


def test_progress_is_shown_while_python_comes(page):
    page.evaluate("window.loadSeconds = 0.3")
    page.evaluate("void (window.started = new Promise((resolve) => window.startNow = resolve))")
    press(page, 0, "Run")
    bar = page.get_by_role("progressbar", name="Loading Python")
    expect(bar).to_be_visible()
    expect(page.locator(".cell-loading")).to_contain_text("of 6.9 MB")
    check(page, ".cell-loading")
    expect(page.locator(".cell-loading")).to_have_text("Starting Python")
    # To paint the page again and again would take a third of the processor from Python.
    endless = "document.getAnimations().filter(({ effect }) => effect.getTiming().iterations === Infinity).length"
    assert page.evaluate(endless) == 0
    page.evaluate("startNow()")
    expect(bar).to_have_count(0)


def test_run_all_and_restart(page):
    page.get_by_role("button", name="Run all").click()
    count = page.locator("[data-cell=run]").count()
    wait_for_runs(page, count)
    assert ran(page) == list(range(count))
    expect(page.locator(".is-yours")).not_to_have_count(0)
    write(page, 0, 'print("mine")')
    page.get_by_role("button", name="Restart").click()
    expect(page.locator(".is-yours")).to_have_count(0)
    expect(editor(page, 0)).to_have_value('print("mine")')
    press(page, 1, "Run")
    wait_for_runs(page, count + 2)


def test_blocks_that_need_pytorch_say_so_and_are_passed_over(open_page):
    page = open_page(TORCH)
    why = page.locator("[data-cell=torch]").first
    expect(why).to_contain_text("PyTorch, which does not run in a browser")
    notebook = why.get_by_role("link", name="the notebook").get_attribute("href")
    assert page.evaluate("address => fetch(address).then(({ ok }) => ok)", notebook)
    assert page.locator("[data-cell=torch] textarea").count() == 0
    press(page, 0, "Run")
    wait_for_runs(page, 1)


def test_a_build_without_python_says_so(open_tab):
    page = open_tab("404.html")
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
      document.querySelector("meta[name=python]")?.remove()
    }, true)""")
    page.goto(PAGE)
    expect(page.locator(".cells-top")).to_contain_text("This build of the site has no Python.")
    press(page, 0, "Run")
    expect(cell(page, 0).locator("+ [data-output] .cell-notes")).to_have_text("This build of the site has no Python.")
    expect(page.locator(".cell-loading")).to_have_count(0)


def test_scripts_that_do_not_load_are_told_and_nothing_is_on_its_way(page):
    script = {"body": "throw Error('broken')", "content_type": "text/javascript"}
    page.route("**/python/session.js", lambda route: route.fulfill(**script))
    press(page, 0, "Run")
    notes = cell(page, 0).locator("+ [data-output] .cell-notes")
    expect(notes).to_have_text("Python could not be loaded: broken. Run tries it again.")
    expect(page.locator(".cell-loading")).to_have_count(0)


@pytest.mark.parametrize("end", ["Stop", "Restart"])
def test_a_block_that_is_asked_for_again_while_the_scripts_load_waits_for_those_above(page, end):
    held = []
    page.route("**/python/session.js", lambda route: held.append(route))
    write(page, 0, "forever")
    press(page, 1, "Run")
    wait_until(lambda: held or page.wait_for_timeout(10))
    page.get_by_role("button", name=end, exact=True).click()
    press(page, 1, "Run")
    held[0].fulfill(body=FAKE, content_type="text/javascript")
    expect(cell(page, 0).locator(".cell-status")).to_have_text("running")
    expect(cell(page, 1).locator(".cell-status")).to_have_text("waiting")


# Copying


def test_the_themes_button_copies_the_code_as_it_now_stands(open_page):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    write(page, 0, "a = 1\nb = 2")
    cell(page, 0).locator(".md-code__button").click()
    wait_until(lambda: clipboard(page) == "a = 1\nb = 2")


@pytest.mark.parametrize("path", [RAISES, TORCH])
def test_what_is_copied_up_to_the_end_runs_on_its_own(open_page, path, tmp_path):
    page = open_page(path, permissions=["clipboard-read", "clipboard-write"])
    write(page, 0, page.locator("textarea").first.input_value() + '\nprint("changed")')
    page.get_by_role("button", name="Copy up to here").last.click()
    wait_until(lambda: "superhero" in clipboard(page))
    script = tmp_path / "script.py"
    script.write_text(clipboard(page), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script], cwd=tmp_path, env={"PYTHONPATH": str(ROOT)}, capture_output=True, encoding="utf-8"
    )
    assert done.stderr == ""
    assert "changed" in done.stdout
    for block in read(ROOT / f"docs/{path.rstrip('/')}.md").blocks:
        if block.raises:
            assert block.output.code.strip() in done.stdout


# Exercises


def test_check_gives_a_verdict_and_a_solution_passes(page):
    stub = page.locator("[data-exercise=stub]")
    box = page.locator("[data-exercise=check] + .language-text")
    stub.get_by_role("button", name="Check").click()
    expect(box).to_have_class("language-text highlight is-yours is-not-yet")
    expect(box.locator(".cell-output pre")).to_have_text("Not yet. It asks for objects.\n")
    open_folds(page)
    page.get_by_role("button", name="Put this solution into the editor").click()
    expect(stub.locator("textarea")).to_have_value(page.locator("[data-cell=solution] code").inner_text().rstrip())
    stub.get_by_role("button", name="Check").click()
    expect(box).to_have_class("language-text highlight is-yours is-passed")


def open_folds(page):
    for fold in page.locator("[data-exercise=check] ~ details").all():
        if fold.locator("[data-cell=solution], p").count() and fold.get_attribute("open") is None:
            fold.locator("summary").click()


def test_hints_open_one_at_a_time_and_the_solution_after_them(open_page, site):
    page = open_page()
    hints = "<details><summary>Hint</summary><p>1</p></details><details><summary>Hint</summary><p>2</p></details>"
    text = (site / PAGE / "index.html").read_text(encoding="utf-8")
    if "<summary>Hint" not in text:
        text = text.replace("<details>\n<summary>Solution", hints + "<details>\n<summary>Solution")
    page.route(f"**/{PAGE}", lambda route: route.fulfill(body=text, content_type="text/html"))
    page.goto(PAGE)
    expect(page.locator(".cell-bar").first).to_be_attached()
    folds = page.locator("[data-exercise=check] ~ details")
    solution = folds.filter(has_text="Solution")
    first = folds.filter(has_text="Hint").first
    solution.locator("summary").click()
    assert solution.get_attribute("open") is None
    expect(solution.locator("summary")).to_have_attribute("aria-disabled", "true")
    check(page, "article")
    count = folds.count()
    for number in range(count):
        for later in range(number + 1, count):
            folds.nth(later).locator("summary").click()
            assert folds.nth(later).get_attribute("open") is None
        folds.nth(number).locator("summary").click()
        assert folds.nth(number).get_attribute("open") is not None
    assert first.get_attribute("open") is not None


def solve(page):
    page.evaluate("document.querySelectorAll('details').forEach(fold => fold.open = true)")
    page.get_by_role("button", name="Put this solution into the editor").click()
    page.locator("[data-exercise=stub]").get_by_role("button", name="Check").click()
    expect(page.locator(".is-passed")).to_have_count(1)


def test_what_was_solved_is_remembered_and_can_be_forgotten(page):
    mark = page.locator(".md-nav--primary").get_by_role("img", name="exercise solved")
    expect(mark).to_have_count(0)
    solve(page)
    expect(mark).to_have_count(1)
    page.goto("attention/tokens/")
    solve(page)
    page.goto("")
    expect(page.locator(".cell-bar").first).to_be_attached()
    expect(mark).to_have_count(0)  # the link of a part is none of a chapter, though it leads to one
    page.goto("attention/action-head/")
    expect(mark).to_have_count(2)
    link = page.locator(".md-nav--primary a[href$='object-head/']")
    expect(link.get_by_role("img", name="exercise solved")).to_be_visible()
    page.get_by_role("button", name="Forget what I solved").click()
    expect(mark).to_have_count(0)
    page.reload()
    expect(page.locator(".cell-bar").first).to_be_attached()
    expect(mark).to_have_count(0)
    assert page.evaluate("Object.keys(localStorage).filter(key => key.endsWith('solved'))") == []


# The page around


def test_a_page_opened_in_place_has_its_blocks_and_closes_the_session_of_the_one_before(page):
    write(page, 0, 'print("mine")')
    press(page, 0, "Run")
    expect(output(page, 0)).to_have_text("mine\n")
    page.evaluate("window.first = session")
    page.locator(".md-footer__link--next").click()
    page.wait_for_url("**/attention/action-head/")
    wait_until(lambda: page.evaluate("window.first.isClosed"))
    press(page, 0, "Run")
    wait_until(lambda: page.evaluate("session !== first && session.ran.length === 1"))
    assert page.evaluate("session.base === first.base")
    page.go_back()
    page.wait_for_url(f"**/{PAGE}")
    write(page, 0, 'print("again")')
    press(page, 0, "Run")
    expect(output(page, 0)).to_have_text("again\n")
    for part in (".cells-top button", "[data-cell=run] > .cell-bar", "textarea.cell-editor"):
        assert page.locator(part).count() == page.locator(part).evaluate_all("all => new Set(all).size")
    assert page.locator("[data-cell=run]").count() == page.locator("textarea.cell-editor").count()


def test_scripts_for_blocks_come_with_the_first_page_that_has_some(open_tab):
    page = open_tab("404.html")
    scripts = []
    page.on("request", lambda request: scripts.append(request.url.rpartition("/")[2]))
    page.goto("notices/")
    page.wait_for_load_state("networkidle")
    assert "main.js" in scripts
    assert not {"blocks.js", "editor.js", "highlight.js"} & set(scripts)
    page.evaluate("window.stays = true")
    page.locator(".md-header__button.md-logo:visible").click()
    expect(page.locator("[data-cell=run] > .cell-bar").first).to_be_attached()
    assert page.evaluate("window.stays"), "the page was loaded afresh"


def test_without_scripts_it_is_a_plain_page(open_tab):
    page = open_tab(PAGE, java_script_enabled=False)
    expect(page.locator("article pre").first).to_be_visible()
    assert page.locator("article button, article textarea").count() == 0
    assert page.locator(".cells-top").evaluate("top => top.getBoundingClientRect().height") == 0
    padding = cell(page, 0).evaluate("cell => getComputedStyle(cell).paddingBottom")
    assert padding == "0px"


def test_no_button_is_printed(page):
    press(page, 0, "Run")
    page.emulate_media(media="print")
    for button in page.locator("article button").all():
        expect(button).to_be_hidden()
    expect(page.locator("textarea").first).to_be_hidden()
    expect(cell(page, 0).locator("code")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 360])
def test_axe_finds_nothing_in_an_open_editor_and_an_output(page, scheme, width):
    show(page, scheme, width)
    write(page, 0, 'print("mine")\n1 / 0')
    press(page, 0, "Run")
    expect(output(page, 0)).to_contain_text("ZeroDivisionError")
    press(page, 0, "Reset")
    page.locator("[data-exercise=stub]").get_by_role("button", name="Check").click()
    expect(page.locator(".is-not-yet")).to_have_count(1)
    check(page)
    solve(page)
    write(page, 0, 'print("mine")\n1 / 0')
    press(page, 0, "Run")
    expect(output(page, 0)).to_contain_text("ZeroDivisionError")
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("has_touch", [False, True])
def test_buttons_can_be_hit(open_page, has_touch):
    page = open_page(has_touch=has_touch, is_mobile=has_touch, viewport={"width": 360, "height": 700})
    least = 40 if has_touch else 24
    for button in page.locator("article .cell-button:visible").all():
        assert button.bounding_box()["height"] >= least
