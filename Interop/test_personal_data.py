"""Personal data: old events, deleted persons and their data, and the copy for one person."""

import json
import subprocess

import pytest
import requests

from running_server import running_emulator, running_server
from stored_tables import stored_tables
from waiting import eventually


class Server:
    def __init__(self, binary, data, line):
        self.binary, self.data, self.line = binary, data, line

    def run(self, *arguments, status=0):
        done = subprocess.run(
            [self.binary, *arguments, "--data", self.data], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stdout + done.stderr

    def call(self, name, **body):
        reply = requests.post(f"{self.line['url']}/v1/accounts:{name}?key={self.line['apiKey']}", json=body, timeout=60)
        assert reply.ok, reply.text
        return reply.json()

    def sign_up(self, email):
        return self.call("signUp", email=email, password="correct horse")

    def write(self, path, value):
        done = subprocess.run(
            [self.binary, "database", "set", path, "-", "--data", self.data], input=json.dumps(value), capture_output=True, text=True,
            timeout=60, check=False)
        assert done.returncode == 0, done.stderr

    def read(self, path):
        return json.loads(self.run("database", "get", path))

    def events(self):
        return json.loads(self.run("events", "list", "--limit", "1000", "--json"))["events"]


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


def age_events(data, days):
    """Makes all events of a stopped server older."""
    with stored_tables(data) as store:
        store.execute("UPDATE auth_event SET at = at - ?", (days * 86_400_000,))


def test_old_events_are_deleted(binary, data):
    with running_server(binary, data) as line:
        Server(binary, data, line).sign_up("old@example.org")
    age_events(data, 30)
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        server.sign_up("new@example.org")
        assert [event["type"] for event in server.events()] == ["sign_up", "sign_up"], "all events stay by default"
    age_events(data, 10)
    with running_server(binary, data, "--keep-events", "20d") as line:
        server = Server(binary, data, line)
        eventually(lambda: len(server.events()) == 1)
        server.run("projects", "set", "--keep-events-days", "5")
        eventually(lambda: [event["type"] for event in server.events()] == ["configure"])


@pytest.mark.parametrize("text", ["soon", "0d", "5", "-1d", "20000d"])
def test_a_wrong_time_is_refused(binary, data, text):
    done = subprocess.run(
        [binary, "serve", "--data", data, f"--keep-events={text}", "--check"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 78 and f"keep-events: {text} is not a time. Use minutes, hours or days" in done.stderr


def test_a_deleted_person(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        user, other = server.sign_up("ada@example.org"), server.sign_up("bob@example.org")
        uid = user["localId"]
        for account in (user, other):
            server.write(f"/users/{account['localId']}", {"name": account["email"]})
        server.write(f"/posts/{uid}", {"text": "stays"})
        stream = requests.get(
            f"{line['database']}/users/{uid}.json?auth={user['idToken']}", headers={"Accept": "text/event-stream"}, stream=True, timeout=60)
        lines = (part for part in stream.iter_lines(chunk_size=1, decode_unicode=True) if part)
        assert [next(lines), next(lines)][1] == 'data: {"path":"/","data":{"name":"ada@example.org"}}'
        server.call("delete", idToken=user["idToken"])
        assert next(lines) == "event: put" and next(lines) == 'data: {"path":"/","data":null}', "a listener learns of it"
        stream.close()
        assert list(server.read("/users")) == [other["localId"]]
        assert server.read(f"/posts/{uid}") == {"text": "stays"}
        eventually(lambda: f"/users/{uid}" not in json.dumps(server.events()))
        events = server.events()
        assert uid not in json.dumps([event for event in events if event.get("reason") != f"save /posts/{uid} in default"])
        (deleted,) = [event for event in events if event["type"] == "delete"]
        assert deleted["localId"].startswith("deleted-") and deleted["actor"] == deleted["localId"] and "address" not in deleted
        assert {event["type"] for event in events if event.get("localId") == deleted["localId"]} == {"sign_up", "delete"}
        assert [event["address"] for event in events if event.get("localId") == other["localId"]] == ["127.0.0.1"]


def test_other_paths_and_none(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        server.run("projects", "set", "--delete-data-paths", "/posts/{UID}, rooms/a/{UID}/drafts/")
        assert "delete-data-paths" in server.run("projects", "show")
        uid = server.sign_up("ada@example.org")["localId"]
        for path in ("/users", "/posts", "/rooms/a"):
            server.write(f"{path}/{uid}", {"drafts": 1, "sent": 2})
        server.run("users", "delete", "--yes", uid)
        eventually(lambda: server.read(f"/posts/{uid}") is None)
        eventually(lambda: server.read(f"/rooms/a/{uid}") == {"sent": 2})
        assert server.read(f"/users/{uid}") == {"drafts": 1, "sent": 2}
        for wrong in ("/", "/users", "/users/x{UID}", "/a.b/{UID}"):
            assert "is not a path of one user's data" in server.run("projects", "set", "--delete-data-paths", wrong, status=1)
        server.run("projects", "set", "--delete-data-paths", "")
        second = server.sign_up("bob@example.org")["localId"]
        server.write(f"/posts/{second}", 1)
        server.run("users", "delete", "--yes", second)
        assert server.read(f"/posts/{second}") == 1


def test_a_deletion_without_a_server_is_finished_at_the_start(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        uid = server.sign_up("ada@example.org")["localId"]
        server.write(f"/users/{uid}", {"name": "Ada"})
    server.run("users", "delete", "--yes", uid)
    assert server.read(f"/users/{uid}") == {"name": "Ada"}
    with running_server(binary, data) as line:
        eventually(lambda: server.read(f"/users/{uid}") is None)


def test_a_crash_does_not_lose_the_rest(binary, data):
    """The server is killed as soon as it has responded to a deletion, while it removes the data."""
    uids = []
    for round_ in range(3):
        process = subprocess.Popen(
            [binary, "serve", "--port", "0", "--database-port", "0", "--json", "--data", data], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True)
        server = Server(binary, data, json.loads(process.stdout.readline()))
        user = server.sign_up(f"ada{round_}@example.org")
        uids.append(user["localId"])
        server.write(f"/users/{user['localId']}", {"name": "Ada"})
        server.call("delete", idToken=user["idToken"])
        process.kill()
        process.wait(timeout=10)
        process.stdout.close()
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        eventually(lambda: server.read("/users") is None)
        eventually(lambda: not any(uid in json.dumps(server.events()) for uid in uids))
    with stored_tables(data) as store:
        assert store.execute("SELECT count(*) FROM account_erasure").fetchone() == (0,)


def test_the_emulator_deletes_data_too(binary):
    with running_emulator(binary) as line:
        user = requests.post(
            f"{line['url']}/v1/accounts:signUp?key=any", json={"email": "ada@example.org", "password": "lovelace"}, timeout=60).json()
        place = f"{line['database']}/users/{user['localId']}.json?ns={line['projectID']}"
        owner = {"Authorization": "Bearer owner"}
        assert requests.put(place, json={"name": "Ada"}, headers=owner, timeout=60).ok
        requests.delete(f"{line['url']}/emulator/v1/projects/{line['projectID']}/accounts", timeout=60).raise_for_status()
        eventually(lambda: requests.get(place, headers=owner, timeout=60).json() is None)


@pytest.mark.parametrize("serving", [True, False])
def test_a_copy_for_one_person(binary, data, tmp_path, serving):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        uid = server.sign_up("ada@example.org")["localId"]
        server.sign_up("bob@example.org")
        server.write(f"/users/{uid}", {"name": "Ada", "friends": {"bob": True}})
        copy = server.run("users", "export", "--uid", "ada@example.org") if serving else ""
    copy = copy or server.run("users", "export", "--uid", uid)
    person = json.loads(copy)
    assert person["account"]["localId"] == uid and person["account"]["email"] == "ada@example.org"
    assert person["data"] == [{
        "bytes": person["data"][0]["bytes"], "database": "default", "path": f"/users/{uid}", "value": {"name": "Ada", "friends": {"bob": True}}}]
    assert [session["address"] for session in person["sessions"]] == ["127.0.0.1"]
    assert [(event["type"], event["address"]) for event in person["events"]] == [("sign_up", "127.0.0.1")]
    for secret in ("passwordHash", "salt", "bob@example.org"):
        assert secret not in copy
    file = tmp_path / "ada.json"
    server.run("users", "export", str(file), "--uid", uid)
    assert json.loads(file.read_text())["account"] == person["account"] and file.stat().st_mode & 0o777 == 0o600
    assert "has no account with the UID" in server.run("users", "export", "--uid", "eve", status=1)
    assert "cannot be combined" in server.run("users", "export", "--uid", uid, "--only-firebase", status=64)
    assert "Name a file" in server.run("users", "export", status=64)
    server.run("users", "create", "--uid", "john.doe")
    assert json.loads(server.run("users", "export", "john.doe"))["account"]["localId"] == "john.doe"
    assert "cannot be combined" in server.run("users", "export", "john.doe", "--only-firebase", status=64)
    for name in (uid, "ada@example.org"):
        assert json.loads(server.run("users", "export", name))["account"] == person["account"]
    assert "has no account with the UID" in server.run("users", "export", "eve", status=1)


def refresh(server, user):
    return requests.post(
        f"{server.line['url']}/v1/token?key={server.line['apiKey']}",
        data={"grant_type": "refresh_token", "refresh_token": user["refreshToken"]}, timeout=60)


def sign_in(server, email):
    return requests.post(
        f"{server.line['url']}/v1/accounts:signInWithPassword?key={server.line['apiKey']}",
        json={"email": email, "password": "correct horse"}, timeout=60)


def make_due(data):
    """Moves the scheduled deletions of a stopped server into the past."""
    with stored_tables(data) as store:
        assert store.execute("UPDATE account_deletion SET due_at = 1").rowcount > 0


def test_a_deletion_with_a_grace_period(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        user, kept = server.sign_up("ada@example.org"), server.sign_up("bob@example.org")
        for account in (user, kept):
            server.write(f"/users/{account['localId']}", {"name": "x"})
            assert "is deleted from" in server.run("users", "delete", account["localId"], "--in", "30d")
            assert sign_in(server, account["email"]).json()["error"]["message"] == "USER_DISABLED"
            assert refresh(server, account).json()["error"]["message"] == "USER_DISABLED"
            assert "deleted from" in server.run("users", "get", account["localId"])
        assert server.run("users", "list").count("deleted from") == 2
        assert "is not a time" in server.run("users", "delete", user["localId"], "--in", "soon", status=1)
        assert "enabled again" in server.run("users", "undelete", kept["localId"])
        assert "is scheduled" in server.run("users", "undelete", kept["localId"], status=1)
        assert sign_in(server, "bob@example.org").ok
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        assert server.read(f"/users/{user['localId']}") == {"name": "x"}, "it is not due yet"
    make_due(data)
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        eventually(lambda: server.read("/users") == {kept["localId"]: {"name": "x"}})
        assert "has no account" in server.run("users", "get", user["localId"], status=1)
        assert sign_in(server, "bob@example.org").ok
        eventually(lambda: user["localId"] not in json.dumps(server.events()))
        (deleted,) = [event for event in server.events() if event["type"] == "delete"]
        assert deleted["actor"] == "scheduled deletion" and deleted["localId"].startswith("deleted-")


def test_a_former_schedule_does_not_delete_a_later_account(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        for uid in ("again", "enabled"):
            server.run("users", "create", "--uid", uid)
            server.run("users", "delete", uid, "--in", "1d")
        server.run("users", "delete", "--yes", "again")
        server.run("users", "create", "--uid", "again")
        server.run("users", "enable", "enabled")
        server.run("users", "create", "--uid", "due")
        server.run("users", "delete", "due", "--in", "1d")
    make_due(data)
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        eventually(lambda: "due" not in [user["uid"] for user in json.loads(server.run("users", "list", "--json"))["users"]])
        assert [user["uid"] for user in json.loads(server.run("users", "list", "--json"))["users"]] == ["again", "enabled"]


def test_an_import_that_enables_an_account_cancels_its_deletion(binary, data, tmp_path):
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [{"localId": "u1", "email": "new@example.org", "disabled": False}]}))
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        server.run("users", "create", "--uid", "u1", "--email", "old@example.org")
        server.run("users", "delete", "u1", "--in", "1d")
        server.run("users", "import", str(file), "--overwrite")
        assert "deleted from" not in server.run("users", "get", "u1")
        # For another reason.
        server.run("users", "disable", "u1")
        server.run("users", "create", "--uid", "due")
        server.run("users", "delete", "due", "--in", "1d")
    make_due(data)
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        eventually(lambda: [user["uid"] for user in json.loads(server.run("users", "list", "--json"))["users"]] == ["u1"])


def test_a_uid_is_free_when_the_data_of_its_former_account_is_gone(binary, data, tmp_path):
    """Without a server, nothing removes the data, so a new account with the UID would lose its own later."""
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        server.run("users", "create", "--uid", "ada")
        server.write("/users/ada", {"name": "old"})
    server.run("users", "delete", "--yes", "ada")
    assert "still being removed" in server.run("users", "create", "--uid", "ada", status=1)
    # An import refuses this row only.
    file = tmp_path / "users.json"
    file.write_text(json.dumps({"users": [{"localId": "ada"}, {"localId": "bob"}]}))
    assert "still being removed" in server.run("users", "import", str(file), status=1)
    assert [user["uid"] for user in json.loads(server.run("users", "list", "--json"))["users"]] == ["bob"]
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        server.run("users", "create", "--uid", "ada")
        assert server.read("/users/ada") is None
        for _ in range(5):
            server.write("/users/ada", {"name": "new"})
            server.run("users", "delete", "--yes", "ada")
            server.run("users", "create", "--uid", "ada")
            assert server.read("/users/ada") is None
