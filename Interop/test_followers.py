"""Nodes that follow a database of another node, and serve its listeners."""

import contextlib
import itertools
import json
import re
import socket
import time

import pytest
import requests
import websockets.exceptions

from free_ports import free_port
from node_cluster import running_nodes
from polling_client import PollingClient
from postgres_server import running_postgres
from socket_client import RawClient, opened_socket

pytestmark = pytest.mark.store_in_folder

PATIENCE = 30
RULES = {"rules": {
    "room": {".read": "root.child('open').val() === true", ".write": "auth !== null", ".indexOn": ".value"},
    "open": {".write": "auth !== null"},
    "presence": {".read": True, ".write": True},
    "small": {".read": True, ".write": "newData.val().length < 10"},
}}


@pytest.fixture(scope="module")
def postgres():
    with running_postgres() as server:
        yield server


@contextlib.contextmanager
def cluster(binary, folder, postgres, names):
    """Nodes of which the first one has the database, with a user and rules."""
    ports = {name: free_port() for name in names}
    with running_nodes(
            binary, folder, postgres.make_database(), names, options=lambda name: ["--metrics-port", str(ports[name])]) as nodes:
        for node in nodes:
            node.metrics = f"http://127.0.0.1:{ports[node.name]}/metrics"
        ada = nodes[0].account("signUp", email="ada@example.org", password="a long password", returnSecureToken=True).json()
        secret = nodes[0].command("database", "secrets", "create").split()[0]
        for node in nodes:
            node.secret = secret
        set_rules(nodes[0], RULES)
        put(nodes[0], ada, "open", True)
        yield nodes, ada


@pytest.fixture(scope="module")
def nodes_and_ada(binary, tmp_path_factory, postgres):
    with cluster(binary, tmp_path_factory.mktemp("followers"), postgres, "abc") as found:
        yield found


@pytest.fixture
def nodes(nodes_and_ada):
    return nodes_and_ada[0]


@pytest.fixture
def ada(nodes_and_ada):
    return nodes_and_ada[1]


def set_rules(node, rules):
    assert requests.put(f"{node.url}/.settings/rules.json?auth={node.secret}", json=rules, timeout=30).ok


def put(node, account, path, value):
    written = requests.put(f"{node.url}/{path}.json?auth={account['idToken']}", data=json.dumps(value), timeout=30)
    assert written.ok, written.text


def get(node, account, path):
    return requests.get(f"{node.url}/{path}.json?auth={account['idToken']}", timeout=30).json()


def replicas(node):
    return int(re.search(r"^latchkey_node_replicas (\d+)", requests.get(node.metrics, timeout=30).text, flags=re.MULTILINE)[1])


@contextlib.contextmanager
def client(node, account=None, **parameters):
    with opened_socket(node.url, **parameters) as opened:
        client = RawClient(opened)
        if account:
            assert client.answer("auth", cred=account["idToken"])[0]["s"] == "ok"
        yield client


def is_over(client, seconds=PATIENCE):
    """Waits for the end of a connection."""
    try:
        while True:
            client.socket.recv(timeout=seconds)
    except websockets.exceptions.ConnectionClosed:
        return True
    except TimeoutError:
        return False


def test_a_listener_gets_the_changes_of_all_nodes_in_order(nodes, ada):
    a, b, c = nodes
    with client(b, ada) as listener:
        put(a, ada, "room", {"first": True})
        assert listener.answer("q", p="/room", h="")[0]["s"] == "ok"
        assert replicas(b) == 1
        # An event for each write, as at the node that has the database.
        for number, node in zip(range(12), itertools.cycle(nodes)):
            put(node, ada, f"room/{number}", number)
        assert [listener.read()["d"]["b"] for _ in range(12)] == [{"p": f"room/{number}", "d": number} for number in range(12)]


