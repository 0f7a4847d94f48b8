"""A site keeps its users signed in with the site module: over reloads, in several tabs, and while the server is away."""

import gzip
import json
import re
import subprocess

import pytest
import requests
from playwright.sync_api import expect

from sign_in_site import SESSION_PAGE, running_site
from test_sign_in_page import create_account, wait_until
from waiting import eventually

SIGNED_IN, SIGNED_OUT = "Hello ada@example.org", "You are not signed in."
# What the documentation says about the module.
MAX_COMPRESSED_BYTES = 3072
TOKEN_CALL = re.compile(r"/v1/token\?")


@pytest.fixture
def open_site(server, browser):
    """Opens the page of a site in a browser profile of its own."""
    contexts, sites = [], []

    def open_site(storage, script=None, clock=False):
        sites.append(running_site(server["url"], server["apiKey"], page=SESSION_PAGE, storage=storage))
        address = sites[-1].__enter__()
        contexts.append(browser.new_context())
        if script:
            contexts[-1].add_init_script(script)
        if clock:
            contexts[-1].clock.install()
        page = contexts[-1].new_page()
        page.problems = []
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.goto(address)
        return page
    yield open_site
    for context in contexts:
        context.close()
    for site in sites:
        site.__exit__(None, None, None)


def ready(page, text):
    expect(page.locator("#who")).to_have_text(text)
    wait_until(page, "window.session !== undefined")


def sign_in(page, server):
    """Creates an account, and returns the refresh token that the site got."""
    address = page.url
    ready(page, SIGNED_OUT)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/sign-in?*")
    with page.expect_response(re.compile("signInWithCode")) as reply:
        create_account(page, server, "ada@example.org")
    token = reply.value.json()["refreshToken"]
    page.wait_for_url(address)
    ready(page, SIGNED_IN)
    return token


def refusal(server, refresh_token):
    """Returns the error of a refresh token; None if it is valid."""
    reply = requests.post(
        f"{server['url']}/v1/token?key={server['apiKey']}", timeout=10,
        data={"grant_type": "refresh_token", "refresh_token": refresh_token}).json()
    return reply["error"]["message"] if "error" in reply else None


def end_all_sessions(server):
    """Signs in on another device, and ends all other sessions from there."""
    def call(path, body):
        return requests.post(f"{server['url']}/{path}?key={server['apiKey']}", json=body, timeout=10)
    user = call("v1/accounts:signInWithPassword", {"email": "ada@example.org", "password": "lovelace", "returnSecureToken": True}).json()
    assert call("v2/accounts/sessions:endOthers", {"idToken": user["idToken"]}).json() == {}


def kept(page, storage="localStorage"):
    """Returns the content of the storage without what belongs to a sign-in in progress."""
    return page.evaluate(f"Object.fromEntries(Object.entries({storage}).filter(([key]) => key.startsWith('latchkey:session:')))")


def id_token(page, renew="false"):
    """Returns the ID token, or the code of the error."""
    return page.evaluate(f"session.getIdToken({renew}).catch((error) => error.code)")


def test_the_module_is_small(server):
    module = requests.get(server["url"] + "/__/auth/sign-in.js", timeout=10)
    assert len(gzip.compress(module.content)) <= MAX_COMPRESSED_BYTES
    assert b"  " not in module.content and b"/**" not in module.content


@pytest.mark.parametrize("storage, over_reload, in_new_tab", [("memory", False, False), ("session", True, False), ("local", True, True)])
def test_a_session_lasts_as_long_as_its_storage(server, open_site, storage, over_reload, in_new_tab):
    page = open_site(storage)
    token = sign_in(page, server)
    user = page.evaluate("session.currentUser")
    assert user["email"] == "ada@example.org" and user["emailVerified"] and user["localId"] and user["displayName"] is None
    lookup = requests.post(
        f"{server['url']}/v1/accounts:lookup?key={server['apiKey']}", json={"idToken": id_token(page)}, timeout=10).json()
    assert lookup["users"][0]["localId"] == user["localId"]
    page.reload()
    ready(page, SIGNED_IN if over_reload else SIGNED_OUT)
    other = page.context.new_page()
    other.goto(page.url)
    ready(other, SIGNED_IN if in_new_tab else SIGNED_OUT)
    assert (token in json.dumps(kept(page))) == in_new_tab
    assert (token in json.dumps(kept(page, "sessionStorage"))) == (storage == "session")
    assert page.problems == []


