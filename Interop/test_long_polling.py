"""The database for browsers without a WebSocket, and their upgrade to one."""

import base64
import concurrent.futures
import contextlib
import json
import time

import pytest
import requests
import websockets.exceptions

from polling_client import PollingClient, Script
from running_server import running_emulator
from socket_client import sockets


@pytest.fixture
def poll(emulator, namespace):
    with contextlib.ExitStack() as stack:
        def start(**parameters):
            client = PollingClient(emulator["database"], namespace, **parameters)
            stack.callback(client.close)
            return client
        yield start


@pytest.fixture
def open_socket(emulator, namespace):
    """WebSockets that a session may move to, with their hello still unread."""
    with sockets(emulator["database"], namespace) as open_socket:
        yield open_socket


def test_a_client_that_polls_listens_and_writes(poll, connect):
    one, two = poll(), connect()
    assert one.hello["t"] == "c" and one.hello["d"]["t"] == "h" and one.hello["d"]["d"]["v"] == "5"
    assert one.first.names == {"pLPCommand7", "pRTLPCB7"}
    assert one.answer("q", p="/room", h="") == ({"s": "ok", "d": {}}, [])
    assert two.answer("p", p="/room/a", d={"n": "é\u2028"})[0]["s"] == "ok"
    written, pushes = one.answer("p", p="/room/b", d=2)
    assert written["s"] == "ok" and {"a": "d", "b": {"p": "room/b", "d": 2}} in pushes
    assert one.answer("g", p="/room", q={})[0]["d"] == {"a": {"n": "é\u2028"}, "b": 2}


def test_a_long_message_comes_in_pieces_that_overtake_one_another(poll):
    client = poll()
    pieces = client.pieces({"t": "d", "d": {"r": 1, "a": "p", "b": {"p": "/long", "d": "x" * 20_000}}})
    pieces += client.pieces({"t": "d", "d": {"r": 2, "a": "p", "b": {"p": "/after", "d": 1}}})
    assert len(pieces) > 10
    # Two per request, the last pair first, and one pair twice.
    pairs = [pieces[start:start + 2] for start in range(0, len(pieces), 2)]
    for pair in [*reversed(pairs), pairs[0]]:
        client.poll(pair)
    assert [client.read()["d"]["r"] for _ in range(2)] == [1, 2]
    assert client.answer("g", p="/long", q={})[0]["d"] == "x" * 20_000


def test_a_poll_waits_for_messages(poll, connect):
    waiting, other = poll(), connect()
    waiting.answer("q", p="/room", h="")
    waiting.poll()
    with pytest.raises(TimeoutError):
        waiting.polls[-1].result(timeout=0.5)
    other.answer("p", p="/room", d=1)
    assert waiting.read()["d"] == {"a": "d", "b": {"p": "room", "d": 1}}
    # Another poll makes the server answer the waiting one with an empty response.
    waiting.poll()
    waiting.poll()
    done, left = concurrent.futures.wait(waiting.polls, timeout=10, return_when=concurrent.futures.FIRST_COMPLETED)
    assert len(left) == 1 and Script(done.pop().result()).answers[0][1] == []


def test_polls_require_the_session_password(emulator, poll, namespace):
    client = poll()
    for parameters in ({"id": client.id, "pw": "x"}, {"id": "x", "pw": client.password}, {"id": client.id, "pw": client.password[:-1]}):
        for more in ({}, {"seg0": 0, "ts0": 1, "d0": "e30."}):
            refused = requests.get(client.address, params={**parameters, **more, "ns": namespace}, timeout=10)
            assert (refused.status_code, list(refused.json())) == (404, ["error"]), refused.text
        requests.post(client.address, params={**parameters, "disconn": "t"}, timeout=10)
    assert client.answer("s", c={}) == ({"s": "ok", "d": ""}, [])


@pytest.mark.parametrize("callback", ["", "x", "7x", "-1", "7);alert(1", "1234567890", "٧", "7.0", "0x7", " 7"])
def test_nothing_but_a_number_becomes_a_part_of_the_script(emulator, callback):
    refused = requests.get(f"{emulator['database']}/.lp", params={"start": "t", "cb": callback, "ns": "live"}, timeout=10)
    assert refused.status_code == 400 and refused.headers["Content-Type"].startswith("application/json"), refused.text


def test_a_poll_response_is_a_script(poll):
    headers = poll().first.headers
    assert headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert headers["Cache-Control"] == "no-store"
    assert "sandbox" in headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("bad, why", [
    ({"seg0": 0}, "without its data"),
    ({"seg0": 0, "ts0": 1}, "without its data"),
    ({"seg0": "-1", "ts0": 1, "d0": "e30."}, "a negative number"),
    ({"seg0": "x", "ts0": 1, "d0": "e30."}, "no number"),
    ({"seg0": 0, "ts0": 0, "d0": "e30."}, "a message without pieces"),
    ({"seg0": 0, "ts0": 2, "d0": "e30.", "seg1": 1, "ts1": 3, "d1": "e30."}, "pieces of different messages"),
    ({"seg0": 5000, "ts0": 1, "d0": "e30."}, "far ahead"),
    ({"seg0": 0, "ts0": 1, "d0": "!"}, "no base64"),
])
def test_invalid_polls_are_rejected(poll, bad, why):
    client = poll()
    refused = requests.get(client.address, params=client.parameters(**bad), timeout=10)
    assert refused.status_code == 400 and list(refused.json()) == ["error"], refused.text
    assert poll().answer("s", c={})[0]["s"] == "ok", "others are served"


