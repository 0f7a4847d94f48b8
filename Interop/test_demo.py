"""The walkthrough of `make demo`: server, sandbox and Swift client over real HTTP."""

import re
import subprocess


def test_the_whole_story_goes_well(binary):
    told = subprocess.run([binary, "demo"], capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stdout + told.stderr
    last = re.fullmatch(r"demo: (\d+) steps, (\d+) passed", told.stdout.rstrip().splitlines()[-1])
    assert last and last[1] == last[2]
    assert "accountExistsWithDifferentCredential for ada@example.org" in told.stdout
    # Users may take screenshots of it, so it must not print secrets.
    assert "oauth_token_secret" not in told.stdout
