"""Every page of the console, of the sign-in and of the reference: accessible, readable and usable, in both themes and at three widths."""

import json
import re
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
import requests

from page_checks import problems
from running_server import ask_for_link, running_server
from test_console import sign_up
from test_console_crawler import Page, enter

RULES = '{"rules": {".read": "auth != null || data.child(\'open\').val() === true", ".write": true}}'
LONG = "a-rather-long-address-with-many-words-in-it@subdomain.of.an.example.org"
# Pages of other tests, and files.
OTHER = re.compile("^(?!/console)|/export$")


def seed(server, owner):
    """Data that makes pages long: several projects and users, long names, messages, versions of rules, values of each kind."""
    for email in ["ada@example.org", LONG]:
        uid = sign_up(server, email)
    token = requests.post(
        f"{server['url']}/v1/accounts:signInWithPassword?key={server['apiKey']}",
        json={"email": LONG, "password": "lovelace", "returnSecureToken": True}, timeout=20).json()["idToken"]
    requests.post(
        f"{server['url']}/v1/accounts:update?key={server['apiKey']}",
        json={"idToken": token, "displayName": "Zażółć gęślą jaźń " * 4}, timeout=20).raise_for_status()
    requests.post(
        f"{server['url']}/v1/accounts:sendOobCode?key={server['apiKey']}",
        json={"requestType": "PASSWORD_RESET", "email": LONG}, timeout=20).raise_for_status()
    value = {"open": True, "count": 12, "none-of-these-keys-is-short-at-all": {"text": "words " * 40}, "list": ["a", "b"]}
    requests.put(f"{server['database']}/.json", data=json.dumps(value), timeout=20).raise_for_status()
    change(server, owner, "projects", "projects", id="a-second-project-with-a-long-name")
    return uid


def change(server, owner, page, action, **values):
    """Submits a form of the console as an owner."""
    fields = Page(owner.get(f"{server['console']}/{page}", timeout=20).text).forms
    csrf = next(form["fields"]["csrf"] for form in fields if "csrf" in form["fields"])
    return owner.post(f"{server['console']}/{action}", {"csrf": csrf, **values}, timeout=20)


@pytest.fixture(scope="module")
def site(binary, tmp_path_factory):
    data = tmp_path_factory.mktemp("pages") / "data"
    rules = data.parent / "rules.json"
    rules.write_text(RULES)
    with running_server(binary, data, "--rules", str(rules), sandbox=True) as server:
        owner = enter(server, lambda: ask_for_link(binary, data), "owner")
        yield SimpleNamespace(server=server, owner=owner, uid=seed(server, owner))


@pytest.fixture
def check(page):
    """Opens a page and keeps what is wrong with it. The test fails at its end, with the problems of all pages."""
    found = []

    def check(url=None):
        if url:
            page.goto(url)
        name = urlsplit(page.url).path
        found.extend(f"{name}: {text}" for text in page.problems if "status of 4" not in text)
        found.extend(f"{name}: {problem}" for problem in problems(page))
        # The program that checks accessibility complains about frames that run no scripts.
        page.problems.clear()

    yield check
    assert not found, "\n".join(dict.fromkeys(found))


def test_pages_of_the_console(site, page, check):
    for path in ["", "/sign-in", "/setup", "/join", "/no-such-page"]:
        check(site.server["console"] + path)
    page.context.add_cookies([
        {"name": cookie.name, "value": cookie.value, "url": site.server["console"]} for cookie in site.owner.cookies])
    waiting, seen = ["/console", "/console/projects/default/users/unknown"], set()
    while waiting:
        path = waiting.pop()
        if path in seen or OTHER.search(path):
            continue
        seen.add(path)
        check(site.server["url"] + path)
        assert "/sign-in" not in page.url, path
        waiting += page.evaluate("[...document.querySelectorAll('a[href]:not([download])')].map(link => link.pathname)")
    assert len(seen) > 20
    page.goto(f"{site.server['console']}/projects/default/users")
    page.get_by_role("link", name=LONG).click()
    page.get_by_role("dialog").wait_for()
    check()


def test_pages_of_the_sign_in(site, page, check):
    server = site.server
    for path in ["/sign-in", "/sign-in?view=sign-up", "/sign-in?lang=ar", "/", "/no-such-page", "/__/auth/handler", "/__/auth/action", "/outbox"]:
        check(server["url"] + path)
    page.goto(server["url"] + "/outbox")
    page.get_by_role("link", name=LONG).first.click()
    check()
    page.get_by_role("link", name="Open the link").click()
    page.get_by_label("New password").wait_for()
    check()
    page.goto(server["signIn"])
    page.get_by_label("E-mail").fill("nobody@example.org")
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Sign in", exact=True).click()
    check()
    page.get_by_role("button", name="Forgot password?").click()
    check()
    page.goto(server["signIn"])
    page.get_by_label("E-mail").fill(LONG)
    page.get_by_label("Password").fill("lovelace")
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator("#uid").wait_for()
    check()
    check(server["url"] + "/account")


def test_page_of_the_reference(site, page, check):
    page.goto(site.server["url"] + "/docs")
    for name in ["signUp", "listAccounts", "readData", "getSignIn"]:
        page.locator(f"#{name} > summary").click()
        page.locator(f"#{name} .details").wait_for()
    check()


FLAWS = """
<style>
  body { margin: 0; background: #fff; color: #000; font: 16px/20px sans-serif }
  button, a.box { display: inline-block; min-width: 30px; height: 30px }
  .tiny { min-width: 0; width: 20px; height: 20px; padding: 0 }
</style>
<main><h1>Flaws</h1>
<input aria-label="A" style="border: 1px solid %(border)s">
<svg class="icon" style="width: 20px; height: 20px; color: %(icon)s"></svg>
<div><button class="tiny" aria-label="B">B</button><button class="tiny" style="margin-left: %(space)s" aria-label="C">C</button></div>
<p>A link <a href="#x">in a sentence</a> may be small.</p>
<p style="width: %(width)s; white-space: nowrap; overflow: hidden">Ten words that do not fit in it</p>
<p style="color: %(text)s">Text</p>
<div style="width: %(wide)s">Wide</div></main>
"""
GOOD = {"border": "#767676", "icon": "#767676", "space": "6px", "width": "auto", "text": "#333", "wide": "100%"}


@pytest.mark.parametrize(("flaw", "found"), [
    ({}, ""),
    ({"border": "#aaa"}, "faint: border 2.3"),
    ({"icon": "#aaa"}, "faint: icon 2.3"),
    ({"space": "2px"}, "small: <button"),
    ({"width": "80px"}, "cut: <p"),
    ({"text": "#999"}, "color-contrast"),
    ({"wide": "1300px"}, "wider than the window by"),
], ids=lambda value: value if isinstance(value, str) else None)
def test_a_flaw_is_found(page, flaw, found):
    page.set_content("<html lang=en><title>Flaws</title>" + FLAWS % {**GOOD, **flaw})
    result = problems(page)
    assert (found in "\n".join(result)) if found else not result, result
