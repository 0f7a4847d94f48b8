"""The server with its store in PostgreSQL."""

import concurrent.futures
import json
import os
import re
import signal
import subprocess
import time
import urllib.parse

import pytest
import requests

from postgres_server import running_postgres
from running_server import running_server
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

NOT_DURABLE = "--may-lose-writes"


@pytest.fixture(scope="module")
def postgres():
    with running_postgres() as server:
        yield server


def run(binary, *arguments):
    return subprocess.run([binary, *arguments], capture_output=True, text=True, timeout=60)


def sign_up(line, email):
    answer = requests.post(
        f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}",
        json={"email": email, "password": "a long password", "returnSecureToken": True}, timeout=30)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refuse(binary, data, store, *options):
    """Returns what a server says that does not start."""
    ended = subprocess.run(
        [binary, "serve", "--port", "0", "--database-port", "0", "--data", str(data), "--store", store, *options],
        capture_output=True, text=True, timeout=60)
    assert ended.returncode != 0
    return ended.stdout + ended.stderr


def copy_master_key(source, target):
    target.mkdir(mode=0o700, exist_ok=True)
    (target / "master.key").touch(mode=0o600)
    (target / "master.key").write_bytes((source / "master.key").read_bytes())


def test_accounts_and_databases_survive_a_restart(binary, tmp_path, postgres):
    store = postgres.make_database()
    options = ["--store", store, NOT_DURABLE]
    with running_server(binary, tmp_path / "data", *options, sandbox=True) as line:
        account = sign_up(line, "ada@example.org")
        place = f"{line['database']}/users/{account['localId']}.json"
        assert requests.put(place, params={"auth": account["idToken"]}, json={"name": "Ada"}, timeout=30).ok
    with running_server(binary, tmp_path / "data", *options, sandbox=True) as line:
        answer = requests.post(
            f"{line['url']}/v1/token?key={line['apiKey']}",
            data={"grant_type": "refresh_token", "refresh_token": account["refreshToken"]}, timeout=30)
        assert answer.status_code == 200 and answer.json()["user_id"] == account["localId"]
        place = f"{line['database']}/users/{account['localId']}.json"
        assert requests.get(place, params={"auth": answer.json()["id_token"]}, timeout=30).json() == {"name": "Ada"}
        assert requests.get(f"{line['url']}/readyz", timeout=30).status_code == 200
    assert not (tmp_path / "data" / "latchkey.db").exists()


def test_a_command_works_with_and_without_the_server(binary, tmp_path, postgres):
    store = postgres.make_database()

    def listed(*options):
        told = run(binary, "users", "list", "--json", "--data", str(tmp_path / "data"), *options)
        assert told.returncode == 0, told.stderr
        return [user["email"] for user in json.loads(told.stdout)["users"]]

    with running_server(binary, tmp_path / "data", "--store", store, NOT_DURABLE, sandbox=True) as line:
        sign_up(line, "ada@example.org")
        status = run(binary, "status", "--data", str(tmp_path / "data")).stdout
        assert re.search("^Store +in PostgreSQL$", status, flags=re.MULTILINE) and "backup" not in status, status
        assert "the store is in PostgreSQL" in run(binary, "doctor", "--data", str(tmp_path / "data")).stdout
        # The socket of the server, whatever the setting is.
        assert listed() == listed("--store", "postgres://nobody@127.0.0.1:1/nothing") == ["ada@example.org"]
    assert listed("--store", store) == ["ada@example.org"]


def test_a_forgotten_setting_begins_no_other_store(binary, tmp_path, postgres):
    store = postgres.make_database()
    with running_server(binary, tmp_path / "data", "--store", store, NOT_DURABLE):
        pass
    folder = ("--data", str(tmp_path / "data"))
    for command in (["projects", "create", "shop"], ["users", "list"], ["serve", "--port", "0", "--database-port", "0"],
                    ["backup", str(tmp_path / "copy")], ["upgrade", "check"]):
        told = run(binary, *command, *folder)
        assert told.returncode == 1 and "stores its data in PostgreSQL" in told.stderr, told.stderr
        assert ("Set store" in told.stderr) == (command[0] != "backup"), told.stderr
    told = run(binary, "projects", "create", "shop", *folder, "--store", postgres.make_database())
    assert told.returncode == 1 and "has no Latchkey store" in told.stderr, told.stderr
    assert not (tmp_path / "data" / "latchkey.db").exists()


def test_commands_for_backups_name_the_tools_of_postgresql(binary, tmp_path, postgres):
    store = postgres.make_database()
    with running_server(binary, tmp_path / "data", "--store", store, NOT_DURABLE):
        for options in (["--data", str(tmp_path / "data")], ["--data", str(tmp_path / "other"), "--store", store]):
            for command, tools in (("backup", "pg_dump or pgBackRest"), ("restore", "pg_restore or pgBackRest")):
                told = run(binary, command, str(tmp_path / "copy"), *options)
                assert told.returncode == 1 and f"{tools}; see docs/postgres.md." in told.stderr, told.stderr
                assert "the server was not started" not in told.stderr and "Set store" not in told.stderr, told.stderr
    assert not (tmp_path / "copy").exists() and not (tmp_path / "other").exists()


