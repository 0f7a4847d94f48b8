"""Acknowledged writes survive a SIGKILL of the server under load."""

import concurrent.futures
import itertools
import json
import subprocess
import threading

import requests

ROUNDS = 3
WRITERS = 8


def start(binary, data):
    process = subprocess.Popen(
        [binary, "serve", "--sandbox", "--sandbox-port", "0", "--port", "0", "--database-port", "0", "--json", "--data", str(data)],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return process, json.loads(process.stdout.readline())


def write_until_killed(place, token, acknowledged, progress, numbers):
    """Each value is a pair that is written atomically: there must never be half of one."""
    with requests.Session() as session:
        for number in numbers:
            body = {f"{number}/a": number, f"{number}/b": number}
            try:
                if session.patch(place, params={"auth": token}, json=body, timeout=10).ok:
                    acknowledged.add(number)
                    progress.release()
            except requests.RequestException:
                return


def test_nothing_acknowledged_is_lost(binary, tmp_path):
    process, line = start(binary, tmp_path / "data")
    account = requests.post(
        f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": "ada@example.org", "password": "lovelace"}, timeout=30).json()
    acknowledged, numbers = set(), itertools.count(1)
    for _ in range(ROUNDS):
        entered = requests.post(
            f"{line['url']}/v1/accounts:signInWithPassword?key={line['apiKey']}",
            json={"email": "ada@example.org", "password": "lovelace"}, timeout=30).json()
        place = f"{line['database']}/users/{account['localId']}.json"
        progress = threading.Semaphore(0)
        with concurrent.futures.ThreadPoolExecutor(WRITERS) as pool:
            for _ in range(WRITERS):
                pool.submit(write_until_killed, place, entered["idToken"], acknowledged, progress, numbers)
            # Killed at an arbitrary moment, once it is busy.
            busy = all(progress.acquire(timeout=30) for _ in range(60))
            process.kill()
        assert busy
        process.wait(timeout=10)
        process, line = start(binary, tmp_path / "data")
    entered = requests.post(
        f"{line['url']}/v1/accounts:signInWithPassword?key={line['apiKey']}",
        json={"email": "ada@example.org", "password": "lovelace"}, timeout=30).json()
    found = requests.get(
        f"{line['database']}/users/{account['localId']}.json?format=export&auth={entered['idToken']}", timeout=30).json()
    process.terminate()
    assert process.wait(timeout=30) == 0
    assert {str(number) for number in acknowledged} <= found.keys()
    assert all(value == {"a": int(number), "b": int(number)} for number, value in found.items())
