# SPDX-FileCopyrightText: 2026 The Latchkey authors
# SPDX-License-Identifier: Apache-2.0

"""What the operator of a database has: rules in a file, decisions explained, coverage, and `latchkey database`."""

import contextlib
import json
import os
import subprocess
import time

import pytest
import requests

from running_server import running_emulator, running_server

CLOSED = '{"rules": {"open": {".read": true}}}'
OPEN = '{"rules": {".read": true, ".write": true}}'
WRONG = """{
  "rules": {
    ".read": "auth.uid === $user"
  }
}
"""
OWNER = {"Authorization": "Bearer owner"}


def eventually(condition, seconds=20):
    """The file is looked at once a second; the answer is awaited, and no time is."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.1)


@contextlib.contextmanager
def a_server(binary, mode, tmp_path, *arguments):
    if mode == "emulator":
        with running_emulator(binary, *arguments) as line:
            yield line
    else:
        with running_server(binary, tmp_path / "data", *arguments, sandbox=mode == "sandbox") as line:
            yield line


@pytest.mark.parametrize("mode", ["real", "sandbox", "emulator"])
def test_rules_in_a_file_hold_and_are_followed(binary, tmp_path, mode):
    rules = tmp_path / "rules.json"
    rules.write_text(CLOSED)
    with a_server(binary, mode, tmp_path, "--rules", str(rules)) as line:
        def status(path):
            return requests.get(f"{line['database']}/{path}.json", timeout=10).status_code

        assert (status("open"), status("closed")) == (200, 401)
        rules.write_text(OPEN)
        eventually(lambda: status("closed") == 200)
        # What an editor does: another file takes the name.
        (tmp_path / "other.json").write_text(CLOSED)
        os.replace(tmp_path / "other.json", rules)
        eventually(lambda: status("closed") == 401)
        assert status("open") == 200


def test_wrong_rules_in_a_file_start_no_server(binary, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(WRONG)
    done = subprocess.run(
        [binary, "serve", "--data", tmp_path / "data", "--rules", rules, "--port", "0"], capture_output=True, text=True, timeout=60,
        check=False)
    assert done.returncode == 1
    assert f"{rules}:3:28: " in done.stderr and "$user" in done.stderr
    lines = done.stderr.splitlines()
    place = next(index for index, line in enumerate(lines) if '".read": "auth.uid === $user"' in line)
    assert lines[place + 1].index("^") == lines[place].index("$user")
    assert not (tmp_path / "data").exists()
    missing = subprocess.run(
        [binary, "serve", "--data", tmp_path / "data", "--rules", "nowhere.json", "--port", "0"], capture_output=True, text=True,
        timeout=60, check=False)
    assert missing.returncode == 1 and "rules: nowhere.json cannot be read." in missing.stderr


def test_rules_that_become_wrong_leave_the_old_ones(binary, tmp_path):
    rules, log = tmp_path / "rules.json", tmp_path / "log"
    rules.write_text(CLOSED)
    with open(log, "w", encoding="utf-8") as errors:
        process = subprocess.Popen(
            [binary, "serve", "--emulator", "--rules", rules, "--port", "0", "--database-port", "0", "--json"],
            stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            line = json.loads(process.stdout.readline())
            rules.write_text(WRONG)
            eventually(lambda: f"{rules}:3:28: " in log.read_text())
            assert '    ".read": "auth.uid === $user"' in log.read_text()
            assert requests.get(f"{line['database']}/open.json", timeout=10).status_code == 200
            rules.unlink()
            eventually(lambda: "cannot be read" in log.read_text())
            assert requests.get(f"{line['database']}/closed.json", timeout=10).status_code == 401
            rules.write_text(OPEN)
            eventually(lambda: requests.get(f"{line['database']}/closed.json", timeout=10).status_code == 200)
        finally:
            process.terminate()
            assert process.wait(timeout=30) == 0


def test_rules_in_a_file_are_not_changed_by_others(binary, tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(CLOSED)
    with running_emulator(binary, "--rules", str(rules), "--project", "shop") as line:
        def put(**parameters):
            return requests.put(
                f"{line['database']}/.settings/rules.json", params=parameters, data=OPEN, headers=OWNER, timeout=10)

        for name in ["shop", "shop-default-rtdb", ""]:
            refused = put(ns=name)
            assert refused.status_code == 403, refused.text
            assert f"managed by the file {rules}" in refused.json()["error"]
        assert put(ns="shop", dryRun="true").status_code == 200
        assert requests.get(f"{line['database']}/.settings/rules.json", headers=OWNER, timeout=10).text == CLOSED
        # Other databases are the administrators' own.
        assert put(ns="other").status_code == 200


def test_a_refused_text_of_rules_is_shown_at_its_place(binary):
    with running_emulator(binary) as line:
        refused = requests.put(f"{line['database']}/.settings/rules.json", data=WRONG, headers=OWNER, timeout=10)
        assert refused.status_code == 400
        said = refused.json()["error"].splitlines()
        assert said[0].startswith("3:28: ") and "$user" in said[0]
        assert said[1].strip() == '".read": "auth.uid === $user"'
        assert said[2].index("^") == said[1].index("$user")
