"""The removal of databases and projects: connected clients, the work in the background, and a crash in the middle."""

import contextlib
import json
import subprocess

import pytest
import requests

from running_server import running_server
from socket_client import raw_clients
from stored_tables import stored_tables
from waiting import eventually


class Server:
    def __init__(self, binary, data, line):
        self.binary, self.data, self.line = binary, data, line

    def run(self, *arguments, status=0, text=None):
        done = subprocess.run(
            [self.binary, *arguments, "--data", self.data], capture_output=True, text=True, timeout=60, check=False, input=text)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    def create(self, project):
        """Creates a project, and returns its API key."""
        return json.loads(self.run("projects", "create", project, "--json"))["apiKeys"][0]

    def call(self, name, key, **body):
        return requests.post(f"{self.line['url']}/v1/accounts:{name}?key={key}", json=body, timeout=60)

    def sign_up(self, key, email):
        reply = self.call("signUp", key, email=email, password="correct horse")
        assert reply.ok, reply.text
        return reply.json()

    def write(self, path, value, *options):
        self.run("database", "set", path, "-", *options, text=json.dumps(value))

    def data_of(self, database, token, path="/"):
        return requests.get(f"{self.line['database']}{path}.json", params={"ns": database, "auth": token}, timeout=60)

    def events(self, project):
        return json.loads(self.run("events", "list", "--project", project, "--limit", "1000", "--json"))["events"]


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


def rows(data, sql):
    with stored_tables(data) as store:
        return store.execute(sql).fetchall()


def event_lines(reply):
    return (line for line in reply.iter_lines(chunk_size=1, decode_unicode=True) if line)


