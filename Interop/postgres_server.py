"""A PostgreSQL server in a temporary folder, for tests."""

import contextlib
import itertools
import os
import pathlib
import subprocess
import urllib.parse

from links import Link, to_socket

SCRIPT = pathlib.Path(__file__).resolve().parent.parent / "Scripts" / "test-postgres"


class PostgresServer:
    def __init__(self, folder, user, port):
        self._folder, self._user, self._port = folder, user, port
        self._numbers = itertools.count()

    def make_database(self):
        """Creates an empty database and returns its URI."""
        name = f"db{next(self._numbers)}"
        self.run("postgres", f"CREATE DATABASE {name}")
        return f"postgres://{self._user}@/{name}?host={urllib.parse.quote(self._folder, safe='')}"

    def link(self):
        """Returns a link to the server."""
        return Link(to_socket(f"{self._folder}/.s.PGSQL.{self._port}"))

    @contextlib.contextmanager
    def asking_for_passwords(self):
        """The server asks every user but its own for a password."""
        rules = pathlib.Path(self._folder) / "data" / "pg_hba.conf"
        text = rules.read_text()
        try:
            rules.write_text(f"local all {self._user} trust\nlocal all all scram-sha-256\n")
            self.run("postgres", "SELECT pg_reload_conf()")
            yield
        finally:
            rules.write_text(text)
            self.run("postgres", "SELECT pg_reload_conf()")

    def use_tls(self, certificate, key):
        """From now on, the server accepts connections over TCP only with TLS, and asks every user for a password."""
        data = pathlib.Path(self._folder) / "data"
        owner = data.stat()
        for name, content in [("server.crt", certificate), ("server.key", key)]:
            (data / name).touch(mode=0o600)
            (data / name).write_bytes(content)
            os.chown(data / name, owner.st_uid, owner.st_gid)
        (data / "pg_hba.conf").write_text("local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n")
        self.run("postgres", "ALTER SYSTEM SET ssl = on")
        self.run("postgres", "SELECT pg_reload_conf()")

    def processes(self):
        """Returns the ids of all processes of the server. The first one is that which the others belong to."""
        parent = (pathlib.Path(self._folder) / "data" / "postmaster.pid").read_text().split()[0]
        children = subprocess.run(["pgrep", "--parent", parent], capture_output=True, text=True).stdout.split()
        return [int(process) for process in [parent, *children]]

    def run(self, database, sql):
        """Runs a statement with psql and returns what it prints."""
        told = self.try_to_run(database, sql)
        assert told.returncode == 0, told.stderr
        return told.stdout.strip()

    def try_to_run(self, database, sql):
        return subprocess.run(
            ["psql", "--no-psqlrc", "--tuples-only", "--no-align", "--quiet", "--set", "ON_ERROR_STOP=1", "--host", self._folder,
             "--port", str(self._port), "--username", self._user, "--dbname", database, "--command", sql], capture_output=True, text=True, timeout=60)


@contextlib.contextmanager
def running_postgres(port=None):
    """Runs a server, on this port of the loopback too if there is one."""
    settings = [f"port={port}", "listen_addresses=127.0.0.1"] if port else []
    process = subprocess.Popen([SCRIPT, *settings], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        assert line, "PostgreSQL did not start"
        parts = dict(part.split("=", 1) for part in line.split())
        yield PostgresServer(parts["host"], parts["user"], port or 5432)
    finally:
        process.stdin.close()
        process.wait(timeout=60)
