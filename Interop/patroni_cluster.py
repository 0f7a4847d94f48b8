"""Three PostgreSQL servers with Patroni and etcd, each on a machine of its own."""

import contextlib
import os
import pathlib
import shlex
import shutil
import signal
import sys
import tempfile

import pytest
import requests
import yaml

from faked_clock import Clock
from machines import NETWORK
from monitored_server import unpacked
from waiting import eventually

PROGRAMS = max(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)
# PostgreSQL refuses to run as root.
USER = "postgres"
DISK_MEGABYTES = 700
START_SECONDS = 60
# The programs of Patroni.
TOOLS = pathlib.Path(sys.executable).parent


class PatroniServer:
    """A machine with etcd, Patroni and PostgreSQL."""

    def __init__(self, machine, name, folder, members):
        self.machine, self.name, self.folder = machine, name, folder
        self.address = machine.address
        folder.mkdir()
        shutil.chown(folder, USER)
        self.clock = Clock(folder, is_read_always=False)
        # The clock of PostgreSQL. Python's sleep fails with the library.
        self._postgres = folder / "postgres"
        self._postgres.write_text(f'#!/bin/sh\nexec {shlex.join(self.clock.prefix)} {PROGRAMS}/postgres "$@"\n')
        self._postgres.chmod(0o755)
        disk = folder / "disk"
        disk.mkdir()
        machine.mount_disk(disk, DISK_MEGABYTES, USER)
        self._log = folder / "log"
        self._etcd = [
            unpacked("etcd-server", "usr/bin/etcd"), "--name", name, "--data-dir", f"{folder}/etcd",
            "--initial-cluster-state", "new", "--initial-cluster", ",".join(f"{other}=http://{address}:2380" for other, address in members.items()),
            "--initial-advertise-peer-urls", f"http://{self.address}:2380", "--listen-peer-urls", f"http://{self.address}:2380",
            "--advertise-client-urls", f"http://{self.address}:2379", "--listen-client-urls", "http://0.0.0.0:2379",
            "--heartbeat-interval", "200", "--election-timeout", "2000", "--logger", "zap", "--log-level", "warn"]
        self.settings = folder / "patroni.yaml"
        self.settings.write_text(yaml.safe_dump(self._settings(members)))

    def _settings(self, members):
        return {
            "scope": "latchkey", "name": self.name,
            "etcd3": {"hosts": [f"{address}:2379" for address in members.values()]},
            "restapi": {"listen": f"{self.address}:8008", "connect_address": f"{self.address}:8008"},
            "bootstrap": {
                "initdb": [{"encoding": "UTF8"}, {"locale": "C.UTF-8"}, "data-checksums"],
                "dcs": {
                    "ttl": 20, "loop_wait": 4, "retry_timeout": 5, "primary_start_timeout": 0, "maximum_lag_on_failover": 1048576,
                    # A commit is confirmed once it is on the disks of two machines.
                    "synchronous_mode": True, "synchronous_mode_strict": True,
                    "postgresql": {
                        "use_pg_rewind": True,
                        "parameters": {
                            "max_connections": 150, "shared_buffers": "64MB", "max_wal_size": "128MB", "min_wal_size": "64MB",
                            "wal_sender_timeout": "5s", "wal_receiver_timeout": "5s", "tcp_user_timeout": "10s",
                            "wal_log_hints": "on"}}}},
            "postgresql": {
                "listen": f"{self.address}:5432", "connect_address": f"{self.address}:5432", "data_dir": f"{self.folder}/disk/data",
                "bin_dir": str(PROGRAMS), "bin_name": {"postgres": str(self._postgres)},
                "remove_data_directory_on_rewind_failure": True, "remove_data_directory_on_diverged_timelines": True,
                # A new standby does not wait for the next regular checkpoint.
                "basebackup": [{"checkpoint": "fast"}],
                "authentication": {
                    "superuser": {"username": "postgres"}, "replication": {"username": "replicator"}, "rewind": {"username": "rewinder"}},
                "parameters": {"unix_socket_directories": str(self.folder)},
                # These machines are connected to nothing else.
                "pg_hba": ["local all all trust", f"host all all {NETWORK}.0.0/16 trust", f"host replication all {NETWORK}.0.0/16 trust"]}}

    def start(self):
        # Nothing of the environment of the tests, which may have variables for PostgreSQL.
        environment = ["env", "--ignore-environment", f"PATH={os.environ['PATH']}", "LANG=C.UTF-8"]
        # Patroni ends if etcd does not respond at its start. Debian's unit starts it again (Restart=on-failure).
        restarting = ["sh", "-c", 'until "$@"; do sleep 1; done', "patroni"]
        patroni = [*restarting, *environment, TOOLS / "patroni", self.settings]
        self._started = [
            self.machine.start(*command, user=USER, log=f"{self._log}-{name}")
            for name, command in {"etcd": [*environment, *self._etcd], "patroni": patroni}.items()]

    def ask(self, path):
        """Returns a response of Patroni's interface; nothing if it does not respond."""
        try:
            return requests.get(f"http://{self.address}:8008/{path}", timeout=2).json()
        except requests.RequestException:
            return {}

    def fill_disk(self):
        self.machine.run("sh", "-c", f"dd if=/dev/zero of={self.folder}/disk/filler bs=64k 2>/dev/null || true", user=USER)

    def clear_disk(self):
        self.machine.run("rm", "--force", f"{self.folder}/disk/filler", user=USER)

    def kill(self):
        """All processes of the machine end at once. What they have written stays."""
        self.machine.signal(signal.SIGKILL)
        for process in self._started:
            # A stopped process stops its nsenter too, and continues without it.
            process.kill()
            process.wait(timeout=30)


