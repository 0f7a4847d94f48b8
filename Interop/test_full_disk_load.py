"""Sign-ins, refreshes and writes while a disk fills up and stays full: no session is lost. `LATCHKEY_LOAD_SECONDS` sets how long it
stays full."""

import concurrent.futures
import os
import threading
import time

import pytest
import requests

from test_database_full_disk import SmallDisk

pytestmark = pytest.mark.store_in_folder

SECONDS = float(os.environ.get("LATCHKEY_LOAD_SECONDS", "6"))
# Filling the disk takes a long time on a busy machine.
UNTIL_FULL = 120
PEOPLE = 12


class Load:
    """The concurrent requests of many users, and their results."""

    def __init__(self, line):
        self.line = line
        self.ends = 0
        self.is_full = False
        self.counts = {}
        self.lost = []
        self.made = []
        self.lock = threading.Lock()

    def call(self, name, **body):
        return requests.post(f"{self.line['url']}/v1/accounts:{name}?key={self.line['apiKey']}", json=body, timeout=30)

    def refresh(self, token):
        return requests.post(
            f"{self.line['url']}/v1/token?key={self.line['apiKey']}", data={"grant_type": "refresh_token", "refresh_token": token}, timeout=30)

    def note(self, what, answer):
        with self.lock:
            key = (what, answer.status_code)
            self.counts[key] = self.counts.get(key, 0) + 1
            if not self.is_full and ("write", 503) in self.counts and ("sign-up", 503) in self.counts:
                self.is_full = True
                self.ends = time.monotonic() + SECONDS

    def stays(self, what, answer):
        """Clients delete their user for any JSON error."""
        self.note(what, answer)
        if not answer.ok and (answer.status_code < 500 or "json" in answer.headers.get("Content-Type", "")):
            self.lost.append((what, answer.status_code, answer.text))

    def live(self, person):
        number = 0
        while time.monotonic() < self.ends:
            number += 1
            self.stays("refresh", self.refresh(person["refreshToken"]))
            self.stays("lookup", self.call("lookup", idToken=person["idToken"]))
            self.note("write", requests.put(
                f"{self.line['database']}/users/{person['localId']}/{number}.json", params={"auth": person["idToken"]},
                data='"' + "x" * 50_000 + '"', timeout=60))
            email = f"{person['localId']}-{number}@example.org"
            signed_up = self.call("signUp", email=email, password="lovelace")
            self.note("sign-up", signed_up)
            if signed_up.ok:
                self.made.append(email)


def test_no_session_is_lost_on_a_full_disk(binary, tmp_path):
    server = SmallDisk(binary, tmp_path)
    line = server.start()
    try:
        load = Load(line)
        people = [load.call("signUp", email=f"p{n}@example.org", password="lovelace").json() for n in range(PEOPLE)]
        assert all("refreshToken" in person for person in people), people
        load.ends = time.monotonic() + UNTIL_FULL
        with concurrent.futures.ThreadPoolExecutor(PEOPLE) as pool:
            list(pool.map(load.live, people))
        print({f"{what} {status}": count for (what, status), count in sorted(load.counts.items())})
        assert load.lost == []
        assert load.is_full, "the disk was never full"
        server.make_room()
        for person in people:
            assert load.refresh(person["refreshToken"]).json().get("user_id") == person["localId"]
        missing = [email for email in load.made if not load.call("signInWithPassword", email=email, password="lovelace").ok]
        assert missing == [], f"{len(missing)} of {len(load.made)} acknowledged accounts"
    finally:
        server.end()
