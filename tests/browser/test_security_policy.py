"""The Content-Security-Policy at work. That no page of the site goes against it, every other test in a browser sees."""

import pytest

from tests.site_build import SITE_URL

# Each tries something, and the policy's part that must stop it.
ATTEMPTS = {
    "script-src-elem": "document.head.append(Object.assign(document.createElement('script'), {text: 'ran = true'}))",
    "script-src-attr": "document.body.insertAdjacentHTML('beforeend', '<img src=data: onerror=\"ran = true\">')",
    "script-src": "try { setTimeout('ran = true') } catch {}",
    "style-src-attr": "document.body.insertAdjacentHTML('beforeend', '<p style=\"color: red\">')",
    "connect-src": "fetch('https://elsewhere.example/').catch(() => {})",
    "img-src": "new Image().src = 'https://elsewhere.example/'",
    "frame-src": "document.body.append(Object.assign(document.createElement('iframe'), {src: 'https://elsewhere.example/'}))",
    "base-uri": "document.head.append(Object.assign(document.createElement('base'), {href: 'https://elsewhere.example/'}))",
}


@pytest.mark.parametrize("part", ATTEMPTS)
def test_policy_stops(chromium, part):
    with chromium.new_context() as context:  # watched by nobody, as the browser complains of each attempt
        page = context.new_page()
        page.goto(SITE_URL)
        stopped = page.evaluate(
            """attempt => new Promise(resolve => {
              addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective))
              eval(attempt)
              setTimeout(resolve, 2000, "nothing")
            })""",
            ATTEMPTS[part],
        )
        assert stopped == part
        assert not page.evaluate("'ran' in window")


def test_policy_holds_after_a_page_is_opened_in_place(chromium):
    with chromium.new_context() as context:
        page = context.new_page()
        page.goto(SITE_URL + "attention/sentence/")
        page.evaluate("window.stays = true")
        page.locator(".md-footer__link--next").click()
        page.wait_for_url("**/queries-keys-values/")
        page.evaluate(ATTEMPTS["script-src-elem"])
        assert page.evaluate("[window.stays, 'ran' in window]") == [True, False]