def test_one_server_at_a_time_uses_a_store(binary, tmp_path, postgres):
    store = postgres.make_database()
    with running_server(binary, tmp_path / "one", "--store", store, NOT_DURABLE, sandbox=True):
        copy_master_key(tmp_path / "one", tmp_path / "two")
        said = refuse(binary, tmp_path / "two", store, NOT_DURABLE, "--sandbox", "--sandbox-port", "0")
        node = ["--node-name", "b", "--node-url", "http://127.0.0.1:9000", "--public-url", "http://auth.example.org"]
        said_to_node = refuse(binary, tmp_path / "two", store, NOT_DURABLE, "--sandbox", "--sandbox-port", "0", *node)
    assert "Another latchkey uses the store" in said, said
    assert "A server without node-name, or a command, uses the store" in said_to_node, said_to_node


def test_a_commit_that_only_the_primary_has_is_not_confirmed_after_a_crash(binary, tmp_path):
    """A crash ends the wait for standbys. PostgreSQL then shows the transaction, which a standby that takes over would not have."""
    with running_postgres() as postgres:
        store = postgres.make_database()

        def wait_for_standby(setting):
            postgres.run("postgres", f"ALTER SYSTEM SET synchronous_standby_names = '{setting}'")
            postgres.run("postgres", "SELECT pg_reload_conf()")

        def waiting():
            told = postgres.try_to_run("postgres", "SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
            return told.stdout.split()

        with running_server(binary, tmp_path / "data", "--store", store, NOT_DURABLE, sandbox=True) as line:
            sign_up(line, "ada@example.org")
            wait_for_standby("missing")
            with concurrent.futures.ThreadPoolExecutor() as clients:
                account = clients.submit(sign_up, line, "bob@example.org")
                [before] = eventually(waiting)
                os.kill(int(before), signal.SIGKILL)
                assert eventually(lambda: [process for process in waiting() if process != before])
                users = "SELECT count(*) FROM account WHERE email = 'bob@example.org'"
                assert postgres.run(urllib.parse.urlsplit(store).path[1:], users) == "1" and not account.done()
                wait_for_standby("")
                assert account.result(timeout=30)["localId"]


def test_lost_connections_are_opened_again(binary, tmp_path, postgres):
    store = postgres.make_database()
    name = urllib.parse.urlsplit(store).path[1:]
    with running_server(binary, tmp_path / "data", "--store", store, NOT_DURABLE, sandbox=True) as line:
        account = sign_up(line, "ada@example.org")
        postgres.run("postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'")
        sign_up(line, "bob@example.org")
        answer = requests.post(
            f"{line['url']}/v1/token?key={line['apiKey']}",
            data={"grant_type": "refresh_token", "refresh_token": account["refreshToken"]}, timeout=30)
        assert answer.status_code == 200, answer.text


def test_a_server_ends_when_another_one_has_its_store(binary, tmp_path, postgres):
    store = postgres.make_database()
    name = urllib.parse.urlsplit(store).path[1:]
    log = (tmp_path / "log").open("w")
    with pytest.raises(AssertionError, match="did not stop cleanly"):
        with running_server(binary, tmp_path / "data", "--store", store, NOT_DURABLE, sandbox=True, log=log) as line:
            postgres.run(name, "UPDATE store_owner SET claim = 'another'")
            answer = requests.post(f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={}, timeout=30)
            assert answer.status_code == 503
            _wait_for_end(line["url"])
    assert "Another server has opened the store in PostgreSQL" in (tmp_path / "log").read_text()


def _wait_for_end(url):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        try:
            requests.get(f"{url}/livez", timeout=30)
        except requests.RequestException:
            return
    pytest.fail("the server continues")


def test_what_cannot_be_a_store_is_refused(binary, tmp_path, postgres):
    store = postgres.make_database()
    assert "fsync = off" in refuse(binary, tmp_path / "data", store)
    assert "not the URI of a PostgreSQL database" in refuse(binary, tmp_path / "data", "mysql://ada:s3cret@localhost/latchkey")
    assert "s3cret" not in refuse(binary, tmp_path / "data", "mysql://ada:s3cret@localhost/latchkey")
    assert "does not exist" in refuse(binary, tmp_path / "data", store.replace("/db", "/missing"))
    said = refuse(binary, tmp_path / "data", store, NOT_DURABLE, "--backup-dir", str(tmp_path / "backups"))
    assert "backup-dir: is not available with a store in PostgreSQL" in said
    ended = subprocess.run(
        [binary, "backup", str(tmp_path / "copy"), "--data", str(tmp_path / "data"), "--store", store], capture_output=True, text=True,
        timeout=60)
    assert ended.returncode != 0 and "pg_dump" in ended.stderr, ended.stderr


@pytest.mark.parametrize("uri, word", [
    ("postgres://latchkey:pa@s3cret@127.0.0.1/latchkey", "%40"), ("postgres://latchkey:pa/s3cret@127.0.0.1/latchkey", "%2F"),
    ("postgres://latchkey:123/x@s3cret@127.0.0.1/latchkey", "%40"),
    ("postgres://latchkey@127.0.0.1/latchkey?sslmod=require", "parameters of libpq"),
    ("postgres://latchkey@127.0.0.1/latchkey?sslmode=verify-ful", "verify-full")])
def test_a_wrong_uri_is_a_problem_in_the_settings(binary, tmp_path, uri, word):
    told = run(binary, "serve", "--check", "--data", str(tmp_path / "data"), "--store", uri)
    assert told.returncode == 78 and word in told.stderr and "s3cret" not in told.stderr, told.stderr


def test_a_second_folder_needs_the_key_of_the_first(binary, tmp_path, postgres):
    store = postgres.make_database()
    with running_server(binary, tmp_path / "one", "--store", store, NOT_DURABLE, sandbox=True):
        pass
    said = refuse(binary, tmp_path / "two", store, NOT_DURABLE, "--sandbox", "--sandbox-port", "0")
    assert "master.key" in said, said
    copy_master_key(tmp_path / "one", tmp_path / "two")
    with running_server(binary, tmp_path / "two", "--store", store, NOT_DURABLE, sandbox=True):
        pass


def test_a_command_creates_no_store(binary, tmp_path, postgres):
    store = postgres.make_database()
    told = run(binary, "users", "list", "--data", str(tmp_path / "data"), "--store", store)
    assert told.returncode == 1 and "There is no Latchkey data" in told.stderr, told.stderr
    assert not (tmp_path / "data").exists()
    assert postgres.run(urllib.parse.urlsplit(store).path[1:], "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == "0"


def test_a_command_does_not_move_a_folder_to_postgresql(binary, tmp_path, postgres):
    data = ("--data", str(tmp_path / "data"))
    with running_server(binary, tmp_path / "data"):
        pass
    told = run(binary, "users", "list", *data, "--store", postgres.make_database())
    assert told.returncode == 1 and "has no Latchkey store" in told.stderr, told.stderr
    assert run(binary, "users", "list", *data).returncode == 0


def test_a_store_that_was_not_moved_is_not_forgotten(binary, tmp_path, postgres):
    data, store = tmp_path / "data", postgres.make_database()
    with running_server(binary, data):
        pass
    said = refuse(binary, data, store, NOT_DURABLE)
    assert "Move it with `latchkey move`" in said, said
    assert not (data / "store-in-postgresql").exists()
    (data / "latchkey.db").rename(tmp_path / "old.db")
    log = (tmp_path / "log").open("w")
    with running_server(binary, data, "--store", store, NOT_DURABLE, log=log):
        pass
    assert "A new store begins although there is a master key" in (tmp_path / "log").read_text()
    (tmp_path / "old.db").rename(data / "latchkey.db")
    with (tmp_path / "log").open("w") as log, running_server(binary, data, "--store", store, NOT_DURABLE, log=log):
        pass
    assert "The data folder has a store too, which is not used" in (tmp_path / "log").read_text()


def test_a_user_without_rights_is_told_what_to_do(binary, tmp_path, postgres):
    store = postgres.make_database()
    postgres.run(urllib.parse.urlsplit(store).path[1:], "CREATE ROLE bob LOGIN")
    said = refuse(binary, tmp_path / "data", store.replace("latchkey@", "bob@"), NOT_DURABLE)
    assert "permission denied" in said and "OWNER TO" in said, said


def test_the_password_comes_from_a_file(binary, tmp_path, postgres):
    store = postgres.make_database()
    database = urllib.parse.urlsplit(store).path[1:]
    postgres.run(database, "CREATE ROLE ada LOGIN PASSWORD 'a password with & and %'; GRANT ALL ON SCHEMA public TO ada")
    secret = tmp_path / "password"
    secret.write_text("a password with & and %\n")
    secret.chmod(0o600)
    options = ["--store", store.replace("latchkey@", "ada@"), NOT_DURABLE, "--store-password-file"]
    with postgres.asking_for_passwords():
        with running_server(binary, tmp_path / "data", *options, str(secret), sandbox=True) as line:
            assert line["projectID"] == "default"
        secret.write_text("another\n")
        said = refuse(binary, tmp_path / "data", *options[1:], str(secret), "--sandbox", "--sandbox-port", "0")
    assert "password authentication failed" in said and "another" not in said, said
