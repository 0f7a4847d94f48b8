"""Passkeys of a real browser with a virtual authenticator, and of python-fido2, on a real server."""

import base64
import http.server
import subprocess
import threading

import pyotp
import pytest
import requests
from axe_playwright_python.sync_playwright import Axe

from free_ports import free_port
from outbox_mails import last_link
from passkey_vectors import Authenticator
from running_server import ask_for_link, running_server
from test_console import begin
from test_sign_in_page import check_accessibility, create_account, show, wait_until


@pytest.fixture
def server(binary, tmp_path):
    """A server under the name localhost: browsers do not make passkeys for an IP address."""
    port = free_port()
    with running_server(
        binary, tmp_path / "data", "--public-url", f"http://localhost:{port}", sandbox=True, port=port) as line:
        yield line


@pytest.fixture
def authenticator(page):
    """A virtual fingerprint reader like that of a laptop; it always accepts.

    It would also select a passkey of the completion at once, which only a user does, so that pages find no completion.
    """
    page.add_init_script("delete window.PublicKeyCredential?.isConditionalMediationAvailable")
    return virtual_authenticator(page)


def virtual_authenticator(page):
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {
        "options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
            "isUserVerified": True, "automaticPresenceSimulation": True,
        }
    })
    session.authenticator = made["authenticatorId"]
    return session


def credentials(authenticator):
    return authenticator.send("WebAuthn.getCredentials", {"authenticatorId": authenticator.authenticator})["credentials"]


def sign_up(page, server, email="ada@example.org"):
    page.goto(server["signIn"])
    create_account(page, server, email)
    return page.locator("#uid").inner_text()


def add_passkey(page, name="Laptop"):
    page.get_by_label("Name of a new passkey").fill(name)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text(f"Passkey “{name}”", exact=True).wait_for()


def call(server, path, body, origin=None):
    headers = {"Origin": origin} if origin else {}
    return requests.post(f"{server['url']}/v2/accounts/{path}", params={"key": server["apiKey"]}, json=body, headers=headers, timeout=10)


def text(value):
    return base64.urlsafe_b64encode(bytes(value)).rstrip(b"=").decode()


def test_a_passkey_is_added_and_signs_in(server, page, authenticator):
    uid = sign_up(page, server)
    add_passkey(page)
    assert [known["rpId"] for known in credentials(authenticator)] == ["localhost"]
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.locator("#uid").wait_for()
    assert page.locator("#uid").inner_text() == uid
    # The authenticator's counter grows, and a second sign-in succeeds too.
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.locator("#uid").wait_for()
    assert page.locator("#uid").inner_text() == uid
    assert page.problems == []


@pytest.fixture
def completing(page):
    """The same authenticator, and a browser that offers passkeys in the completion of fields. `window.offers` has the requests of the page."""
    page.add_init_script("""
        window.offers = [];
        const get = navigator.credentials?.get.bind(navigator.credentials);
        if (get) navigator.credentials.get = (options) => (window.offers.push(options.mediation), get(options));
    """)
    return virtual_authenticator(page)


def accept(authenticator, accepts):
    """Sets whether a user is at the authenticator. A request without one waits, also if one comes later."""
    authenticator.send(
        "WebAuthn.setAutomaticPresenceSimulation", {"authenticatorId": authenticator.authenticator, "enabled": accepts})


def open_sign_in(page):
    """Signs out, and waits for the offer of the sign-in page."""
    page.get_by_role("button", name="Sign out").click()
    wait_until(page, "location.pathname === '/sign-in' && window.offers.join() === 'conditional'")


def test_the_completion_of_the_address_offers_passkeys(server, page, completing):
    uid = sign_up(page, server)
    add_passkey(page)
    accept(completing, False)
    open_sign_in(page)
    field = page.get_by_label("E-mail")
    assert field.get_attribute("autocomplete") == "username webauthn"
    # The offer waits and says nothing.
    assert page.get_by_role("alert").filter(visible=True).count() == 0
    accept(completing, True)
    page.reload()
    page.locator("#uid").wait_for()
    assert page.locator("#uid").inner_text() == uid
    assert page.problems == []


def test_the_button_replaces_the_offer_of_the_completion(server, page, completing):
    uid = sign_up(page, server)
    add_passkey(page)
    accept(completing, False)
    open_sign_in(page)
    accept(completing, True)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.locator("#uid").wait_for()
    assert page.locator("#uid").inner_text() == uid
    assert page.problems == []


def test_the_challenge_of_the_offer_is_replaced_before_it_expires(server, page, completing):
    uid = sign_up(page, server)
    add_passkey(page)
    accept(completing, False)
    page.clock.install()
    open_sign_in(page)
    page.clock.fast_forward(230_000)
    assert page.get_by_label("E-mail").is_visible() and page.evaluate("window.offers.length") == 1
    accept(completing, True)
    page.clock.fast_forward(20_000)
    page.locator("#uid").wait_for()
    assert page.locator("#uid").inner_text() == uid


