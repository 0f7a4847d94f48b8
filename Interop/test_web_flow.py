"""Popups and redirects of web apps in a real browser, as Firebase's JavaScript library uses them, with the providers behind them."""

import re
import urllib.parse

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe

from web_flow_app import running_app

NAMES = {"ada": "Ada", "max": "Max", "dora": "Dora"}


@pytest.fixture
def app(server):
    with running_app(server["url"], server["apiKey"]) as port:
        yield f"http://127.0.0.1:{port}/"


def open_app(page, address):
    page.goto(address)
    page.wait_for_function("window.firebaseWire")


def begin(page, *arguments, **options):
    """Begins with a click, as browsers require, and returns the popup. `outcome(page)` returns its result."""
    page.evaluate(
        "([list, options]) => { window.outcome = undefined; document.getElementById('go').onclick = () =>"
        " firebaseWire.popup(...list, options).then(result => { window.outcome = result ?? null; }); }", [list(arguments), options])
    with page.expect_popup() as opened:
        page.locator("#go").click()
    return opened.value


def outcome(page):
    page.wait_for_function("window.outcome !== undefined", timeout=15_000)
    return page.evaluate("window.outcome")


def choose(page, person):
    page.get_by_label(NAMES[person]).check()
    page.get_by_role("button", name="Allow").click()


def popup(page, kind, provider, person, **options):
    choose(begin(page, kind, provider, **options), person)
    return outcome(page)


def redirect(page, kind, provider, person, **options):
    address = page.url
    page.evaluate("([list, options]) => firebaseWire.redirect(...list, options)", [[kind, provider], options])
    if person:
        choose(page, person)
    else:
        page.get_by_role("button", name="Deny").click()
    page.wait_for_url(address)
    page.wait_for_function("window.firebaseWire")
    return page.evaluate("firebaseWire.redirectResult()")


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same site", "another site"])
def test_sign_in_by_popup(server, page, app, host):
    open_app(page, app.replace("127.0.0.1", host))
    result = popup(page, "signInViaPopup", "twitter.com", "ada")
    assert result["operation"] == "signInViaPopup"
    entered = result["response"]
    assert (entered["providerId"], entered["isNewUser"]) == ("twitter.com", True)
    # Required by TwitterAuthProvider.credentialFromResult.
    assert entered["oauthAccessToken"] and entered["oauthTokenSecret"]
    again = popup(page, "signInViaPopup", "twitter.com", "ada", customParameters={"lang": "fr"})["response"]
    assert (again["localId"], "isNewUser" in again) == (entered["localId"], False)
    assert page.problems == []


def test_a_result_works_once(server, page, app):
    open_app(page, app)
    page.evaluate("""() => {
      window.calls = [];
      const real = fetch;
      window.fetch = (url, options) => {
        calls.push([url, options]);
        return real(url, options);
      };
    }""")
    assert "response" in popup(page, "signInViaPopup", "github.com", "max", scopes=["read:user", "user:email"])
    sent = page.evaluate("calls.map(([url, options]) => [url, options.body]).find(([url]) => url.includes('signInWithIdp'))")
    replayed = requests.post(sent[0], data=sent[1], headers={"content-type": "application/json"}, timeout=10)
    assert replayed.json()["error"]["message"].startswith("INVALID_IDP_RESPONSE")


def test_sign_in_by_redirect(server, page, app):
    open_app(page, app + "some/page?x=1#there")
    result = redirect(page, "signInViaRedirect", "github.com", "max")
    assert (result["operation"], result["response"]["providerId"]) == ("signInViaRedirect", "github.com")
    # The result is not in the address, and can be read once.
    assert page.url == app + "some/page?x=1#there"
    page.evaluate("sessionStorage.setItem(`firebase:pendingRedirect:${JSON.parse(config.textContent).apiKey}:[DEFAULT]`, '\"true\"')")
    page.reload()
    page.wait_for_function("window.firebaseWire")
    assert page.evaluate("firebaseWire.redirectResult()") is None
    assert page.problems == []


