"""Sign-in with oidc-provider-mock, a third-party OpenID provider based on Authlib and Flask."""

import contextlib
import datetime
import hashlib
import re
import subprocess
import time
import urllib.parse

import pytest
import requests
from oidc_provider_mock import run_server_in_thread

from running_server import running_server

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:authlib")

CLIENT, SECRET = "latchkey-client", "s:cret/+"
GRACE = {"name": "Grace Hopper", "email": "grace@example.org", "email_verified": True, "picture": "https://example.org/grace.png"}
RAW_NONCE = "a+raw/nonce"


def hashed(nonce):
    return hashlib.sha256(nonce.encode()).hexdigest()


class Provider:
    """Two of its calls, made directly: the user's sign-in and the client's exchange."""

    def __init__(self, server):
        self.issuer = f"http://localhost:{server.server_port}"

    def person(self, sub, **claims):
        requests.put(f"{self.issuer}/users/{sub}", json=claims, timeout=10).raise_for_status()
        return sub

    def register(self, callback):
        made = requests.post(f"{self.issuer}/oauth2/clients", json={"redirect_uris": [callback]}, timeout=10)
        made.raise_for_status()
        return made.json()["client_id"], made.json()["client_secret"]

    def decide(self, address, **form):
        """Submits the form of the page; returns the address that the provider redirects to."""
        assert address.startswith(self.issuer), address
        assert "Authorize Client" in requests.get(address, timeout=10).text
        reply = requests.post(address, data=form, allow_redirects=False, timeout=10)
        assert reply.status_code == 302, reply.text
        return reply.headers["Location"]

    def id_token(self, sub, client=CLIENT, nonce=None):
        ask = {
            "client_id": client, "redirect_uri": "http://localhost/back", "response_type": "code",
            "scope": "openid profile email",
        } | ({"nonce": nonce} if nonce else {})
        back = self.decide(f"{self.issuer}/oauth2/authorize?{urllib.parse.urlencode(ask)}", sub=sub)
        form = {"grant_type": "authorization_code", "code": query(back)["code"], "redirect_uri": ask["redirect_uri"]}
        reply = requests.post(f"{self.issuer}/oauth2/token", data=form, auth=(client, "any"), timeout=10)
        assert reply.status_code == 200, reply.text
        return reply.json()["id_token"]


@contextlib.contextmanager
def running_provider(**options):
    with run_server_in_thread(**options) as server:
        yield Provider(server)


def query(address):
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(address).query))


class Latchkey:
    """A server with the provider configured as `oidc.foreign`."""

    def __init__(self, binary, data, line):
        self.binary, self.data, self.line = binary, data, line

    def configure(self, provider, client=CLIENT, secret=SECRET, *more):
        done = subprocess.run(
            [self.binary, "projects", "provider", "set", "oidc.foreign", "--issuer", provider.issuer, "--key", client,
             "--secret-file", "-", *more, "--data", str(self.data)],
            input=secret, text=True, capture_output=True, timeout=60)
        assert done.returncode == 0, done.stderr

    @property
    def handler(self):
        return self.line["url"] + "/__/auth/handler"

    def call(self, name, **body):
        return requests.post(
            f"{self.line['url']}/v1/accounts:{name}?key={self.line['apiKey']}", json=body, timeout=20)

    def by_token(self, token, nonce=None):
        credential = {"id_token": token, "providerId": "oidc.foreign"} | ({"nonce": nonce} if nonce else {})
        return self.call(
            "signInWithIdp", requestUri="http://localhost", postBody=urllib.parse.urlencode(credential), returnSecureToken=True)

    def begin(self):
        begun = self.call("createAuthUri", providerId="oidc.foreign", continueUri=self.handler)
        assert begun.status_code == 200, begun.text
        return begun.json()

    def finish(self, begun, back):
        return self.call("signInWithIdp", requestUri=back, sessionId=begun["sessionId"], returnSecureToken=True)


def refusal(answer):
    assert answer.status_code == 400, answer.text
    return answer.json()["error"]["message"]


@pytest.fixture
def provider():
    with running_provider() as provider:
        provider.person("grace", **GRACE)
        yield provider


@pytest.fixture
def latchkey(binary, tmp_path):
    with running_server(binary, tmp_path / "data", sandbox=True) as line:
        yield Latchkey(binary, tmp_path / "data", line)


