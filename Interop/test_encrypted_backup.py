"""Encrypted backups: the program age and its second implementation in Rust read and write the same files."""

import json
import os
import pty
import re
import signal
import sqlite3
import stat
import subprocess
import time

import pyrage
import pytest

from monitored_server import UNPACKED
from running_server import running_server
from test_backup import command, sign_in, sign_up
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

PASSPHRASE = "correct horse battery staple"
AGE = UNPACKED / "age/usr/bin/age"


def passphrase_file(folder, passphrase=PASSPHRASE):
    path = folder / "passphrase"
    path.write_text(passphrase + "\n")
    path.chmod(0o600)
    return path


@pytest.fixture(scope="module")
def backup(binary, tmp_path_factory):
    """A data folder, an encrypted backup of it, and a clear one."""
    folder = tmp_path_factory.mktemp("encrypted")
    with running_server(binary, folder / "data") as line:
        for number in range(20):
            sign_up(line, f"user{number}@example.org")
        summary = json.loads(command(
            binary, "backup", folder / "copy.db.age", "--passphrase-file", passphrase_file(folder), "--json", data=folder / "data"))
        command(binary, "backup", folder / "copy.db", data=folder / "data")
    assert summary["isEncrypted"] and summary["accounts"] == 20
    assert summary["bytes"] == (folder / "copy.db.age").stat().st_size
    return folder


def with_age(arguments, folder, passphrases):
    """Runs age, which reads passphrases from a terminal only."""
    child, terminal = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.execv(AGE, [str(AGE), *map(str, arguments)])
    shown = b""
    for passphrase in passphrases:
        while b"passphrase" not in shown:
            shown += os.read(terminal, 1024)
        shown = b""
        os.write(terminal, passphrase.encode() + b"\n")
    try:
        while piece := os.read(terminal, 1024):
            shown += piece
    except OSError:
        pass
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(terminal)
    return status, shown.decode()


def accounts_in(file):
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return database.execute("SELECT count(*) FROM account").fetchone()[0]


def test_the_file_is_private_and_alone(backup):
    file = backup / "copy.db.age"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    content = file.read_bytes()
    assert content.startswith(b"age-encryption.org/v1\n-> scrypt ")
    assert b"SQLite format" not in content and b"user1@example.org" not in content
    assert sorted(path.name for path in backup.iterdir()) == ["copy.db", "copy.db.age", "data", "passphrase"]
    assert not [path.name for path in (backup / "data").iterdir() if "backup-" in path.name.removeprefix("last-")]


def test_rage_decrypts_a_backup(tmp_path, backup):
    clear = tmp_path / "clear.db"
    clear.write_bytes(pyrage.passphrase.decrypt((backup / "copy.db.age").read_bytes(), PASSPHRASE))
    assert accounts_in(clear) == 20


@pytest.mark.skipif(not AGE.exists(), reason="age is not unpacked; see Scripts/setup")
def test_age_decrypts_a_backup_and_encrypts_one(binary, tmp_path, backup):
    status, shown = with_age(["--decrypt", "--output", tmp_path / "clear.db", backup / "copy.db.age"], tmp_path, [PASSPHRASE])
    assert status == 0, shown
    assert accounts_in(tmp_path / "clear.db") == 20
    status, shown = with_age(
        ["--passphrase", "--output", tmp_path / "again.age", backup / "copy.db"], tmp_path, [PASSPHRASE, PASSPHRASE])
    assert status == 0, shown
    assert "Restored 20 accounts" in command(
        binary, "restore", tmp_path / "again.age", "--passphrase-file", passphrase_file(tmp_path), data=tmp_path / "restored")