def test_sign_out_ends_the_session_at_the_server(server, open_site):
    page = open_site("local")
    token = sign_in(page, server)
    assert refusal(server, token) is None
    with page.expect_response(re.compile("sessions:end")):
        page.get_by_role("button", name="Sign out").click()
    ready(page, SIGNED_OUT)
    assert refusal(server, token) == "TOKEN_EXPIRED"
    assert kept(page) == {} and id_token(page) is None
    page.reload()
    ready(page, SIGNED_OUT)
    assert page.problems == []


def test_sign_out_works_without_the_server(server, open_site):
    page = open_site("local")
    token = sign_in(page, server)
    page.route("**/sessions:end*", lambda route: route.abort())
    page.get_by_role("button", name="Sign out").click()
    ready(page, SIGNED_OUT)
    assert kept(page) == {}
    assert refusal(server, token) is None
    assert page.problems == []


def test_sign_out_after_the_token_has_expired_ends_the_session_too(server, open_site):
    page = open_site("local", clock=True)
    token = sign_in(page, server)
    page.route("**/v1/token*", lambda route: route.abort())
    page.clock.fast_forward("02:00:00")
    page.unroute("**/v1/token*")
    with page.expect_response(re.compile("sessions:end")):
        page.get_by_role("button", name="Sign out").click()
    ready(page, SIGNED_OUT)
    assert refusal(server, token) == "TOKEN_EXPIRED"


def test_the_token_is_renewed_before_it_expires(server, open_site):
    page = open_site("local", clock=True)
    sign_in(page, server)
    first = id_token(page)
    page.clock.fast_forward("54:00")
    assert id_token(page) == first
    with page.expect_response(TOKEN_CALL) as reply:
        page.clock.fast_forward("02:00")
    renewed = reply.value.json()["id_token"]
    wait_until(page, f"localStorage[Object.keys(localStorage)[0]].includes({json.dumps(renewed)})")
    assert id_token(page) == renewed
    # A new one can be requested at any time.
    with page.expect_response(TOKEN_CALL):
        assert id_token(page, "true")
    assert page.problems == []


def test_several_tabs_renew_once_and_sign_out_together(server, open_site):
    page = open_site("local")
    sign_in(page, server)
    tabs = [page, page.context.new_page(), page.context.new_page()]
    for tab in tabs[1:]:
        tab.goto(page.url)
        ready(tab, SIGNED_IN)
    calls = []
    page.context.on("request", lambda request: calls.append(request.url) if TOKEN_CALL.search(request.url) else None)
    before = id_token(page)
    # All tabs share a clock, so their timers end together: two seconds from now. This tab gets no event for its own change.
    [key] = kept(page)
    page.evaluate(
        "key => { localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), renewAt: Date.now() + 2000 }));"
        " dispatchEvent(new Event('pageshow')); }", key)
    for tab in tabs:
        wait_until(tab, f"!localStorage['{key}'].includes({json.dumps(before)})")
    # Callers in all tabs get the same token. Chromium copies the storage to other processes with a delay, so a tab may renew it again.
    eventually(lambda: len({id_token(tab) for tab in tabs}) == 1)
    assert 1 <= len(calls) < len(tabs), calls
    tabs[1].get_by_role("button", name="Sign out").click()
    for tab in tabs:
        ready(tab, SIGNED_OUT)
        assert tab.evaluate("session.currentUser") is None


def test_another_tab_signs_in(server, open_site):
    page = open_site("local")
    other = page.context.new_page()
    other.goto(page.url)
    ready(other, SIGNED_OUT)
    sign_in(page, server)
    ready(other, SIGNED_IN)


@pytest.mark.parametrize("how", ["ended", "disabled"])
def test_a_session_that_ended_elsewhere_signs_out(server, open_site, binary, tmp_path, how):
    page = open_site("local")
    sign_in(page, server)
    if how == "ended":
        end_all_sessions(server)
    else:
        subprocess.run([binary, "users", "disable", "ada@example.org", "--data", str(tmp_path / "data")], check=True, timeout=60)
    assert id_token(page, "true") is None
    ready(page, SIGNED_OUT)
    assert kept(page) == {}
    assert page.problems == []


@pytest.mark.parametrize("answer", [None, {"status": 503, "body": "The store cannot be read."},
                                    {"status": 500, "json": {"error": {"message": "INTERNAL_ERROR"}}},
                                    {"status": 400, "json": {"error": {"message": "TOO_MANY_ATTEMPTS_TRY_LATER"}}}])
