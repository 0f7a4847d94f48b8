"""Backups of a data folder: written while the server works, checked, regular, and restored into another folder."""

import json
import os
import shutil
import sqlite3
import stat
import subprocess
import threading
import time

import pytest
import requests

from running_server import running_server
from waiting import eventually

pytestmark = pytest.mark.store_in_folder


def command(binary, *arguments, status=0, data=None):
    done = subprocess.run(
        [binary, *map(str, arguments), *(["--data", str(data)] if data else [])], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def sign_up(line, email):
    reply = requests.post(
        f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": email, "password": "correct horse"}, timeout=60)
    assert reply.status_code == 200, reply.text
    return reply.json()["localId"]


def sign_in(line, email):
    return requests.post(
        f"{line['url']}/v1/accounts:signInWithPassword?key={line['apiKey']}", json={"email": email, "password": "correct horse"}, timeout=60)


def test_a_backup_of_a_busy_server_is_restored(binary, tmp_path):
    data, restored, file = tmp_path / "data", tmp_path / "restored", tmp_path / "copy.db"
    made, over = [], threading.Event()
    with running_server(binary, data, "--public-url", "https://auth.example.org") as line:
        line["url"] = line["listening"]
        command(binary, "projects", "set", "--sign-ups-per-hour", "100000", data=data)
        first = sign_up(line, "ada@example.org")

        def go_on():
            while not over.is_set():
                made.append(sign_up(line, f"user{len(made)}@example.org"))

        writer = threading.Thread(target=go_on)
        writer.start()
        eventually(lambda: len(made) > 3)
        before = len(made)
        summary = json.loads(command(binary, "backup", file, "--json", data=data))
        after = len(made) + 1
        over.set()
        writer.join(timeout=60)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert 1 + before <= summary["accounts"] <= 1 + after
    assert summary["bytes"] == file.stat().st_size and summary["file"] == str(file)
    # It is one file that other programs can read.
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT count(*) FROM account").fetchone() == (summary["accounts"],)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]

    told = command(binary, "restore", file, data=restored)
    assert f"Restored {summary['accounts']} accounts" in told and "the master key of the backup" in told
    shutil.copy(data / "master.key", restored / "master.key")
    assert stat.S_IMODE((restored / "latchkey.db").stat().st_mode) == 0o600
    with running_server(binary, restored, "--public-url", "https://auth.example.org") as line:
        line["url"] = line["listening"]
        assert sign_in(line, "ada@example.org").json()["localId"] == first
        assert json.loads(command(binary, "status", "--json", data=restored))["isReady"]


def test_a_folder_gets_named_backups_and_keeps_the_newest(binary, tmp_path):
    data, folder = tmp_path / "data", tmp_path / "backups"
    folder.mkdir()
    with running_server(binary, data):
        assert "lastBackupAt" not in json.loads(command(binary, "status", "--json", data=data))
        others = ["latchkey-20200101T000000Z-before.db", "latchkey-20200101T000000Z.old.db", "latchkey-other.db", "notes.txt"]
        # A clock that was wrong named the last one.
        for name in ["latchkey-20200101T000000Z.db", "latchkey-20210101T000000Z.db", "latchkey-20990101T000000Z.db", *others]:
            (folder / name).write_text("")
        for name, age in [("latchkey-20200101T000000Z.db.part", 7200), ("latchkey-20200102T000000Z.db.part", 60)]:
            (folder / name).write_text("")
            os.utime(folder / name, (time.time() - age,) * 2)
        summary = json.loads(command(binary, "backup", folder, "--keep", 2, "--json", data=data))
        assert json.loads(command(binary, "status", "--json", data=data))["lastBackupAt"]
    newest = os.path.basename(summary["file"])
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        ["latchkey-20210101T000000Z.db", newest, "latchkey-20990101T000000Z.db", "latchkey-20200102T000000Z.db.part", *others])
    assert "exists. Choose another name." in command(binary, "backup", summary["file"], data=data, status=1)
    assert "--keep requires a folder or a prefix" in command(binary, "backup", tmp_path / "new.db", "--keep", 2, data=data, status=64)
    # A stopped server's folder can be backed up too.
    command(binary, "backup", tmp_path / "stopped.db", data=data)


def test_the_server_writes_regular_backups(binary, tmp_path):
    data, folder, log = tmp_path / "data", tmp_path / "backups", tmp_path / "log"
    folder.mkdir()
    with open(log, "w", encoding="utf-8") as errors, running_server(
            binary, data, "--backup-dir", str(folder), "--backup-every", "1h", log=errors):
        [first] = eventually(lambda: [path.name for path in folder.iterdir() if path.suffix == ".db"])
        eventually(lambda: "Wrote a backup" in log.read_text())
    command(binary, "restore", folder / first, data=tmp_path / "restored")
    # After a restart, the next one follows an hour after the last one.
    with running_server(binary, data, "--backup-dir", str(folder), "--backup-every", "1h"):
        command(binary, "status", data=data)
    assert [path.name for path in folder.iterdir()] == [first]


@pytest.mark.parametrize(("settings", "problem"), [
    (["--backup-dir", "/nonexistent"], "backup-dir: /nonexistent is not a folder that this user can write to."),
    (["--backup-dir", "/tmp", "--backup-every", "1w"], "backup-every: 1w is not an interval."),
    (["--backup-dir", "/tmp", "--backup-keep", "0"], "backup-keep: 0 is not a number from 1"),
    (["--backup-every", "1h"], "backup-every: requires backup-dir."),
    (["--emulator", "--backup-dir", "/tmp"], "backup-dir: is not available in the emulator"),
    (["--emulator", "--metrics-port", "0"], "metrics-port: is not available in the emulator"),
])
def test_wrong_settings_are_explained(binary, tmp_path, settings, problem):
    folder = None if "--emulator" in settings else tmp_path / "data"
    assert problem in command(binary, "serve", "--check", *settings, data=folder, status=78)


def broken(content, way):
    if way == "cut off":
        return content[:len(content) // 2]
    if way == "overwritten":
        middle = len(content) // 2 // 4096 * 4096
        return content[:middle] + b"\xa5" * 8192 + content[middle + 8192:]
    return {"text": b"not a database" * 1000, "empty": b""}[way]


@pytest.fixture(scope="module")
def backup(binary, tmp_path_factory):
    folder = tmp_path_factory.mktemp("backup")
    with running_server(binary, folder / "data") as line:
        for number in range(20):
            sign_up(line, f"user{number}@example.org")
        command(binary, "backup", folder / "copy.db", data=folder / "data")
    return folder


@pytest.mark.parametrize("way", ["cut off", "overwritten", "text", "empty"])
def test_a_damaged_backup_is_refused_and_changes_nothing(binary, tmp_path, backup, way):
    file = tmp_path / "damaged.db"
    file.write_bytes(broken((backup / "copy.db").read_bytes(), way))
    refused = command(binary, "restore", file, data=tmp_path / "restored", status=1)
    assert str(file) in refused and ("damaged" in refused or "not a Latchkey store" in refused or "not a copy" in refused)
    assert not (tmp_path / "restored").exists()


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal"])
def test_a_restore_is_not_mixed_with_the_rest_of_a_store(binary, tmp_path, backup, suffix):
    folder = tmp_path / "restored"
    folder.mkdir(mode=0o700)
    (folder / f"latchkey.db{suffix}").write_text("")
    assert f"latchkey.db{suffix}" in command(binary, "restore", backup / "copy.db", data=folder, status=1)
    assert [path.name for path in folder.iterdir()] == [f"latchkey.db{suffix}"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder to another user")
def test_a_restore_into_the_folder_of_another_user_names_the_user(binary, tmp_path, backup):
    folder = tmp_path / "restored"
    folder.mkdir(mode=0o700)
    shutil.chown(folder, "nobody")
    assert "sudo -u nobody latchkey restore" in command(binary, "restore", backup / "copy.db", data=folder, status=1)
    assert list(folder.iterdir()) == []


def test_a_restore_replaces_no_store_and_no_mode(binary, tmp_path, backup):
    before = (backup / "data" / "latchkey.db").read_bytes()
    assert "contains a store" in command(binary, "restore", backup / "copy.db", data=backup / "data", status=1)
    assert (backup / "data" / "latchkey.db").read_bytes() == before
    assert "not a backup of a sandbox" in command(binary, "restore", backup / "copy.db", "--sandbox", data=tmp_path / "restored", status=1)
    newer = tmp_path / "newer.db"
    shutil.copy(backup / "copy.db", newer)
    with sqlite3.connect(newer) as database:
        database.execute("INSERT INTO grdb_migrations VALUES ('99 from the future')")
    assert "newer version" in command(binary, "restore", newer, data=tmp_path / "restored", status=1)
    assert not (tmp_path / "restored").exists()


def test_a_failed_backup_leaves_no_file(binary, tmp_path, backup):
    assert "There is no store" in command(binary, "backup", tmp_path / "copy.db", data=tmp_path / "missing", status=1)
    assert "cannot be created" in command(binary, "backup", tmp_path / "missing" / "copy.db", data=backup / "data", status=1)
    assert list(tmp_path.iterdir()) == []


def test_a_backup_of_an_earlier_version_is_restored(binary, tmp_path, backup):
    earlier = tmp_path / "earlier.db"
    shutil.copy(backup / "copy.db", earlier)
    with sqlite3.connect(earlier) as database:
        # Tables with sealed values that an earlier schema does not have.
        for table in ("webhook_delivery", "webhook_endpoint", "event_chain"):
            database.execute(f"DROP TABLE {table}")
        database.execute("DELETE FROM grdb_migrations WHERE identifier IN ('webhooks', 'event-chain')")
    database.close()
    folder = tmp_path / "restored"
    folder.mkdir(mode=0o700)
    shutil.copy(backup / "data" / "master.key", folder / "master.key")
    assert "Restored 20 accounts" in command(binary, "restore", earlier, data=folder)


def test_a_restore_refuses_the_master_key_of_another_folder(binary, tmp_path, backup):
    folder = tmp_path / "restored"
    folder.mkdir(mode=0o700)
    key = folder / "master.key"
    key.write_text("A" * 43)
    key.chmod(0o600)
    told = command(binary, "restore", backup / "copy.db", data=folder, status=1)
    assert f"The master key in {key} is not the one of {backup / 'copy.db'}" in told
    assert [path.name for path in folder.iterdir()] == ["master.key"]
    key.write_text("nonsense")
    assert "is not 32 bytes in Base64" in command(binary, "restore", backup / "copy.db", data=folder, status=1)
    shutil.copy(backup / "data" / "master.key", key)
    assert "Restored 20 accounts" in command(binary, "restore", backup / "copy.db", data=folder)
