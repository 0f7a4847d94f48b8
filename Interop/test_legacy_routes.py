"""The HTTP routes of Simple Login and Firebase 2.x, called as their clients called them: by a plain HTTP client that shares nothing
with the server's code, and by a page in Chromium."""

import contextlib
import http.client
import http.server
import json
import subprocess
import threading
import urllib.parse

import pytest

from running_server import running_server
from socket_client import raw_clients

RULES = """
{
  "rules": {
    "users": { "$uid": { ".read": "auth.uid === $uid", ".write": "auth.uid === $uid && auth.provider === 'password'" } },
    "people": { "$id": { ".read": "auth.id === $id && auth.provider === 'password'", ".write": "auth.id === $id" } }
  }
}
"""
ADA, PASSWORD, NEW_PASSWORD = "ada.lovelace@example.org", "analytical", "difference"


class Client:
    """What both generations have in common: every request is a GET, and errors are in the JSON."""

    def __init__(self, address, namespace="default"):
        self.host, self.namespace = urllib.parse.urlsplit(address).netloc, namespace

    def get(self, path, headers=None, **parameters):
        connection = http.client.HTTPConnection(self.host, timeout=20)
        with contextlib.closing(connection):
            connection.request("GET", f"{path}?{urllib.parse.urlencode(parameters)}", headers=headers or {})
            self.reply = connection.getresponse()
            text = self.reply.read()
        assert self.reply.headers["Cache-Control"] == "no-store"
        assert self.reply.headers["Content-Type"].startswith("application/json")
        return json.loads(text)


class SimpleLogin(Client):
    """Requests as the iOS client sent them to https://auth.firebase.com."""

    def call(self, name, **parameters):
        return self.get(f"/auth/{name}", firebase=self.namespace, mobile="ios", transport="json", **parameters)


class Firebase2(Client):
    """Requests as the JavaScript and Node clients sent them to https://auth.firebase.com/v2/NAMESPACE: with `_method` for every other
    method."""

    def call(self, name, method="GET", headers=None, **parameters):
        named = {} if method == "GET" else {"_method": method}
        return self.get(
            f"/v2/{self.namespace}/{name}", headers, v="node-2.4.2", transport="json", suppress_status_codes="true", **named, **parameters)

    def about(self, email):
        return "users/" + urllib.parse.quote(email, safe="")


class Database:
    def __init__(self, address):
        self.host = urllib.parse.urlsplit(address).netloc

    def ask(self, method, path, token, value=None):
        connection = http.client.HTTPConnection(self.host, timeout=20)
        with contextlib.closing(connection):
            body = None if value is None else value if isinstance(value, str) else json.dumps(value)
            connection.request(method, f"/{path}.json?auth={token}", body=body)
            reply = connection.getresponse()
            return reply.status, json.loads(reply.read())