def test_a_person_signs_in_on_the_pages_of_both(latchkey, provider, page):
    latchkey.configure(provider)

    def enter():
        page.goto(latchkey.line["signIn"])
        page.get_by_role("link", name="Continue with oidc.foreign").click()
        page.get_by_placeholder("sub").fill("grace")
        page.get_by_role("button", name="Authorize").click()
        page.wait_for_url("**/sign-in")
        assert page.locator("#name").inner_text() == "Grace Hopper"
        return page.locator("#uid").inner_text()

    uid = enter()
    page.get_by_role("button", name="Sign out").click()
    assert enter() == uid


def test_a_denied_consent_does_not_sign_in(latchkey, provider, page):
    """The provider drops the `state` of a denied sign-in, so the server cannot tell which sign-in ended; the page shows the provider's
    error."""
    latchkey.configure(provider)
    page.goto(latchkey.line["signIn"])
    page.get_by_role("link", name="Continue with oidc.foreign").click()
    page.get_by_role("button", name="Deny").click()
    page.get_by_role("heading", name="This sign-in did not work").wait_for()
    assert "“access_denied”" in page.locator("main").inner_text()
    page.goto(latchkey.line["signIn"])
    assert page.locator("#uid").count() == 0
    begun = latchkey.begin()
    assert refusal(latchkey.finish(begun, provider.decide(begun["authUri"], action="deny"))).startswith(
        "INVALID_IDP_RESPONSE : The provider ended the sign-in with “access_denied”")


def test_an_app_that_receives_the_code_itself(latchkey, provider):
    latchkey.configure(provider)
    begun = latchkey.begin()
    back = provider.decide(begun["authUri"], sub="grace")
    assert back.startswith(latchkey.handler)
    over = "INVALID_IDP_RESPONSE : This sign-in was finished before, has expired, or was begun by another session."
    assert refusal(latchkey.finish({"sessionId": "another session"}, back)) == over
    person = latchkey.finish(begun, back).json()
    assert (person["displayName"], person["email"], person["isNewUser"]) == ("Grace Hopper", "grace@example.org", True)
    assert refusal(latchkey.finish(begun, back)) == over
    begun = latchkey.begin()
    assert latchkey.finish(begun, provider.decide(begun["authUri"], sub="grace")).json()["localId"] == person["localId"]
    begun = latchkey.begin()
    invented = re.sub(r"code=[^&]+", "code=invented", provider.decide(begun["authUri"], sub="grace"))
    assert "invalid_grant" in refusal(latchkey.finish(begun, invented))


def test_revoked_and_unknown_tokens_are_rejected(latchkey, provider):
    """The server does not use the provider's tokens after the sign-in, so revoking them ends nothing. A sign-in needs a token of that
    user."""
    latchkey.configure(provider)
    token = provider.id_token("grace")
    person = latchkey.by_token(token).json()
    requests.post(f"{provider.issuer}/users/grace/revoke-tokens", timeout=10).raise_for_status()
    assert latchkey.call("lookup", idToken=person["idToken"]).json()["users"][0]["localId"] == person["localId"]
    access = {"access_token": "revoked", "providerId": "oidc.foreign"}
    answer = latchkey.call("signInWithIdp", requestUri="http://localhost", postBody=urllib.parse.urlencode(access))
    assert refusal(answer).startswith("INVALID_IDP_RESPONSE"), answer.text


NONCE = "MISSING_OR_INVALID_NONCE : The token's “nonce” and the raw nonce do not belong together"
NONCES = [
    ("both", hashed(RAW_NONCE), RAW_NONCE, None),
    ("neither", None, None, None),
    ("the token has one, the app shows none", hashed(RAW_NONCE), None, NONCE),
    ("the app shows one, the token has none", None, RAW_NONCE, NONCE),
    ("the app shows another", hashed(RAW_NONCE), "another", NONCE),
    ("the app shows the hash's hash", hashed(RAW_NONCE), hashed(hashed(RAW_NONCE)), NONCE),
    ("the token has it as the app does", RAW_NONCE, RAW_NONCE, None),
]


def test_nonces_of_tokens_that_apps_bring(latchkey, provider):
    latchkey.configure(provider)
    for what, claimed, shown, wrong in NONCES:
        answer = latchkey.by_token(provider.id_token("grace", nonce=claimed), shown)
        if wrong:
            assert refusal(answer).startswith(wrong), what
        else:
            assert answer.json().get("email") == "grace@example.org", (what, answer.text)