def test_the_account_page_adds_a_passkey_and_an_authenticator_app(server, binary, tmp_path, page, authenticator):
    subprocess.run(
        [binary, "projects", "set", "default", "--totp-second-factor", "yes", "--data", str(tmp_path / "data")], check=True, timeout=60,
        capture_output=True)
    # An account of the API, whose address is not verified.
    body = {"email": "ada@example.org", "password": "lovelace"}
    requests.post(f"{server['url']}/v1/accounts:signUp", params={"key": server["apiKey"]}, json=body, timeout=10).raise_for_status()
    page.goto(server["signIn"])
    page.get_by_label("E-mail").fill(body["email"])
    page.get_by_label("Password").fill(body["password"])
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.locator("#uid").wait_for()
    page.goto(server["url"] + "/account")
    page.get_by_role("button", name="Send a mail to verify the address").click()
    page.get_by_text("A mail with a link is on its way.").wait_for()
    page.goto(last_link(server))
    page.get_by_role("button", name="Yes, confirm the address").click()
    page.get_by_role("heading", name="Your address is confirmed").wait_for()
    page.goto(server["url"] + "/account")
    page.get_by_text("verified", exact=True).wait_for()

    add_passkey(page)
    assert len(credentials(authenticator)) == 1
    check_accessibility(page)
    page.get_by_role("button", name="Remove the passkey “Laptop”").click()
    page.get_by_text("Saved.", exact=True).wait_for()
    assert page.get_by_text("Passkey “Laptop”", exact=True).count() == 0

    page.get_by_role("button", name="Add an authenticator app").click()
    check_accessibility(page)
    show(page, "account-authenticator")
    app = pyotp.TOTP(page.locator("#key").inner_text().replace(" ", ""))
    assert pyotp.parse_uri(page.locator("a.scan").get_attribute("href")).secret == app.secret
    page.get_by_label("Code from your authenticator app").fill(app.now())
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("heading", name="Recovery codes").wait_for()
    assert page.locator(".codes code").count() == 10
    check_accessibility(page)
    show(page, "account-recovery-codes")
    page.get_by_role("link", name="Continue").click()
    page.get_by_role("button", name="Remove: Authenticator app").wait_for()
    check_accessibility(page)
    show(page, "account")

    page.get_by_text("Delete account", exact=True).click()
    page.get_by_role("button", name="Delete my account").click()
    page.get_by_role("heading", name="Your account is deleted").wait_for()
    check_accessibility(page)
    page.goto(server["url"] + "/account")
    page.get_by_role("heading", name="Sign in").wait_for()
    assert page.problems == []