def test_a_database_is_deleted_with_its_clients(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        server.run("database", "create", "extra")
        secret = json.loads(server.run("database", "secrets", "create", "--json"))["secret"]
        server.write("/rooms", {"a": 1}, "--database", "extra")
        assert server.data_of("extra", secret, "/rooms").json() == {"a": 1}
        stream = requests.get(
            f"{line['database']}/rooms.json", params={"ns": "extra", "auth": secret}, headers={"Accept": "text/event-stream"}, stream=True,
            timeout=60)
        events = event_lines(stream)
        assert [next(events), next(events)][1] == 'data: {"path":"/","data":{"a":1}}'
        with raw_clients(line["database"], "extra") as open_client, raw_clients(line["database"]) as open_other:
            client, other = open_client(), open_other()
            assert client.answer("gauth", cred=secret)[0]["s"] == "ok"
            assert client.answer("q", p="/rooms", h="")[0]["s"] == "ok"
            assert "Nothing was changed" in server.run("database", "delete", "extra", status=1, text="no\n")
            assert server.data_of("extra", secret, "/rooms").json() == {"a": 1}
            assert "Deleted the database extra" in server.run("database", "delete", "extra", "--yes")
            assert "cancel" in next(events), "a stream ends"
            messages = []
            with contextlib.suppress(Exception):
                while True:
                    messages.append(client.read())
            assert {"t": "c", "d": {"t": "s", "d": "The database was deleted."}} in messages, messages
            assert other.answer("s", c={})[0]["s"] == "ok", "clients of other databases stay connected"
        stream.close()
        assert server.data_of("extra", secret, "/rooms").status_code == 404
        assert "has no database extra" in server.run("database", "delete", "extra", "--yes", status=1)
        eventually(lambda: rows(data, "SELECT count(*) FROM realtime_database WHERE name = 'extra'") == [(0,)])
        server.run("database", "create", "extra")
        assert server.data_of("extra", secret, "/rooms").json() is None
        assert [event["reason"] for event in server.events("default") if event["type"] == "delete_database"] == ["database extra"]


def test_the_default_database_becomes_empty(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        secret = json.loads(server.run("database", "secrets", "create", "--json"))["secret"]
        server.write("/rooms", {"a": "x" * 5000})
        stream = requests.get(
            f"{line['database']}/rooms.json", params={"auth": secret}, headers={"Accept": "text/event-stream"}, stream=True, timeout=60)
        events = event_lines(stream)
        assert next(events) == "event: put" and "xxx" in next(events)
        assert "Emptied the default database default" in server.run("database", "delete", "default", "--yes")
        assert [next(events), next(events)] == ["event: put", 'data: {"path":"/","data":null}']
        stream.close()
        assert rows(data, "SELECT count(*) FROM realtime_change") == [(0,)], "the space is free"
        server.write("/rooms", {"b": 1})
        assert server.data_of("default", secret, "/rooms").json() == {"b": 1}
    with running_server(binary, data) as line:
        assert Server(binary, data, line).data_of("default", secret, "/rooms").json() == {"b": 1}


def test_a_project_is_deleted_with_everything(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        key, other_key = server.create("former"), server.create("other")
        user, other = server.sign_up(key, "ada@example.org"), server.sign_up(other_key, "ada@example.org")
        server.run("database", "create", "former-extra", "--project", "former")
        server.write(f"/users/{user['localId']}", {"name": "Ada"}, "--project", "former")
        server.write("/a", 1, "--project", "former", "--database", "former-extra")
        server.write(f"/users/{other['localId']}", {"name": "Ada"}, "--project", "other")
        server.run("service-accounts", "create", "robot", "--project", "former")
        server.run("projects", "set", "former", "--name", "Former")
        with raw_clients(line["database"], "former") as open_client:
            client = open_client()
            assert client.answer("auth", cred=user["idToken"])[0]["s"] == "ok"
            shown = server.run("projects", "delete", "former", status=1, text="no\n")
            assert "1 account and 2 databases" in shown and "Nothing was changed" in shown
            assert "Deleted the project former" in server.run("projects", "delete", "former", "--yes")
            messages = []
            with contextlib.suppress(Exception):
                while True:
                    messages.append(client.read())
            assert {"t": "c", "d": {"t": "s", "d": "The database was deleted."}} in messages, messages
        assert not server.call("lookup", key, idToken=user["idToken"]).ok
        assert server.data_of("former", user["idToken"]).status_code == 404
        refreshed = requests.post(
            f"{line['url']}/v1/token?key={key}", data={"grant_type": "refresh_token", "refresh_token": user["refreshToken"]}, timeout=60)
        assert refreshed.status_code == 400
        eventually(lambda: rows(data, "SELECT finished_at IS NOT NULL FROM removed_project WHERE id = 'former'") == [(1,)])
        with stored_tables(data) as store:
            tables = [table for table, column in store.columns() if column == "project"]
            assert len(tables) > 20
            left = [name for name in tables if store.execute(f"SELECT 1 FROM {name} WHERE project = 'former'").fetchone()]
            assert left == ["auth_event"], "only events stay"
            assert user["localId"] not in str(store.execute("SELECT * FROM auth_event").fetchall())
        assert [event["reason"] for event in server.events("_console") if event["type"] == "delete_project"] == ["project former"]
        kinds = [event["type"] for event in server.events("former")]
        assert kinds[-1] == "sign_up" and "write_data" in kinds, "the log of the project can still be read"
        assert server.call("lookup", other_key, idToken=other["idToken"]).ok
        assert server.data_of("other", other["idToken"], f"/users/{other['localId']}").json() == {"name": "Ada"}
        new_key = server.create("former")
        assert not server.call("signInWithPassword", new_key, email="ada@example.org", password="correct horse").ok
        again = server.sign_up(new_key, "ada@example.org")
        assert server.data_of("former", again["idToken"], f"/users/{again['localId']}").json() is None


def test_the_default_project_and_a_missing_one(binary, data):
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        assert "cannot be deleted" in server.run("projects", "delete", "default", "--yes", status=1)
        assert "There is no project missing" in server.run("projects", "delete", "missing", "--yes", status=1)
        assert "There is no project _console" in server.run("projects", "delete", "_console", "--yes", status=1)


def test_a_crash_in_the_middle_of_a_removal(binary, data):
    """The server is killed while it removes a large project; its next start finishes the work, and the ID is taken until then."""
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        key = server.create("former")
        server.sign_up(key, "first@example.org")
        server.write("/big", {f"k{number}": "x" * 100 for number in range(20_000)}, "--project", "former")
    with stored_tables(data) as store:
        # Many accounts and changes, so that the removal takes a while.
        columns = [name for table, name in store.columns() if table == "account" and name not in ("id", "email")]
        store.execute(
            f"WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40000) INSERT INTO account (id, {', '.join(columns)}) "
            f"SELECT 'many' || n.i, {', '.join('a.' + name for name in columns)} FROM n, account AS a WHERE a.project = 'former'")
        store.collect_statistics()
    process = subprocess.Popen(
        [binary, "serve", "--port", "0", "--database-port", "0", "--json", "--data", data], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    server = Server(binary, data, json.loads(process.stdout.readline()))
    server.run("projects", "delete", "former", "--yes")
    eventually(lambda: rows(data, "SELECT count(*) < 39000 FROM account WHERE project = 'former'") == [(1,)])
    assert server.call("signUp", server.line["apiKey"], email="b@example.org", password="correct horse").ok, "others are served meanwhile"
    process.kill()
    process.wait(timeout=10)
    process.stdout.close()
    assert rows(data, "SELECT count(*) > 0 FROM account WHERE project = 'former'") == [(1,)], "the removal was not finished"
    assert "still being removed" in server.run("projects", "create", "former", status=1)
    with running_server(binary, data) as line:
        server = Server(binary, data, line)
        assert server.call("signUp", key, email="late@example.org", password="correct horse").status_code == 400
        eventually(lambda: rows(data, "SELECT finished_at IS NOT NULL FROM removed_project WHERE id = 'former'") == [(1,)], seconds=120)
        assert rows(data, "SELECT count(*) FROM account WHERE project = 'former'") == [(0,)]
        assert rows(data, "SELECT count(*) FROM realtime_database WHERE project = 'former'") == [(0,)]
        server.create("former")
