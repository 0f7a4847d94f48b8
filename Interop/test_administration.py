"""A back end administers accounts with Google's own library for service accounts, unmodified."""

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

    run.binary, run.data = binary, str(tmp_path / "data")
    return run


def session(file):
    """A session authorized with the file of a service account."""
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


def test_a_back_end_configures_finds_and_reads(latchkey, server):
    file = json.loads(latchkey("create", "administrator"))
    back_end = session(file)
    v1 = f"{server['url']}/identitytoolkit.googleapis.com/v1/projects/{file['project_id']}"
    v2 = f"{server['url']}/identitytoolkit.googleapis.com/v2/projects/{file['project_id']}"

    for name in ("grace", "ada"):
        made = back_end.post(f"{v1}/accounts", json={"localId": name, "email": f"{name}@example.org", "password": "hopper1"})
        assert made.status_code == 200, made.text
    found = back_end.post(f"{v1}/accounts:query", json={"sortBy": "CREATED_AT", "order": "DESC", "limit": "1"}).json()
    assert found["recordsCount"] == "1" and [user["localId"] for user in found["userInfo"]] == ["ada"]
    assert back_end.post(f"{v1}:queryAccounts", json={"returnUserInfo": False}).json() == {"recordsCount": "2"}

    link = back_end.post(f"{v1}/accounts:sendOobCode", json={"requestType": "PASSWORD_RESET", "email": "ada@example.org", "returnOobLink": True})
    assert link.status_code == 200, link.text
    assert link.json()["oobCode"] in link.json()["oobLink"]

    provider = {"displayName": "Acme", "enabled": True, "clientId": "c", "issuer": "https://login.example.com", "clientSecret": "s3cret"}
    made = back_end.post(f"{v2}/oauthIdpConfigs", params={"oauthIdpConfigId": "oidc.acme"}, json=provider)
    assert made.status_code == 200 and "s3cret" not in made.text, made.text
    changed = back_end.patch(f"{v2}/oauthIdpConfigs/oidc.acme", params={"updateMask": "displayName"}, json={"displayName": "New"})
    assert changed.json()["displayName"] == "New"
    names = [entry["name"] for entry in back_end.get(f"{v2}/oauthIdpConfigs").json()["oauthIdpConfigs"]]
    assert f"projects/{file['project_id']}/oauthIdpConfigs/oidc.acme" in names
    assert back_end.delete(f"{v2}/oauthIdpConfigs/oidc.acme").json() == {}
    missing = back_end.get(f"{v2}/oauthIdpConfigs/oidc.acme")
    assert missing.status_code == 404 and missing.json()["error"]["message"] == "CONFIGURATION_NOT_FOUND"

    events = back_end.get(f"{v1}/events", params={"type": "configure"}).json()["events"]
    assert [event["actor"] for event in events].count(file["client_email"]) == 3
    # The operator created the service account with the command.
    assert {event["actor"] for event in events} == {file["client_email"], "admin"}
    listed = json.loads(subprocess.run(
        [latchkey.binary, "events", "list", "--type", "configure", "--limit", "2", "--json", "--data", latchkey.data],
        capture_output=True, text=True, timeout=60, check=True).stdout)
    assert len(listed["events"]) == 2 and listed["next"]