def test_an_administrator_opens_the_console_with_a_passkey(server, binary, tmp_path, page, authenticator):
    begin(page, ask_for_link(binary, tmp_path / "data"))
    page.get_by_role("link", name="grace@example.org").click()
    page.get_by_label("Passkey name").fill("Laptop")
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("Passkey added.").wait_for()
    show(page, "console-account-passkey")
    check_accessibility(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").wait_for()
    show(page, "console-sign-in-passkey")
    check_accessibility(page)
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url("**/overview")
    page.get_by_role("link", name="grace@example.org").click()
    page.get_by_role("button", name="Remove the passkey “Laptop”").click()
    page.get_by_text("Removed.").wait_for()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.get_by_role("alert").wait_for()
    assert page.get_by_role("heading", name="Latchkey console").is_visible(), "a removed passkey opens nothing"
    # The browser logs every refused request, and nothing else is logged.
    assert all("400" in problem for problem in page.problems), page.problems


def test_one_authenticator_makes_one_passkey_for_an_account(server, page, authenticator):
    sign_up(page, server)
    add_passkey(page)
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("This device has a passkey for the account already.").wait_for()
    assert len(credentials(authenticator)) == 1


def test_a_removed_passkey_opens_nothing(server, page, authenticator):
    sign_up(page, server)
    add_passkey(page)
    page.get_by_role("button", name="Remove the passkey “Laptop”").click()
    page.get_by_text("Passkey “Laptop”", exact=True).wait_for(state="detached")
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    assert "opens no account" in page.get_by_role("alert").filter(visible=True).inner_text()


def test_a_copied_key_is_found_out(server, page, authenticator):
    sign_up(page, server)
    add_passkey(page)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.locator("#uid").wait_for()
    page.get_by_role("button", name="Sign out").click()
    copied = credentials(authenticator)[0]
    copied["signCount"] = 0
    device = {"authenticatorId": authenticator.authenticator}
    authenticator.send("WebAuthn.removeCredential", {**device, "credentialId": copied["credentialId"]})
    authenticator.send("WebAuthn.addCredential", {**device, "credential": copied})
    page.get_by_role("button", name="Sign in with a passkey").click()
    assert "opens no account" in page.get_by_role("alert").filter(visible=True).inner_text()


def test_a_passkey_proves_the_account_that_a_provider_conflicts_with(server, page, authenticator):
    uid = sign_up(page, server)
    add_passkey(page)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("link", name="Continue with GitHub").click()
    page.get_by_label("Ada").check()
    page.get_by_role("button", name="Allow").click()
    page.get_by_role("heading", name="One more step").wait_for()
    page.get_by_role("button", name="Sign in with a passkey and link").click()
    page.locator("#uid").wait_for()
    assert page.locator("#uid").inner_text() == uid
    assert "GitHub" in page.locator("dt").all_inner_texts()


def test_without_the_person_there_is_no_passkey(server, page, authenticator):
    sign_up(page, server)
    authenticator.send("WebAuthn.setUserVerified", {"authenticatorId": authenticator.authenticator, "isUserVerified": False})
    page.get_by_role("button", name="Add a passkey").click()
    page.get_by_text("Nothing happened: it was cancelled or took too long.").wait_for()
    assert credentials(authenticator) == []


def test_the_pages_work_without_scripts(server, browser):
    page = browser.new_page(java_script_enabled=False)
    uid = sign_up(page, server)
    assert len(uid) == 28
    assert not page.get_by_role("button", name="Add a passkey").is_visible()
    page.get_by_role("button", name="Sign out").click()
    assert not page.get_by_role("button", name="Sign in with a passkey").is_visible()
    assert page.get_by_role("link", name="Continue with Twitter").is_visible()
    page.close()


def test_an_application_of_the_project_has_passkeys_of_its_own(server, page, authenticator):
    """A page on an authorized domain calls the API from its own origin."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<title>Application</title>")

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as application:
        threading.Thread(target=application.serve_forever, daemon=True).start()
        page.goto(f"http://localhost:{application.server_address[1]}/")
        outcome = page.evaluate(
            """async ([url, key]) => {
              const call = async (path, body) => {
                const answer = await fetch(`${url}${path}?key=${key}`, { method: "POST", body: JSON.stringify(body) });
                return answer.json();
              };
              const account = await call("/v1/accounts:signUp", {});
              const start = await call("/v2/accounts/passkeyEnrollment:start", { idToken: account.idToken });
              const creation = PublicKeyCredential.parseCreationOptionsFromJSON(start.credentialCreationOptions);
              const made = await navigator.credentials.create({ publicKey: creation });
              const added = await call("/v2/accounts/passkeyEnrollment:finalize",
                { idToken: account.idToken, name: "App", authenticatorRegistrationResponse: made.toJSON() });
              const asked = await call("/v2/accounts/passkeySignIn:start", {});
              const request = PublicKeyCredential.parseRequestOptionsFromJSON(asked.credentialRequestOptions);
              const used = await navigator.credentials.get({ publicKey: request });
              const signedIn = await call("/v2/accounts/passkeySignIn:finalize", { authenticatorAuthenticationResponse: used.toJSON() });
              const seen = await call("/v1/accounts:lookup", { idToken: signedIn.idToken });
              return [account.localId, added.localId, seen.users[0].localId, seen.users[0].passkeyInfo[0].name];
            }""",
            [server["url"], server["apiKey"]])
        application.shutdown()
    assert outcome[0] == outcome[1] == outcome[2]
    assert outcome[3] == "App"


@pytest.mark.parametrize("algorithm", [-7, -257, -8])
def test_every_algorithm_that_is_offered_works(server, algorithm):
    account = requests.post(
        f"{server['url']}/v1/accounts:signUp", params={"key": server["apiKey"]}, json={}, timeout=10).json()
    start = call(server, "passkeyEnrollment:start", {"idToken": account["idToken"]}).json()["credentialCreationOptions"]
    assert algorithm in [offered["alg"] for offered in start["pubKeyCredParams"]]
    passkey = Authenticator(algorithm, bytes(range(20)))
    client, attestation = passkey.register(start["rp"]["id"], server["url"], start["challenge"])
    added = call(server, "passkeyEnrollment:finalize", {
        "idToken": account["idToken"],
        "authenticatorRegistrationResponse": {
            "id": text(passkey.credential_id),
            "response": {"clientDataJSON": text(client), "attestationObject": text(attestation)},
        },
    })
    assert added.json().get("localId") == account["localId"], added.text

    def sign_in(origin):
        start = call(server, "passkeySignIn:start", {}).json()["credentialRequestOptions"]
        client, data, signature = passkey.sign(start["rpId"], origin, start["challenge"])
        return call(server, "passkeySignIn:finalize", {
            "authenticatorAuthenticationResponse": {
                "id": text(passkey.credential_id),
                "response": {
                    "clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature),
                    "userHandle": start.get("userHandle") or text(account["localId"].encode()),
                },
            }
        })

    assert "idToken" in sign_in(server["url"]).json()
    for wrong in ["http://localhost", "http://localhost:1", server["url"].replace("http", "https"), "http://evil.example", server["url"] + "/"]:
        refused = sign_in(wrong)
        assert refused.status_code == 400
        assert refused.json()["error"]["message"].startswith("INVALID_AUTHENTICATOR_RESPONSE : "), refused.text


def test_a_strange_site_cannot_begin(server):
    for origin in ["https://evil.example", "http://localhost.evil.example", "https://example.org"]:
        answer = call(server, "passkeySignIn:start", {}, origin=origin)
        assert answer.json()["error"]["message"].startswith("UNAUTHORIZED_DOMAIN"), answer.text
