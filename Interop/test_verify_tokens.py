# SPDX-FileCopyrightText: 2026 The Latchkey authors
# SPDX-License-Identifier: Apache-2.0

"""What docs/verify-tokens.md tells back ends to do in Python, run as it stands there."""

import base64
import json
import re
import subprocess

import jwt
import pytest
import requests
from google.auth.transport.requests import AuthorizedSession
from google.oauth2 import service_account

from conftest import ROOT


@pytest.fixture(scope="module")
def recipe():
    text = (ROOT / "docs" / "verify-tokens.md").read_text()
    (block,) = re.findall(r"^```python\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    names = {}
    exec(compile(block, "docs/verify-tokens.md", "exec"), names)
    return names["TokenVerifier"]


@pytest.fixture
def id_token(server):
    reply = requests.post(
        f"{server['url']}/v1/accounts:signUp?key={server['apiKey']}", json={"email": "ada@example.org", "password": "lovelace"}, timeout=10)
    assert reply.status_code == 200, reply.text
    return reply.json()["idToken"]


@pytest.fixture
def cookie(server, binary, tmp_path, id_token):
    made = subprocess.run(
        [binary, "service-accounts", "create", "site", "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60)
    assert made.returncode == 0, made.stderr
    account = service_account.Credentials.from_service_account_info(
        json.loads(made.stdout), scopes=["https://www.googleapis.com/auth/identitytoolkit"])
    reply = AuthorizedSession(account).post(
        f"{server['url']}/v1/projects/default:createSessionCookie", json={"idToken": id_token, "validDuration": "300"})
    assert reply.status_code == 200, reply.text
    return reply.json()["sessionCookie"]


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")


def test_the_recipe_tells_who_asks(recipe, server, id_token, cookie):
    verifier = recipe(server["url"], "default")
    claims = verifier.verify_id_token(id_token)
    assert claims["email"] == "ada@example.org" and claims["firebase"]["sign_in_provider"] == "password"
    assert verifier.verify_session_cookie(cookie)["sub"] == claims["sub"]


def test_the_recipe_tells_the_kinds_apart(recipe, server, id_token, cookie):
    verifier = recipe(server["url"], "default")
    with pytest.raises(jwt.InvalidIssuerError):
        verifier.verify_id_token(cookie)
    with pytest.raises(jwt.InvalidIssuerError):
        verifier.verify_session_cookie(id_token)


def test_the_recipe_refuses_what_is_not_the_projects(recipe, server, id_token):
    head, payload, signature = id_token.split(".")
    header = jwt.get_unverified_header(id_token)
    claims = jwt.decode(id_token, options={"verify_signature": False})
    verifier = recipe(server["url"], "default")
    unsigned = part({"alg": "none", "typ": "JWT"}) + "." + payload + "."
    named = part({**header, "alg": "none"}) + "." + payload + "."
    shared = jwt.encode(claims, "x" * 32, algorithm="HS256", headers={"kid": header["kid"]})
    changed = f"{head}.{part({**claims, 'sub': 'somebody'})}.{signature}"
    for token in (unsigned, named, shared, changed, head, ""):
        with pytest.raises((jwt.InvalidTokenError, jwt.PyJWKClientError)):
            verifier.verify_id_token(token)
    with pytest.raises(jwt.InvalidTokenError):
        recipe(server["url"], "other").verify_id_token(id_token)