def test_a_server_that_is_away_signs_nobody_out(server, open_site, answer):
    page = open_site("local", clock=True)
    sign_in(page, server)
    asked = []

    def away(route):
        asked.append(route.request.url)
        return route.fulfill(**answer) if answer else route.abort()
    page.route("**/v1/token*", away)
    token = id_token(page)
    # Shortly before the end, the old token is still good.
    page.clock.fast_forward("56:00")
    assert id_token(page) == token
    page.clock.fast_forward("01:00:00")
    assert id_token(page) in ("NETWORK", "INTERNAL_ERROR", "TOO_MANY_ATTEMPTS_TRY_LATER")
    ready(page, SIGNED_IN)
    page.reload()
    ready(page, SIGNED_IN)
    assert len(asked) >= 3
    # The module tries again on its own, after a minute at most.
    page.unroute("**/v1/token*")
    with page.expect_response(TOKEN_CALL):
        page.clock.run_for("01:01")
    assert len(id_token(page)) > 100
    assert page.problems == []


@pytest.mark.parametrize("content", [
    "", "{", "null", "5", "[]", '"text"', "{}", '{"idToken":1,"refreshToken":2}', '{"idToken":"a.b.c","refreshToken":"x"}',
    '{"idToken":"e30.e30.","refreshToken":"x","renewAt":1e300,"expiresAt":1e300}', '{"idToken":"x","refreshToken":{}}'])
def test_a_storage_with_something_else_is_no_session(server, open_site, content):
    page = open_site("local")
    sign_in(page, server)
    [key] = kept(page)
    page.evaluate("([key, content]) => localStorage.setItem(key, content)", [key, content])
    page.reload()
    ready(page, SIGNED_OUT)
    assert id_token(page) is None
    sign_in_again(page)
    assert page.problems == []


def sign_in_again(page):
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name="Continue as ada@example.org").click()
    ready(page, SIGNED_IN)


@pytest.mark.parametrize("members", [
    {"refreshToken": "stolen", "renewAt": 0}, {"renewAt": "soon", "refreshToken": "lkr_" + "A" * 43},
    {"renewAt": 1e300, "expiresAt": 1e300, "refreshToken": "lkr_" + "A" * 43}])
def test_a_wrong_refresh_token_signs_out(server, open_site, members):
    page = open_site("local")
    sign_in(page, server)
    [key] = kept(page)
    page.evaluate(
        "([key, members]) => localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), ...members }))",
        [key, members])
    page.reload()
    ready(page, SIGNED_OUT)
    assert kept(page) == {}


@pytest.mark.parametrize("script", [
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError'); } });",
    "Object.defineProperty(Storage.prototype, 'setItem', { value: ((set) => function (key, value) {"
    " if (this === localStorage) throw new DOMException('full', 'QuotaExceededError'); set.call(this, key, value); })"
    "(Storage.prototype.setItem) });"])
def test_without_a_usable_storage_the_session_is_in_memory(server, open_site, script):
    page = open_site("local", script=script)
    sign_in(page, server)
    assert len(id_token(page)) > 100
    page.reload()
    ready(page, SIGNED_OUT)
    assert page.problems == []


def test_a_full_storage_restores_no_earlier_tokens(server, open_site):
    page = open_site("local")
    sign_in(page, server)
    page.evaluate("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }; undefined")
    assert len(id_token(page, "true")) > 100
    ready(page, SIGNED_IN)
    assert kept(page) == {}


def test_sign_out_during_a_renewal_holds(server, open_site):
    page = open_site("local")
    sign_in(page, server)
    held = []
    page.route("**/v1/token*", lambda route: held.append(route))
    with page.expect_request(TOKEN_CALL):
        page.evaluate("window.renewal = session.getIdToken(true); undefined")
    page.get_by_role("button", name="Sign out").click()
    ready(page, SIGNED_OUT)
    for route in held:
        route.continue_()
    assert page.evaluate("renewal") is None
    assert kept(page) == {}
    ready(page, SIGNED_OUT)


def test_the_link_leads_to_the_account_page(server, open_site):
    page = open_site("session")
    sign_in(page, server)
    page.get_by_role("link", name="Your account").click()
    page.get_by_text("Your account", exact=True).wait_for()
    page.get_by_label("Name", exact=True).fill("Ada Lovelace")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    # The site sees the new name with its next token.
    page.go_back()
    page.go_back()
    ready(page, SIGNED_IN)
    with page.expect_response(TOKEN_CALL):
        assert id_token(page, "true")
    ready(page, "Hello Ada Lovelace")


@pytest.mark.parametrize("options, code", [("{}", "MISSING_API_KEY"), ("{ apiKey: 'x', storage: 'disk' }", "INVALID_STORAGE")])
def test_wrong_options_are_reported(server, open_site, options, code):
    page = open_site("memory")
    found = page.evaluate(
        f"import('{server['url']}/__/auth/sign-in.js').then(({{ Session }}) => {{ try {{ new Session({options}); }} "
        "catch (error) { return error.code; } })")
    assert found == code
