"""A full disk: writes are refused, reads continue, no acknowledged write is lost, and writes succeed again once there is room."""

import json
import os
import resource
import shutil
import subprocess
import time

import pytest
import requests

pytestmark = pytest.mark.store_in_folder

VALUE_BYTES = 100_000
SERVE = ["serve", "--sandbox", "--sandbox-port", "0", "--port", "0", "--database-port", "0", "--json", "--data"]


class LimitedFiles:
    """Limits the size of every file, as a quota does: the call that writes fails. It needs no privileges."""

    def __init__(self, binary, folder):
        self.command = [binary, *SERVE, str(folder / "data")]
        self.data = folder / "data"
        self.log = folder / "log.txt"

    def start(self):
        # Python ignores SIGXFSZ, and child processes inherit that. The log goes through a pipe to another process without a file limit.
        self.logger = subprocess.Popen(["sh", "-c", 'cat >> "$1"', "_", str(self.log)], stdin=subprocess.PIPE)
        self.process = subprocess.Popen(
            self.command, stdout=subprocess.PIPE, stderr=self.logger.stdin, text=True, restore_signals=False)
        self.logger.stdin.close()
        return json.loads(self.process.stdout.readline())

    def fill(self):
        largest = max(file.stat().st_size for file in self.data.rglob("*") if file.is_file())
        self.limit(largest + 3_000_000)

    def make_room(self):
        self.limit(resource.RLIM_INFINITY)

    def limit(self, size):
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def start_again(self):
        self.end()
        return self.start()

    def end(self):
        self.process.kill()
        self.process.wait(timeout=30)
        self.logger.wait(timeout=30)


class SmallDisk:
    """A separate in-memory file system, in its own mount namespace."""

    SCRIPT = """
        mount -t tmpfs -o size=$1 tmpfs "$2" || exit 77
        shift 2
        "$@" & pid=$!
        while read -r command; do
            case $command in
            room) mount -o remount,size=256m "$DISK";;
            again) kill -9 $pid; wait $pid; "$@" & pid=$!;;
            esac
        done
        kill -9 $pid
    """

    def __init__(self, binary, folder):
        self.disk = folder / "disk"
        self.disk.mkdir()
        self.binary = binary
        self.log = folder / "log.txt"
        self.arguments = []

    def start(self):
        rights = [] if os.geteuid() == 0 else ["--map-root-user"]
        log = self.log.open("a")
        self.process = subprocess.Popen(
            ["unshare", *rights, "--mount", "bash", "-c", self.SCRIPT, "_", "9m", str(self.disk), self.binary, *SERVE,
             str(self.disk / "data"), *self.arguments],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, "DISK": str(self.disk)})
        log.close()
        line = self.process.stdout.readline()
        if not line:
            pytest.skip("this machine does not permit mounts; the other case needs no rights")
        return json.loads(line)

    def fill(self):
        pass

    def make_room(self):
        print("room", file=self.process.stdin, flush=True)

    def start_again(self):
        print("again", file=self.process.stdin, flush=True)
        return json.loads(self.process.stdout.readline())

    def end(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)


class Person:
    def __init__(self, line):
        self.account = self.ask(line, "signUp")
        self.place = f"{line['database']}/users/{self.account['localId']}"

    @staticmethod
    def ask(line, call):
        answer = requests.post(
            f"{line['url']}/v1/accounts:{call}?key={line['apiKey']}", json={"email": "ada@example.org", "password": "lovelace"}, timeout=30)
        answer.raise_for_status()
        return answer.json()

    def back(self, line):
        self.account = self.ask(line, "signInWithPassword")
        self.place = f"{line['database']}/users/{self.account['localId']}"

    def put(self, number, size=VALUE_BYTES):
        """Two values in one write: there must never be half of it."""
        value = f"{number} " * (size // len(f"{number} "))
        return requests.patch(
            f"{self.place}.json", params={"auth": self.account["idToken"], "print": "silent"},
            json={f"n{number}/a": value, f"n{number}/b": value}, timeout=60).status_code

    def found(self):
        answer = requests.get(f"{self.place}.json", params={"auth": self.account["idToken"], "format": "export"}, timeout=60)
        assert answer.status_code == 200
        found = answer.json() or {}
        assert all(set(pair) == {"a", "b"} and pair["a"] == pair["b"] for pair in found.values())
        return {int(number.removeprefix("n")) for number in found}


def assert_users_stay(line, person):
    """A refresh and a lookup only read; requests that have to write get a Retry-After."""
    refreshed = requests.post(
        f"{line['url']}/v1/token?key={line['apiKey']}",
        data={"grant_type": "refresh_token", "refresh_token": person.account["refreshToken"]}, timeout=30)
    assert refreshed.status_code == 200
    found = requests.post(
        f"{line['url']}/v1/accounts:lookup?key={line['apiKey']}", json={"idToken": refreshed.json()["id_token"]}, timeout=30)
    assert found.status_code == 200
    for number in range(200):
        refused = requests.post(
            f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}",
            json={"email": f"late{number}@example.org", "password": "lovelace", "displayName": "x" * 250}, timeout=30)
        if refused.status_code != 200:
            break
    assert (refused.status_code, refused.headers["Retry-After"]) == (503, "30")
    assert refused.json()["error"]["status"] == "UNAVAILABLE"
    assert requests.get(f"{line['url']}/readyz", timeout=30).status_code == 503


@pytest.mark.parametrize("kind", [LimitedFiles, SmallDisk])
def test_a_full_disk_costs_nothing_that_was_acknowledged(binary, tmp_path, kind):
    if kind is SmallDisk and not shutil.which("unshare"):
        pytest.skip("there is no unshare here; the other case needs none")
    server = kind(str(binary), tmp_path)
    line = server.start()
    try:
        person = Person(line)
        written = set()
        assert person.put(1) == 204
        written.add(1)
        server.fill()
        for number in range(2, 400):
            status = person.put(number)
            if status != 204:
                break
            written.add(number)
        assert status == 503
        assert 2 < len(written) < 398

        refused = {number}
        for number in range(400, 405):
            assert person.put(number) == 503
            refused.add(number)
        assert person.found() == written
        assert_users_stay(line, person)

        server.make_room()
        deadline = time.monotonic() + 30
        while (status := person.put(500)) != 204 and time.monotonic() < deadline:
            assert status == 503
        assert status == 204
        written.add(500)
        assert person.found() == written
        # The operator gets the reason, once.
        while "The store can write database changes again" not in (log := server.log.read_text()) and time.monotonic() < deadline:
            time.sleep(0.05)
        assert log.count("The store cannot write database changes") == 1
        assert log.count("The store can write database changes again") == 1
        assert "disk I/O error" in log or "disk is full" in log, log

        line = server.start_again()
        person.back(line)
        assert person.found() == written
        assert person.put(501) == 204
        assert person.found() == written | {501}
    finally:
        server.end()
