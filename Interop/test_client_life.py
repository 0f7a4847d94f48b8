"""A long-running process that creates and drops clients, like a server that acts for many users."""

import os
import pathlib
import subprocess

import requests

from running_server import running_server

# A test program, which is built with the Swift tests.
VISITOR = pathlib.Path(__file__).parent.parent / ".build" / "debug" / "DatabaseVisitor"


def test_a_thousand_clients_leave_nothing_behind(binary, tmp_path):
    # The fastest signature algorithm: this test is about clients.
    with running_server(binary, tmp_path / "data", "--signing-algorithm", "ES256", sandbox=True) as server:
        token = requests.post(
            f"{server['sandbox']['twitter']}/sandbox/tokens", json={"app": "latchkeySandboxConsumer01", "person": "ada"}, timeout=20).json()
        pair = f"{token['accessToken']} {token['tokenSecret']}"
        # The first clients fill pools and caches that are filled only once.
        told = subprocess.run(
            [VISITOR, f"churn 50 {pair}", f"churn 1000 {pair}"], capture_output=True, text=True,
            timeout=540, env={
                "PATH": os.environ["PATH"], "HOME": str(tmp_path), "LATCHKEY_URL": server["url"], "LATCHKEY_API_KEY": server["apiKey"],
                "LATCHKEY_DATABASE_URL": server["database"],
            })
    assert told.returncode == 0, told.stdout + told.stderr
    name, count, _, left, _, grown = told.stdout.splitlines()[-1].split()
    assert (name, count, left) == ("churn", "1000", "0"), told.stdout
    # In kilobytes. A client uses more than ten; less than that is the allocator's overhead.
    assert int(grown) < 8000, told.stdout
