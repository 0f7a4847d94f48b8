"""The replacement of the master key: all secrets are sealed with the new key, while the server serves and although it is killed."""

import base64
import json
import os
import pathlib
import select
import signal
import subprocess

import pytest
import requests

from running_server import running_server
from sealed_values import header, headers, key_of, keys_in, seal, unseal
from stored_tables import stored_tables
from waiting import eventually

FACTORS = 20_000
OLD, NEW = base64.b64encode(bytes(range(32))).decode(), base64.b64encode(bytes(range(32, 64))).decode()


def run(binary, *arguments, status=0, environment=None):
    done = subprocess.run(
        [binary, *map(str, arguments)], capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL,
        env={**os.environ, **(environment or {})})
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stderr


def show(binary, data):
    return json.loads(run(binary, "master-key", "show", "--data", data, "--json"))


def call(line, method, **body):
    return requests.post(f"{line['url']}/v1/accounts:{method}?key={line['apiKey']}", json=body, timeout=60).json()


@pytest.fixture
def folder(binary, tmp_path):
    """A data folder with an account, a provider's secret and a secret of databases; yields it with the master key."""
    data = tmp_path / "data"
    with running_server(binary, data) as line:
        assert "idToken" in call(line, "signUp", email="ada@example.org", password="lovelace", returnSecureToken=True)
        secret = tmp_path / "secret"
        secret.write_text("the-consumer-secret")
        run(binary, "projects", "provider", "set", "twitter.com", "--client-id", "id", "--secret-file", secret, "--data", data)
        run(binary, "database", "secrets", "create", "--data", data)
    return data, keys_in(data / "master.key")[0]


def add_factors(data, key, count=FACTORS):
    """Adds second factors to the account, sealed by this program."""
    with stored_tables(data) as store:
        (account,), = store.execute("SELECT id FROM account WHERE email = 'ada@example.org'")
        store.execute_many(
            "INSERT INTO second_factor (project, tenant, account, id, sealed_seed, last_step, enrolled_at) VALUES ('default', '', ?, ?, ?, 0, 0)",
            ((account, f"factor-{number}", seal(key, b"seed %d" % number, "default", "second_factor", f"factor-{number}", "sealed_seed"))
             for number in range(count)))
        store.collect_statistics()


def check_values(data, key):
    """Checks that a key opens the values, and that they are the ones from before."""
    with stored_tables(data) as store:
        (secret,), = store.execute("SELECT sealed_secret FROM provider_configuration WHERE project = 'default' AND provider = 'twitter.com'")
        assert unseal(key, secret, "default", "provider_configuration", "twitter.com", "sealed_secret") == b"the-consumer-secret"
        for name, pem in store.execute("SELECT id, sealed_private_key FROM signing_key"):
            assert unseal(key, pem, "", "signing_key", name, "sealed_private_key").startswith(b"-----BEGIN")
        (signer,), = store.execute("SELECT sealed_signer_key FROM project WHERE id = 'default'")
        assert len(unseal(key, signer, "default", "project", "default", "sealed_signer_key")) == 64
        for name, seed in store.execute("SELECT id, sealed_seed FROM second_factor"):
            assert unseal(key, seed, "default", "second_factor", name, "sealed_seed") == b"seed " + name.split("-")[1].encode()
        (fingerprint, text), = store.execute("SELECT fingerprint, sealed_secret FROM database_secret")
        assert len(unseal(key, text, "default", "database_secret", fingerprint.hex(), "sealed_secret")) == 40


