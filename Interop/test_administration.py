# SPDX-FileCopyrightText: 2026 The Latchkey authors
# SPDX-License-Identifier: Apache-2.0

"""A back end administers with Google's own library for service accounts, unmodified."""

import json
import subprocess

import pytest
from google.auth.exceptions import RefreshError
from google.auth.transport.requests import AuthorizedSession
from google.oauth2 import service_account

SCOPES = ["https://www.googleapis.com/auth/identitytoolkit"]


@pytest.fixture
def latchkey(binary, server, tmp_path):
    def run(*arguments):
        done = subprocess.run(
            [binary, "service-accounts", *arguments, "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def session(file):
    """What a program has that reads the file of a service account."""
    return AuthorizedSession(service_account.Credentials.from_service_account_info(file, scopes=SCOPES))


def test_google_auth_gets_a_token_and_administers(latchkey, server):
    file = json.loads(latchkey("create", "administrator"))
    assert file["token_uri"] == f"{server['url']}/oauth2/token"
    back_end = session(file)
    base = f"{server['url']}/identitytoolkit.googleapis.com/v1/projects/{file['project_id']}"
    made = back_end.post(f"{base}/accounts", json={"localId": "grace", "email": "grace@example.org", "password": "hopper1"})
    assert made.status_code == 200, made.text
    assert "idToken" not in made.json()
    found = back_end.post(f"{base}/accounts:lookup", json={"email": ["grace@example.org"]}).json()
    assert [user["localId"] for user in found["users"]] == ["grace"]
    page = back_end.get(f"{base}/accounts:batchGet", params={"maxResults": 1000}).json()
    assert "grace" in [user["localId"] for user in page["users"]]
    assert back_end.post(f"{base}/accounts:delete", json={"localId": "grace"}).status_code == 200
    assert "users" not in back_end.post(f"{base}/accounts:lookup", json={"localId": ["grace"]}).json()


def test_a_revoked_account_gets_no_token(latchkey, server):
    file = json.loads(latchkey("create", "administrator"))
    latchkey("revoke", file["client_email"])
    with pytest.raises(RefreshError):
        session(file).get(f"{server['url']}/v1/projects/{file['project_id']}/accounts:batchGet")