@pytest.mark.parametrize("way, suffix", [(popup, "Popup"), (redirect, "Redirect")], ids=["popup", "redirect"])
def test_link_and_reauthenticate(server, page, app, way, suffix):
    open_app(page, app)
    first = way(page, f"signInVia{suffix}", "twitter.com", "dora")["response"]
    user = {"idToken": first["idToken"]}
    linked = way(page, f"linkVia{suffix}", "github.com", "dora", user=user)
    assert (linked["operation"], linked["response"]["localId"]) == (f"linkVia{suffix}", first["localId"])
    user = {"idToken": linked["response"]["idToken"]}
    again = way(page, f"reauthVia{suffix}", "github.com", "dora", user=user)
    assert again["response"]["localId"] == first["localId"]
    # Another user.
    other = way(page, f"signInVia{suffix}", "github.com", "max")["response"]
    assert way(page, f"reauthVia{suffix}", "github.com", "max", user=user)["code"] == "auth/user-mismatch"
    taken = way(page, f"linkVia{suffix}", "github.com", "dora", user={"idToken": other["idToken"]})
    assert taken["code"] == "auth/credential-already-in-use"
    assert taken["response"]["oauthAccessToken"], "the credential is missing"


def test_the_account_exists_with_another_credential(server, page, app):
    open_app(page, app)
    first = popup(page, "signInViaPopup", "twitter.com", "ada")["response"]
    refused = popup(page, "signInViaPopup", "github.com", "ada")
    assert refused["code"] == "auth/account-exists-with-different-credential"
    credential = refused["response"]
    assert credential["email"] and credential["oauthAccessToken"] and credential["pendingToken"]
    linked = page.evaluate("body => firebaseWire.call('signInWithIdp', body)", {
        "requestUri": "http://localhost", "idToken": first["idToken"], "pendingToken": credential["pendingToken"],
        "returnSecureToken": True})
    assert linked["localId"] == first["localId"]


def test_the_popup_is_closed(page, app):
    open_app(page, app)
    begin(page, "signInViaPopup", "github.com").close()
    assert outcome(page) == {"code": "auth/popup-closed-by-user"}


def test_the_person_refuses(page, app):
    open_app(page, app)
    begin(page, "signInViaPopup", "twitter.com").get_by_role("button", name="Deny").click()
    assert outcome(page) == {"code": "auth/user-cancelled"}
    assert redirect(page, "signInViaRedirect", "github.com", None) == {"code": "auth/user-cancelled"}


def test_a_domain_that_is_not_authorized(server, page, app):
    address = app.replace("127.0.0.1", "app.localhost")
    open_app(page, address)
    window = begin(page, "signInViaPopup", "github.com")
    assert outcome(page) == {"code": "auth/unauthorized-domain"}
    assert any("not among the authorized domains" in problem for problem in page.problems)
    assert page.frames[1].url.startswith("chrome-error:"), "the frame was shown"
    # The page closes it after it has told the outcome.
    if not window.is_closed():
        window.wait_for_event("close")
    page.evaluate("firebaseWire.redirect('signInViaRedirect', 'github.com')")
    page.get_by_role("heading", name="This sign-in cannot begin").wait_for()
    assert "authorized" in page.locator("main").inner_text()
    assert page.url.startswith(server["url"])


def test_a_redirect_that_would_be_lost_is_not_begun(server, page, app):
    """Browsers partition storage by site; a popup works there (see above)."""
    open_app(page, app.replace("127.0.0.1", "localhost"))
    page.evaluate("firebaseWire.redirect('signInViaRedirect', 'github.com')")
    page.get_by_role("heading", name="This sign-in cannot begin").wait_for()
    assert "popup" in page.locator("main").inner_text()


def test_a_provider_that_is_not_there(page, app):
    open_app(page, app)
    begin(page, "signInViaPopup", "yahoo.com")
    assert outcome(page) == {"code": "auth/operation-not-allowed"}


def test_a_wrong_key(server, page):
    with running_app(server["url"], "wrong") as port:
        open_app(page, f"http://127.0.0.1:{port}/")
        begin(page, "signInViaPopup", "github.com")
        assert outcome(page) == {"code": "auth/invalid-api-key"}
        assert any("API key" in problem for problem in page.problems)


def test_another_page_of_the_project_cannot_take_the_event(server, page, app):
    """Both pages are authorized, but the page that opened the popup is not the one that it names."""
    with running_app(server["url"], server["apiKey"]) as port:
        open_app(page, f"http://127.0.0.1:{port}/")
        window = begin(page, "signInViaPopup", "github.com", redirectUrl=app)
        choose(window, "max")
        window.get_by_role("alert").filter(has_text=re.compile("no longer waiting")).wait_for()
        assert page.evaluate("window.outcome") is None
        # The provider's response is removed from the address, and the event from the page.
        assert urllib.parse.urlsplit(window.url).query == ""
        assert "authResult" not in window.content()
        window.close()