def test_a_file_of_rage_is_restored_and_the_server_runs_on_it(binary, tmp_path, backup):
    (tmp_path / "rage.age").write_bytes(pyrage.passphrase.encrypt((backup / "copy.db").read_bytes(), PASSPHRASE))
    restored = tmp_path / "restored"
    told = command(binary, "restore", tmp_path / "rage.age", "--passphrase-file", passphrase_file(tmp_path), data=restored)
    assert "Restored 20 accounts" in told
    assert stat.S_IMODE((restored / "latchkey.db").stat().st_mode) == 0o600
    assert sorted(path.name for path in restored.iterdir()) == ["latchkey.db", "lock"]
    (restored / "master.key").write_bytes((backup / "data" / "master.key").read_bytes())
    (restored / "master.key").chmod(0o600)
    with running_server(binary, restored) as line:
        assert sign_in(line, "user3@example.org").status_code == 200


def damaged(content, way):
    payload = content.index(b"\n", content.index(b"\n---") + 1) + 1 + 16
    return {
        "cut off in a chunk": content[:-100],
        "cut off after a chunk": content[:payload + 65_552],
        "cut off in the header": content[:60],
        "changed": content[:payload + 70_000] + bytes([content[payload + 70_000] ^ 1]) + content[payload + 70_001:],
        "extended": content + b"\0",
    }[way]


@pytest.mark.parametrize(("way", "problem"), [
    ("cut off in a chunk", "damaged"), ("cut off after a chunk", "its end is missing"), ("cut off in the header", "its end is missing"),
    ("changed", "contents were changed"), ("extended", "contents were changed"),
])
def test_a_damaged_file_is_refused_and_changes_nothing(binary, tmp_path, backup, way, problem):
    file = tmp_path / "damaged.age"
    file.write_bytes(damaged((backup / "copy.db.age").read_bytes(), way))
    restored = tmp_path / "restored"
    options = ["--passphrase-file", backup / "passphrase"]
    told = command(binary, "restore", file, *options, data=restored, status=1)
    assert f"{file} cannot be decrypted" in told and problem in told
    assert not restored.exists()
    restored.mkdir(mode=0o700)
    (restored / "note").write_text("mine")
    command(binary, "restore", file, *options, data=restored, status=1)
    assert sorted(path.name for path in restored.iterdir()) == ["lock", "note"]


def test_the_passphrase_is_needed_and_must_be_right(binary, tmp_path, backup):
    restored, wrong = tmp_path / "restored", passphrase_file(tmp_path, "correct horse battery stapl")
    told = command(binary, "restore", backup / "copy.db.age", "--passphrase-file", wrong, data=restored, status=1)
    assert "the passphrase is not the one" in told
    assert "is encrypted. Give its passphrase" in command(binary, "restore", backup / "copy.db.age", data=restored, status=1)
    # What was encrypted is checked like any other backup.
    (tmp_path / "text.age").write_bytes(pyrage.passphrase.encrypt(b"no store" * 1000, PASSPHRASE))
    told = command(binary, "restore", tmp_path / "text.age", "--passphrase-file", backup / "passphrase", data=restored, status=1)
    assert str(tmp_path / "text.age") in told and ".tmp/" not in told
    key = pyrage.x25519.Identity.generate()
    (tmp_path / "key.age").write_bytes(pyrage.encrypt(b"anything", [key.to_public()]))
    told = command(binary, "restore", tmp_path / "key.age", "--passphrase-file", backup / "passphrase", data=restored, status=1)
    assert "not encrypted with a passphrase" in told
    assert not restored.exists()


@pytest.mark.parametrize(("passphrase", "mode", "problem"), [
    ("short", 0o600, "the passphrase has 5 bytes, not 12 to 1024."), ("x" * 1025, 0o600, "contains no valid secret"),
    ("", 0o600, "contains no valid secret"), (PASSPHRASE, 0o644, "can be read by other users"),
])
def test_a_passphrase_that_cannot_be_used_is_explained(binary, tmp_path, backup, passphrase, mode, problem):
    file = passphrase_file(tmp_path, passphrase)
    file.chmod(mode)
    assert problem in command(binary, "backup", tmp_path / "x.age", "--passphrase-file", file, data=backup / "data", status=1)
    told = command(
        binary, "serve", "--check", "--backup-dir", tmp_path, "--backup-passphrase-file", file, data=tmp_path / "data", status=78)
    assert f"backup-passphrase-file: " in told and problem in told
    assert sorted(path.name for path in tmp_path.iterdir()) == ["passphrase"]