def test_users_sign_in_while_the_key_is_replaced(binary, folder):
    data, old = folder
    add_factors(data, old, 1_000)
    with running_server(binary, data) as line:
        assert "idToken" in call(line, "signUp", email="bob@example.org", password="lovelace", returnSecureToken=True)
        told = run(binary, "master-key", "rotate", "--data", data, status=1)
        assert "Existing backups need the previous key" in told and "Nothing was changed" in told
        assert keys_in(data / "master.key") == [old]
        told = json.loads(run(binary, "master-key", "rotate", "--yes", "--data", data, "--json"))
        new, previous = keys_in(data / "master.key")
        assert previous == old != new and (data / "master.key").stat().st_mode & 0o777 == 0o600
        assert told["id"] == header(new)[1:].hex() and told["previousID"] == header(old)[1:].hex()
        assert "is being replaced already" in run(binary, "master-key", "rotate", "--yes", "--data", data, status=1)

        def replaced():
            # Both the old hash and a new one use the project's signer key.
            assert "idToken" in call(line, "signInWithPassword", email="bob@example.org", password="lovelace", returnSecureToken=True)
            return "previousID" not in show(binary, data)

        eventually(replaced, 60)
        assert keys_in(data / "master.key") == [new]
        assert "idToken" in call(line, "signUp", email="eve@example.org", password="lovelace", returnSecureToken=True)
        status = json.loads(run(binary, "status", "--data", data, "--json"))
        assert status["masterKey"] == {"id": header(new)[1:].hex(), "previousIsUnused": False, "unreadable": 0}
        # The address says where the change came from.
        assert header(new)[1:].hex() in run(binary, "events", "list", "--project", "_console", "--data", data)
    assert set(headers(data)) == {header(new)}
    check_values(data, new)
    with running_server(binary, data) as line:
        for email in ("bob@example.org", "eve@example.org"):
            assert "idToken" in call(line, "signInWithPassword", email=email, password="lovelace", returnSecureToken=True)


def test_a_server_that_is_killed_again_and_again_finishes(binary, folder):
    data, old = folder
    add_factors(data, old)
    kills, process = [], None
    try:
        while not kills or len(keys_in(data / "master.key")) == 2:
            process = subprocess.Popen(
                [binary, "serve", "--data", data, "--port", "0", "--database-port", "0", "--json"], stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL)
            assert select.select([process.stdout], [], [], 60)[0] and process.stdout.readline()
            if not kills:
                run(binary, "master-key", "rotate", "--yes", "--data", data)
            elif len(kills) > 8:
                eventually(lambda: len(keys_in(data / "master.key")) == 1, 60)
            else:
                # PostgreSQL needs longer for the first values than the server for its start.
                eventually(lambda: headers(data).get(header(old), 0) < kills[-1] or len(keys_in(data / "master.key")) == 1, 60)
            process.kill()
            process.wait(timeout=30)
            kills.append(headers(data).get(header(old), 0))
    finally:
        if process:
            process.kill()
            process.wait(timeout=30)
    new, = keys_in(data / "master.key")
    assert new != old and set(headers(data)) == {header(new)}
    # At least one kill was in the middle.
    assert any(0 < left < FACTORS for left in kills), kills
    check_values(data, new)