def test_a_forged_event_is_not_taken(server, page, app):
    """The page itself is not the frame, and a window of the server cannot send a result to the page directly."""
    open_app(page, app)
    window = begin(page, "signInViaPopup", "github.com")
    forged = """([target, more]) => {
      const { apiKey, appName, eventId } = more;
      const authEvent = { type: 'signInViaPopup', eventId, ...more.event };
      for (const latchkey of ['refusal', undefined]) {
        (target ? opener : window).postMessage(
          { latchkey, apiKey, appName, authEvent, name: 'authEvent', id: 1, data: { type: 'authEvent', authEvent } }, target || location.origin);
      }
    }"""
    own = {
        "apiKey": server["apiKey"], "appName": "[DEFAULT]", "eventId": page.evaluate("firebaseWire.lastEventId"),
        "event": {"error": {"code": "auth/forged"}}}
    page.evaluate(forged, ["", own])
    choose(window, "max")
    assert "response" in outcome(page)

    # The server's own origin may send an error, but never with a result.
    window = begin(page, "signInViaPopup", "github.com")
    window.goto(f"{server['url']}/__/firebase/init.json")
    own = {**own, "eventId": page.evaluate("firebaseWire.lastEventId")}
    target = app.rstrip("/")
    window.evaluate(forged, [target, {**own, "event": {"urlResponse": "https://evil.test/", "error": {"code": "auth/forged"}}}])
    window.evaluate(forged, [target, {**own, "event": {"urlResponse": "https://evil.test/"}}])
    window.evaluate(forged, [target, {**own, "event": {"error": {"code": "auth/told"}}}])
    assert outcome(page) == {"code": "auth/told"}


def test_a_page_that_gives_itself_out_for_another_hears_nothing(server, page, app):
    """The frame posts only to the origin that the page names; the browser delivers that to no other origin."""
    open_app(page, app)
    query = urllib.parse.urlencode({"apiKey": server["apiKey"], "appName": "x"})
    page.evaluate("""([address]) => new Promise(done => {
      window.heard = [];
      addEventListener('message', message => heard.push(message.data));
      const frame = document.createElement('iframe');
      frame.onload = done;
      frame.src = address;
      document.body.append(frame);
    })""", [f"{server['url']}/__/auth/iframe?{query}#latchkey-app=https://app.example.org&latchkey-channel=x"])
    # Messages posted to this page earlier arrive before this one.
    page.evaluate("() => new Promise(done => { addEventListener('message', done, { once: true }); postMessage('last', location.origin); })")
    assert page.evaluate("heard") == ["last"]


def test_an_emulator_needs_nothing_from_outside(emulator, page):
    requests.delete(f"{emulator['url']}/emulator/v1/projects/{emulator['projectID']}/accounts", timeout=10).raise_for_status()
    outside = []
    page.context.on("request", lambda request: outside.append(request.url) if "127.0.0.1" not in request.url else None)
    with running_app(emulator["url"], "any") as port:
        open_app(page, f"http://127.0.0.1:{port}/")
        window = begin(page, "signInViaPopup", "twitter.com")
        window.locator("#email-input").fill("ada@example.org")
        window.locator("#sign-in").click()
        assert outcome(page)["response"]["email"] == "ada@example.org"
        page.evaluate("firebaseWire.redirect('signInViaRedirect', 'twitter.com')")
        page.locator("#accounts-list li button").click()
        page.wait_for_function("window.firebaseWire")
        assert page.evaluate("firebaseWire.redirectResult()")["response"]["email"] == "ada@example.org"
    assert [url for url in outside if not url.startswith("data:")] == []


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_last_page_is_accessible(server, browser, app, colours):
    page = browser.new_page(color_scheme=colours)
    query = {
        "apiKey": server["apiKey"], "appName": "x", "authType": "signInViaPopup", "eventId": "7", "providerId": "yahoo.com",
        "redirectUrl": app}
    page.goto(f"{server['url']}/__/auth/handler?{urllib.parse.urlencode(query)}")
    page.get_by_role("alert").wait_for()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    page.close()


def test_the_configuration_of_a_web_app(server):
    answer = requests.get(f"{server['url']}/__/firebase/init.json", timeout=10)
    config = answer.json()
    assert config["apiKey"] == server["apiKey"]
    assert config["projectId"] == server["projectID"]
    assert f"http://{config['authDomain']}" == server["url"]
    assert answer.headers["access-control-allow-origin"] == "*"
