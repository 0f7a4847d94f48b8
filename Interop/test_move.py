"""The move of a server's store from the data folder to PostgreSQL, and back."""

import json
import subprocess
import urllib.parse

import pytest
import requests

from postgres_server import running_postgres
from running_server import running_server
from test_postgres_store import NOT_DURABLE, sign_up

pytestmark = pytest.mark.store_in_folder


@pytest.fixture(scope="module")
def postgres():
    with running_postgres() as server:
        yield server


def move(binary, source, target, *options):
    return subprocess.run(
        [binary, "move", "--from", str(source), "--to", str(target), *options], capture_output=True, text=True, timeout=120)


def refresh(line, account):
    """Returns a new ID token of a session, which must still exist."""
    answer = requests.post(
        f"{line['url']}/v1/token?key={line['apiKey']}",
        data={"grant_type": "refresh_token", "refresh_token": account["refreshToken"]}, timeout=30)
    assert answer.status_code == 200 and answer.json()["user_id"] == account["localId"], answer.text
    return answer.json()["id_token"]


def place(line, account):
    return f"{line['database']}/users/{account['localId']}.json"


def test_a_store_moves_to_postgresql_and_back(binary, tmp_path, postgres):
    data, store = tmp_path / "data", postgres.make_database()
    with running_server(binary, data, sandbox=True) as line:
        ada = sign_up(line, "ada@example.org")
        assert requests.put(place(line, ada), params={"auth": ada["idToken"]}, json={"name": "Ada\u0000"}, timeout=30).ok
        keys = requests.get(f"{line['url']}/.well-known/jwks.json", timeout=30).json()

    told = move(binary, data, store, "--json")
    assert told.returncode == 0, told.stderr
    result = json.loads(told.stdout)
    assert (result["accounts"], result["databases"], result["resumedRows"]) == (1, 1, 0)

    with running_server(binary, data, "--store", store, NOT_DURABLE, sandbox=True) as line:
        # The session, the API key and the signing keys from before the move are valid.
        token = refresh(line, ada)
        assert requests.get(place(line, ada), params={"auth": token}, timeout=30).json() == {"name": "Ada\u0000"}
        assert requests.get(f"{line['url']}/.well-known/jwks.json", timeout=30).json() == keys
        bob = sign_up(line, "bob@example.org")
        assert requests.put(place(line, bob), params={"auth": bob["idToken"]}, json={"name": "Bob"}, timeout=30).ok
    told = subprocess.run([binary, "events", "verify", "--data", str(data), "--store", store], capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stdout + told.stderr

    told = move(binary, store, data)
    assert told.returncode == 1 and "has a store already" in told.stderr, told.stderr
    (data / "latchkey.db").rename(tmp_path / "old.db")
    told = move(binary, store, data)
    assert told.returncode == 0 and "Moved 2 accounts and 1 database" in told.stdout, told.stderr

    with running_server(binary, data, sandbox=True) as line:
        for account, name in ((ada, "Ada\u0000"), (bob, "Bob")):
            token = refresh(line, account)
            assert requests.get(place(line, account), params={"auth": token}, timeout=30).json() == {"name": name}


def test_a_killed_move_continues(binary, tmp_path, postgres):
    data, store = tmp_path / "data", postgres.make_database()
    database = urllib.parse.urlsplit(store).path[1:]
    with running_server(binary, data) as line:
        assert line["projectID"] == "default"
        users = [{"localId": f"user{number}", "email": f"user{number}@example.org"} for number in range(10_000)]
        (tmp_path / "users.json").write_text(json.dumps({"users": users}))
        told = subprocess.run(
            [binary, "users", "import", str(tmp_path / "users.json"), "--data", str(data)], capture_output=True, text=True, timeout=120)
        assert told.returncode == 0, told.stderr

    process = subprocess.Popen([binary, "move", "--from", str(data), "--to", store], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    while postgres.run(database, "SELECT to_regclass('account')") == "" or postgres.run(database, "SELECT count(*) FROM account") == "0":
        assert process.poll() is None, process.stdout.read()
    process.kill()
    process.communicate(timeout=30)

    said = subprocess.run(
        [binary, "serve", "--port", "0", "--database-port", "0", "--data", str(data), "--store", store, NOT_DURABLE],
        capture_output=True, text=True, timeout=60)
    assert said.returncode != 0 and "is not finished" in said.stdout + said.stderr, said.stderr
    told = move(binary, data, store, "--json")
    result = json.loads(told.stdout)
    assert told.returncode == 0 and result["accounts"] == 10_000 and 1000 <= result["resumedRows"] < result["rows"], told.stdout
    with running_server(binary, data, "--store", store, NOT_DURABLE):
        pass


def test_files_of_another_store_are_not_used(binary, tmp_path, postgres):
    data, store = tmp_path / "data", postgres.make_database()
    with running_server(binary, data, "--store", store, NOT_DURABLE):
        pass
    (data / "latchkey.db-wal").write_bytes(b"of another store")
    told = move(binary, store, data)
    assert told.returncode == 1 and "move these files away" in told.stderr and "latchkey.db-wal" in told.stderr, told.stderr
    (data / "latchkey.db-wal").unlink()
    assert move(binary, store, data).returncode == 0
    assert oct((data / "latchkey.db").stat().st_mode & 0o777) == "0o600"
    assert sorted(path.name for path in data.glob("latchkey.db*")) == ["latchkey.db"]


def test_a_running_server_is_not_moved(binary, tmp_path, postgres):
    data, store = tmp_path / "data", postgres.make_database()
    with running_server(binary, data):
        told = move(binary, data, store)
        assert told.returncode == 1 and "Another latchkey uses the data folder" in told.stderr, told.stderr
        # Its own option, and none of other commands.
        assert "another folder with --from." in told.stderr, told.stderr
    assert move(binary, data, store).returncode == 0
    told = move(binary, data, store)
    assert told.returncode == 1 and "stores its data in PostgreSQL already" in told.stderr, told.stderr
    told = move(binary, store, "/proc/folder")
    assert told.returncode == 1 and "Set a writable folder with --to." in told.stderr, told.stderr


def test_an_unfinished_move_to_a_folder_is_no_store(binary, tmp_path, postgres):
    data, store = tmp_path / "data", postgres.make_database()
    with running_server(binary, data, "--store", store, NOT_DURABLE):
        pass
    (data / "store-in-postgresql").unlink()
    (data / "latchkey.db.moving").touch(mode=0o600)
    for command in (["serve", "--port", "0", "--database-port", "0"], ["users", "list"]):
        told = subprocess.run([binary, *command, "--data", str(data)], capture_output=True, text=True, timeout=60)
        assert told.returncode == 1 and "is not finished" in told.stderr, told.stderr
    assert move(binary, store, data).returncode == 0
    with running_server(binary, data):
        pass


def test_what_cannot_be_moved_is_refused(binary, tmp_path, postgres):
    data, store, other = tmp_path / "data", postgres.make_database(), postgres.make_database()
    for source, target, word in ((data, tmp_path / "other", "postgres://"), (store, other, "pg_dump")):
        told = move(binary, source, target)
        assert told.returncode == 64 and word in told.stderr, told.stderr
    told = move(binary, data, store + "&sslmod=require")
    assert told.returncode == 1 and "1 problem in the configuration; nothing was done." in told.stderr, told.stderr
    told = move(binary, data, store)
    assert told.returncode == 1 and "There is no store" in told.stderr, told.stderr
    told = move(binary, store, data)
    assert told.returncode == 1 and "has no Latchkey store" in told.stderr, told.stderr
    assert not data.exists()
    data.mkdir()
    (data / "latchkey.db").touch()
    told = move(binary, data, store)
    assert told.returncode == 1 and "There is no store" in told.stderr, told.stderr
    (data / "latchkey.db").unlink()

    with running_server(binary, data):
        pass
    with running_server(binary, tmp_path / "other", "--store", other, NOT_DURABLE):
        pass
    told = move(binary, data, other)
    assert told.returncode == 1 and "already contains a store" in told.stderr, told.stderr
    (tmp_path / "other" / "master.key").unlink()
    told = move(binary, other, tmp_path / "other")
    assert told.returncode == 1 and "master.key" in told.stderr, told.stderr
    assert not (tmp_path / "other" / "latchkey.db").exists()