NOW = int(time.time())
# Claims of the provider's tokens, and the resulting error.
WRONG = [
    ({"iss": "http://localhost:1"}, "“iss” is not the issuer that is configured here."),
    ({"aud": "another-client"}, "“aud” is not this project's client"),
    ({"aud": []}, "“aud” is not this project's client"),
    ({"aud": [CLIENT, "another-client"]}, "several audiences, and “azp” is not this project's client"),
    ({"aud": [CLIENT, "another-client"], "azp": "another-client"}, "several audiences, and “azp” is not this project's client"),
    ({"exp": NOW - 3600}, "The token has expired."),
    ({"exp": "soon"}, "“exp” and “iat” must be numbers."),
    ({"exp": None}, "“exp” and “iat” must be numbers."),
    ({"iat": None}, "“exp” and “iat” must be numbers."),
    ({"iat": NOW + 3600}, "“iat” lies in the future"),
    ({"nbf": NOW + 3600}, "“nbf” lies in the future"),
    ({"nonce": 7}, "“nonce”"),
    ({"nonce": hashed("another")}, "“nonce”"),
]


def test_wrong_claims_are_refused_by_token_and_by_code(latchkey, provider):
    latchkey.configure(provider)
    for claims, said in WRONG:
        provider.person("eve", **claims)
        by_token = refusal(latchkey.by_token(provider.id_token("eve")))
        assert by_token.startswith(("INVALID_IDP_RESPONSE : ", "MISSING_OR_INVALID_NONCE : ")) and said in by_token, (claims, by_token)
        begun = latchkey.begin()
        by_code = refusal(latchkey.finish(begun, provider.decide(begun["authUri"], sub="eve")))
        assert by_code.startswith("INVALID_IDP_RESPONSE : ") and said in by_code, (claims, by_code)
    assert "aud” is not this project's client" in refusal(latchkey.by_token(provider.id_token("grace", client="another-client")))


ODD = [
    ({"email": 7}, None, None),
    ({"email": "no address"}, None, None),
    ({"email": "odd@example.org", "email_verified": "true"}, "odd@example.org", None),
    ({"name": {"first": "Eve"}}, None, None),
    ({"name": "Eve", "picture": ["x"]}, None, "Eve"),
]


def test_odd_profiles_are_no_reason_to_keep_a_person_out(latchkey, provider):
    latchkey.configure(provider)
    for number, (claims, email, name) in enumerate(ODD):
        provider.person(f"eve{number}", **claims)
        told = latchkey.by_token(provider.id_token(f"eve{number}")).json()
        assert (told["federatedId"], told.get("email"), told.get("displayName")) == (f"eve{number}", email, name), (claims, told)
        assert not told.get("emailVerified"), "no provider is trusted with addresses by default"


def test_tokens_that_are_over_when_they_are_made(latchkey):
    with running_provider(access_token_max_age=datetime.timedelta(hours=-1)) as provider:
        latchkey.configure(provider)
        provider.person("grace", **GRACE)
        assert "The token has expired." in refusal(latchkey.by_token(provider.id_token("grace")))
        begun = latchkey.begin()
        assert "The token has expired." in refusal(latchkey.finish(begun, provider.decide(begun["authUri"], sub="grace")))


def test_a_registered_client_and_its_secret(latchkey):
    with running_provider(require_client_registration=True, require_nonce=True) as provider:
        provider.person("grace", **GRACE)
        client, secret = provider.register(latchkey.handler)
        latchkey.configure(provider, client, "another-secret")
        begun = latchkey.begin()
        wrong = refusal(latchkey.finish(begun, provider.decide(begun["authUri"], sub="grace")))
        assert wrong.startswith("INVALID_IDP_RESPONSE : ") and "invalid_client" in wrong, wrong
        latchkey.configure(provider, client, secret)
        begun = latchkey.begin()
        assert latchkey.finish(begun, provider.decide(begun["authUri"], sub="grace")).json()["email"] == "grace@example.org"
        latchkey.configure(provider, "nobodys-client", secret)
        assert requests.get(latchkey.begin()["authUri"], timeout=10).status_code == 400


def test_a_provider_that_is_gone(latchkey):
    with running_provider() as provider:
        latchkey.configure(provider)
        provider.person("grace", **GRACE)
        assert latchkey.by_token(provider.id_token("grace")).status_code == 200
        begun = latchkey.begin()
        back = provider.decide(begun["authUri"], sub="grace")
    answer = latchkey.finish(begun, back)
    assert answer.status_code == 503 and "could not be reached" in answer.text, answer.text
