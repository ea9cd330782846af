"""What a reader has seen can be read without network, and no reader gets a mix of two builds of the site."""

import re
import shutil
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import no_python, serve, wait_until
from tests.site_build import ROOT, SITE_URL
from tools.offline import WORKER, build_of, tell_worker

RUNS = "attention/object-head/"
SEEN = ("attention/sentence/", "attention/tokens/")
FETCH = "async path => { const got = await fetch(path); return [got.status, (await got.arrayBuffer()).byteLength] }"


def is_kept(page, path):
    return page.evaluate("async url => Boolean(await caches.match(url))", SITE_URL + path)


def wait_until_kept(page, path):
    """Wait until the service worker has a page that is open, and all of which it is made."""
    page.locator(".cell-bar").first.wait_for()  # made by scripts that come late
    page.wait_for_load_state("networkidle")
    urls = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    parts = {urlsplit(url)._replace(fragment="").geturl().removeprefix(SITE_URL) for url in urls} - {WORKER}
    assert {"assets/js/cells/cell.js", "sitemap.xml"} <= parts
    for part in (f"{path}index.html", *parts):
        wait_until(lambda part=part: is_kept(page, part))


def open_and_keep(page, path):
    page.goto(path)
    wait_until_kept(page, path)


@pytest.fixture
def page(open_tab):
    page = open_tab(service_workers="allow")
    open_and_keep(page, "")
    return page


def test_what_was_seen_can_be_read_without_network(page):
    for path in SEEN:
        open_and_keep(page, path)
    page.context.set_offline(True)
    page.reload()
    look = "getComputedStyle(document.querySelector('h1')).font"
    assert page.evaluate(look) != "16px Times"
    page.evaluate("window.stays = true")
    page.locator(f".md-nav a[href$='{SEEN[0].split('/')[1]}/']").first.click()
    page.wait_for_url(SITE_URL + SEEN[0])
    expect(page.locator("h1")).to_contain_text("A sentence is a matrix")
    assert page.evaluate("window.stays"), "the page was loaded afresh"
    page.goto("")
    expect(page.locator("h1")).to_contain_text("Superhero Transformer")


def test_the_first_page_of_a_first_visit_is_kept(open_tab):
    page = open_tab(SEEN[0], service_workers="allow")
    wait_until_kept(page, SEEN[0])
    page.context.set_offline(True)
    page.reload()
    expect(page.locator("h1")).to_contain_text("A sentence is a matrix")
    expect(page.locator(".cell-bar").first).to_be_attached()


def test_page_that_was_not_seen_says_so(chromium):
    with chromium.new_context() as context:  # watched by nobody, as the browser itself complains of the 503
        page = context.new_page()
        page.goto(SITE_URL)
        wait_until(lambda: page.evaluate("Boolean(navigator.serviceWorker.controller)"))
        context.set_offline(True)
        assert page.goto(SITE_URL + "glossary/").status == 503
        expect(page.locator("body")).to_contain_text("There is no network")


def test_those_who_come_back_see_what_comes_late_without_network(open_tab):
    page = open_tab(SEEN[0], service_workers="allow")
    wait_until(lambda: is_kept(page, f"{SEEN[0]}index.html"))
    page.goto("notebooks/workshop/")
    for path in ("figures/transformer.svg", "figures/transformer-dark.svg", "assets/fonts/noto-sans-math.woff2"):
        wait_until(lambda path=path: is_kept(page, path))
    page.context.set_offline(True)
    page.reload()
    figure = page.locator("article img:visible[src*='figures/transformer']")
    figure.scroll_into_view_if_needed()
    wait_until(lambda: figure.evaluate("figure => figure.naturalWidth"))
    page.locator("article math").first.scroll_into_view_if_needed()
    wait_until(lambda: page.evaluate("[...document.fonts].every(({ status }) => status === 'loaded')"))


def test_python_is_kept(page, site):
    files = [path.relative_to(site).as_posix() for path in site.glob("assets/python/*/*")]
    if not files:
        no_python()
    fetched = [page.evaluate(FETCH, SITE_URL + path) for path in files]
    for path in files:
        wait_until(lambda path=path: is_kept(page, path))
    page.context.set_offline(True)
    assert [page.evaluate(FETCH, f"{SITE_URL}{path}?kept") for path in files] == fetched


def run(page, code="print(6 + 7)"):
    """Run this in the first cell of a page, and wait for 13 to be shown."""
    page.locator("textarea").first.fill(code)
    page.locator("[data-cell=run]").first.get_by_role("button", name="Run", exact=True).click()
    expect(page.locator("[data-cell=run] + .is-yours .cell-output pre").first).to_have_text("13\n", timeout=30_000)


def run_twice(page, go_offline):
    """Run Python, go offline in some way when it is kept, and run it again in the same page, loaded anew."""
    if not page.locator("meta[name=python]").count():
        no_python()
    open_and_keep(page, RUNS)
    code = "import numpy\nimport numpy.random, superhero\nprint(6 + 7)"
    run(page, code)
    for file in ("core.gz", "more.gz", "pyodide.asm.wasm", "pyodide.mjs", "pyodide.asm.mjs"):
        path = page.locator("meta[name=python]").get_attribute("content").removeprefix("../../") + file
        wait_until(lambda path=path: is_kept(page, path))
    go_offline()
    page.goto(RUNS)
    run(page, code)


def test_python_runs_without_network_on_a_second_visit(page):
    run_twice(page, lambda: page.context.set_offline(True))


