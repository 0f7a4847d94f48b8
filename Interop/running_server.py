"""`latchkey serve` as a child process, in each of its modes."""

import contextlib
import json
import os
import select
import subprocess


@contextlib.contextmanager
def running_server(binary, data, *arguments, environment=None, sandbox=False, port=0, log=subprocess.DEVNULL, stdin=None):
    """Runs a whole server, on free ports unless one is given; yields the line that it prints, and its process id. The server must stop cleanly.

    `log` is an open file for standard error, `stdin` a descriptor for standard input.

    """
    mode = ["--sandbox", "--sandbox-port", "0"] if sandbox else []
    with _running([binary, "serve", *mode, "--data", str(data), *arguments], environment, port, log, stdin) as line:
        yield line


@contextlib.contextmanager
def running_emulator(binary, *arguments):
    """The same for `latchkey serve --emulator`, which stores nothing on disk."""
    with _running([binary, "serve", "--emulator", *arguments]) as line:
        yield line


@contextlib.contextmanager
def _running(command, environment=None, port=0, log=subprocess.DEVNULL, stdin=None):
    own = {name: value for name, value in (environment or {}).items() if value}
    process = subprocess.Popen(
        [*command, "--port", str(port), "--database-port", "0", "--json"], stdin=stdin, stdout=subprocess.PIPE, stderr=log, text=True,
        env={**os.environ, **own})
    try:
        ready, _, _ = select.select([process.stdout], [], [], 60)
        assert ready, "the server did not say within a minute where it listens"
        line = process.stdout.readline()
        assert line, "the server did not start"
        yield {**json.loads(line), "pid": process.pid}
    finally:
        process.terminate()
        status = process.wait(timeout=30)
    assert status == 0, "the server did not stop cleanly"


def ask_for_link(binary, data):
    """Returns the link that creates the first administrator of a running server."""
    told = subprocess.run([binary, "admin", "invite", "--data", str(data)], capture_output=True, text=True, timeout=60)
    assert told.returncode == 0, told.stderr
    return told.stdout.strip()
