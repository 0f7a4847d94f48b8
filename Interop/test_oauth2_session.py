"""requests-oauthlib as a client of the mock GitHub."""

import pytest
import requests
from oauthlib.oauth2 import OAuth2Error
from requests_oauthlib import OAuth2Session

from sandbox_client import CALLBACK, Person, query

DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"


@pytest.fixture(autouse=True)
def plain_http(monkeypatch):
    monkeypatch.setenv("OAUTHLIB_INSECURE_TRANSPORT", "1")
    # GitHub separates the granted scopes by commas, which oauthlib reads as a change of scope.
    monkeypatch.setenv("OAUTHLIB_RELAX_TOKEN_SCOPE", "1")


def session(app, **options):
    return OAuth2Session(app.key, redirect_uri=CALLBACK, scope=["read:user", "user:email"], **options)


def exchange(sandbox, client, back, **options):
    return client.fetch_token(
        f"{sandbox.github}/login/oauth/access_token", authorization_response=back,
        client_secret=sandbox.github_app.secret, **options)


@pytest.mark.parametrize("pkce", [None, "S256"])
def test_web_flow(sandbox, pkce):
    client = session(sandbox.github_app, pkce=pkce)
    url, state = client.authorization_url(f"{sandbox.github}/login/oauth/authorize", login="zoe-fox")
    back = Person("zoe").decide(url).link
    assert query(back)["state"] == state
    token = exchange(sandbox, client, back)
    assert token["token_type"] == "bearer" and token["access_token"].startswith("gho_")
    user = client.get(f"{sandbox.github}/user").json()
    assert (user["id"], user["login"], user["name"]) == (5505, "zoe-fox", "Zoë 李小龍 نور 🦊")
    emails = client.get(f"{sandbox.github}/user/emails").json()
    assert [email["email"] for email in emails if email["primary"] and email["verified"]] == ["zoe@example.org"]


def test_denied(sandbox):
    client = session(sandbox.github_app)
    url, state = client.authorization_url(f"{sandbox.github}/login/oauth/authorize")
    back = Person("ada").decide(url, "deny").link
    assert query(back)["state"] == state
    with pytest.raises(OAuth2Error) as refused:
        exchange(sandbox, client, back)
    assert refused.value.error == "access_denied"


def test_a_withheld_scope_is_missing_in_the_token(sandbox):
    client = session(sandbox.github_app)
    url, _ = client.authorization_url(f"{sandbox.github}/login/oauth/authorize")
    back = Person("ada").decide(url, withhold="user:email").link
    reply = requests.post(
        f"{sandbox.github}/login/oauth/access_token", timeout=10, headers={"Accept": "application/json"},
        data={
            "client_id": sandbox.github_app.key, "client_secret": sandbox.github_app.secret,
            "code": query(back)["code"],
        })
    assert reply.json()["scope"] == "read:user"


def test_pkce_plain_is_refused(sandbox):
    client = session(sandbox.github_app)
    url, state = client.authorization_url(
        f"{sandbox.github}/login/oauth/authorize", code_challenge="v" * 43, code_challenge_method="plain")
    reply = requests.get(url, allow_redirects=False, timeout=10)
    assert reply.status_code == 302
    assert query(reply.headers["location"])["error"] == "invalid_request"
    assert query(reply.headers["location"])["state"] == state


def test_pkce_downgrades_are_refused(sandbox):
    with_challenge = session(sandbox.github_app, pkce="S256")
    url, state = with_challenge.authorization_url(f"{sandbox.github}/login/oauth/authorize")
    back = sandbox.approve(url, "ada")["redirectURL"]
    without_verifier = session(sandbox.github_app, state=state)
    with pytest.raises(OAuth2Error) as refused:
        exchange(sandbox, without_verifier, back)
    assert refused.value.error == "bad_verification_code"

    without_challenge = session(sandbox.github_app)
    url, state = without_challenge.authorization_url(f"{sandbox.github}/login/oauth/authorize")
    back = sandbox.approve(url, "ada")["redirectURL"]
    with pytest.raises(OAuth2Error) as refused:
        exchange(sandbox, without_challenge, back, code_verifier="v" * 43)
    assert refused.value.error == "bad_verification_code"


def test_a_code_is_good_once(sandbox):
    client = session(sandbox.github_app)
    url, _ = client.authorization_url(f"{sandbox.github}/login/oauth/authorize")
    back = sandbox.approve(url, "ada")["redirectURL"]
    exchange(sandbox, client, back)
    with pytest.raises(OAuth2Error) as refused:
        exchange(sandbox, client, back)
    assert refused.value.error == "bad_verification_code"


def test_device_flow(sandbox):
    accept = {"Accept": "application/json"}
    app = sandbox.github_app
    codes = requests.post(
        f"{sandbox.github}/login/device/code", timeout=10, headers=accept,
        data={"client_id": app.key, "scope": "user:email"}).json()
    assert codes["verification_uri"] == f"{sandbox.github}/login/device"

    def poll():
        form = {"client_id": app.key, "device_code": codes["device_code"], "grant_type": DEVICE_GRANT}
        return requests.post(f"{sandbox.github}/login/oauth/access_token", timeout=10, headers=accept, data=form).json()

    assert poll()["error"] == "authorization_pending"
    slow = poll()
    assert (slow["error"], slow["interval"]) == ("slow_down", 10)
    assert sandbox.approve_device(codes["user_code"], "ada") == {"allowed": True}


def test_device_flow_that_is_approved_before_the_first_poll(sandbox):
    app = sandbox.github_app
    codes = query("?" + requests.post(
        f"{sandbox.github}/login/device/code", timeout=10, data={"client_id": app.key}).text)
    sandbox.approve_device(codes["user_code"].lower().replace("-", ""), "ada")
    form = {"client_id": app.key, "device_code": codes["device_code"], "grant_type": DEVICE_GRANT}
    answer = query("?" + requests.post(f"{sandbox.github}/login/oauth/access_token", timeout=10, data=form).text)
    assert answer["token_type"] == "bearer" and answer["scope"] == ""
