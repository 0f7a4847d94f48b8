"""A store that becomes read-only, or whose disk is full, while the server runs: each face of the server says so and says what still works,
that part works, and everything works again without a restart."""

import json
import os
import pathlib
import subprocess

import pytest
import requests

from monitored_server import MonitoredServer, monitored_server
from test_console import sign_up
from test_console_crawler import Page, enter
from test_database_full_disk import SmallDisk
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

SOURCE = pathlib.Path(__file__).with_name("read_only_disk.c")
WORKS = "Sessions are refreshed, tokens stay valid, and data is read. Sign-ups, most sign-ins and all changes fail"


class ReadOnlyDisk:
    """The file system becomes read-only under the running server."""

    def __init__(self, binary, folder):
        self.binary, self.folder, self.switch = binary, folder, folder / "read-only"

    def start(self):
        library = self.folder / "read_only_disk.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, SOURCE], check=True, timeout=60)
        self.running = monitored_server(self.binary, self.folder / "server", sandbox=True, environment={
            "LD_PRELOAD": str(library), "READ_ONLY_FOLDER": str(self.folder / "server" / "data"), "READ_ONLY_SWITCH": str(self.switch)})
        return self.running.__enter__()

    def begin(self, server):
        self.switch.touch()

    def over(self):
        self.switch.unlink(missing_ok=True)

    def end(self):
        self.over()
        self.running.__exit__(None, None, None)


class FullDisk(SmallDisk):
    """A disk of 9 MB, filled by another file. Only the processes in its namespace see it."""

    def start(self):
        self.arguments = ["--metrics-port", "0"]
        line = super().start()
        rights = [] if os.geteuid() == 0 else ["--user", "--preserve-credentials"]
        self.inside = ["nsenter", "--target", str(self.process.pid), "--mount", *rights, "--"]
        return MonitoredServer(self.binary, self.disk / "data", self.log, line, prefix=self.inside)

    def run(self, script):
        subprocess.run([*self.inside, "sh", "-c", script, "_", self.disk / "other-file"], check=True, timeout=60)

    def begin(self, server):
        self.run('cat /dev/zero > "$1" 2>/dev/null; test -s "$1"')
        # The log of the store has room for some more changes.
        for number in range(1000):
            if server.call("signUp", email=f"late{number}@example.org", password="lovelace").status_code != 200:
                return
        raise AssertionError("the disk is not full")

    def over(self):
        self.run('rm "$1"')


def is_ready(server):
    return requests.get(f"{server.url}/readyz", timeout=30).status_code == 200


def finding(server, status):
    """Returns what the doctor says of the store, in its text and as JSON."""
    text = server.latchkey("doctor", status=status)
    found, = (check for check in json.loads(server.latchkey("doctor", "--json", status=status)) if check["subject"] == "store")
    return text, found


@pytest.fixture(params=[ReadOnlyDisk, FullDisk])
def disk(request, binary, tmp_path):
    disk = request.param(binary, tmp_path)
    server = disk.start()
    try:
        yield disk, server
    finally:
        disk.end()


def test_a_store_in_trouble_is_seen_everywhere(disk):
    disk, server = disk
    ada = server.call("signUp", email="ada@example.org", password="lovelace", returnSecureToken=True).json()
    assert server.node("users/" + ada["localId"], ada["idToken"], "PUT", "before").status_code == 200
    visitor = enter(server.line, lambda: server.latchkey("admin", "invite").strip(), "owner")
    users = server.line["console"] + "/projects/default/users"

    def banner():
        page = visitor.get(users, timeout=30)
        assert page.status_code == 200 and "ada@example.org" in page.text
        return WORKS in page.text and "The server can’t write to its store." in page.text and 'role="alert"' in page.text

    def disable():
        """Submits the form of the console that disables the user."""
        page = f"{users}/{ada['localId']}"
        form, = (form for form in Page(visitor.get(page, timeout=30).text).forms if form["action"].endswith("/disable"))
        return visitor.post(server.url + form["action"], form["fields"], timeout=30)

    assert not banner()
    assert finding(server, 0)[1] == {"subject": "store", "ok": True, "detail": "can be read and written"}
    assert server.value("latchkey_store_up") == server.value("latchkey_store_readable") == 1

    disk.begin(server)
    eventually(lambda: not is_ready(server))
    assert banner()
    text, found = finding(server, 1)
    assert not found["ok"] and found["detail"].startswith("read-only: ")
    assert found["mend"].startswith("Make room on the disk of the data folder, or make its file system writable.")
    assert "FAIL  store: read-only: " in text
    assert server.value("latchkey_store_up") == 0 and server.value("latchkey_store_readable") == 1
    status = server.latchkey("status", status=1)
    assert "State             not ready" in status and "Store             read-only: " in status and WORKS in status
    status = json.loads(server.latchkey("status", "--json", status=1))
    assert status["store"] == "read-only" and not status["isReady"] and status["storeProblem"] in found["detail"]

    # What the banner promises.
    refreshed = server.refresh(ada["refreshToken"])
    assert refreshed.status_code == 200
    assert server.call("lookup", idToken=refreshed.json()["id_token"]).json()["users"][0]["email"] == "ada@example.org"
    assert server.node("users/" + ada["localId"], refreshed.json()["id_token"]).json() == "before"
    assert requests.get(server.url + "/.well-known/jwks.json", timeout=30).json()["keys"]
    assert server.call("signUp", email="x" * 60 + "@example.org", password="lovelace").status_code == 503
    refused = disable()
    assert refused.status_code == 503 and "Your changes were not saved." in refused.text

    disk.over()
    eventually(lambda: is_ready(server), 60)
    assert not banner()
    assert finding(server, 0)[1]["ok"]
    assert server.value("latchkey_store_up") == 1
    status = json.loads(server.latchkey("status", "--json"))
    assert status["isReady"] and status["store"] == "working" and "storeProblem" not in status
    assert sign_up(server.line, "after@example.org")
    assert server.node("users/" + ada["localId"], refreshed.json()["id_token"], "PUT", "after").status_code == 200
    assert disable().status_code == 200
    assert server.refresh(ada["refreshToken"]).json()["error"]["message"] == "USER_DISABLED"