def test_writes_of_a_client_come_back_to_its_own_listeners_first(nodes, ada):
    a, b, c = nodes
    with client(b, ada) as writer:
        put(a, ada, "room", {"x": 1})
        assert writer.answer("q", p="/room", h="")[1] == [{"a": "d", "b": {"p": "room", "d": {"x": 1}}}]
        response, events = writer.answer("p", p="/room/y", d={".priority": 2, ".value": "z"})
        assert response["s"] == "ok" and events == [{"a": "d", "b": {"p": "room/y", "d": {".priority": 2, ".value": "z"}}}]
        response, events = writer.answer("m", p="/room", d={"x": None, "n": {".sv": {"increment": 3}}, "t": {".sv": "timestamp"}})
        changed = {event["b"]["p"]: event["b"]["d"] for event in events}["room"]
        assert response["s"] == "ok" and changed["x"] is None and changed["n"] == 3 and abs(changed["t"] / 1000 - time.time()) < 60
        assert writer.answer("g", p="/room")[0]["d"].keys() == {"n", "t", "y"}
        assert writer.answer("p", p="/room/n", d=5, h="wrong")[0]["s"] == "datastale"
        assert get(c, ada, "room/n") == 3


def test_reads_show_what_was_confirmed_at_another_node(nodes, ada):
    a, b, c = nodes
    with client(b, ada) as reader:
        reader.answer("g", p="/room")
        for number in range(30):
            put(c, ada, "room/last", number)
            assert reader.answer("g", p="/room/last")[0]["d"] == number
            with client(b, ada) as other:
                assert other.answer("q", p="/room/last", h="")[1] == [{"a": "d", "b": {"p": "room/last", "d": number}}]


def test_rules_decide_at_the_node_of_the_listener(nodes, ada):
    a, b, c = nodes
    put(a, ada, "open", True)
    with client(b, ada) as listener:
        assert listener.answer("q", p="/room", h="")[0]["s"] == "ok"
        assert listener.answer("q", p="/other", h="")[0]["s"] == "permission_denied"
        response, _ = listener.answer("p", p="/small", d="much too long")
        assert response["s"] == "permission_denied" and re.fullmatch(r"Permission denied \(decision \w{8}\)", response["d"])
        # The rule depends on data that changes. It is evaluated again for the next event.
        put(c, ada, "open", False)
        put(a, ada, "room/next", 1)
        event = listener.read()["d"]
        assert event["a"] == "c" and event["b"]["p"] == "room"
        assert listener.answer("q", p="/room", h="")[0]["s"] == "permission_denied"
        put(c, ada, "open", True)
        assert listener.answer("q", p="/small", h="")[0]["s"] == "ok"
        set_rules(c, {"rules": RULES["rules"] | {"small": {".read": False}}})
        assert listener.read()["d"]["a"] == "c"
        set_rules(a, RULES)


def test_event_streams_are_served_by_the_node_that_the_client_uses(nodes, ada):
    a, b, c = nodes
    put(a, ada, "room", "first")
    with requests.get(
            f"{c.url}/room.json?auth={ada['idToken']}", headers={"Accept": "text/event-stream"}, stream=True, timeout=30) as stream:
        lines = stream.iter_lines(chunk_size=1, decode_unicode=True)
        assert [next(lines), next(lines)] == ["event: put", 'data: {"path":"/","data":"first"}']
        assert replicas(c) == 1
        put(b, ada, "room", "second")
        assert [next(lines), next(lines), next(lines)] == ["", "event: put", 'data: {"path":"/","data":"second"}']


def test_large_values_arrive(nodes, ada):
    a, b, c = nodes
    with client(b, ada) as writer:
        large = {f"key{number}": "x" * 20_000 for number in range(40)}
        assert writer.answer("p", p="/room/large", d=large)[0]["s"] == "ok"
        assert get(c, ada, "room/large") == large
        assert writer.answer("g", p="/room/large")[0]["d"] == large
        put(a, ada, "room/large", None)


def test_writes_at_the_end_of_a_connection_are_executed(nodes, ada):
    a, b, c = nodes
    with client(b, ada) as leaving:
        assert leaving.answer("o", p="/presence/ada", d="gone")[0]["s"] == "ok"
        assert leaving.answer("o", p="/presence/canceled", d="gone")[0]["s"] == "ok"
        assert leaving.answer("oc", p="/presence/canceled", d=None)[0]["s"] == "ok"
        assert leaving.answer("o", p="/small", d="much too long")[0]["s"] == "permission_denied"
        put(a, ada, "presence/ada", "here")
    with client(c, ada) as listener:
        state = listener.answer("q", p="/presence/ada", h="")[1][0]["b"]["d"]
        while state != "gone":
            state = listener.read()["d"]["b"]["d"]
    assert get(a, ada, "presence") == {"ada": "gone"}