class Server:
    """A server with the most verbose log, and a project that supports both generations."""

    def __init__(self, binary, data, line):
        self.binary, self.data, self.line = binary, data, line
        self.database = Database(line["database"])
        self.first, self.second = SimpleLogin(line["url"]), Firebase2(line["url"])
        self.secret = self.latchkey("database", "secrets", "create")
        self.latchkey("projects", "set", "--legacy-routes", "yes", "--one-account-per-email", "no")
        assert self.database.ask("PUT", ".settings/rules", self.secret, RULES)[0] == 200

    def latchkey(self, *arguments):
        done = subprocess.run(
            [self.binary, *arguments, "--data", str(self.data)], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()


@pytest.fixture
def log(tmp_path):
    return tmp_path / "log"


@pytest.fixture
def server(binary, tmp_path, log):
    with open(log, "w", encoding="utf-8") as file:
        with running_server(binary, tmp_path / "data", "--log-level", "trace", sandbox=True, log=file) as line:
            yield Server(binary, tmp_path / "data", line)


def dead(database, path, token):
    status, answer = database.ask("GET", path, token)
    return status == 401 and "auth" in answer["error"].lower()


def test_simple_login_from_the_first_day_to_the_last(server):
    client, database = server.first, server.database
    made = client.call("firebase/create", email=ADA, password=PASSWORD)["user"]
    assert made["uid"] == f"simplelogin:{made['id']}" and made["provider"] == "password" and made["email"] == ADA
    assert client.call("firebase/create", email=ADA, password=PASSWORD)["error"]["code"] == "EMAIL_TAKEN"
    login = client.call("firebase", email=ADA, password=PASSWORD)
    token, user = login["token"], login["user"]
    assert len(token) < 1024 and user["id"] == made["id"] and user["isTemporaryPassword"] is False and len(user["md5_hash"]) == 32
    own = f"people/{user['id']}"
    assert database.ask("PUT", own, token, {"name": "Ada"}) == (200, {"name": "Ada"})
    assert database.ask("GET", "people/other", token) == (401, {"error": "Permission denied"})

    assert client.call("firebase", email=ADA, password="wrong")["error"]["code"] == "INVALID_PASSWORD"
    assert "error" not in client.call("firebase/update", email=ADA, oldPassword=PASSWORD, newPassword=NEW_PASSWORD)
    assert dead(database, own, token), "sessions of the old password end"
    assert client.call("firebase", email=ADA, password=PASSWORD)["error"]["code"] == "INVALID_PASSWORD"
    token = client.call("firebase", email=ADA, password=NEW_PASSWORD)["token"]
    assert database.ask("GET", own, token) == (200, {"name": "Ada"})
    assert "error" not in client.call("firebase/reset_password", email=ADA)
    assert "error" not in client.call("firebase/remove", email=ADA, password=NEW_PASSWORD)
    assert dead(database, own, token)
    nobody = client.call("anonymous")
    assert nobody["user"]["provider"] == "anonymous" and nobody["user"]["uid"] == f"anonymous:{nobody['user']['id']}"


def test_firebase_2_from_the_first_day_to_the_last(server):
    client, database = server.second, server.database
    uid = client.call("users", "POST", email=ADA, password=PASSWORD)["uid"]
    assert client.call("users", "POST", email="no address", password=PASSWORD)["error"]["code"] == "INVALID_EMAIL"
    login = client.call("auth/password", email=ADA, password=PASSWORD)
    assert (login["uid"], login["provider"]) == (uid, "password")
    assert login["password"]["email"] == ADA and login["password"]["isTemporaryPassword"] is False
    token, own = login["token"], f"users/{uid}"
    with raw_clients(server.line["database"]) as connect:
        socket, asking = connect(), connect()
        for client_of_database in (socket, asking):
            answer, _ = client_of_database.answer("auth", cred=token)
            assert answer == {"s": "ok", "d": {"auth": {"uid": uid, "provider": "password"}, "expires": login["expires"]}}
        assert socket.answer("p", p=f"/{own}", d={"name": "Ada"})[0]["s"] == "ok"
        assert socket.answer("q", p=f"/{own}", h="")[0]["s"] == "ok"
        assert socket.answer("p", p="/users/other", d=1)[0]["s"] == "permission_denied"
        assert client.call(client.about(ADA) + "/password", "PUT", oldPassword=PASSWORD, password=NEW_PASSWORD) == {}
        ended = {"a": "ac", "b": {"s": "invalid_token", "d": "credential is no longer valid"}}
        asking.ask("g", p=f"/{own}")
        assert asking.read()["d"] == ended, "a request is refused immediately"
        assert json.loads(socket.socket.recv(timeout=15))["d"] == ended, "a listener ends within ten seconds"
    assert dead(database, own, token)

    token = client.call("auth/password", email=ADA, password=NEW_PASSWORD)["token"]
    assert database.ask("GET", own, token) == (200, {"name": "Ada"})
    assert client.call(client.about(ADA) + "/password", "POST") == {}
    assert client.call(client.about(ADA), "DELETE", password=PASSWORD)["error"]["code"] == "INVALID_PASSWORD"
    assert client.call(client.about(ADA), "DELETE", password=NEW_PASSWORD)["uid"] == uid
    assert dead(database, own, token)


def test_an_operator_ends_tokens(server):
    client = server.second
    uid = client.call("users", "POST", email=ADA, password=PASSWORD)["uid"]
    token = client.call("auth/password", email=ADA, password=PASSWORD)["token"]
    assert server.database.ask("GET", f"users/{uid}", token) == (200, None)
    server.latchkey("users", "delete", "--yes", uid)
    assert dead(server.database, f"users/{uid}", token)


def test_nothing_of_it_is_in_the_log(server, log):
    first, second = server.first, server.second
    said = [ADA, ADA.replace("@", "%40"), "ada.lovelace", PASSWORD, NEW_PASSWORD]
    first.call("firebase/create", email=ADA, password=PASSWORD)
    said += [first.call("firebase", email=ADA, password=PASSWORD)["token"], second.call("auth/anonymous")["token"]]
    for token in said[-2:]:
        server.database.ask("GET", "users/any", token)
        server.database.ask("GET", "users/any", token + "x")
    second.call(second.about(ADA) + "/password", "PUT", oldPassword=PASSWORD, password=NEW_PASSWORD)
    second.call(second.about(ADA), "DELETE", password=PASSWORD)
    # A misspelled path, a refused request, an unknown account.
    second.call(second.about(ADA) + "/pasword", "PUT", oldPassword=PASSWORD, password=NEW_PASSWORD)
    second.call(second.about(ADA), "DELETE", password=NEW_PASSWORD, callback="f")
    second.call("auth/github/token", access_token=NEW_PASSWORD)
    stranger = Firebase2(server.line["url"], "nobody")
    stranger.call(stranger.about(ADA), "DELETE", password=NEW_PASSWORD)
    text = log.read_text(encoding="utf-8")
    assert text.count("answered") > 8 and "/v2/default/users/***/password" in text, "the log is at work"
    for secret in said:
        assert secret not in text
    for token in said[-2:]:
        assert token.rsplit(".", 1)[1] not in text, "not in parts either"


def test_there_is_nothing_until_a_project_wants_it(server):
    server.latchkey("projects", "set", "--legacy-routes", "no")
    nothing = server.second.get("/auth/of/nothing")
    assert server.second.reply.status == 404
    for answer in (server.first.call("anonymous"), server.second.call("auth/anonymous"), server.second.call("users", "POST", email=ADA)):
        assert answer == nothing and server.second.reply.status == 404


def test_switching_on_tells_that_a_secret_is_missing(server):
    def switch(answer, *more):
        return subprocess.run(
            [server.binary, "projects", "set", "--legacy-routes", answer, *more, "--data", str(server.data)],
            capture_output=True, text=True, timeout=60, check=True)

    assert switch("yes").stderr == "", "there is one"
    name = json.loads(server.latchkey("database", "secrets", "list", "--json"))[0]["id"]
    server.latchkey("database", "secrets", "revoke", name)
    assert switch("no").stderr == ""
    switched = switch("yes", "--json")
    assert json.loads(switched.stdout)["legacyRoutes"] is True
    assert f"latchkey database secrets create --project default --data {server.data} >database-secret" in switched.stderr
    answer = server.second.call("auth/anonymous")
    assert answer["error"]["code"] == "INVALID_CONFIGURATION" and "latchkey" not in answer["error"]["message"]


@contextlib.contextmanager
def site(page):
    """A page with its own origin; yields its port."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page.encode())

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        try:
            yield running.server_address[1]
        finally:
            running.shutdown()
            thread.join()


def test_a_page_of_elsewhere_makes_no_accounts(server, page):
    def path(name):
        query = urllib.parse.urlencode({"_method": "POST", "email": f"{name}@example.org", "password": PASSWORD})
        return f"{server.line['url']}/v2/default/users?{query}"

    ask = "url => fetch(url).then(reply => reply.json())"
    with site("<title>elsewhere</title>") as port:
        # The project lists the machine's own names, each of which is a separate origin.
        page.goto(f"http://localhost:{port}")
        assert "uid" in page.evaluate(ask, path("welcome"))
        server.latchkey("projects", "set", "--remove-authorized-domain", "localhost")
        assert page.evaluate(ask, path("script"))["error"]["code"] == "INVALID_ORIGIN"
        embed = """url => new Promise(done => {
            const picture = new Image()
            picture.onerror = picture.onload = done
            picture.src = url
        })"""
        page.evaluate(embed, path("picture"))
        page.goto(path("link"))
        assert "INVALID_ORIGIN" in page.content()
    listed = server.latchkey("users", "list", "--json")
    assert "welcome@example.org" in listed
    for name in ("script", "picture", "link"):
        assert f"{name}@example.org" not in listed