def test_the_server_encrypts_regular_backups(binary, tmp_path):
    data, folder = tmp_path / "data", tmp_path / "backups"
    folder.mkdir()
    environment = {"LATCHKEY_BACKUP_PASSPHRASE": PASSPHRASE}
    with running_server(binary, data, "--backup-dir", str(folder), environment=environment) as line:
        sign_up(line, "ada@example.org")
        [name] = eventually(lambda: [path.name for path in folder.iterdir() if path.suffix == ".age"])
    assert re.fullmatch(r"latchkey-\d{8}T\d{6}Z\.db\.age", name)
    (folder / "latchkey-20200101T000000Z.db.age").write_text("")
    (folder / "latchkey-20200102T000000Z.db").write_text("")
    (folder / "latchkey-20200102T000000Z.db.age.txt").write_text("")
    command(binary, "backup", folder, "--keep", 2, "--passphrase-file", passphrase_file(tmp_path), data=data)
    left = sorted(path.name for path in folder.iterdir())
    assert left[0] == "latchkey-20200102T000000Z.db.age.txt" and name in left and len(left) == 3
    # After a restart, the next one follows a day after the last one.
    with running_server(binary, data, "--backup-dir", str(folder), environment=environment):
        command(binary, "status", data=data)
    assert sorted(path.name for path in folder.iterdir()) == left


def test_backups_of_the_same_second_have_different_names(binary, tmp_path, backup):
    folder = tmp_path / "backups"
    folder.mkdir()
    now = int(time.time())
    others = [f"latchkey-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime(second))}.db.age" for second in range(now - 1, now + 60)]
    for name in others:
        (folder / name).write_text("")
    command(binary, "backup", folder, "--keep", 1, "--passphrase-file", backup / "passphrase", data=backup / "data")
    [left] = folder.iterdir()
    assert left.name not in others and left.stat().st_size > 10_000


def test_a_killed_backup_leaves_only_a_private_folder_that_the_next_one_removes(binary, tmp_path, backup):
    data, target = tmp_path / "data", tmp_path / "target"
    data.mkdir(mode=0o700)
    target.mkdir()
    # Large enough that the process can be killed while it works.
    with sqlite3.connect(data / "latchkey.db") as database, sqlite3.connect(backup / "copy.db") as source:
        source.backup(database)
        database.execute("CREATE TABLE padding (bytes BLOB)")
        database.executemany("INSERT INTO padding VALUES (zeroblob(1000000))", [()] * 100)
    arguments = [binary, "backup", target / "x.age", "--passphrase-file", passphrase_file(tmp_path), "--data", data]
    process = subprocess.Popen(list(map(str, arguments)), stderr=subprocess.DEVNULL)
    [work] = eventually(lambda: [path for path in data.iterdir() if path.suffix == ".tmp" and (path / "copy.db").exists()])
    assert stat.S_IMODE(work.stat().st_mode) == 0o700
    # Another backup meanwhile does not disturb it.
    process.send_signal(signal.SIGSTOP)
    command(binary, "backup", target / "other.age", "--passphrase-file", tmp_path / "passphrase", data=data)
    assert (work / "copy.db").exists()
    process.kill()
    process.wait(timeout=60)
    command(binary, "backup", target / "x.age", "--passphrase-file", tmp_path / "passphrase", data=data)
    assert not list(data.glob("*.tmp"))
    assert sorted(path.name for path in target.iterdir()) == ["other.age", "x.age"]