def test_of_two_replacements_at_once_one_is_refused(binary, folder):
    data, old = folder
    with running_server(binary, data):
        commands = [
            subprocess.Popen(
                [binary, "master-key", "rotate", "--yes", "--data", data], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(4)]
        told = [(command.communicate(timeout=60)[1], command.returncode) for command in commands]
        assert sorted(status for _, status in told) == [0, 1, 1, 1], told
        assert all("is being replaced already" in error for error, status in told if status == 1)
        new, previous = keys_in(data / "master.key")
        assert previous == old and show(binary, data)["id"] == header(new)[1:].hex()
        eventually(lambda: "previousID" not in show(binary, data), 60)
    assert keys_in(data / "master.key") == [new] and set(headers(data)) == {header(new)}
    with running_server(binary, data):
        pass


def test_a_command_without_a_server_replaces_the_key_completely(binary, folder):
    data, old = folder
    told = run(binary, "master-key", "rotate", "--yes", "--data", data)
    new, = keys_in(data / "master.key")
    assert new != old and f"Master key    {header(new)[1:].hex()}" in told and "Previous key" not in told
    assert set(headers(data)) == {header(new)}
    check_values(data, new)


def test_a_key_from_elsewhere_is_replaced_by_its_owner(binary, tmp_path, folder):
    data, old = folder
    (data / "master.key").unlink()
    old = base64.b64encode(old).decode()

    def variable(*keys):
        return {"LATCHKEY_MASTER_KEY": "\n".join(keys)}

    with running_server(binary, data, environment=variable(old)):
        told = run(binary, "master-key", "rotate", "--yes", "--data", data, status=1)
        assert "The master key comes from LATCHKEY_MASTER_KEY" in told and "the new one first" in told
    with running_server(binary, data, environment=variable(NEW, old)):
        state = eventually(lambda: (found := show(binary, data))["secretsUnderPreviousKey"] == 0 and found)
        assert state["previousID"] == header(key_of(old))[1:].hex() and not state["removesPreviousKey"]
        assert "Remove it from LATCHKEY_MASTER_KEY, and restart the server." in run(binary, "master-key", "show", "--data", data)
        eventually(lambda: "can be removed" in run(binary, "status", "--data", data))
    check_values(data, key_of(NEW))
    assert "different master key" in run(binary, "projects", "list", "--data", data, environment=variable(old), status=1)
    with running_server(binary, data, environment=variable(NEW)) as line:
        call(line, "signInWithPassword", email="ada@example.org", password="lovelace")


def test_the_second_line_of_another_file_stays_until_its_owner_removes_it(binary, tmp_path, folder):
    data, old = folder
    kept, link = tmp_path / "keys" / "master.key", tmp_path / "link"
    kept.parent.mkdir()
    (data / "master.key").rename(kept)
    link.symlink_to(kept)
    log = tmp_path / "log"
    with log.open("a") as errors, running_server(binary, data, "--master-key-file", str(link), log=errors) as line:
        run(binary, "master-key", "rotate", "--yes", "--data", data)
        assert link.is_symlink() and len(keys_in(kept)) == 2
        eventually(lambda: "can be removed" in run(binary, "status", "--data", data), 60)
        new, previous = keys_in(kept)
        assert previous == old
        ids = [header(key)[1:].hex() for key in (new, old)]
        advice = f"Remove it from {link}, and reload the server with SIGHUP."
        assert advice in run(binary, "status", "--data", data) and advice in run(binary, "master-key", "show", "--data", data)
        assert run(binary, "master-key", "show", kept) == f"Master key    {ids[0]}\nPrevious key  {ids[1]}\n"
        # A reload with another key, and one without a change, end nothing.
        log.write_text("")
        kept.write_text(OLD + "\n")
        os.kill(line["pid"], signal.SIGHUP)
        eventually(lambda: "is not the one that the server uses" in log.read_text())
        assert advice in run(binary, "status", "--data", data)
        kept.write_text(base64.b64encode(new).decode() + "\n")
        os.kill(line["pid"], signal.SIGHUP)
        eventually(lambda: "The previous master key was removed from its file" in log.read_text())
        assert show(binary, data).get("previousID") is None and "can be removed" not in run(binary, "status", "--data", data)
        # The next replacement begins without a restart.
        run(binary, "master-key", "rotate", "--yes", "--data", data)
        assert keys_in(kept)[1] == new


@pytest.mark.skipif(os.geteuid() != 0, reason="a mount needs root")
def test_a_key_file_on_a_read_only_disk_is_not_replaced(binary, tmp_path, folder):
    data, old = folder
    kept = tmp_path / "keys" / "master.key"
    kept.parent.mkdir()
    (data / "master.key").rename(kept)
    script = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
    done = subprocess.run(
        ["unshare", "--mount", "sh", "-c", script, "_", kept.parent, binary, "master-key", "rotate", "--yes", "--data", data,
         "--master-key-file", kept], capture_output=True, text=True, timeout=120, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 1 and "Nothing was changed" in done.stderr and "put two keys" in done.stderr, done.stderr
    assert keys_in(kept) == [old]
    # The audit log has no replacement that did not happen.
    told = run(binary, "events", "list", "--project", "_console", "--data", data, "--master-key-file", kept)
    assert "master key" not in told


def test_the_keys_in_a_file_are_named(binary, tmp_path):
    file = tmp_path / "master.key.old"
    file.write_text(NEW + "\n" + OLD + "\n")
    ids = [header(key_of(key))[1:].hex() for key in (NEW, OLD)]
    assert json.loads(run(binary, "master-key", "show", file, "--json")) == {"id": ids[0], "previousID": ids[1]}
    file.write_text(OLD)
    assert run(binary, "master-key", "show", file) == f"Master key    {ids[1]}\n"
    for text in ("secret", NEW + "\n" + NEW, OLD * 200, "\x00"):
        file.write_text(text)
        told = run(binary, "master-key", "show", file, status=1)
        assert "does not contain a master key" in told and OLD not in told
    assert "does not exist" in run(binary, "master-key", "show", tmp_path / "none", status=1)


def test_a_missing_key_is_reported(binary, tmp_path, folder):
    data, old = folder
    lost = bytes(reversed(range(32)))
    add_factors(data, lost, 3)
    log = tmp_path / "log"
    with log.open("w") as errors, running_server(binary, data, log=errors):
        eventually(lambda: "Secrets cannot be decrypted" in log.read_text())
        assert "3 secrets cannot be decrypted" in run(binary, "master-key", "show", "--data", data)
        assert "3 secrets cannot be decrypted" in run(binary, "status", "--data", data)
        doctor = subprocess.run(
            [binary, "doctor", "--public-url", "https://auth.example.org", "--data", data], capture_output=True, text=True, timeout=60)
        assert "secrets: 3 cannot be decrypted with the master key" in doctor.stdout and doctor.returncode == 1
        assert run(binary, "master-key", "rotate", "--yes", "--data", data)
        eventually(lambda: show(binary, data).get("previousID") is None, 60)
    assert headers(data)[header(lost)] == 3


@pytest.mark.store_in_folder
def test_a_backup_from_the_middle_needs_both_keys(binary, tmp_path, folder):
    data, old = folder
    new = key_of(NEW)
    with stored_tables(data) as store:
        # The console has a project of its own.
        for project, secret in store.execute("SELECT id, sealed_signer_key FROM project").fetchall():
            place = project, "project", project, "sealed_signer_key"
            store.execute(
                "UPDATE project SET sealed_signer_key = ? WHERE id = ?", [seal(new, unseal(old, secret, *place), *place), project])
    old_text, backup = base64.b64encode(old).decode(), tmp_path / "backup.db"
    run(binary, "backup", backup, "--data", data)
    file = tmp_path / "key"
    target = tmp_path / "restored"
    file.write_text(old_text)
    file.chmod(0o600)
    told = run(binary, "restore", backup, "--data", target, "--master-key-file", file, status=1)
    assert "is not the one of" in told and not (target / "latchkey.db").exists(), told
    file.write_text(NEW)
    told = run(binary, "restore", backup, "--data", target, "--master-key-file", file)
    assert f"secrets need the master key {header(old)[1:].hex()}: before you start the server, add it as the second key." in told
    # The key of the audit log is one of these secrets.
    told = run(binary, "projects", "list", "--data", target, "--master-key-file", file, status=1)
    assert f"needs the master key {header(old)[1:].hex()}: provide it as the second key" in told
    file.write_text(NEW + "\n" + old_text)
    with running_server(binary, target, "--master-key-file", str(file)):
        eventually(lambda: show(binary, target)["secretsUnderPreviousKey"] == 0)
    check_values(target, new)
