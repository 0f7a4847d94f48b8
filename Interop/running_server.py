"""`latchkey serve` as a child process, in each of its modes."""

import contextlib
import json
import os
import select
import subprocess


@contextlib.contextmanager
def running_server(binary, data, *arguments, environment=None, sandbox=False, port=0, log=subprocess.DEVNULL):
    """Runs a whole server, on free ports unless one is given; yields the line that it prints. The server must stop cleanly.

    `log` is the path of a file for standard error.

    """
    mode = ["--sandbox", "--sandbox-port", "0"] if sandbox else []
    with _running([binary, "serve", *mode, "--data", str(data), *arguments], environment, port, log) as line:
        yield line


@contextlib.contextmanager
def running_emulator(binary, *arguments):
    """The same for `latchkey serve --emulator`, which stores nothing on disk."""
    with _running([binary, "serve", "--emulator", *arguments]) as line:
        yield line


@contextlib.contextmanager
def _running(command, environment=None, port=0, log=subprocess.DEVNULL):
    own = {name: value for name, value in (environment or {}).items() if value}
    process = subprocess.Popen(
        [*command, "--port", str(port), "--database-port", "0", "--json"], stdout=subprocess.PIPE, stderr=log, text=True,
        env={**os.environ, **own})
    try:
        ready, _, _ = select.select([process.stdout], [], [], 60)
        assert ready, "the server did not say within a minute where it listens"
        line = process.stdout.readline()
        assert line, "the server did not start"
        yield json.loads(line)
    finally:
        process.terminate()
        status = process.wait(timeout=30)
    assert status == 0, "the server did not stop cleanly"


def ask_for_link(binary, data):
    """Returns the link that creates the first administrator of a running server."""
    told = subprocess.run([binary, "admin", "invite", "--data", str(data)], capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stderr
    return told.stdout.strip()
