"""The continuous archive: the server is killed, and what it acknowledged is restored, to the last state or to a time.

LATCHKEY_SOAK makes the loop of kills longer. It prints the age of the oldest acknowledged change that was not in the archive.
"""

import concurrent.futures
import contextlib
import datetime
import itertools
import json
import os
import random
import shutil
import sqlite3
import subprocess
import time

import pytest
import requests

from running_server import running_server
from s3_server import running_s3
from test_backup import command, sign_in, sign_up
from test_encrypted_backup import PASSPHRASE, passphrase_file
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

ROUNDS = 50 if os.environ.get("LATCHKEY_SOAK") else 4
WRITERS = 4
# What was acknowledged this many seconds before a crash has to be in the archive.
LIMIT = 1.0


def status(binary, data):
    return json.loads(command(binary, "status", "--json", data=data))["archive"]


def wait_until_written(binary, data, seconds=20):
    """The lag is the age of the oldest commit that is not in the archive, and a commit counts before it is acknowledged."""
    return eventually(
        lambda: (found := status(binary, data))["lagSeconds"] == 0 and found["isUp"] and found["isComplete"] and found, seconds=seconds)


def now():
    return datetime.datetime.now(datetime.timezone.utc).isoformat().replace("+00:00", "Z")


def emails(folder):
    with contextlib.closing(sqlite3.connect(f"file:{folder}/latchkey.db?mode=ro", uri=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return {email for (email,) in database.execute("SELECT email FROM account WHERE email IS NOT NULL")}


def dump(file):
    with contextlib.closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as database:
        return list(database.iterdump())


def parts(archive):
    return sorted(path.name for path in archive.iterdir())


def generations(archive):
    return {name.split("-")[1] for name in parts(archive)}


@pytest.fixture
def archive(tmp_path):
    folder = tmp_path / "archive"
    folder.mkdir()
    return folder


def write_until_killed(line, acknowledged, numbers):
    with requests.Session() as session:
        for number in numbers:
            email = f"user{number}@example.org"
            try:
                reply = session.post(
                    f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": email, "password": "correct horse"}, timeout=60)
            except requests.RequestException:
                return
            assert reply.ok, reply.text
            acknowledged[email] = time.monotonic()


@contextlib.contextmanager
def killed_server(binary, data, *arguments, environment=None):
    """Yields the line of a server, which is killed at the end."""
    process = subprocess.Popen(
        [binary, "serve", "--data", str(data), "--port", "0", "--database-port", "0", "--json", *map(str, arguments)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **(environment or {})})
    try:
        yield json.loads(process.stdout.readline())
    finally:
        process.kill()
        process.wait(timeout=30)


def lose_and_restore(binary, data, acknowledged, numbers, options, restore, restored):
    """One round: signs users up until the server is killed, and restores the archive.

    Returns the age in seconds of the oldest acknowledged account that is missing.
    """
    with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
        with killed_server(binary, data, *options) as line:
            busy = len(acknowledged) + random.randint(1, 25)
            writers = [pool.submit(write_until_killed, line, acknowledged, numbers) for _ in range(WRITERS)]
            # An arbitrary moment.
            eventually(lambda: len(acknowledged) >= busy or any(writer.done() for writer in writers), seconds=60)
            killed = time.monotonic()
    for writer in writers:
        writer.result()
    restore(restored)
    found = emails(restored)
    shutil.rmtree(restored)
    return max((killed - at for email, at in acknowledged.items() if email not in found), default=0)


@pytest.mark.parametrize("kind", ["folder", "encrypted", "s3"])
def test_what_was_acknowledged_is_restored_after_kills(binary, tmp_path, archive, kind):
    data, acknowledged, numbers, worst = tmp_path / "data", {}, itertools.count(), []
    key = ["--backup-passphrase-file", passphrase_file(tmp_path)] if kind == "encrypted" else []
    with running_server(binary, data):
        command(binary, "projects", "set", "--sign-ups-per-hour", "100000", data=data)
    with running_s3() if kind == "s3" else contextlib.nullcontext() as s3:
        options, environment, place = ["--archive-to", archive, *key], {}, archive
        if s3:
            place, environment = "s3://backups/live", s3.environment
            options = ["--archive-to", place, "--backup-s3-endpoint", s3.url]

        def restore(folder):
            arguments = ["--latest", place, "--data", folder, *(["--s3-endpoint", s3.url] if s3 else []), *(["--passphrase-file", key[1]] if key else [])]
            done = subprocess.run(
                [binary, "restore", *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False,
                env={**os.environ, **environment})
            assert done.returncode == 0, done.stderr

        with pytest.MonkeyPatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            for _ in range(ROUNDS if kind == "folder" else max(2, ROUNDS // 5)):
                worst.append(lose_and_restore(binary, data, acknowledged, numbers, options, restore, tmp_path / "restored"))
                print(f"{kind}: kill {len(worst)}, loss {worst[-1]:.3f} s", flush=True)
    print(f"{kind}: {len(acknowledged)} acknowledged, {len(worst)} kills, worst loss {max(worst):.3f} s before the kill")
    assert max(worst) < LIMIT, worst
    # The chain continued after each kill, also after the log was moved, as a long loop does.
    if kind == "folder":
        assert len(generations(archive)) == 1


@pytest.mark.parametrize("encrypted", [False, True])
def test_a_time_between_two_changes_is_restored(binary, tmp_path, archive, encrypted):
    data = tmp_path / "data"
    key = ["--passphrase-file", passphrase_file(tmp_path)] if encrypted else []
    options = ["--backup-passphrase-file", str(key[1])] if encrypted else []
    start = now()
    with running_server(binary, data, "--archive-to", str(archive), *options) as line:
        sign_up(line, "ada@example.org")
        between = now()
        sign_up(line, "grace@example.org")
        wait_until_written(binary, data)
        # A running server does not matter.
        command(binary, "restore", "--at", between, archive, *key, data=tmp_path / "first")
    assert emails(tmp_path / "first") == {"ada@example.org"}
    told = command(binary, "restore", "--at", now(), archive, *key, data=tmp_path / "both")
    assert "Restored 2 accounts" in told and "The last change is from 20" in told
    command(binary, "restore", "--latest", archive, *key, data=tmp_path / "latest")
    assert emails(tmp_path / "both") == emails(tmp_path / "latest") == {"ada@example.org", "grace@example.org"}
    told = command(binary, "restore", "--at", start, archive, *key, data=tmp_path / "early", status=1)
    assert "An earlier state cannot be restored" in told and not (tmp_path / "early").exists()
    shutil.copy(data / "master.key", tmp_path / "first" / "master.key")
    with running_server(binary, tmp_path / "first", "--archive-to", str(archive), *options) as line:
        assert sign_in(line, "ada@example.org").status_code == 200
        sign_up(line, "joan@example.org")
    # The restored store has another history, which is another chain.
    assert len(generations(archive)) == 2
    command(binary, "restore", "--latest", archive, *key, data=tmp_path / "next")
    assert emails(tmp_path / "next") == {"ada@example.org", "joan@example.org"}
    command(binary, "restore", "--at", between, archive, *key, data=tmp_path / "again")
    assert emails(tmp_path / "again") == {"ada@example.org"}
    if encrypted:
        content = b"".join(path.read_bytes() for path in archive.glob("*/*"))
        assert b"ada@example.org" not in content and b"SQLite format" not in content
        assert all((archive / part / "start").read_bytes().startswith(b"age-encryption.org/v1\n") for part in parts(archive))
        assert "is encrypted. Give its passphrase" in command(binary, "restore", "--latest", archive, data=tmp_path / "no", status=1)
        wrong = passphrase_file(tmp_path, "another passphrase")
        told = command(binary, "restore", "--latest", archive, "--passphrase-file", wrong, data=tmp_path / "no", status=1)
        assert "cannot be decrypted" in told and not (tmp_path / "no").exists()


def test_a_restart_continues_the_chain_and_a_command_begins_another(binary, tmp_path, archive):
    data = tmp_path / "data"
    with running_server(binary, data, "--archive-to", str(archive)) as line:
        sign_up(line, "ada@example.org")
    with running_server(binary, data, "--archive-to", str(archive)) as line:
        sign_up(line, "grace@example.org")
        found = wait_until_written(binary, data)
        assert found["generations"] == 0 and found["segments"] > 0
    assert len(parts(archive)) == 1
    # A command on the folder of a stopped server changes the store without the archive.
    command(binary, "users", "delete", "ada@example.org", "--yes", data=data)
    with running_server(binary, data, "--archive-to", str(archive)):
        assert wait_until_written(binary, data)["generations"] == 1
    command(binary, "restore", "--latest", archive, data=tmp_path / "restored")
    assert emails(tmp_path / "restored") == {"grace@example.org"}
    assert dump(data / "latchkey.db") == dump(tmp_path / "restored" / "latchkey.db")


@pytest.mark.parametrize("moves", [False, True])
def test_another_program_that_writes_to_the_store_is_noticed(binary, tmp_path, archive, moves):
    data, log = tmp_path / "data", tmp_path / "log"
    with open(log, "w", encoding="utf-8") as errors, running_server(binary, data, "--archive-to", str(archive), log=errors) as line:
        sign_up(line, "ada@example.org")
        with contextlib.closing(sqlite3.connect(data / "latchkey.db", timeout=30)) as database:
            with database:
                database.execute("UPDATE account SET display_name = 'Ada'")
            if moves:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        sign_up(line, "grace@example.org")
        eventually(lambda: status(binary, data)["generations"] == (2 if moves else 1))
        wait_until_written(binary, data)
    assert ("begins a new chain" in log.read_text()) == moves
    command(binary, "restore", "--latest", archive, data=tmp_path / "restored")
    assert dump(data / "latchkey.db") == dump(tmp_path / "restored" / "latchkey.db")
    assert any("'Ada'" in row for row in dump(tmp_path / "restored" / "latchkey.db"))


def test_a_time_between_two_chains_is_refused(binary, tmp_path, archive):
    data, restored = tmp_path / "data", tmp_path / "restored"
    with running_server(binary, data, "--archive-to", str(archive)) as line:
        sign_up(line, "ada@example.org")
    with running_server(binary, data) as line:
        sign_up(line, "grace@example.org")
    between = now()
    with running_server(binary, data, "--archive-to", str(archive)):
        wait_until_written(binary, data)
    assert len(generations(archive)) == 2
    told = command(binary, "restore", "--at", between, archive, data=restored, status=1)
    assert "Changes may be missing" in told and not restored.exists()
    # The command that is possible is part of the message.
    command(binary, "restore", "--at", told.strip().split()[-1], archive, data=restored)
    assert emails(restored) == {"ada@example.org"}
    # The second chain cannot be restored without its snapshot, and the first one is not the latest state.
    (archive / parts(archive)[-1] / "snapshot").unlink()
    told = command(binary, "restore", "--latest", archive, data=tmp_path / "latest", status=1)
    assert "Changes may be missing" in told and not (tmp_path / "latest").exists()


def test_a_change_just_before_the_end_is_in_the_archive(binary, tmp_path, archive):
    """The server stops while it writes the change to the archive."""
    data, log = tmp_path / "data", tmp_path / "log"
    expected = {f"user{number}@example.org" for number in range(8)}
    for email in sorted(expected):
        with log.open("a") as output, running_server(binary, data, "--archive-to", str(archive), log=output) as line:
            sign_up(line, email)
    assert "The archive lacks" not in log.read_text()
    command(binary, "restore", "--latest", archive, data=tmp_path / "restored")
    assert emails(tmp_path / "restored") == expected


def test_a_passphrase_requires_an_encrypted_archive(binary, tmp_path, whole):
    told = command(
        binary, "restore", "--latest", whole, "--passphrase-file", passphrase_file(tmp_path), data=tmp_path / "restored", status=1)
    assert "is not encrypted" in told and not (tmp_path / "restored").exists()


def users_file(folder, count, first=0):
    claims = json.dumps({"role": "x" * 900})
    users = [
        {"localId": f"id{number}", "email": f"user{number}@example.org", "customAttributes": claims} for number in range(first, first + count)]
    file = folder / f"users{first}.json"
    file.write_text(json.dumps({"users": users}))
    return file


def test_the_log_is_moved_into_the_store_and_the_chain_continues(binary, tmp_path, archive):
    data = tmp_path / "data"
    with running_server(binary, data, "--archive-to", str(archive)) as line:
        salts, turns = set(), 0
        # SQLite restarts the log only when the archiver is not reading it, so the number of imports varies.
        while turns < 3 or len(salts) == 1 and turns < 12:
            command(binary, "users", "import", users_file(tmp_path, 5000, turns * 5000), data=data)
            wait_until_written(binary, data)
            salts.add((data / "latchkey.db-wal").read_bytes()[16:24])
            turns += 1
        sign_up(line, "ada@example.org")
        assert status(binary, data)["generations"] == 1
        between = now()
        sign_up(line, "grace@example.org")
    assert len(salts) > 1 and len(parts(archive)) == 1
    command(binary, "restore", "--latest", archive, data=tmp_path / "restored")
    assert len(emails(tmp_path / "restored")) == 5000 * turns + 2
    assert dump(data / "latchkey.db") == dump(tmp_path / "restored" / "latchkey.db")
    command(binary, "restore", "--at", between, archive, data=tmp_path / "between")
    assert "grace@example.org" not in emails(tmp_path / "between") and len(emails(tmp_path / "between")) == 5000 * turns + 1


def test_a_failing_place_delays_the_archive_and_not_the_users(binary, tmp_path, archive):
    data, away = tmp_path / "data", tmp_path / "away"
    with running_server(binary, data, "--archive-to", str(archive)) as line:
        wait_until_written(binary, data)
        archive.rename(away)
        sign_up(line, "ada@example.org")
        found = eventually(lambda: not (found := status(binary, data))["isUp"] and found["lagSeconds"] > 0 and found)
        assert found["failures"] > 0 and str(archive) in found["problem"]
        assert "failing" in command(binary, "status", data=data)
        assert "archive" in subprocess.run(
            [binary, "doctor", "--data", str(data)], capture_output=True, text=True, timeout=120, check=False).stdout
        away.rename(archive)
        found = wait_until_written(binary, data)
        assert found["generations"] == 1 and "problem" not in found
    command(binary, "restore", "--latest", archive, data=tmp_path / "restored")
    assert emails(tmp_path / "restored") == {"ada@example.org"}


def test_s3_that_fails_is_tried_again(binary, tmp_path, monkeypatch):
    data = tmp_path / "data"
    with running_s3() as s3:
        for name, value in s3.environment.items():
            monkeypatch.setenv(name, value)
        with running_server(binary, data, "--archive-to", "s3://backups/a b", "--backup-s3-endpoint", s3.url) as line:
            wait_until_written(binary, data)
            s3.fail("PUT .*segment", *[503] * 6, "close")
            sign_up(line, "ada@example.org")
            # The pauses between five attempts of a request add up to 18 seconds, and the archiver then begins again.
            wait_until_written(binary, data, seconds=90)
            assert not s3.faults
        command(binary, "restore", "--latest", "s3://backups/a b", "--s3-endpoint", s3.url, data=tmp_path / "restored")
        assert emails(tmp_path / "restored") == {"ada@example.org"}
        [part] = {key.split("/")[1] for key in s3.keys()}
        assert {key.split("/")[2] for key in s3.keys()} >= {"start", "snapshot", "0000000001.segment"}
        name = f"a b/{part}/0000000002.segment"
        s3.put(name, s3.read(name)[:-1])
        told = command(binary, "restore", "--latest", "s3://backups/a b", "--s3-endpoint", s3.url, data=tmp_path / "other", status=1)
        assert f"The segment {part}/0000000002.segment is damaged" in told and not (tmp_path / "other").exists()


@pytest.fixture(scope="module")
def whole(binary, tmp_path_factory):
    """An archive with some changes, and the time after the first."""
    folder = tmp_path_factory.mktemp("whole")
    (folder / "archive").mkdir()
    with running_server(binary, folder / "data", "--archive-to", str(folder / "archive")) as line:
        for number in range(3):
            sign_up(line, f"user{number}@example.org")
            wait_until_written(binary, folder / "data")
    return folder / "archive"


def damage(path, way):
    content = path.read_bytes()
    if way == "missing":
        path.unlink()
    elif way == "cut":
        path.write_bytes(content[:-1])
    elif way == "flipped":
        path.write_bytes(content[:len(content) // 2] + bytes([content[len(content) // 2] ^ 1]) + content[len(content) // 2 + 1:])
    elif way == "empty":
        path.write_bytes(b"")
    elif way == "another":
        path.write_bytes((path.parent / "0000000001.segment").read_bytes())


@pytest.mark.parametrize("way", ["missing", "cut", "flipped", "empty", "another"])
@pytest.mark.parametrize("name", ["start", "snapshot", "middle"])
def test_a_damaged_archive_is_refused(binary, tmp_path, whole, name, way):
    copy, restored = tmp_path / "archive", tmp_path / "restored"
    shutil.copytree(whole, copy)
    [part] = parts(copy)
    segments = sorted(path.name for path in (copy / part).glob("*.segment"))
    damage(copy / part / (segments[-2] if name == "middle" else name), way)
    told = command(binary, "restore", "--latest", copy, data=restored, status=1)
    assert not restored.exists()
    if name == "middle":
        assert ("is missing" if way == "missing" else "is damaged") in told
        # The command that is possible is part of the message.
        time_before = told.strip().split()[-1]
        assert "Restored" in command(binary, "restore", "--at", time_before, copy, data=restored)
        assert "user0@example.org" in emails(restored) and "user2@example.org" not in emails(restored)
    else:
        assert "damaged" in told or "missing" in told or "no complete snapshot" in told or "another version" in told, told


def test_another_snapshot_is_taken_in_the_same_chain(binary, tmp_path, archive):
    data, kept = tmp_path / "data", tmp_path / "kept"
    with running_server(binary, data, "--archive-to", str(archive)) as line:
        sign_up(line, "ada@example.org")
    [first] = parts(archive)
    # Without a snapshot, the next start takes one.
    (archive / first / "snapshot").rename(kept)
    with running_server(binary, data, "--archive-to", str(archive)) as line:
        eventually(lambda: len(parts(archive)) == 2 and (archive / parts(archive)[1] / "snapshot").exists())
        between = now()
        sign_up(line, "grace@example.org")
    second = parts(archive)[1]
    assert len(generations(archive)) == 1
    command(binary, "restore", "--latest", archive, data=tmp_path / "from-second")
    # A chain goes on from its first snapshot through the next part.
    kept.rename(archive / first / "snapshot")
    (archive / second / "snapshot").unlink()
    command(binary, "restore", "--latest", archive, data=tmp_path / "from-first")
    assert dump(data / "latchkey.db") == dump(tmp_path / "from-first" / "latchkey.db") == dump(tmp_path / "from-second" / "latchkey.db")
    command(binary, "restore", "--at", between, archive, data=tmp_path / "between")
    assert emails(tmp_path / "between") == {"ada@example.org"}


def test_old_parts_are_removed(binary, tmp_path, archive):
    def make(name, *objects):
        (archive / name).mkdir()
        for item in objects:
            (archive / name / item).write_text("")

    old = [f"20{year}0101T000000.000Z-00000000000000aa-0000000001" for year in range(20, 24)]
    make(old[0], "start", "snapshot", "0000000001.segment")
    make(old[1], "start", "0000000001.segment")
    # The last snapshot before the kept time: its segments lead into that time.
    make(old[2], "start", "snapshot", "0000000001.segment")
    make(old[3], "start", "0000000001.segment")
    others = ["20200101T000000Z-notes", "notes"]
    for name in others:
        make(name, "snapshot")
    with running_server(binary, tmp_path / "data", "--archive-to", str(archive), "--archive-keep", "2d"):
        eventually(lambda: old[1] not in parts(archive))
    assert set(old + others) & set(parts(archive)) == {old[2], old[3], *others}
    assert len(parts(archive)) == 5


@pytest.mark.parametrize(("settings", "problems"), [
    (["--archive-to", "/nonexistent"], ["archive-to: /nonexistent is not a folder that this user can write to."]),
    (["--archive-to", "s3://UPPER/x"], ["archive-to: s3://UPPER/x is not an S3 address."]),
    (["--archive-to", "s3://backups/x"], ["backup-s3-access-key-id: is missing."]),
    (["--archive-to", "/tmp", "--backup-dir", "/tmp/"], ["archive-to: /tmp is the folder of backups too."]),
    (["--archive-snapshot-every", "1d", "--archive-keep", "1d"],
     ["archive-snapshot-every: requires archive-to.", "archive-keep: requires archive-to."]),
    (["--archive-to", "/nonexistent", "--archive-snapshot-every", "1w", "--archive-keep", "0d"],
     ["archive-to: /nonexistent", "archive-snapshot-every: 1w is not an interval.", "archive-keep: 0d is not an interval."]),
    (["--emulator", "--archive-to", "/tmp"], ["archive-to: is not available in the emulator"]),
])
def test_wrong_settings_are_explained_together(binary, tmp_path, settings, problems):
    told = command(binary, "serve", "--check", *settings, data=None if "--emulator" in settings else tmp_path / "data", status=78)
    assert all(problem in told for problem in problems), told


@pytest.mark.parametrize(("arguments", "problem", "code"), [
    (["--at", "yesterday"], "--at: yesterday is not a time.", 64),
    (["--at", "2026-01-01T00:00:00"], "is not a time.", 64),
    (["--at", "2999-01-01T00:00:00Z"], "is in the future.", 64),
    (["--at", "2026-01-01T00:00:00Z", "--latest"], "exclude each other", 64),
    (["--at", "2026-01-01T00:00:00Z"], "contains no archive.", 1),
    (["--latest"], "contains no backup.", 1),
])
def test_wrong_options_of_a_restore_are_explained(binary, tmp_path, archive, arguments, problem, code):
    told = command(binary, "restore", *arguments, archive, data=tmp_path / "restored", status=code)
    assert problem in told and not (tmp_path / "restored").exists()


def test_a_missing_folder_is_not_an_empty_one(binary, tmp_path):
    told = command(binary, "restore", "--latest", f"{tmp_path}/missing/", data=tmp_path / "restored", status=1)
    assert f"{tmp_path}/missing" in told and "does not exist" in told, told