def test_python_runs_without_network_when_the_browser_has_forgotten_it(chromium):
    # Watched by nobody, as the browser itself says of each file that it is not in its cache.
    with chromium.new_context(base_url=SITE_URL) as context:
        page = context.new_page()
        open_and_keep(page, "")

        def go_offline():
            context.new_cdp_session(page).send("Network.clearBrowserCache")
            context.set_offline(True)

        run_twice(page, go_offline)


@pytest.mark.parametrize(
    "answer",
    [lambda route: route.fulfill(status=404), lambda route: route.fulfill(body="<p>Sign in</p>"), lambda route: None],
    ids=["gone", "another page", "nothing"],
)
def test_python_runs_whatever_the_host_answers_when_it_is_kept(chromium, answer):
    # Watched by nobody, as the browser itself complains of the 404.
    with chromium.new_context(base_url=SITE_URL) as context:
        page = context.new_page()
        open_and_keep(page, "")
        # Of the rest only the browser's own cache is asked, for which a route would answer too.
        asked = re.compile(r"/assets/python/.*/(.*\.mjs|more\.gz)$")
        run_twice(page, lambda: context.route(asked, answer))


def test_python_that_ran_before_there_was_a_service_worker_is_kept(open_tab, site):
    page = open_tab(service_workers="allow")
    if not page.locator("meta[name=python]").count():
        no_python()
    page.context.add_init_script(
        "const { register } = ServiceWorkerContainer.prototype\n"
        "ServiceWorkerContainer.prototype.register = async function (url) {\n"
        "  await new Promise((resolve) => window.release = resolve)\n"
        "  return register.call(this, url)\n"
        "}"
    )
    page.evaluate("navigator.serviceWorker.getRegistration().then((registration) => registration?.unregister())")
    page.goto(RUNS)
    run(page)
    page.evaluate("release()")
    for path in [*build_of(site)["scripts"], f"{RUNS}index.html", "assets/js/cells/main.js"]:
        wait_until(lambda path=path: is_kept(page, path))
    page.context.set_offline(True)
    page.goto(RUNS)
    run(page)


@pytest.fixture
def publish(site, tmp_path):
    """Publishes the site again, with other headings and another script."""
    folder = tmp_path / site.name
    shutil.copytree(site, folder)
    (sheet,) = folder.glob("assets/css/*.css")

    def publish(number):
        for path, old, new in (
            *((folder / path / "index.html", r"<h1\b[^>]*>.*?</h1>", f"<h1>Build {number}</h1>") for path in SEEN),
            (folder / "assets/js/labels.js", r"\Z", f"\nwindow.build = {number}\n"),
            (sheet, r"^", f"/* build {number} */\n"),
        ):
            path.write_text(re.sub(old, new, path.read_text("utf-8"), count=1), "utf-8")
        for old in folder.glob("assets/python/*"):
            old.rename(old.with_name(f"{number}"))
        shutil.copy(ROOT / "docs" / WORKER, folder)
        tell_worker(folder)

    with serve(tmp_path) as port:
        yield port, publish


def test_new_build_is_shown_at_once_and_never_mixed(launch, publish):
    port, publish = publish
    path = SEEN[0]
    publish(1)
    # Watched by nobody, as the browser itself complains of a page that is not to be opened in place.
    with launch(port).new_context(base_url=SITE_URL) as context:
        page = context.new_page()
        open_and_keep(page, path)
        page.reload()
        assert page.evaluate("window.build") == 1
        open_and_keep(page, SEEN[1])

        publish(2)
        page.goto(path)
        assert (page.locator("h1").text_content(), page.evaluate("window.build")) == ("Build 2", 2)

        # The first worker is still there. Without network it gives what it has: all of build 1.
        page.context.set_offline(True)
        page.goto(path)
        assert (page.locator("h1").text_content(), page.evaluate("window.build")) == ("Build 1", 1)

        # A page of the old build opens one of the new build whole, not in place.
        page.context.set_offline(False)
        page.evaluate("window.stays = true")
        with page.expect_navigation(url=SITE_URL + SEEN[1], wait_until="load"):
            page.locator(".md-footer__link--prev").click()
        expect(page.locator("h1")).to_have_text("Build 2")
        wait_until(lambda: page.evaluate("[window.stays, window.build]") == [None, 2])  # scripts come last

        # When the last page has been closed, the second worker takes over, with what was kept, and only that.
        waiting = "navigator.serviceWorker.getRegistration().then(({ waiting }) => Boolean(waiting))"
        page.evaluate("navigator.serviceWorker.getRegistration().then(registration => registration.update())")
        wait_until(lambda: page.evaluate(waiting))
        page.goto("about:blank")
        page.goto(path)
        wait_until(lambda: len(page.evaluate("caches.keys()")) == 1)
        page.context.set_offline(True)
        page.goto(path)
        assert (page.locator("h1").text_content(), page.evaluate("window.build")) == ("Build 2", 2)


def test_on_a_first_visit_too_what_is_kept_is_not_asked_for_again(launch, publish):
    port, publish = publish
    publish(1)
    with launch(port).new_context(base_url=SITE_URL) as context:
        page = context.new_page()
        open_and_keep(page, SEEN[0])
        publish(2)
        script = page.evaluate("async url => (await fetch(url)).text()", f"{SITE_URL}assets/js/labels.js")
        assert re.findall(r"window.build = (\d)", script) == ["1"]


def test_worker_knows_every_file_of_the_build(site):
    build = build_of(site)
    assert {f"{path}index.html" for path in ("", *SEEN)} <= build["files"].keys()
    assert WORKER not in build["files"]
    assert str(build["digest"]) in (site / WORKER).read_text("utf-8")