@pytest.mark.parametrize("text", ["x", "[]", "7", "{}", '{"t":"d"}', '{"t":"x","d":{}}', '{"t":"d","d":' + "[" * 200 + "]" * 200 + "}"])
def test_a_message_of_no_protocol_ends_the_session(poll, text):
    client = poll()
    client.answer("s", c={})
    pieces = client.pieces(None)
    data = base64.b64encode(text.encode()).decode()
    client.poll([(pieces[0][0], 1, data)])
    with pytest.raises(AssertionError, match="closed"):
        client.read()
    assert requests.get(client.address, params=client.parameters(), timeout=10).status_code == 404


def test_on_disconnect_operations_run_when_the_page_is_closed(poll, connect):
    leaving, watching = poll(), connect()
    leaving.answer("o", p="/gone", d=True)
    watching.answer("q", p="/gone", h="")
    assert leaving.disconnect().status_code == 204
    assert watching.read()["d"]["b"] == {"p": "gone", "d": True}
    assert requests.get(leaving.address, params=leaving.parameters(), timeout=10).status_code == 404


def test_a_reconnect_ends_the_previous_session(poll, connect):
    leaving, watching = poll(), connect()
    leaving.answer("o", p="/gone", d=True)
    watching.answer("q", p="/gone", h="")
    poll(ls="somebody-elses")
    assert leaving.answer("s", c={})[0]["s"] == "ok"
    poll(ls=leaving.hello["d"]["d"]["s"])
    assert watching.read()["d"]["b"] == {"p": "gone", "d": True}


def test_a_server_that_stops_closes_its_polls(binary):
    with running_emulator(binary) as line:
        client = PollingClient(line["database"])
        client.answer("s", c={})
        client.poll()
        waiting = client.polls[-1]
        # It must have arrived before the server stops.
        with pytest.raises(TimeoutError):
            waiting.result(timeout=0.5)
    assert [command[0] for command in Script(waiting.result(timeout=10)).commands] == ["close"]
    client.close()


# MARK: The upgrade to a WebSocket


def control(kind, payload=None):
    return {"t": "c", "d": {"t": kind, "d": {} if payload is None else payload}}


def request(number, action, **body):
    return {"t": "d", "d": {"r": number, "a": action, "b": body}}


def receive(socket, timeout=10):
    return json.loads(socket.recv(timeout=timeout))


def test_a_session_moves_to_a_web_socket(poll, connect, open_socket):
    client, other = poll(), connect()
    client.answer("q", p="/room", h="")
    client.answer("o", p="/gone", d=True)
    other.answer("q", p="/gone", h="")
    socket = open_socket(s=client.hello["d"]["d"]["s"])
    assert receive(socket) == control("a")
    for _ in range(2):
        socket.send(json.dumps(control("p")))
        assert receive(socket) == control("o")
    # The polls continue meanwhile.
    assert client.answer("s", c={})[0]["s"] == "ok"
    socket.send(json.dumps(control("a")))
    # Messages on the WebSocket are processed after those still on their way in polls, whichever arrives first.
    socket.send(json.dumps(request(101, "p", p="/order", d="second")))
    late = client.pieces(request(100, "p", p="/order", d="first")) + client.pieces(control("n"))
    with pytest.raises(TimeoutError):
        socket.recv(timeout=0.5)
    for piece in reversed(late):
        client.poll([piece])
    # Everything from before the upgrade is sent in polls, followed by the end marker; the rest is sent over the WebSocket.
    told = [client.read()]
    while told[-1] != control("n"):
        told.append(client.read())
    answers = [message["d"].get("r") for message in told[:-1]]
    answers += [receive(socket)["d"]["r"] for _ in range(2 - len(answers))]
    assert answers == [100, 101]
    while not client.is_closed:
        client.wait()
    assert other.answer("g", p="/order", q={})[0]["d"] == "second"
    other.answer("p", p="/room", d=5)
    assert receive(socket) == {"t": "d", "d": {"a": "d", "b": {"p": "room", "d": 5}}}
    # The frame of the polls closes, which has no effect any more.
    client.disconnect()
    socket.send(json.dumps(request(102, "s", c={})))
    assert receive(socket)["d"]["r"] == 102
    assert other.answer("g", p="/gone", q={})[0]["d"] is None
    socket.close()
    assert other.read()["d"]["b"] == {"p": "gone", "d": True}


def test_a_socket_for_no_session_is_sent_away(open_socket, emulator):
    socket = open_socket(s="nobody's")
    host = emulator["database"].removeprefix("http://")
    assert receive(socket) == control("r", host)
    with pytest.raises(websockets.exceptions.ConnectionClosed):
        socket.recv(timeout=10)


def test_only_one_socket_at_a_time_may_carry_a_session_on(poll, open_socket):
    client = poll()
    client.answer("s", c={})
    session = client.hello["d"]["d"]["s"]
    first = open_socket(s=session)
    assert receive(first) == control("a")
    assert receive(open_socket(s=session))["d"]["t"] == "r"
    # The first one fails; polls continue, and another WebSocket may try.
    first.close()
    assert client.answer("s", c={})[0]["s"] == "ok"
    deadline = time.monotonic() + 10
    while receive(open_socket(s=session))["d"]["t"] != "a":
        assert time.monotonic() < deadline
    assert client.answer("s", c={})[0]["s"] == "ok"


@pytest.mark.parametrize("text", ["x", json.dumps(request(1, "s", c={})), json.dumps(control("n")), "[" * 100])
def test_a_socket_says_nothing_else_before_the_move(poll, open_socket, text):
    client = poll()
    socket = open_socket(s=client.hello["d"]["d"]["s"])
    assert receive(socket) == control("a")
    socket.send(text)
    with pytest.raises(websockets.exceptions.ConnectionClosed):
        socket.recv(timeout=10)
    assert client.answer("s", c={})[0]["s"] == "ok", "the session goes on in polls"
