"""Signing keys that are revoked at once, and what a version would do with a data folder."""

import datetime
import json
import sqlite3
import subprocess

import jwt
import pytest
import requests
from google.auth.transport.requests import AuthorizedSession
from google.oauth2 import service_account

from running_server import running_server


def command(binary, data, *arguments, status=0):
    done = subprocess.run(
        [binary, *arguments, "--data", str(data)], capture_output=True, text=True, timeout=60, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def keys(binary, data):
    return json.loads(command(binary, data, "keys", "list", "--json"))


def lookup(line, token):
    return requests.post(f"{line['url']}/v1/accounts:lookup?key={line['apiKey']}", json={"idToken": token}, timeout=60)


def published(line, path="/.well-known/jwks.json"):
    return {key["kid"] for key in requests.get(line["url"] + path, timeout=60).json()["keys"]}


def test_a_revoked_key_is_refused_at_once(binary, tmp_path):
    with running_server(binary, tmp_path) as line:
        session = requests.post(
            f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": "ada@example.org", "password": "correct horse"},
            timeout=60).json()
        leaked = jwt.get_unverified_header(session["idToken"])["kid"]
        assert lookup(line, session["idToken"]).status_code == 200
        # Without a terminal, the command says what would happen, and needs --yes.
        assert "There is no signing key unknown." in command(binary, tmp_path, "keys", "revoke", "unknown", status=1)
        told = command(binary, tmp_path, "keys", "revoke", leaked, status=1)
        assert "session cookie" in told and "Nothing was changed. Confirm with --yes." in told
        assert published(line) == {leaked}
        command(binary, tmp_path, "keys", "revoke", leaked, "--yes")
        assert lookup(line, session["idToken"]).json()["error"]["message"] == "INVALID_ID_TOKEN"
        assert leaked not in published(line) and len(published(line)) == 1
        # The session goes on with a new token.
        refreshed = requests.post(
            f"{line['url']}/v1/token?key={line['apiKey']}", data={"grant_type": "refresh_token", "refresh_token": session["refreshToken"]},
            timeout=60).json()
        assert {jwt.get_unverified_header(refreshed["id_token"])["kid"]} == published(line)
        assert lookup(line, refreshed["id_token"]).status_code == 200
        assert "no longer in use" in command(binary, tmp_path, "keys", "revoke", leaked, "--yes", status=1)
        assert "There is no signing key" in command(binary, tmp_path, "keys", "revoke", "unknown", "--yes", status=1)
        events = json.loads(command(binary, tmp_path, "events", "list", "--project", "_console", "--json"))["events"]
        revocation, = (event for event in events if event.get("reason") == f"signing key revoked {leaked}")
        revoked, = (key for key in keys(binary, tmp_path) if key["state"] == "revoked")
        assert revoked["id"] == leaked and revoked["revokedAt"] == revocation["time"].split(".")[0] + "Z"
        table = [line.split() for line in command(binary, tmp_path, "keys", "list").splitlines()]
        assert ["revoked"] == [line[-3] for line in table if leaked in line], table


def test_a_key_that_no_longer_signs_is_revoked_without_a_server(binary, tmp_path):
    with running_server(binary, tmp_path):
        pass
    first, cookie = keys(binary, tmp_path)
    assert (first["purpose"], cookie["purpose"]) == ("id-token", "session-cookie")
    command(binary, tmp_path, "keys", "rotate", "--purpose", "id-token")
    second = next(key for key in keys(binary, tmp_path) if key["state"] == "signs" and key["purpose"] == "id-token")
    command(binary, tmp_path, "keys", "revoke", first["id"], "--yes")
    assert {key["id"]: key["state"] for key in keys(binary, tmp_path)} == {
        first["id"]: "revoked", second["id"]: "signs", cookie["id"]: "signs"}
    with running_server(binary, tmp_path) as line:
        assert published(line) == {second["id"]}
        assert published(line, "/v1/sessionCookiePublicKeys") == {cookie["id"]}


def cookie_of(binary, data, line, token):
    told = command(binary, data, "service-accounts", "create", "site")
    account = service_account.Credentials.from_service_account_info(
        json.loads(told), scopes=["https://www.googleapis.com/auth/identitytoolkit"])
    reply = AuthorizedSession(account).post(
        f"{line['url']}/v1/projects/default:createSessionCookie", json={"idToken": token, "validDuration": "1209600"})
    assert reply.status_code == 200, reply.text
    return reply.json()["sessionCookie"]


@pytest.mark.store_in_folder
def test_a_store_of_one_key_for_both_kinds_is_upgraded(binary, tmp_path):
    """The store is put back to the schema of before: it has one key, and the cookie is one that this key signed."""
    data = tmp_path / "data"
    with running_server(binary, data, "--public-url", "https://auth.example.org"):
        pass
    with sqlite3.connect(data / "latchkey.db") as database:
        database.execute("DELETE FROM signing_key WHERE purpose = 'session-cookie'")
        database.execute("ALTER TABLE signing_key DROP COLUMN purpose")
        database.execute("ALTER TABLE signing_key DROP COLUMN cookies_until")
        database.execute("DELETE FROM grdb_migrations WHERE identifier = 'session-cookie-keys'")
    assert "session-cookie-keys" in command(binary, data, "upgrade", "check")
    with running_server(binary, data) as line:
        both, new = sorted(keys(binary, data), key=lambda key: key["purpose"])
        assert (both["purpose"], both["state"], new["purpose"], new["state"]) == ("id-token", "signs", "session-cookie", "signs")
        assert both["algorithm"] == new["algorithm"] and "cookiesUntil" not in new
        left = datetime.datetime.fromisoformat(both["cookiesUntil"]) - datetime.datetime.now(datetime.timezone.utc)
        assert datetime.timedelta(days=13.9) < left < datetime.timedelta(days=14.1)
        assert "for earlier session cookies until 20" in command(binary, data, "keys", "list")
        assert published(line) == {both["id"]}
        assert published(line, "/v1/sessionCookiePublicKeys") == {both["id"], new["id"]}
        token = requests.post(
            f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": "ada@example.org", "password": "correct horse"},
            timeout=60).json()["idToken"]
        assert jwt.get_unverified_header(token)["kid"] == both["id"]
        assert jwt.get_unverified_header(cookie_of(binary, data, line, token))["kid"] == new["id"]
        # A rotation separates them at once, except for the cookies of before.
        command(binary, data, "keys", "rotate", "--purpose", "id-token")
        assert both["id"] in published(line, "/v1/sessionCookiePublicKeys")
        command(binary, data, "keys", "revoke", both["id"], "--yes")
        assert both["id"] not in published(line) | published(line, "/v1/sessionCookiePublicKeys")


@pytest.mark.store_in_folder
def test_an_upgrade_is_checked_without_changing_the_folder(binary, tmp_path):
    data = tmp_path / "data"
    assert "There is no store" in command(binary, data, "upgrade", "check", status=1)
    with running_server(binary, data):
        assert "uses the folder as it is" in command(binary, data, "upgrade", "check")
    checked = json.loads(command(binary, data, "upgrade", "check", "--json"))
    assert checked["pending"] == [] and checked["applied"] == [
        "schema-1", "account-erasure", "session-cookie-keys", "removal", "webhooks", "event-chain", "database-terms",
        "invitations", "names", "account-lists", "route-latency"]
    with sqlite3.connect(data / "latchkey.db") as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('99 from the future')")
    assert "newer version" in command(binary, data, "upgrade", "check", status=1)


@pytest.mark.store_in_folder
@pytest.mark.parametrize(("statements", "status", "text"), [
    ([], 0, "adds 11 steps to the schema at its first start: schema-1, account-erasure, session-cookie-keys, removal, webhooks, event-chain, "
     "database-terms, invitations, names, account-lists, route-latency."),
    (["CREATE TABLE other (a)"], 1, "a database of another program"),
    (["CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)", "INSERT INTO grdb_migrations VALUES ('v3')",
      "CREATE TABLE store_marker (mode)", "INSERT INTO store_marker VALUES ('real')", "PRAGMA application_id = 1282689913"], 1,
     "from before the first release"),
], ids=["empty", "another program", "before the first release"])
def test_a_store_of_another_version_is_explained(binary, tmp_path, statements, status, text):
    with sqlite3.connect(tmp_path / "latchkey.db") as database:
        for statement in ["VACUUM", *statements]:
            database.execute(statement)
    before = (tmp_path / "latchkey.db").read_bytes()
    tmp_path.chmod(0o700)
    assert text in command(binary, tmp_path, "upgrade", "check", status=status)
    assert (tmp_path / "latchkey.db").read_bytes() == before
