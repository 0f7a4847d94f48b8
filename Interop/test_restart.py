"""Shutdown and restart: readiness, open connections, and sockets that the service manager keeps open (systemd's socket activation)."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import threading
import time

import pytest

from waiting import eventually

REQUEST = b"GET /%b HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextlib.contextmanager
def listening(host="127.0.0.1"):
    with socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET, backlog=1000) as opened:
        yield opened


class Activated:
    """Starts servers as systemd does: with sockets as descriptors 3 and 4, whose count and owner are in the environment."""

    def __init__(self, binary, folder, *sockets):
        self.binary, self.folder, self.sockets = binary, folder, sockets
        self.states = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.states.bind(str(folder / "notify"))
        self.states.settimeout(30)

    def command(self, *arguments):
        inherited = " ".join(f"{3 + index}<&{opened.fileno()}" for index, opened in enumerate(self.sockets))
        # The shell becomes the server, with the same process id.
        return ["bash", "-c", f'export LISTEN_PID=$$; exec "$0" "$@" {inherited}', self.binary, "serve", "--data",
                str(self.folder / "data"), *arguments]

    def environment(self):
        return {**os.environ, "LISTEN_FDS": str(len(self.sockets)), "NOTIFY_SOCKET": str(self.folder / "notify")}

    def start(self, *arguments):
        process = subprocess.Popen(
            self.command(*arguments, "--json"), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=self.environment(),
            pass_fds=[opened.fileno() for opened in self.sockets])
        assert select.select([process.stdout], [], [], 60)[0], "the server did not start"
        return process, json.loads(process.stdout.readline())

    def refused(self, *arguments):
        done = subprocess.run(
            self.command(*arguments), capture_output=True, text=True, env=self.environment(), timeout=60, check=False,
            pass_fds=[opened.fileno() for opened in self.sockets])
        assert done.returncode == 78
        return done.stderr


def stop(process):
    process.terminate()
    assert process.wait(timeout=30) == 0


def answered(port, path=b"healthz"):
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        client.sendall(REQUEST % path)
        return client.recv(1000)


def test_a_server_takes_the_sockets_of_the_service_manager(binary, tmp_path):
    with listening() as http, listening() as database:
        server = Activated(binary, tmp_path, http, database)
        ports = [opened.getsockname()[1] for opened in (http, database)]
        process, report = server.start()
        try:
            assert report["listening"] == f"http://127.0.0.1:{ports[0]}" and report["database"] == f"http://127.0.0.1:{ports[1]}"
            assert server.states.recv(100) == b"READY=1"
            assert answered(ports[0]).startswith(b"HTTP/1.1 200")
            assert b"Permission denied" in answered(ports[1], b".json")
            process.send_signal(signal.SIGHUP)
            assert [server.states.recv(100) for _ in range(2)] == [b"RELOADING=1", b"READY=1"]
        finally:
            stop(process)
        assert server.states.recv(100) == b"STOPPING=1"
        # A connection waits while no server runs.
        with socket.create_connection(("127.0.0.1", ports[0]), timeout=30) as early:
            early.sendall(REQUEST % b"healthz")
            process, _ = server.start()
            try:
                assert early.recv(1000).startswith(b"HTTP/1.1 200")
            finally:
                stop(process)


def test_settings_that_contradict_the_sockets_are_refused(binary, tmp_path):
    with listening() as http, listening("::1") as database, listening() as third:
        address = "127.0.0.1:%d" % http.getsockname()[1]
        assert f"port: 80 contradicts the socket of the service manager, {address}." in Activated(binary, tmp_path, http).refused("--port", "80")
        (tmp_path / "two").mkdir()
        refused = Activated(binary, tmp_path / "two", http, database).refused("--host", "127.0.0.1")
        assert f"host: 127.0.0.1 contradicts the socket of the service manager, [::1]:{database.getsockname()[1]}." in refused
        (tmp_path / "three").mkdir()
        assert "passes 3 sockets" in Activated(binary, tmp_path / "three", http, database, third).refused()


def test_sockets_are_checked(binary, tmp_path):
    with socket.socket() as silent, listening("0.0.0.0") as public:
        silent.bind(("127.0.0.1", 0))
        assert "descriptor 3 of the service manager is not a listening TCP socket." in Activated(binary, tmp_path, silent).refused()
        (tmp_path / "public").mkdir()
        assert "0.0.0.0 is reachable from other machines." in Activated(binary, tmp_path / "public", public).refused()


@pytest.mark.parametrize("kept", [True, False], ids=["kept connections", "new connections"])
def test_a_restart_refuses_no_request(binary, tmp_path, kept):
    """Clients send requests all the time while the server is replaced twice. A client of kept connections opens another one when a response
    says that this one ends, as HTTP demands; nothing is repeated."""
    failures, done, over = [], [0], threading.Event()

    def client(port):
        connection = None
        try:
            while not over.is_set():
                connection = connection or socket.create_connection(("127.0.0.1", port), timeout=30)
                connection.sendall(REQUEST % b"healthz")
                reply = b""
                while not reply.endswith(b"}"):
                    part = connection.recv(4096)
                    assert part, "the connection ended without a response"
                    reply += part
                assert reply.startswith(b"HTTP/1.1 200"), reply
                done[0] += 1
                if not kept or b"connection: close" in reply.lower():
                    connection.close()
                    connection = None
        except (OSError, AssertionError) as error:
            failures.append(repr(error))

    with listening() as http, listening() as database:
        server = Activated(binary, tmp_path, http, database)
        process, _ = server.start()
        clients = [threading.Thread(target=client, args=[http.getsockname()[1]]) for _ in range(8)]
        for each in clients:
            each.start()
        for _ in range(2):
            before = done[0]
            eventually(lambda: failures or done[0] > before + 200)
            stop(process)
            process, _ = server.start()
        before = done[0]
        eventually(lambda: failures or done[0] > before + 200)
        over.set()
        for each in clients:
            each.join(timeout=30)
        stop(process)
    assert not failures
    assert done[0] > 600


@pytest.mark.parametrize("index", [0, 1], ids=["port", "database port"])
def test_a_connection_without_a_request_does_not_delay_the_shutdown(binary, tmp_path, index):
    with listening() as http, listening() as database:
        process, _ = Activated(binary, tmp_path, http, database).start()
        with socket.create_connection(("127.0.0.1", (http, database)[index].getsockname()[1]), timeout=30) as silent:
            assert answered((http, database)[index].getsockname()[1])
            begun = time.monotonic()
            process.terminate()
            assert silent.recv(100) == b"" and time.monotonic() - begun < 5
            assert process.wait(timeout=10) == 0


def test_a_shutdown_ends_open_connections(binary, tmp_path):
    with listening() as http, listening() as database:
        process, _ = Activated(binary, tmp_path, http, database).start()
        port = http.getsockname()[1]
        with socket.create_connection(("127.0.0.1", port), timeout=30) as idle, socket.create_connection(("127.0.0.1", port), timeout=30) as active:
            idle.sendall(REQUEST % b"readyz")
            assert b'"ready"' in idle.recv(1000)
            active.sendall(REQUEST % b"readyz")
            assert b'"ready"' in active.recv(1000)
            process.terminate()
            # The answer to each request says that the server stops, and that the connection ends.
            reply = b""
            while b"503" not in reply:
                active.sendall(REQUEST % b"readyz")
                reply = active.recv(1000)
            assert b'"stopping"' in reply and b"connection: close" in reply.lower()
            # A connection without a request is closed soon.
            begun = time.monotonic()
            assert idle.recv(1000) == b"" and time.monotonic() - begun < 5
            assert active.recv(1000) == b""
        assert process.wait(timeout=10) == 0
