"""The emulator's account chooser in a real browser, as Firebase's web client opens it, and behind the server's own sign-in page."""

import hashlib
import http.server
import json
import threading
import urllib.parse

import pytest
import requests
from axe_playwright_python.sync_playwright import Axe


# A stand-in for what Firebase's web client loads from Google, limited to what both sides of the frame use. The frame requests messages from
# its parent, and the parent collects them.
GAPI = """
window.gapi = {
  load: (name, begin) => begin(),
  iframes: {
    CROSS_ORIGIN_IFRAMES_FILTER: 'any',
    getContext: () => ({ getParentIframe: () => ({
      register: (name, handler) => parent.postMessage({ registered: name, answer: handler() }, '*'),
      send: (name, data, done) => { parent.postMessage({ name, data }, '*'); done([{ status: 'ACK' }]); },
    }) }),
  },
};
latchkeyFrameLoaded();
"""

APP = """<!doctype html><title>App</title><script>
window.heard = [];
addEventListener('message', message => heard.push(message.data));
</script><iframe src="%s"></iframe><a id="popup" href="#">open</a>
<script>document.getElementById('popup').onclick = () => { window.popup = open('%s', 'popup'); return false; };</script>"""


@pytest.fixture(autouse=True)
def nobody(emulator):
    requests.delete(f"{emulator['url']}/emulator/v1/projects/{emulator['projectID']}/accounts", timeout=10).raise_for_status()


@pytest.fixture
def app(emulator):
    """An app's website on another port."""
    base = emulator["url"]
    query = {"apiKey": "any", "appName": "[DEFAULT]"}
    frame = f"{base}/emulator/auth/iframe?{urllib.parse.urlencode(query)}"
    handler = f"{base}/emulator/auth/handler?" + urllib.parse.urlencode(
        {**query, "authType": "signInViaPopup", "eventId": "42", "providerId": "github.com", "redirectUrl": "http://localhost/"})

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write((APP % (frame, handler)).encode())

        def log_message(self, *arguments):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def context(browser):
    context = browser.new_context()
    context.route("https://apis.google.com/js/api.js*", lambda route: route.fulfill(body=GAPI, content_type="text/javascript"))
    yield context
    context.close()


OWN_CLIENT = {"X-Client-Version": "Linux/LatchkeySwift/0.1"}


def sign_in(emulator, url, headers=None, **body):
    return requests.post(
        f"{emulator['url']}/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=any", timeout=10, headers=headers,
        json={"requestUri": url, "returnSecureToken": True, "returnIdpCredential": True, **body}).json()


def event(page, seconds=10):
    page.wait_for_function("heard.some(data => data.name === 'authEvent' && data.data.authEvent.urlResponse)", timeout=seconds * 1000)
    return page.evaluate("heard.find(data => data.name === 'authEvent' && data.data.authEvent.urlResponse).data.authEvent")


def open_popup(page):
    with page.expect_popup() as opened:
        page.locator("#popup").click()
    return opened.value


def fill(page, email, name="", screen_name="", verified=True):
    page.locator("#email-input").fill(email)
    page.locator("#display-name-input").fill(name)
    page.locator("#screen-name-input").fill(screen_name)
    if not verified:
        page.get_by_label("The e-mail is verified").uncheck()
    page.locator("#sign-in").click()


def test_popup_signs_in_a_new_and_then_the_same_user(emulator, context, app):
    page = context.new_page()
    page.goto(app)
    page.wait_for_function("heard.some(data => data.registered === 'webStorageSupport')")
    assert page.evaluate("heard.find(data => data.registered).answer") == {"status": "ACK", "webStorageSupport": True}
    # No earlier event is waiting.
    page.wait_for_function("heard.some(data => data.name && data.data.authEvent.error)")
    assert page.evaluate("heard.find(data => data.name).data.authEvent.error.code") == "auth/no-auth-event"
    popup = open_popup(page)
    assert "Auth Emulator" in popup.title()
    fill(popup, "ada@example.org", "Ada Lovelace", "ada")
    got = event(page)
    assert (got["type"], got["eventId"], got["postBody"]) == ("signInViaPopup", "42", "")
    entered = sign_in(emulator, got["urlResponse"], sessionId=got["sessionId"])
    assert (entered["displayName"], entered["screenName"], entered["emailVerified"]) == ("Ada Lovelace", "ada", True)

    popup.close()
    page.goto(app)
    popup = open_popup(page)
    assert popup.locator("#accounts-list li").count() == 1
    popup.locator("#accounts-list li button").click()
    again = sign_in(emulator, event(page)["urlResponse"])
    assert (again["localId"], "isNewUser" in again) == (entered["localId"], False)


def test_an_unverified_address_can_be_chosen(emulator, context, app):
    requests.post(
        f"{emulator['url']}/v1/accounts:signUp?key=any", timeout=10, json={"email": "ada@example.org", "password": "secret password"})
    page = context.new_page()
    page.goto(app)
    popup = open_popup(page)
    fill(popup, "ada@example.org", verified=False)
    blocked = sign_in(emulator, event(page)["urlResponse"])
    assert (blocked["needConfirmation"], "idToken" in blocked) == (True, False)


