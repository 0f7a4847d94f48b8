"""Firebase's Twitter guide as a separate package, compiled against the client and run against a server."""

import os
import subprocess

import pytest


@pytest.mark.parametrize("protection", ["yes", "no"])
def test_every_example_follows_the_guide(binary, server, guide, tmp_path, protection):
    changed = subprocess.run(
        [binary, "projects", "set", "default", "--enumeration-protection", protection, "--data", str(tmp_path / "data")],
        capture_output=True, text=True, timeout=60)
    assert changed.returncode == 0, changed.stderr
    environment = {
        **os.environ, "LATCHKEY_URL": server["url"], "LATCHKEY_API_KEY": server["apiKey"], "XDG_STATE_HOME": str(tmp_path / "state"),
    }
    told = subprocess.run([str(guide)], capture_output=True, text=True, timeout=120, env=environment)
    assert told.returncode == 0, told.stdout + told.stderr
    assert told.stdout.rstrip().endswith("Everything went as the guide says.")
    assert "✓ one account with a password and Twitter" in told.stdout