@pytest.mark.parametrize("first, second", ["ba", "ab", "bc"])
def test_the_former_session_of_a_client_ends_at_any_node(nodes, ada, first, second):
    first, second = ({node.name: node for node in nodes}[name] for name in (first, second))
    # The former connection stays open, as after a change of the network.
    with client(first, ada) as former:
        put(first, ada, "presence/moved", "here")
        assert former.answer("o", p="/presence/moved", d="gone")[0]["s"] == "ok"
        with client(second, ada, ls=former.hello["d"]["d"]["s"]):
            assert get(nodes[0], ada, "presence/moved") == "gone"
        assert is_over(former)


def test_a_client_that_falls_back_to_polls_ends_its_former_socket(nodes, ada):
    a, b, c = nodes
    with client(b, ada) as former:
        put(a, ada, "presence/polling", "here")
        assert former.answer("o", p="/presence/polling", d="gone")[0]["s"] == "ok"
        polling = PollingClient(c.url, namespace=a.line["projectID"], ls=former.hello["d"]["d"]["s"])
        assert get(a, ada, "presence/polling") == "gone"
        polling.close()
        assert is_over(former)


@pytest.mark.parametrize("path", ["/.follow", "/.ws"])
@pytest.mark.parametrize("proof", ["", "Latchkey-Node-Proof: links 1795980000 r c\r\n"])
def test_strangers_cannot_follow(nodes, path, proof):
    a = nodes[0]
    project = a.line["projectID"]
    head = (
        f"GET {path}?project={project}&name={project} HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade\r\n"
        f"Upgrade: latchkey-follow-1\r\nLatchkey-Passed-On: 1\r\n{proof}"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
    with socket.create_connection(("127.0.0.1", int(a.url.rsplit(":", 1)[1])), timeout=30) as raw:
        raw.sendall(head.encode())
        assert re.match(rb"HTTP/1.1 4\d\d ", raw.recv(100))


def test_a_removed_database_ends_for_the_clients_of_all_nodes(nodes, ada):
    a, b, c = nodes
    project = a.line["projectID"]
    a.command("database", "create", f"{project}-extra")
    with opened_socket(b.url, namespace=f"{project}-extra") as opened:
        listener = RawClient(opened)
        assert replicas(b) >= 1
        a.command("database", "delete", f"{project}-extra", "--yes")
        assert listener.read()["d"]["t"] == "s"
        assert is_over(listener)


def test_clients_connect_again_after_the_owner_has_failed(binary, tmp_path, postgres):
    with cluster(binary, tmp_path, postgres, "ab") as ((a, b), ada):
        with client(b, ada) as listener, requests.get(
                f"{b.url}/room.json?auth={ada['idToken']}", headers={"Accept": "text/event-stream"}, stream=True, timeout=30) as stream:
            assert listener.answer("q", p="/room", h="")[0]["s"] == "ok"
            assert listener.answer("o", p="/presence/eve", d="gone")[0]["s"] == "ok"
            a.kill()
            assert is_over(listener)
            assert list(stream.iter_lines())[:2] == [b"event: put", b'data: {"path":"/","data":null}']
        end = time.monotonic() + PATIENCE
        while not requests.get(f"{b.url}/presence.json", timeout=30).ok:
            assert time.monotonic() < end
        with client(b, ada) as listener:
            assert listener.answer("g", p="/presence")[0]["d"] == {"eve": "gone"}
            assert replicas(b) == 0


def test_the_owner_executes_the_writes_of_clients_of_a_node_that_has_failed(binary, tmp_path, postgres):
    with cluster(binary, tmp_path, postgres, "ab") as ((a, b), ada):
        with client(b, ada) as lost:
            assert lost.answer("o", p="/presence/eve", d="gone")[0]["s"] == "ok"
            with client(a, ada) as listener:
                listener.answer("q", p="/presence/eve", h="")
                b.kill()
                # Not only when the lease of the other node ends.
                assert listener.read()["d"]["b"] == {"p": "presence/eve", "d": "gone"}


def test_a_listener_of_a_suspended_owner_ends(binary, tmp_path, postgres):
    with cluster(binary, tmp_path, postgres, "ab") as ((a, b), ada):
        with client(b, ada) as listener:
            assert listener.answer("q", p="/room", h="")[0]["s"] == "ok"
            a.suspend()
            begin = time.monotonic()
            try:
                assert is_over(listener)
                assert time.monotonic() - begin < 15
            finally:
                a.resume()
