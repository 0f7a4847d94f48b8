"""The maximum number of connections: each further connection gets an error response, on both ports."""

import contextlib
import http.client
import json
import socket
import urllib.parse

import pytest
import requests
import websockets.exceptions

from monitored_server import monitored_server
from running_server import running_server
from socket_client import RawClient, opened_socket

LIMIT = 32
# The database leaves a sixteenth of the connections to sign-in.
DATABASE_LIMIT = LIMIT - LIMIT // 16
UPGRADE = {
    "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}


@pytest.fixture
def limited(binary, tmp_path):
    with running_server(binary, tmp_path / "data", "--max-connections", str(LIMIT)) as line:
        yield line


class Connections:
    """Connections that stay open after their first request."""

    def __init__(self):
        self.open = []

    def ask(self, url, path, headers={}, body=None, timeout=30):
        connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=timeout)
        self.open.append(connection)
        connection.request("POST" if body else "GET", path, body=body, headers=headers)
        return connection.getresponse()

    def fill(self, url, path, count):
        for _ in range(count):
            response = self.ask(url, path)
            response.read()
            assert response.status < 500

    def close(self):
        for connection in self.open:
            connection.close()


@pytest.fixture
def connections():
    connections = Connections()
    yield connections
    connections.close()


def test_connections_beyond_the_limit_get_an_error_in_the_format_of_the_api(limited, connections):
    connections.fill(limited["url"], "/healthz", LIMIT)
    response = connections.ask(limited["url"], "/v1/accounts:signUp?key=k", {"Content-Type": "application/json"}, "{}" + " " * 200_000)
    assert (response.status, response.getheader("Retry-After"), response.getheader("Connection")) == (503, "5", "close")
    error = json.loads(response.read())["error"]
    assert error["code"] == 503 and error["status"] == "UNAVAILABLE" and "maximum number of connections" in error["message"]


def test_a_closed_connection_makes_room(limited, connections):
    connections.fill(limited["url"], "/healthz", LIMIT)
    assert connections.ask(limited["url"], "/healthz").status == 503
    connections.open[0].close()
    # The server reads the end of the connection in its own time.
    statuses = (connections.ask(limited["url"], "/healthz").status for _ in range(1000))
    assert 200 in statuses


def test_listeners_of_the_database_leave_connections_for_sign_in(limited, connections):
    connections.fill(limited["database"], "/.json", DATABASE_LIMIT)
    response = connections.ask(limited["database"], "/.json")
    assert (response.status, response.getheader("Retry-After")) == (503, "5")
    assert "maximum number of connections" in json.loads(response.read())["error"]
    assert connections.ask(limited["url"], "/healthz").status == 200


def test_rejected_connections_do_not_fill_a_port(limited, connections):
    connections.fill(limited["url"], "/healthz", LIMIT)
    address = urllib.parse.urlsplit(limited["url"])
    # The server keeps at most 256 of them, and closes the oldest for a further one.
    with contextlib.ExitStack() as silent:
        for _ in range(300):
            silent.enter_context(socket.create_connection((address.hostname, address.port), timeout=30))
        # Before the server closes the first of them, because it sends nothing for ten seconds.
        assert connections.ask(limited["url"], "/healthz", timeout=8).status == 503


def test_a_web_socket_beyond_the_limit_is_not_opened(limited, connections):
    connections.fill(limited["database"], "/.json", DATABASE_LIMIT)
    response = connections.ask(limited["database"], "/.ws?v=5&ns=live", UPGRADE)
    assert (response.status, response.getheader("Retry-After")) == (503, "5")


def test_a_client_behind_a_proxy_has_a_share_of_web_sockets(binary, tmp_path):
    proxy = ("--trusted-proxy", "127.0.0.1")
    with running_server(binary, tmp_path / "data", "--max-connections", str(LIMIT), *proxy) as line, contextlib.ExitStack() as stack:
        def opened(client):
            return RawClient(stack.enter_context(opened_socket(line["database"], headers={"X-Forwarded-For": client})))

        for _ in range(LIMIT // 4):
            assert opened("198.51.100.7").hello["t"] == "c"
        with pytest.raises(websockets.exceptions.ConnectionClosed) as refused:
            opened("198.51.100.7")
        assert refused.value.rcvd.code == 1013
        assert opened("203.0.113.9").hello["t"] == "c", "another client has a share of its own"


def test_a_client_behind_a_proxy_has_a_share_of_event_streams(binary, tmp_path):
    proxy = ("--trusted-proxy", "127.0.0.1")
    with running_server(
            binary, tmp_path / "data", "--max-connections", str(LIMIT), *proxy, sandbox=True) as line, contextlib.ExitStack() as stack:
        account = requests.post(
            f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": "ada@example.org", "password": "a long password"},
            timeout=30).json()

        def opened(client):
            return stack.enter_context(requests.get(
                f"{line['database']}/users/{account['localId']}.json", params={"auth": account["idToken"]}, stream=True, timeout=30,
                headers={"Accept": "text/event-stream", "X-Forwarded-For": client}))

        streams = [opened("198.51.100.7") for _ in range(LIMIT // 4)]
        # An iterator that is dropped would close its stream.
        lines = [stream.iter_lines() for stream in streams]
        assert [next(line) for line in lines] == [b"event: put"] * len(streams)
        refused = opened("198.51.100.7")
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
        assert "event streams" in refused.json()["error"]
        assert opened("203.0.113.9").status_code == 200, "another client has a share of its own"
        streams[0].close()
        statuses = (opened("198.51.100.7").status_code for _ in range(1000))
        assert 200 in statuses, "the place of a stream that ended is free"


def test_the_operator_learns_of_rejected_connections(binary, tmp_path, connections):
    with monitored_server(binary, tmp_path / "server", "--max-connections", str(LIMIT)) as server:
        connections.fill(server.url, "/healthz", LIMIT)
        for _ in range(3):
            assert connections.ask(server.url, "/healthz").status == 503
        assert server.value("latchkey_connections_limit") == LIMIT
        assert server.value("latchkey_connections_refused_total", reason="full") == 3
        assert server.value("latchkey_connections_refused_total", reason="network") == 0
        status = json.loads(server.latchkey("status", "--json"))
        assert (status["connectionLimit"], status["refusedConnections"]) == (LIMIT, {"network": 0, "full": 3})
        assert f"{LIMIT} possible, 3 rejected since the start" in server.latchkey("status")
        assert server.log.count("reached its maximum number of connections") == 1


def test_silent_connections_do_not_block_a_port_of_its_own(binary, tmp_path):
    with monitored_server(binary, tmp_path / "server", "--console-port", "0") as server, contextlib.ExitStack() as silent:
        for url, count in ((server.metrics_url, 40), (server.line["console"], 300)):
            address = urllib.parse.urlsplit(url)
            for _ in range(count):
                silent.enter_context(socket.create_connection((address.hostname, address.port), timeout=5))
            # Less than the ten seconds after which the server closes a silent connection.
            assert requests.get(url, timeout=5).status_code == 200
