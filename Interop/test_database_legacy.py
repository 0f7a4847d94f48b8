"""Secrets and tokens of the first generations of Firebase, and what ends a connection, with tokens of PyJWT and a raw protocol client."""

import contextlib
import json
import subprocess
import time

import jwt
import pytest
import requests
import websockets.exceptions
from google.auth.transport.requests import Request as GoogleRequest
from google.oauth2 import service_account

from polling_client import PollingClient
from socket_client import raw_clients
from test_database import TWITTER_RULES

# From Firebase's guide "GitHub Authentication", and the members of `auth` that Simple Login's Twitter guide lists.
GITHUB_RULES = TWITTER_RULES.replace("Twitter", "Github").replace("'twitter'", "'github'")
SIMPLE_LOGIN_RULES = """
{
  "rules": {
    // id: the user's Twitter id; uid: unique among providers
    "people": { "$id": { ".read": "auth !== null && auth.provider === 'twitter' && auth.id === $id && auth.uid === 'twitter:' + $id" } }
  }
}
"""
BAD_TOKEN = {"error": "Could not parse auth token."}
DENIED = {"error": "Permission denied"}


class Database:
    def __init__(self, binary, data, line):
        self.binary, self.data, self.line = binary, data, line
        self.address = line["database"]

    def run(self, *arguments):
        return subprocess.run(
            [self.binary, *arguments, "--data", str(self.data)], capture_output=True, text=True, timeout=60, check=False)

    def latchkey(self, *arguments):
        done = self.run(*arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def ask(self, method, path, auth, body=None):
        return requests.request(method, f"{self.address}/{path}.json", params={"auth": auth}, json=body, timeout=10)

    def sign_up(self, email="ada@example.org"):
        reply = requests.post(
            f"{self.line['url']}/v1/accounts:signUp?key={self.line['apiKey']}",
            json={"email": email, "password": "lovelace", "returnSecureToken": True}, timeout=10).json()
        return reply["localId"], reply["idToken"]


@pytest.fixture
def database(binary, server, tmp_path):
    return Database(binary, tmp_path / "data", server)


@pytest.fixture
def secret(database):
    return database.latchkey("database", "secrets", "create")


@pytest.fixture
def connect(database):
    """The same as for an emulator, in the only database of a whole server."""
    with raw_clients(database.address) as connect:
        yield connect


def token(secret, data, **claims):
    """A token like those of Firebase's token generators."""
    return jwt.encode({"v": 0, "iat": int(time.time()), "d": data} | claims, secret, algorithm="HS256")


class Events:
    """The events of a stream, in order."""

    def __init__(self, address, auth):
        self.answer = requests.get(
            address, params={"auth": auth}, headers={"Accept": "text/event-stream"}, stream=True, timeout=60)
        assert self.answer.status_code == 200, self.answer.text
        self.lines = self.answer.iter_lines(decode_unicode=True)

    def next(self):
        name = data = None
        for line in self.lines:
            if line.startswith("event: "):
                name = line[7:]
            elif line.startswith("data: "):
                data = json.loads(line[6:])
            elif not line and name != "keep-alive":
                return name, data
        return None


def test_secrets_come_and_go(database):
    ada = {"uid": "ada"}
    before = token("s" * 40, ada)
    assert database.ask("GET", "users/ada", before).json() == BAD_TOKEN, "a project believes none at first"
    assert "There are no secrets" in database.latchkey("database", "secrets", "list")

    first = database.latchkey("database", "secrets", "create")
    assert len(first) == 40 and first.isalnum()
    assert database.ask("PUT", "any/where", first, 1).json() == 1, "a secret is an administrator"
    assert database.ask("GET", "any/where", token(first, ada)).json() == DENIED
    assert database.ask("GET", "any/where", token(first, {}, admin=True)).json() == 1
    assert database.ask("GET", "any/where", token(first, ada, exp=int(time.time()) - 5)).json() == {"error": "Auth token is expired"}

    second = database.latchkey("database", "secrets", "create")
    listed = json.loads(database.latchkey("database", "secrets", "list", "--json"))
    assert [one["checksTokens"] for one in listed] == [True, False]
    assert first not in database.latchkey("database", "secrets", "list")
    assert database.ask("GET", "any/where", token(second, {}, admin=True)).json() == BAD_TOKEN
    assert database.ask("GET", "any/where", second).json() == 1

    assert database.latchkey("database", "secrets", "revoke", listed[0]["id"]) == f"Revoked {listed[0]['id']}."
    assert database.ask("GET", "any/where", first).json() == BAD_TOKEN
    assert database.ask("GET", "any/where", token(first, {}, admin=True)).json() == BAD_TOKEN
    assert database.ask("GET", "any/where", token(second, {}, admin=True)).json() == 1
    assert "already revoked" in database.run("database", "secrets", "revoke", listed[0]["id"]).stderr
    assert "no secret" in database.run("database", "secrets", "revoke", "000000000000").stderr
    assert "no project" in database.run("database", "secrets", "create", "--project", "other").stderr
    for file in database.data.iterdir():
        if file.is_file():
            assert second.encode() not in file.read_bytes(), f"{file} has it in clear text"


@pytest.mark.parametrize(
    ("rules", "path", "who", "others"),
    [
        (TWITTER_RULES, "users/twitter:17", {"uid": "twitter:17", "provider": "twitter"}, {"uid": "github:17", "provider": "github"}),
        (GITHUB_RULES, "users/github:17", {"uid": "github:17", "provider": "github"}, {"uid": "twitter:17", "provider": "twitter"}),
        (SIMPLE_LOGIN_RULES, "people/17", {"id": "17", "provider": "twitter", "uid": "twitter:17"}, {"uid": "twitter:17", "provider": "twitter"}),
    ], ids=["Twitter, 2.x", "GitHub, 2.x", "Twitter, Simple Login"])
def test_the_rules_of_the_guides_hold_for_their_tokens(database, secret, connect, rules, path, who, others):
    assert requests.put(f"{database.address}/.settings/rules.json", params={"auth": secret}, data=rules, timeout=10).ok
    assert database.ask("PUT", path, secret, {"name": "Ada"}).ok
    own, foreign = token(secret, who), token(secret, others)
    assert database.ask("GET", path, own).json() == {"name": "Ada"}
    assert database.ask("GET", path, foreign).json() == DENIED
    socket = connect()
    ends = int(time.time()) + 3600
    answer, _ = socket.answer("auth", cred=token(secret, who, exp=ends))
    assert answer == {"s": "ok", "d": {"auth": who, "expires": ends}}
    answer, pushes = socket.answer("q", p=f"/{path}", h="")
    assert answer["s"] == "ok" and pushes[0]["b"]["d"] == {"name": "Ada"}
    # The same client signed in as another user without access.
    answer, pushes = socket.answer("auth", cred=foreign)
    assert answer["d"]["auth"] == others and [push["a"] for push in pushes] == ["c"]
    if "write" in rules:
        assert database.ask("PUT", path, own, {"name": "Ada L."}).ok
        assert database.ask("PUT", path, foreign, {"name": "Bob"}).json() == DENIED
        assert socket.answer("p", p=f"/{path}", d=1)[0]["s"] == "permission_denied"


def test_responses_to_auth(database, secret, connect):
    uid, id_token = database.sign_up()
    answer, _ = connect().answer("auth", cred=id_token)
    claims = jwt.decode(id_token, options={"verify_signature": False})
    assert answer["d"]["expires"] == claims["exp"]
    assert answer["d"]["auth"] == {"uid": uid, "provider": "password", "token": claims}
    assert connect().answer("gauth", cred=secret)[0] == {"s": "ok", "d": {"auth": None}}
    assert connect().answer("auth", cred=token(secret, {"uid": "root"}, admin=True))[0]["d"]["auth"] == {"uid": "root"}
    override, _ = connect().answer("gauth", cred=secret, authvar={"uid": "played"})
    assert override["d"]["auth"] == {"uid": "played"}
    for wrong in ("x" * 40, token("x" * 40, {"uid": "ada"}), "a.b.c"):
        assert connect().answer("auth", cred=wrong)[0] == {"s": "invalid_token", "d": BAD_TOKEN["error"]}
    over = token(secret, {"uid": "ada"}, exp=int(time.time()) - 1)
    assert connect().answer("auth", cred=over)[0] == {"s": "expired_token", "d": "Auth token is expired"}


def test_debug_lists_the_evaluated_rules(database, secret, connect):
    debug = token(secret, {"uid": "ada"}, debug=True)
    allowed = database.ask("PUT", "users/ada", debug, 1)
    refused = database.ask("GET", "users/bob", debug)
    assert allowed.ok and " /users/ada:.write" in allowed.headers["X-Firebase-Auth-Debug"]
    assert refused.json() == DENIED and refused.headers["X-Firebase-Auth-Debug"].endswith("The read was denied.")
    socket = connect()
    socket.answer("auth", cred=debug)
    answer, pushes = socket.answer("q", p="/users/bob", h="")
    assert answer["s"] == "permission_denied"
    assert pushes[0]["a"] == "sd" and "/users/bob:.read" in pushes[0]["b"]["msg"]


def test_a_revoked_secret_ends_its_sessions(database, secret, connect):
    [listed] = json.loads(database.latchkey("database", "secrets", "list", "--json"))
    stream = Events(f"{database.address}/users/ada.json", token(secret, {"uid": "ada"}))
    assert stream.next() == ("put", {"path": "/", "data": None})
    socket, asking = connect(), connect()
    for client in (socket, asking):
        assert client.answer("auth", cred=token(secret, {"uid": "ada"}))[0]["s"] == "ok"
    assert socket.answer("q", p="/users/ada", h="")[0]["s"] == "ok"
    database.latchkey("database", "secrets", "revoke", listed["id"])
    # Connections with requests are checked at once; connections that only listen are checked within ten seconds.
    asking.ask("g", p="/users/ada")
    ended = {"a": "ac", "b": {"s": "invalid_token", "d": "credential is no longer valid"}}
    assert asking.read()["d"] == ended
    assert json.loads(socket.socket.recv(timeout=15))["d"] == ended
    assert stream.next() == ("auth_revoked", "credential is no longer valid")
    assert stream.next() is None


def test_on_disconnect_operations_are_dropped_with_the_session(database, secret, connect):
    uid, id_token = database.sign_up()
    leaving = connect()
    leaving.answer("auth", cred=id_token)
    assert leaving.answer("o", p=f"/users/{uid}/left", d=True)[0]["s"] == "ok"
    database.latchkey("users", "delete", "--yes", uid)
    # A reconnect first ends the former connection, before the server notices that its session is gone.
    back = connect(ls=leaving.hello["d"]["d"]["s"])
    assert back.answer("gauth", cred=secret)[0]["s"] == "ok"
    assert back.answer("p", p="/after", d=1)[0]["s"] == "ok"
    assert back.answer("g", p=f"/users/{uid}")[0] == {"s": "ok", "d": None}


@pytest.mark.parametrize("how", ["delete", "revoke"])
def test_streams_and_sockets_end_with_the_session(database, connect, how):
    uid, id_token = database.sign_up()
    stream = Events(f"{database.address}/users/{uid}.json", id_token)
    assert stream.next() == ("put", {"path": "/", "data": None})
    socket = connect()
    socket.answer("auth", cred=id_token)
    socket.answer("q", p=f"/users/{uid}", h="")
    if how == "delete":
        database.latchkey("users", "delete", "--yes", uid)
    else:
        # A new password ends all other sessions.
        reply = requests.post(
            f"{database.line['url']}/v1/accounts:update?key={database.line['apiKey']}",
            json={"idToken": id_token, "password": "analytical", "returnSecureToken": True}, timeout=10)
        assert reply.ok, reply.text
    assert database.ask("GET", f"users/{uid}", id_token).status_code == 401
    assert stream.next() == ("auth_revoked", "credential is no longer valid")
    assert stream.next() is None
    assert json.loads(socket.socket.recv(timeout=15))["d"]["a"] == "ac"
    with pytest.raises(websockets.exceptions.ConnectionClosed):
        socket.socket.recv(timeout=15)


def test_the_scope_of_databases_opens_databases_alone(database, tmp_path):
    file = tmp_path / "back-end.json"
    file.write_text(database.latchkey("service-accounts", "create", "back-end"))

    def credentials(*scopes):
        made = service_account.Credentials.from_service_account_file(
            str(file), scopes=[f"https://www.googleapis.com/auth/{scope}" for scope in scopes])
        made.refresh(GoogleRequest())
        return {"Authorization": f"Bearer {made.token}"}

    def statuses(headers):
        accounts = f"{database.line['url']}/identitytoolkit.googleapis.com/v1/projects/default/accounts:query"
        return (
            requests.put(f"{database.address}/x.json", headers=headers, data="1", timeout=10).status_code,
            requests.post(accounts, headers=headers, json={}, timeout=10).status_code)

    assert statuses(credentials("firebase.database", "userinfo.email")) == (200, 401)
    assert statuses(credentials("firebase.database")) == (200, 401)
    for scope in ("firebase", "cloud-platform", "identitytoolkit"):
        assert statuses(credentials(scope)) == (200, 200), scope


def test_polls_end_with_the_session(database):
    uid, id_token = database.sign_up()
    with contextlib.closing(PollingClient(database.address, "")) as client:
        client.answer("auth", cred=id_token)
        client.answer("q", p=f"/users/{uid}", h="")
        database.latchkey("users", "delete", "--yes", uid)
        assert client.read()["d"]["a"] == "ac"
        # With this response or the next one.
        with pytest.raises(AssertionError, match="the session is closed"):
            client.read()