def test_redirect(emulator, context, app):
    page = context.new_page()
    query = {
        "apiKey": "any", "appName": "[DEFAULT]", "authType": "signInViaRedirect", "eventId": "7", "providerId": "twitter.com",
        "redirectUrl": app}
    page.goto(f"{emulator['url']}/emulator/auth/handler?{urllib.parse.urlencode(query)}")
    fill(page, "ada@example.org", screen_name="ada")
    page.wait_for_url(app)
    got = event(page)
    assert got["type"] == "signInViaRedirect"
    entered = sign_in(emulator, got["urlResponse"])
    assert (entered["providerId"], entered["screenName"]) == ("twitter.com", "ada")
    assert entered["oauthTokenSecret"]


def test_an_app_on_ios_is_opened(emulator, context):
    page = context.new_page()
    page.add_init_script("window.opened = []")
    query = {
        "apiKey": "any", "authType": "signInWithRedirect", "eventId": "EVENT", "providerId": "github.com", "ibi": "org.example.app",
        "appId": "1:2:ios:3", "sessionId": hashlib.sha256(b"session").hexdigest()}
    page.goto(f"{emulator['url']}/emulator/auth/handler?{urllib.parse.urlencode(query)}")
    page.locator("#email-input").fill("ada@example.org")
    page.locator("#sign-in").click()
    target = urllib.parse.urlsplit(page.locator("#delivery").get_attribute("data-url"))
    assert (target.scheme, target.netloc, target.path) == ("app-1-2-ios-3", "firebaseauth", "/link")
    inner = urllib.parse.parse_qs(urllib.parse.urlsplit(urllib.parse.parse_qs(target.query)["deep_link_id"][0]).query)
    assert (inner["authType"], inner["eventId"]) == (["signInWithRedirect"], ["EVENT"])
    entered = sign_in(emulator, inner["link"][0], sessionId="session", postBody="providerId=github.com", autoCreate=True)
    assert entered["email"] == "ada@example.org"


def test_the_servers_own_page(emulator, context):
    page = context.new_page()
    page.goto(emulator["signIn"])
    page.get_by_role("link", name="Continue with GitHub").click()
    fill(page, "ada@example.org", "Ada Lovelace")
    page.wait_for_url("**/sign-in*")
    page.get_by_text("ada@example.org").first.wait_for()


def test_create_auth_uri(emulator, context, app):
    begun = requests.post(
        f"{emulator['url']}/v1/accounts:createAuthUri?key=any", timeout=10, headers=OWN_CLIENT,
        json={"providerId": "oidc.any", "continueUri": app, "sessionId": "session"}).json()
    page = context.new_page()
    page.goto(begun["authUri"])
    fill(page, "ada@example.org")
    page.wait_for_url(app + "*")
    entered = sign_in(emulator, page.url, OWN_CLIENT, sessionId="session")
    assert (entered["providerId"], entered["email"]) == ("oidc.any", "ada@example.org")
    assert "error" in sign_in(emulator, page.url, OWN_CLIENT, sessionId="session"), "it could be used twice"


def test_the_page_names_missing_parameters(emulator):
    answer = requests.get(f"{emulator['url']}/emulator/auth/handler?apiKey=x", timeout=10)
    assert (answer.status_code, list(answer.json()["authEmulator"])) == (400, ["error"])


@pytest.mark.parametrize("name, target", [
    ("redirectUrl", "javascript:alert(1)"), ("redirectUrl", "data:text/html,x"), ("redirectUrl", ""), ("ibi", "javascript"),
    ("ibi", "javascript:alert(1)//"), ("ibi", "https"), ("clientId", "com.apps alert"), ("clientId", "javascript"),
    ("callback", "javascript:alert(1)"),
])
def test_it_leads_nowhere_but_to_the_web_and_to_apps(emulator, name, target):
    query = urllib.parse.urlencode({
        "apiKey": "any", "appName": "x", "authType": "signInViaRedirect", "eventId": "7", "providerId": "twitter.com", "state": "x",
        name: target})
    answer = requests.post(f"{emulator['url']}/emulator/auth/handler", data={"query": query, "email": "a@example.org"}, timeout=10)
    assert answer.status_code == 400


def test_a_click_on_the_button_shows_the_form_of_an_empty_list_too(emulator, page):
    page.goto(f"{emulator['url']}/emulator/auth/handler?apiKey=any&appName=x&providerId=oidc.empty&authType=signInViaPopup")
    for _ in range(2):
        page.locator(".js-new-account").click()
        assert page.locator("#email-input").is_visible()


@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_chooser_is_accessible(emulator, browser, colours):
    sign_in(emulator, "http://localhost", postBody=urllib.parse.urlencode(
        {"providerId": "github.com", "id_token": json.dumps({"sub": "1", "email": "ada@example.org", "name": "Ada"})}))
    page = browser.new_page(color_scheme=colours)
    page.goto(f"{emulator['url']}/emulator/auth/handler?apiKey=any&appName=x&providerId=github.com&authType=signInViaPopup")
    page.locator(".js-new-account").click()
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    page.close()