class PatroniCluster:
    def __init__(self, servers):
        self.servers = servers
        # The number of servers that had to be restarted.
        self.restarted = 0

    def leader(self):
        """The server that takes writes."""
        return eventually(self._find_leader, START_SECONDS)

    def _find_leader(self):
        states = {server: server.ask("patroni") for server in self.servers}
        leaders = [server for server, state in states.items() if state.get("role") == "primary" and state.get("state") == "running"]
        return leaders[0] if len(leaders) == 1 else None

    def wait_until_safe(self):
        """Waits until all servers follow a leader, one of them synchronously. A server that does not is restarted once, as operators do."""
        try:
            eventually(self._is_safe, START_SECONDS)
        except AssertionError:
            for server in self.servers:
                if server.name not in self._roles():
                    server.kill()
                    server.start()
                    self.restarted += 1
            eventually(self._is_safe, START_SECONDS)

    def _is_safe(self):
        return sorted(self._roles().values()) == ["leader", "replica", "sync_standby"]

    def _roles(self):
        """Returns the roles of the servers that work, by their names."""
        leader = self._find_leader()
        members = leader.ask("cluster").get("members", []) if leader else []
        return {member["name"]: member["role"] for member in members if member["state"] in ("running", "streaming")}

    def standby(self, chance):
        leader = self.leader()
        return chance.choice([server for server in self.servers if server is not leader])

    def switch_over(self):
        """Makes another server the leader, as for maintenance."""
        former = self.leader()

        def try_to_switch():
            # Patroni refuses it while no standby is synchronous, and after it has taken place.
            with contextlib.suppress(AssertionError):
                former.machine.run(
                    "env", "LANG=C.UTF-8", TOOLS / "patronictl", "--config-file", former.settings, "switchover", "--primary", former.name,
                    "--force", user=USER)
            return self._find_leader() not in (None, former)
        eventually(try_to_switch, START_SECONDS)

    def run(self, database, sql):
        server = self.leader()
        return server.machine.run(
            PROGRAMS / "psql", "--no-psqlrc", "--tuples-only", "--no-align", "--quiet", "--host", server.address, "--username", "postgres",
            "--dbname", database, "--command", sql, user=USER).strip()

    def make_database(self, user, name):
        """Creates a user and its database, and returns the URI."""
        self.run("postgres", f"CREATE ROLE {user} LOGIN")
        self.run("postgres", f"GRANT pg_monitor TO {user}")
        self.run("postgres", f"CREATE DATABASE {name} OWNER {user} ENCODING 'UTF8' TEMPLATE template0")
        hosts = ",".join(server.address for server in self.servers)
        return f"postgres://{user}@{hosts}/{name}?target_session_attrs=read-write&connect_timeout=2"


@contextlib.contextmanager
def running_patroni(network, logs):
    """Runs the servers, and leaves their logs in a folder."""
    if PROGRAMS is None:
        pytest.skip("PostgreSQL is not installed; run Scripts/setup test")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="patroni-"))
    folder.chmod(0o755)
    try:
        machines = {f"pg{number}": network.add(f"pg{number}") for number in (1, 2, 3)}
        members = {name: machine.address for name, machine in machines.items()}
        servers = [PatroniServer(machine, name, folder / name, members) for name, machine in machines.items()]
        for server in servers:
            server.start()
        cluster = PatroniCluster(servers)
        cluster.wait_until_safe()
        yield cluster
    finally:
        for log in folder.glob("*/log-*"):
            shutil.copy(log, logs / f"{log.parent.name}-{log.name}")
        shutil.rmtree(folder, ignore_errors=True)
