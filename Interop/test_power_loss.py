"""A power failure: what the server acknowledged is on the disk, even if the disk has forgotten everything that was not synced.

The end of a process loses nothing that it wrote, so only this shows that the server waits for the disk."""

import concurrent.futures
import itertools
import json
import select
import subprocess

import os

import pytest
import requests

from forgetful_disk import ForgetfulDisk
from running_server import running_server

pytestmark = pytest.mark.store_in_folder

# Below the number of accounts that one network may create at once.
ACCOUNTS = 60


def write_until_the_power_fails(binary, disk, *arguments):
    """Writes with several clients, ends the server in the middle, and returns what it acknowledged."""
    process = subprocess.Popen(
        [binary, "serve", "--data", disk.folder, "--port", "0", "--database-port", "0", "--json", *arguments], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True, env={**os.environ, **disk.environment})
    try:
        assert select.select([process.stdout], [], [], 120)[0]
        line = json.loads(process.stdout.readline())
        numbers, acknowledged = itertools.count(), {}

        def client(_):
            with requests.Session() as session:
                while True:
                    email = f"user{next(numbers)}@example.org"
                    try:
                        made = session.post(
                            f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}",
                            json={"email": email, "password": "lovelace", "returnSecureToken": True}, timeout=60).json()
                        written = session.put(
                            f"{line['database']}/users/{made['localId']}.json?auth={made['idToken']}", json=email * 500, timeout=60)
                    except requests.RequestException:
                        return
                    assert written.ok, written.text
                    acknowledged[email] = made["localId"]
                    if len(acknowledged) >= ACCOUNTS:
                        process.kill()

        with concurrent.futures.ThreadPoolExecutor(8) as clients:
            list(clients.map(client, range(8)))
        return acknowledged
    finally:
        process.kill()
        process.wait(timeout=30)


def missing(binary, folder, acknowledged):
    """Starts a server on the folder, and returns the accounts and values that it does not have."""
    with running_server(binary, folder) as line:
        lost = []
        for email, uid in acknowledged.items():
            answer = requests.post(
                f"{line['url']}/v1/accounts:signInWithPassword?key={line['apiKey']}",
                json={"email": email, "password": "lovelace", "returnSecureToken": True}, timeout=60).json()
            if answer.get("localId") != uid:
                lost.append(email)
                continue
            value = requests.get(f"{line['database']}/users/{uid}.json?auth={answer['idToken']}", timeout=60).json()
            if value != email * 500:
                lost.append(uid)
        return lost


@pytest.fixture(scope="module")
def failed(binary, tmp_path_factory):
    scratch = tmp_path_factory.mktemp("power")
    disk = ForgetfulDisk(scratch / "data", scratch)
    return disk, write_until_the_power_fails(binary, disk)


@pytest.mark.parametrize("share", [0, 0.5, 1], ids=["nothing", "half", "all"])
def test_acknowledged_writes_survive_a_power_failure(binary, tmp_path, failed, share):
    disk, acknowledged = failed
    assert len(acknowledged) >= ACCOUNTS
    disk.rebuild(tmp_path / "data", share, seed=7)
    assert missing(binary, tmp_path / "data", acknowledged) == []


def test_this_disk_forgets_what_is_not_synced(binary, tmp_path):
    """The level `normal` does not wait for the disk, as its documentation says. Otherwise, the other test would prove nothing."""
    disk = ForgetfulDisk(tmp_path / "data", tmp_path)
    acknowledged = write_until_the_power_fails(binary, disk, "--sqlite-synchronous", "normal")
    disk.rebuild(tmp_path / "rebuilt", 0)
    # Only with the key could the server start: it is synced in both levels.
    assert (tmp_path / "rebuilt/master.key").stat().st_size > 0
    assert missing(binary, tmp_path / "rebuilt", acknowledged)
