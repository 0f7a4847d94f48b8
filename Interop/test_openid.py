"""Sign-in with a third-party OpenID provider, in a real browser and with tokens signed by PyJWT."""

import hashlib
import json
import subprocess

import pytest
import requests

from openid_provider import CLIENT, SECRET, OpenIDProvider


@pytest.fixture
def provider():
    provider = OpenIDProvider()
    yield provider
    provider.shutdown()
    provider.server_close()


@pytest.fixture
def latchkey(binary, tmp_path):
    def run(*arguments, **options):
        return subprocess.run(
            [binary, *arguments, "--data", str(tmp_path / "data")], text=True, capture_output=True, **options)

    return run


@pytest.fixture
def configure(latchkey, server, provider):
    def configure(*more):
        latchkey(
            "projects", "provider", "set", "oidc.interop", "--issuer", provider.issuer, "--key", CLIENT, "--secret-file", "-", *more,
            input=SECRET, check=True)

    return configure


def sign_in(page, server):
    page.goto(server["signIn"])
    page.get_by_role("link", name="Continue with oidc.interop").click()
    page.wait_for_url("**/sign-in")
    assert "Grace Hopper" in page.locator("#name").inner_text()
    return page.locator("#uid").inner_text()


def idp(server, token, nonce=None):
    body = f"id_token={token}&providerId=oidc.interop" + (f"&nonce={nonce}" if nonce else "")
    return requests.post(
        f"{server['url']}/v1/accounts:signInWithIdp?key={server['apiKey']}",
        json={"requestUri": "http://localhost", "postBody": body, "returnSecureToken": True}, timeout=20)


def test_a_person_signs_in_with_a_code(configure, server, page):
    configure()
    uid = sign_in(page, server)
    page.get_by_role("button", name="Sign out").click()
    assert sign_in(page, server) == uid
    assert page.problems == []


def test_a_posted_token_finds_the_browser_that_began(configure, server, page):
    """The provider is another site, so its form carries no cookie of the server; the redirect that follows must."""
    configure("--response-type", "id_token")
    addresses = []
    page.on("framenavigated", lambda frame: addresses.append(frame.url))
    assert len(sign_in(page, server)) == 28
    assert not any("id_token=ey" in address or "eyJ" in address for address in addresses), "no token in the history"


def test_tokens_that_apps_bring(configure, server, provider):
    configure()
    first = idp(server, provider.id_token())
    assert first.status_code == 200, first.text
    assert first.json()["email"] == "grace@example.org"
    raw = "a+raw/nonce"  # not escaped, as the iOS client sends it
    hashed = hashlib.sha256(raw.encode()).hexdigest()
    assert idp(server, provider.id_token(hashed), raw).json()["localId"] == first.json()["localId"]
    assert "MISSING_OR_INVALID_NONCE" in idp(server, provider.id_token(hashed)).text
    assert "INVALID_IDP_RESPONSE" in idp(server, provider.id_token(aud="another app")).text
    assert "INVALID_IDP_RESPONSE" in idp(server, provider.id_token(exp=1)).text
    provider.rotate()
    for _ in range(3):
        assert "INVALID_IDP_RESPONSE" in idp(server, provider.id_token()).text
    assert provider.key_fetches == 1, "the server does not fetch again within a minute"


def test_doctor_finds_the_provider_good(configure, latchkey, server, provider):
    configure()
    checks = json.loads(latchkey("doctor", "--json").stdout)
    own = [check for check in checks if check["subject"] == "default: oidc.interop"]
    assert [check["ok"] for check in own] == [True], own
    assert "keys are good" in own[0]["detail"]
