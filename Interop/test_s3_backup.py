"""Backups to S3: written, listed, removed and restored with moto as the server; botocore checks the signature of every request."""

import json
import os
import re
import shutil
import sqlite3
import subprocess

import pytest

from running_server import running_server
from s3_server import KEY_ID, SECRET_KEY, TOKEN, running_s3
from test_backup import sign_in, sign_up
from test_encrypted_backup import PASSPHRASE, passphrase_file
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

NAME = re.compile(r"latchkey-\d{8}T\d{6}Z\.db")


@pytest.fixture
def s3():
    with running_s3() as server:
        yield server


@pytest.fixture(scope="module")
def data(binary, tmp_path_factory):
    folder = tmp_path_factory.mktemp("s3") / "data"
    with running_server(binary, folder) as line:
        for number in range(5):
            sign_up(line, f"user{number}@example.org")
    return folder


@pytest.fixture(scope="module")
def large(data, tmp_path_factory):
    """A store of three parts."""
    folder = tmp_path_factory.mktemp("large") / "data"
    folder.mkdir(mode=0o700)
    with sqlite3.connect(folder / "latchkey.db") as database, sqlite3.connect(data / "latchkey.db") as source:
        source.backup(database)
        database.execute("CREATE TABLE padding (bytes BLOB)")
        database.executemany("INSERT INTO padding VALUES (randomblob(1000000))", [()] * 20)
    return folder


def command(binary, server, *arguments, data, status=0, environment=None):
    done = subprocess.run(
        [binary, *map(str, arguments), "--data", str(data), *(["--s3-endpoint", server.url] if server else [])], capture_output=True,
        text=True, timeout=120, check=False, env={**os.environ, **(server.environment if server else {}), **(environment or {})})
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def test_a_backup_is_uploaded_and_restored(binary, tmp_path, data, s3):
    summary = json.loads(command(binary, s3, "backup", "s3://backups/a b/ü.db", "--json", data=data))
    assert summary["file"] == "s3://backups/a b/ü.db"
    assert s3.keys() == ["a b/ü.db"] and len(s3.read("a b/ü.db")) == summary["bytes"]
    assert not list(data.glob("*.tmp"))
    assert "exists. Choose another name." in command(binary, s3, "backup", "s3://backups/a b/ü.db", data=data, status=1)
    restored = tmp_path / "restored"
    assert "Restored 5 accounts" in command(binary, s3, "restore", "s3://backups/a b/ü.db", data=restored)
    shutil.copy(data / "master.key", restored / "master.key")
    with running_server(binary, restored) as line:
        assert sign_in(line, "user1@example.org").status_code == 200


def test_temporary_credentials_sign_the_token(binary, data, s3):
    command(binary, s3, "backup", "s3://backups/one.db", data=data, environment={"AWS_SESSION_TOKEN": TOKEN})
    assert s3.requests and all(headers["x-amz-security-token"] == TOKEN for _, headers in s3.requests)


def test_a_prefix_keeps_the_newest_backups(binary, tmp_path, data, s3):
    old = ["latchkey-20200101T000000Z.db", "latchkey-20210101T000000Z.db.age"]
    others = ["latchkey-20990101T000000Z.db", "latchkey-20200101T000000Z.db.txt", "latchkey-20200101T000000Z.db/part", "notes"]
    for name in old + others:
        s3.put(f"daily/{name}")
    s3.put(old[0])
    s3.put(f"daily2/{old[0]}")
    summary = json.loads(command(binary, s3, "backup", "s3://backups/daily/", "--keep", 2, "--json", data=data))
    newest = summary["file"].removeprefix("s3://backups/daily/")
    assert NAME.fullmatch(newest)
    assert s3.keys() == sorted([old[0], f"daily2/{old[0]}", f"daily/{newest}", f"daily/{old[1]}", *[f"daily/{name}" for name in others]])
    assert "Restored 5 accounts" in command(binary, s3, "restore", "s3://backups/daily", "--latest", data=tmp_path / "restored")
    told = command(binary, s3, "restore", "s3://backups/empty", "--latest", data=tmp_path / "other", status=1)
    assert "s3://backups/empty contains no backup." in told
    assert "--latest" in command(binary, s3, "restore", "s3://backups/daily", data=tmp_path / "other", status=1)


def test_a_large_encrypted_backup_is_uploaded_in_parts(binary, tmp_path, large, s3):
    options = ["--passphrase-file", passphrase_file(tmp_path)]
    # A part is refused, one connection ends, and the confirmation fails once; all are repeated.
    s3.fail("PUT .*partNumber=2", 503, "close")
    s3.fail("POST .*uploadId=", 500)
    summary = json.loads(command(binary, s3, "backup", "s3://backups/large.db.age", *options, "--json", data=large))
    assert not s3.faults
    parts = [line for line, _ in s3.requests if re.match("PUT .*partNumber=", line)]
    assert len(parts) == 5 and len({re.search("partNumber=(.)", line)[1] for line in parts}) == 3
    content = s3.read("large.db.age")
    assert len(content) == summary["bytes"] and content.startswith(b"age-encryption.org/v1\n")
    # The download continues after a connection that ended in the middle.
    s3.fail("GET .*large", "cut", 503)
    assert "Restored 5 accounts" in command(binary, s3, "restore", "s3://backups/large.db.age", *options, data=tmp_path / "restored")
    assert not s3.faults and any("range" in {name.lower() for name in headers} for _, headers in s3.requests)
    with sqlite3.connect(tmp_path / "restored" / "latchkey.db") as database:
        assert database.execute("SELECT count(*), sum(length(bytes)) FROM padding").fetchone() == (20, 20_000_000)


