"""The server's log: what programs read of it, and what clients cannot write into it."""

import json
import urllib.parse

import pytest
import requests

from running_server import running_server
from waiting import eventually


def asked(binary, tmp_path, path, *arguments):
    """Sends one request to a server that logs everything; returns the lines about it."""
    log = tmp_path / "log"
    with open(log, "w", encoding="utf-8") as errors, running_server(
            binary, tmp_path / "data", "--log-level", "debug", *arguments, log=errors) as line:
        requests.get(line["url"] + path, timeout=30)
        return eventually(lambda: [entry for entry in log.read_text().splitlines() if "answered" in entry])


@pytest.mark.parametrize("sign", ["\n", "\r", "\x1b", "\x7f", "\u2028"])
def test_a_path_cannot_forge_an_entry(binary, tmp_path, sign):
    forged = f"/a{sign}2026-01-01T00:00:00.000Z info latchkey: The administrator signed in"
    path = urllib.parse.quote(forged)
    for arguments in ([], ["--log-format", "json"]):
        [entry] = asked(binary, tmp_path, path, *arguments)
        assert sign not in entry and "administrator" in entry


def test_json_has_one_object_for_each_entry(binary, tmp_path):
    log = tmp_path / "log"
    with open(log, "w", encoding="utf-8") as errors, running_server(
            binary, tmp_path / "data", "--log-format", "json", "--log-level", "debug", log=errors) as line:
        requests.get(line["url"] + '/quote"back\\slash', timeout=30)
        eventually(lambda: "answered" in log.read_text())
    entries = [json.loads(entry) for entry in log.read_text().splitlines()]
    assert {"warning", "debug"} <= {entry["level"] for entry in entries}
    for entry in entries:
        assert {"time", "level", "logger", "message"} <= entry.keys() and all(isinstance(value, str) for value in entry.values())
        assert entry["time"].endswith("Z") and entry["logger"].startswith("latchkey")
    answered = next(entry for entry in entries if entry["message"] == "answered")
    assert (answered["logger"], answered["method"], answered["status"]) == ("latchkey.access", "GET", "404")
    assert urllib.parse.unquote(answered["path"]) == '/quote"back\\slash'
