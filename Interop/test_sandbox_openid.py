"""Independent OpenID Connect clients against the mock OpenID provider."""

import http.server
import threading
import urllib.parse

import google.auth.transport.requests
import jwt
import pytest
import requests
from google.oauth2 import id_token as google_id_token
from oauthlib.oauth2 import OAuth2Error
from requests_oauthlib import OAuth2Session

from sandbox_client import CALLBACK, Person, query

SCOPE = ["openid", "email", "profile"]


@pytest.fixture(autouse=True)
def plain_http(monkeypatch):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")


@pytest.fixture
def document(sandbox):
    document = requests.get(f"{sandbox.openid}/.well-known/openid-configuration", timeout=10).json()
    assert document["issuer"] == sandbox.openid
    return document


def session(app, **options):
    return OAuth2Session(app.key, redirect_uri=CALLBACK, scope=SCOPE, **options)


def signed_in(sandbox, document, person="ada", **parameters):
    """Runs the whole flow without a page; returns the client, the callback parameters, and the token."""
    client = session(sandbox.openid_app, pkce="S256")
    url, _ = client.authorization_url(document["authorization_endpoint"], nonce="n-0S6", **parameters)
    back = sandbox.approve(url, person)["redirectURL"]
    token = client.fetch_token(
        document["token_endpoint"], authorization_response=back, client_secret=sandbox.openid_app.secret)
    return client, back, token


def claims(sandbox, document, token):
    key = jwt.PyJWKClient(document["jwks_uri"]).get_signing_key_from_jwt(token)
    return jwt.decode(
        token, key, algorithms=document["id_token_signing_alg_values_supported"], audience=sandbox.openid_app.key,
        issuer=sandbox.openid, options={"require": ["exp", "iat", "sub", "nonce"]})


def test_a_person_signs_in_on_the_page(sandbox, document):
    client = session(sandbox.openid_app, pkce="S256")
    url, state = client.authorization_url(document["authorization_endpoint"], nonce="n-0S6", login_hint="zoe@example.org")
    back = Person("zoe").decide(url).link
    assert query(back)["state"] == state and query(back)["iss"] == sandbox.openid
    token = client.fetch_token(
        document["token_endpoint"], authorization_response=back, client_secret=sandbox.openid_app.secret)
    told = claims(sandbox, document, token["id_token"])
    assert (told["name"], told["email"], told["email_verified"]) == ("Zoë 李小龍 نور 🦊", "zoe@example.org", True)
    assert told["nonce"] == "n-0S6"
    user = client.get(document["userinfo_endpoint"]).json()
    assert {name: told[name] for name in user} == user
    assert requests.get(user["picture"], timeout=10).headers["content-type"].startswith("image/svg+xml")


@pytest.mark.parametrize(
    "person, email, verified", [("ada", "ada@example.org", True), ("cleo", "cleo@example.org", False), ("bob", None, None)])
def test_addresses(sandbox, document, person, email, verified):
    told = claims(sandbox, document, signed_in(sandbox, document, person)[2]["id_token"])
    assert (told.get("email"), told.get("email_verified")) == (email, verified)


def test_the_secret_may_stand_in_the_form_and_a_public_client_has_none(sandbox, document):
    for app, options in [
        (sandbox.openid_app, {"client_secret": sandbox.openid_app.secret, "include_client_id": True, "auth": NoHeader()}),
        (sandbox.app("native.sandbox-openid"), {"include_client_id": True}),
    ]:
        client = session(app, pkce="S256")
        url, _ = client.authorization_url(document["authorization_endpoint"])
        back = sandbox.approve(url, "ada")["redirectURL"]
        assert client.fetch_token(document["token_endpoint"], authorization_response=back, **options)["id_token"]


class NoHeader(requests.auth.AuthBase):
    """Keeps requests-oauthlib from sending the secret in a header."""

    def __call__(self, request):
        return request


def test_a_code_is_good_once_and_its_reuse_revokes(sandbox, document):
    client, back, token = signed_in(sandbox, document)
    assert client.get(document["userinfo_endpoint"]).ok
    with pytest.raises(OAuth2Error) as refused:
        client.fetch_token(
            document["token_endpoint"], authorization_response=back, client_secret=sandbox.openid_app.secret)
    assert refused.value.error == "invalid_grant"
    reply = requests.get(
        document["userinfo_endpoint"], headers={"Authorization": f"Bearer {token['access_token']}"}, timeout=10)
    assert reply.status_code == 401 and 'error="invalid_token"' in reply.headers["www-authenticate"]


def test_denied(sandbox, document):
    client = session(sandbox.openid_app, pkce="S256")
    url, _ = client.authorization_url(document["authorization_endpoint"])
    with pytest.raises(OAuth2Error) as refused:
        client.fetch_token(
            document["token_endpoint"], authorization_response=Person("ada").decide(url, "deny").link,
            client_secret=sandbox.openid_app.secret)
    assert refused.value.error == "access_denied"