def test_a_failed_upload_leaves_nothing(binary, large, s3):
    s3.fail("PUT .*partNumber=2", *[503] * 5)
    assert "could not handle" in command(binary, s3, "backup", "s3://backups/large.db", data=large, status=1)
    assert s3.keys() == [] and s3.unfinished_uploads() == [] and not list(large.glob("*.tmp"))
    # A lasting error is not repeated.
    s3.requests.clear()
    s3.fail("PUT .*partNumber=2", 400)
    command(binary, s3, "backup", "s3://backups/large.db", data=large, status=1)
    assert len([line for line, _ in s3.requests if "PUT" in line and "partNumber=2" in line]) == 1
    assert s3.unfinished_uploads() == []


def test_a_backup_that_was_replaced_during_the_check_is_reported(binary, data, s3):
    s3.fail("PUT .*one.db", "lost")
    s3.fault = lambda line: 200 if line.startswith("PUT") else None
    assert "does not exist" in command(binary, s3, "backup", "s3://backups/one.db", data=data, status=1)


@pytest.mark.parametrize(("place", "environment", "problem"), [
    ("s3://missing/x.db", {}, "There is no bucket missing at http://127.0.0.1:"),
    ("s3://backups/x.db", {"AWS_SECRET_ACCESS_KEY": "wrong"}, "refused access to s3://backups/x.db"),
    ("s3://backups/x.db", {"AWS_ACCESS_KEY_ID": "OTHER"}, "Check backup-s3-access-key-id"),
    ("s3://backups", {"AWS_ACCESS_KEY_ID": "OTHER"}, "refused access to s3://backups/latchkey-"),
    ("s3://backups/x.db", {"AWS_REGION": "us-east-1"}, "refused access"),
    ("s3://backups/x.db", {"AWS_SECRET_ACCESS_KEY": ""}, "s3://backups/x.db needs credentials"),
    ("s3://Backups/x.db", {}, "is not an S3 address"),
])
def test_a_place_that_cannot_be_used_is_explained(binary, tmp_path, data, s3, place, environment, problem):
    told = command(binary, s3, "backup", place, data=data, status=1, environment=environment)
    assert problem in told, told
    assert SECRET_KEY not in told
    if place.endswith(".db"):
        command(binary, s3, "restore", place, data=tmp_path / "restored", status=1, environment=environment)
        assert not (tmp_path / "restored").exists()
    assert s3.keys() == []


def test_a_missing_object_and_a_damaged_one_change_nothing(binary, tmp_path, data, s3):
    restored = tmp_path / "restored"
    assert "s3://backups/x.db does not exist" in command(binary, s3, "restore", "s3://backups/x.db", data=restored, status=1)
    command(binary, s3, "backup", "s3://backups/good.db", data=data)
    s3.put("cut.db", s3.read("good.db")[:-5000])
    told = command(binary, s3, "restore", "s3://backups/cut.db", data=restored, status=1)
    assert "s3://backups/cut.db is damaged" in told or "s3://backups/cut.db is not a copy" in told
    s3.put("empty.db")
    command(binary, s3, "restore", "s3://backups/empty.db", data=restored, status=1)
    assert not restored.exists()


def test_the_server_writes_regular_backups(binary, tmp_path, s3):
    data, secret = tmp_path / "data", tmp_path / "secret"
    secret.write_text(SECRET_KEY + "\n")
    secret.chmod(0o600)
    for name in ["latchkey-20200101T000000Z.db.age", "notes"]:
        s3.put(f"auto/{name}")
    options = [
        "--backup-dir", "s3://backups/auto", "--backup-every", "1h", "--backup-keep", "1", "--backup-s3-endpoint", s3.url,
        "--backup-s3-region", "eu-central-1", "--backup-s3-access-key-id", KEY_ID, "--backup-s3-secret-access-key-file", str(secret)]
    environment = {"LATCHKEY_BACKUP_PASSPHRASE": PASSPHRASE}
    with running_server(binary, data, *options, environment=environment) as line:
        sign_up(line, "ada@example.org")
        eventually(lambda: len(s3.keys()) == 2 and "auto/latchkey-20200101T000000Z.db.age" not in s3.keys())
    [name, notes] = s3.keys()
    assert NAME.fullmatch(name.removeprefix("auto/").removesuffix(".age")) and notes == "auto/notes"
    # After a restart, the next one follows an hour after the last one.
    s3.requests.clear()
    with running_server(binary, data, *options, environment=environment):
        eventually(lambda: s3.requests)
    assert s3.keys() == [name, notes] and not [line for line, _ in s3.requests if not line.startswith("GET")]
    told = command(binary, s3, "restore", "s3://backups/auto", "--latest", data=tmp_path / "restored", environment=environment)
    assert "Restored " in told


@pytest.mark.parametrize(("settings", "problem"), [
    (["--backup-dir", "s3://b"], "backup-dir: s3://b is not an S3 address."),
    (["--backup-dir", "s3://backups"], "backup-s3-access-key-id: is missing."),
    (["--backup-dir", "s3://backups", "--backup-s3-access-key-id", "A"], "backup-s3-secret-access-key-file: is missing."),
    (["--backup-dir", "s3://backups", "--backup-s3-endpoint", "minio"], "backup-s3-endpoint: minio is not the address of a server."),
    (["--backup-dir", "s3://backups", "--backup-s3-endpoint", "http://minio:9000"],
     "backup-s3-endpoint: would send backups to minio unencrypted."),
    (["--backup-dir", "s3://backups", "--backup-s3-region", "EU!"], "backup-s3-region: EU! is not a region."),
])
def test_wrong_settings_are_explained(binary, tmp_path, settings, problem):
    assert problem in command(binary, None, "serve", "--check", *settings, data=tmp_path / "data", status=78)
