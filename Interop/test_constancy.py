"""The server handles very many requests of each kind, and its memory does not grow.

`make test` sends a sample; LATCHKEY_SOAK sets the duration of each test in seconds. `Benchmarks/run constancy` sends a million of each
kind and also measures processor time.

"""

import json
import os
import pathlib
import subprocess
import time

import pytest
import requests

from pipelined_client import PipelinedClient, request

SECONDS = float(os.environ.get("LATCHKEY_SOAK", "0"))
SAMPLE_ROUNDS = 12
DEPTH = 64
# More than a server needs for its buffers, and less than the total if each of 100,000 requests leaked data.
GROWTH_MIB = 64

RULES = {"rules": {
    "users": {"$uid": {
        ".read": "auth !== null && auth.uid === $uid",
        ".write": "auth !== null && auth.uid === $uid",
        "notes": {"$note": {".validate": "newData.hasChildren(['text', 'at']) && newData.child('text').val().length < 100"}},
    }},
    "news": {".read": True, ".write": "auth !== null"},
}}


class Server:
    def __init__(self, line, process):
        self.line = line
        self.process = process

    @property
    def mebibytes(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")) / 1024

    def path(self, call):
        return f"/v1/{call}?key={self.line['apiKey']}"

    def sign_up(self, number):
        answer = requests.post(
            self.line["url"] + self.path("accounts:signUp"), timeout=30,
            json={"email": f"p{number}@example.org", "password": "lovelace", "returnSecureToken": True})
        assert answer.ok, answer.text
        return answer.json()


@pytest.fixture(params=["emulator", "server"])
def server(request, binary, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(RULES))
    is_emulator = request.param == "emulator"
    folder = ["--data", str(tmp_path / "data")]
    mode = ["--emulator"] if is_emulator else folder
    process = subprocess.Popen(
        [binary, "serve", "--port", "0", "--json", "--rules", str(rules), "--log-level", "error", *mode], stdout=subprocess.PIPE, text=True)
    try:
        line = json.loads(process.stdout.readline())
        if not is_emulator:
            settings = ["projects", "set", line["projectID"], "--sign-ups-per-hour", "0", "--anonymous-sign-in", "yes"]
            for command in (["rules", "coverage", "--start"], settings):
                subprocess.run([binary, *command, *folder], check=True, stdout=subprocess.DEVNULL, timeout=60)
        yield Server(line, process)
    finally:
        process.terminate()
        status = process.wait(timeout=60)
    assert status == 0, "the server did not stop cleanly"


def soak_requests(server, url, step):
    """Repeats a step, alternately on a shared connection that stays open and on a new one."""
    lasting = PipelinedClient(url)

    def step_on_a_connection(number):
        client = PipelinedClient(url) if number % 2 else lasting
        step(client, number)
        if client is not lasting:
            client.close()

    soak(server, step_on_a_connection)
    lasting.close()


def soak(server, step):
    """Repeats a step with increasing numbers from 0, and checks that memory does not grow after the first rounds."""
    begin = time.monotonic()
    number, before = 0, 0
    while number < SAMPLE_ROUNDS or time.monotonic() < begin + SECONDS:
        step(number)
        number += 1
        if number <= SAMPLE_ROUNDS // 4 or time.monotonic() < begin + SECONDS / 10:
            before = server.mebibytes
    print(f"{number} rounds, {before:.0f} MiB, {server.mebibytes:.0f} MiB")
    assert server.mebibytes < before + GROWTH_MIB


def test_requests_that_rules_allow_and_deny(server):
    account = server.sign_up(1)
    renewed = {"token": account["idToken"], "until": time.monotonic() + 1800}
    own, other = f"/users/{account['localId']}/notes", "/users/other/notes"

    def token():
        if time.monotonic() > renewed["until"]:
            answer = requests.post(
                server.line["url"] + server.path("token"), timeout=30,
                data={"grant_type": "refresh_token", "refresh_token": account["refreshToken"]})
            renewed.update(token=answer.json()["id_token"], until=time.monotonic() + 1800)
        return renewed["token"]

    def step(client, number):
        auth = f".json?print=silent&auth={token()}"

        def write(place, turn):
            return request("PUT", f"{place}/note{turn % 100}{auth}", {"text": "weaves", "at": number * DEPTH + turn})

        turns = range(DEPTH)
        assert client.statuses([write(own, turn) for turn in turns]) == [204] * DEPTH
        assert client.statuses([request("GET", f"{own}/note{turn}.json?auth={token()}") for turn in turns]) == [200] * DEPTH
        assert client.statuses([request("GET", f"{other}/note{turn}.json?auth={token()}") for turn in turns]) == [401] * DEPTH
        assert client.statuses([
            write(other, turn) if turn % 2 else request("PUT", f"{own}/note{turn}{auth}", {"text": "no time"}) for turn in turns
        ]) == [401] * DEPTH

    soak_requests(server, server.line["database"], step)


def test_sign_ups_refreshes_and_lookups(server):
    account = server.sign_up(1)
    form = {"grant_type": "refresh_token", "refresh_token": account["refreshToken"]}
    refresh = request("POST", server.path("token"), form)
    sign_up = request("POST", server.path("accounts:signUp"), {"returnSecureToken": True})

    def step(client, number):
        assert client.statuses([refresh] * DEPTH) == [200] * DEPTH
        token = requests.post(server.line["url"] + server.path("token"), timeout=30, data=form).json()["id_token"]
        assert client.statuses([request("POST", server.path("accounts:lookup"), {"idToken": token})] * DEPTH) == [200] * DEPTH
        # An emulator keeps its accounts in memory, so only a few are created.
        assert client.statuses([sign_up] * (DEPTH // 8)) == [200] * (DEPTH // 8)

    soak_requests(server, server.line["url"], step)


def test_deliveries_to_one_listener(server):
    account = server.sign_up(1)
    writer = PipelinedClient(server.line["database"])
    with requests.get(
            f"{server.line['database']}/news.json", headers={"Accept": "text/event-stream"}, stream=True, timeout=60) as listening:
        events = (line for line in listening.iter_lines(chunk_size=None) if line.startswith(b"data: {"))
        next(events)

        def step(number):
            values = [number * DEPTH + turn for turn in range(DEPTH)]
            assert writer.statuses([
                request("PUT", f"/news/news{value % DEPTH}.json?print=silent&auth={account['idToken']}", {"at": value}) for value in values
            ]) == [204] * DEPTH
            for value in values:
                assert str(value) in next(events).decode()

        soak(server, step)
    writer.close()