def test_google_auth_reads_the_key_set(sandbox, document):
    token = sandbox.issue(sandbox.openid_app, "ada", nonce="mine")["idToken"]
    request = google.auth.transport.requests.Request()
    told = google_id_token.verify_token(
        token, request, audience=sandbox.openid_app.key, certs_url=document["jwks_uri"])
    assert (told["iss"], told["nonce"]) == (sandbox.openid, "mine")


@pytest.mark.parametrize(
    "fault, error",
    [
        ("expired_token", jwt.ExpiredSignatureError), ("wrong_audience", jwt.InvalidAudienceError),
        ("wrong_issuer", jwt.InvalidIssuerError), ("foreign_key", jwt.InvalidSignatureError),
        ("unsigned_token", jwt.PyJWKClientError),
    ])
@pytest.mark.parametrize("algorithm", ["RS256", "ES256"])
def test_wrong_tokens_are_noticed(sandbox, document, fault, error, algorithm):
    sandbox.rotate_openid_key(algorithm)
    sandbox.fault(fault)
    bad = sandbox.issue(sandbox.openid_app, "ada", nonce="n")["idToken"]
    good = sandbox.issue(sandbox.openid_app, "ada", nonce="n")["idToken"]
    with pytest.raises(error):
        claims(sandbox, document, bad)
    assert claims(sandbox, document, good)["sub"] == "1080000000000000000101"
    assert jwt.get_unverified_header(good)["alg"] == algorithm


def test_at_hash_fits_the_access_token(sandbox, document):
    _, _, token = signed_in(sandbox, document)
    algorithm = jwt.get_algorithm_by_name("RS256")
    digest = algorithm.compute_hash_digest(token["access_token"].encode())
    assert claims(sandbox, document, token["id_token"])["at_hash"] == jwt.utils.base64url_encode(digest[:16]).decode()


def test_a_rotated_key_is_found_and_a_withdrawn_one_is_not(sandbox, document):
    old = sandbox.issue(sandbox.openid_app, "ada", nonce="n")["idToken"]
    sandbox.rotate_openid_key("ES256")
    new = sandbox.issue(sandbox.openid_app, "ada", nonce="n")["idToken"]
    for token in (old, new):
        claims(sandbox, document, token)
    sandbox.rotate_openid_key("RS256", keep_old=False)
    with pytest.raises(jwt.PyJWKClientError):
        claims(sandbox, document, old)


def test_tokens_of_another_application_tell_so(sandbox, document):
    foreign = sandbox.issue(sandbox.app("foreign.sandbox-openid"), "ada", nonce="n")
    with pytest.raises(jwt.InvalidAudienceError):
        claims(sandbox, document, foreign["idToken"])
    told = requests.get(
        f"{sandbox.openid}/tokeninfo", params={"access_token": foreign["accessToken"]}, timeout=10).json()
    assert told["aud"] == "foreign.sandbox-openid"


class Catcher(http.server.BaseHTTPRequestHandler):
    """An application that receives the outcome as a form post."""

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.caught.append((dict(urllib.parse.parse_qsl(body)), self.headers.get("Origin")))
        self.send_response(200)
        self.end_headers()
        # With an inline favicon: a browser would otherwise request one at an unpredictable time.
        self.wfile.write(b'<!doctype html><title>caught</title><link rel="icon" href="data:,">')

    def log_message(self, *arguments):
        pass


def test_a_browser_brings_the_outcome_as_a_form(sandbox, document, page):
    with http.server.HTTPServer(("127.0.0.1", 0), Catcher) as application:
        application.caught = []
        threading.Thread(target=application.serve_forever, daemon=True).start()
        parameters = {
            "response_type": "id_token", "response_mode": "form_post", "client_id": sandbox.openid_app.key, "nonce": "n",
            "redirect_uri": f"http://127.0.0.1:{application.server_port}/callback", "scope": "openid email", "state": "s",
        }
        page.goto(f"{document['authorization_endpoint']}?{urllib.parse.urlencode(parameters)}")
        page.get_by_label("Ada Lovelace").check()
        page.get_by_role("button", name="Allow").click()
        page.wait_for_url(f"{parameters['redirect_uri']}")
        application.shutdown()
    (form, origin), = application.caught
    assert form["state"] == "s" and origin == sandbox.github
    assert claims(sandbox, document, form["id_token"])["email"] == "ada@example.org"
    assert page.problems == []


def test_a_server_with_a_sandbox_names_the_issuer(server):
    document = requests.get(f"{server['sandbox']['openid']}/.well-known/openid-configuration", timeout=10).json()
    assert document["issuer"] == server["sandbox"]["openid"]
    reply = requests.post(f"{server['sandbox']['x']}/2/oauth2/token", timeout=10)
    assert reply.json()["error"] == "invalid_request"
