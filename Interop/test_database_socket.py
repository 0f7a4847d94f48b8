"""Errors and attacks on the database's WebSocket: the server refuses them and keeps serving the other clients."""

import base64
import contextlib
import hashlib
import json
import os
import socket
import struct
import time
import urllib.parse

import pytest
import requests

from database_client import OWNER
from running_server import running_emulator
from waiting import eventually

TEXT, BINARY, CONTINUATION, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10


class Frames:
    """A WebSocket with frames written bit by bit."""

    def __init__(self, database, timeout=20):
        host, port = database.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)), timeout=timeout)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(
            f"GET /.ws?v=5&ns=live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.stream.readline()
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest())
        assert b" 101 " in head.splitlines()[0] and accept in head
        assert json.loads(self.read()[1])["d"]["t"] == "h"

    def send(self, opcode, data, final=True, masked=True, reserved=0, length=None):
        size = len(data) if length is None else length
        head = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
        bit = 0x80 if masked else 0
        head += bytes([bit | size]) if size < 126 else bytes([bit | 126]) + struct.pack(">H", size) if size < 65536 else (
            bytes([bit | 127]) + struct.pack(">Q", size))
        mask = os.urandom(4) if masked else b""
        body = bytes(byte ^ mask[index % 4] for index, byte in enumerate(data)) if masked else data
        self.socket.sendall(head + mask + body)

    def read(self):
        """Returns the next frame's opcode and data; None when the connection has ended."""
        head = self.stream.read(2)
        if len(head) < 2:
            return None
        size = head[1] & 0x7F
        if size == 126:
            size, = struct.unpack(">H", self.stream.read(2))
        elif size == 127:
            size, = struct.unpack(">Q", self.stream.read(8))
        return head[0] & 0x0F, self.stream.read(size)

    def closed_with(self):
        """Returns the server's close code."""
        while (frame := self.read()) is not None:
            if frame[0] == CLOSE:
                return struct.unpack(">H", frame[1][:2])[0]
        return None

    def answer(self):
        frame = self.read()
        while frame[0] != TEXT:
            frame = self.read()
        return json.loads(frame[1])

    def close(self):
        self.stream.close()
        self.socket.close()


@pytest.fixture
def frames(emulator):
    with contextlib.ExitStack() as stack:
        yield lambda: stack.enter_context(contextlib.closing(Frames(emulator["database"])))


@pytest.fixture
def others(connect):
    """Asserts that another client is still served."""
    other = connect()
    yield
    assert other.answer("s", c={}) == ({"s": "ok", "d": ""}, [])
    assert connect().answer("s", c={})[0]["s"] == "ok"


def request(number, action, **body):
    return json.dumps({"t": "d", "d": {"r": number, "a": action, "b": body}}).encode()


STATISTICS = request(1, "s", c={})


@pytest.mark.parametrize("cuts", [1, 3, 50])
def test_a_text_may_be_cut_into_fragments_with_pings_in_between(frames, cuts):
    client = frames()
    size = -(-len(STATISTICS) // cuts)
    parts = [STATISTICS[start:start + size] for start in range(0, len(STATISTICS), size)]
    for index, part in enumerate(parts):
        client.send(CONTINUATION if index else TEXT, part, final=index == len(parts) - 1)
        if index < len(parts) - 1:
            client.send(PING, b"here")
            assert client.read() == (PONG, b"here")
    assert client.answer()["d"] == {"r": 1, "b": {"s": "ok", "d": ""}}


def test_a_character_may_be_cut_by_a_fragment_but_not_by_a_piece(frames):
    text = json.dumps({"t": "d", "d": {"r": 1, "a": "p", "b": {"p": "/é", "d": "é"}}}, ensure_ascii=False).encode()
    middle = text.index("é".encode()) + 1
    client = frames()
    client.send(TEXT, text[:middle], final=False)
    client.send(CONTINUATION, text[middle:])
    assert client.answer()["d"]["b"]["s"] == "ok"
    client.send(TEXT, b"2")
    client.send(TEXT, text[:middle])
    assert client.closed_with() == 1007


# Frames that are sent, and the close code of the connection (RFC 6455, section 7.4.1).
BREACHES = {
    "an unmasked frame": (1002, lambda client: client.send(TEXT, STATISTICS, masked=False)),
    "a reserved bit": (1002, lambda client: client.send(TEXT, STATISTICS, reserved=4)),
    "an opcode that there is not": (1002, lambda client: client.send(3, b"x")),
    "a control opcode that there is not": (1002, lambda client: client.send(11, b"")),
    "binary data": (1003, lambda client: client.send(BINARY, STATISTICS)),
    "a continuation of nothing": (1002, lambda client: client.send(CONTINUATION, STATISTICS)),
    "a text within a text": (1002, lambda client: [client.send(TEXT, b"{", final=False), client.send(TEXT, b"}")]),
    "no UTF-8": (1007, lambda client: client.send(TEXT, b'{"t":"\xff"}')),
    "half a character": (1007, lambda client: client.send(TEXT, b'{"t":"\xe2\x82')),
    "a surrogate in UTF-8": (1007, lambda client: client.send(TEXT, b'"\xed\xa0\x80"')),
    "no JSON": (1002, lambda client: client.send(TEXT, b"hello there")),
    "half of a JSON": (1002, lambda client: client.send(TEXT, STATISTICS[:-2])),
    "two JSONs": (1002, lambda client: client.send(TEXT, STATISTICS * 2)),
    "JSON of another protocol": (1002, lambda client: client.send(TEXT, b'{"jsonrpc":"2.0"}')),
    "deep JSON": (1002, lambda client: client.send(TEXT, b"[" * 100_000)),
    "a count, then a whole text": (1002, lambda client: [client.send(TEXT, b"2"), client.send(TEXT, STATISTICS), client.send(TEXT, STATISTICS)]),
    "a count below nothing": (1002, lambda client: client.send(TEXT, b"-5")),
    "a count too long to be one": (1002, lambda client: client.send(TEXT, b"9999999")),
    "a long ping": (1002, lambda client: client.send(PING, b"x" * 126)),
    "a ping in fragments": (1002, lambda client: client.send(PING, b"x", final=False)),
    "a frame too large": (1009, lambda client: client.send(TEXT, b"", length=2_000_000)),
    "a frame of two to the sixty-third": (1009, lambda client: client.send(TEXT, b"", length=2**63 - 1)),
    "fragments too large together": (1009, lambda client: [client.send(TEXT if not index else CONTINUATION, b"x" * 400_000, final=False) for index in range(3)]),
    "pieces too large together": (1002, lambda client: [client.send(TEXT, b"3")] + [client.send(TEXT, b"x" * 400_000) for _ in range(3)]),
}


@pytest.mark.parametrize("what", BREACHES)
def test_a_breach_ends_the_connection_and_no_other(frames, others, what):
    code, act = BREACHES[what]
    client = frames()
    with contextlib.suppress(ConnectionError):
        act(client)
    assert client.closed_with() == code


def test_incomplete_messages_are_ignored(frames, others):
    for part in (b"\x81", b"\x81\xfe\x00", b"\x81\x85abcd"):
        client = frames()
        client.socket.sendall(part)
        client.close()


def test_the_close_handshake(frames, others):
    client = frames()
    client.send(CLOSE, struct.pack(">H", 1000))
    assert client.closed_with() == 1000
    assert client.read() is None
    client = frames()
    client.send(CLOSE, b"")
    assert client.closed_with() == 1000


def test_counts_of_pieces(connect):
    client = connect()
    text = STATISTICS.decode()
    for pieces in (["1", text], ["2", text[:5], text[5:]], ["3", "", text, ""], ["0", "0", text]):
        for piece in pieces:
            client.socket.send(piece)
        assert client.read()["d"]["b"]["s"] == "ok", pieces


VALUES = [None, True, False, 0, -1, 1.5, 1e300, 2**63, "", "x", "/", "//", ".", "..", ".info/connected", "a/.info", "$x", "a" * 800, "a/" * 40, "\u0000", "\ud83d\ude00",
          [], [1, None], {}, {"a": 1}, {".sv": "timestamp"}, {".sv": "x"}, {".value": 1, "a": 2}, {".priority": {}}, {"a": {"b": {"c": []}}}]
FIELDS = {
    "q": {"p": "/x", "h": "", "q": {"i": "a", "l": 1, "vf": "l"}, "t": 1, "ch": {"ps": ["a"], "hs": ["", ""]}},
    "n": {"p": "/x", "q": {}, "t": 1}, "l": {"p": "/x"}, "u": {"p": "/x"}, "g": {"p": "/x", "q": {}},
    "p": {"p": "/x", "d": 1, "h": ""}, "m": {"p": "/x", "d": {"a": 1}, "h": ""}, "o": {"p": "/x", "d": 1}, "om": {"p": "/x", "d": {"a": 1}},
    "oc": {"p": "/x"}, "auth": {"cred": "x", "authvar": {}, "noauth": False}, "gauth": {"cred": "owner", "authvar": {}, "noauth": False},
    "unauth": {}, "appcheck": {"token": "x"}, "unappeck": {}, "unappcheck": {}, "s": {"c": {}}, "nothing": {}, "": {},
}
QUERY_FIELDS = ["i", "sp", "sn", "sin", "ep", "en", "ein", "l", "vf"]


@pytest.mark.parametrize("action", FIELDS)
def test_every_type_in_every_field_gets_a_response(connect, others, action):
    client = connect()
    bodies = [*VALUES, FIELDS[action]]
    bodies += [{**FIELDS[action], field: value} for field in FIELDS[action] for value in VALUES]
    bodies += [{name: value for name, value in FIELDS[action].items() if name != field} for field in FIELDS[action]]
    if "q" in FIELDS[action]:
        bodies += [{"p": "/x", "t": 1, "q": {"i": ".value", "l": 1, field: value}} for field in QUERY_FIELDS for value in VALUES]
    if "ch" in FIELDS[action]:
        bodies += [{"p": "/x", "h": "y", "ch": {**FIELDS["q"]["ch"], field: value}} for field in ("ps", "hs") for value in [*VALUES, ["/", 1], ["a", "a"]]]
    for body in bodies:
        client.number += 1
        client.send({"t": "d", "d": {"r": client.number, "a": action, "b": body}})
        answer = client.read()["d"]
        while answer.get("r") != client.number:
            answer = client.read()["d"]
        assert isinstance(answer["b"]["s"], str) and "d" in answer["b"], body
        # No request is accepted after a failed authentication.
        if action in ("auth", "gauth") and answer["b"]["s"] != "ok":
            client = connect()
        if action in ("nothing", ""):
            assert answer["b"]["s"] == "failed"


@pytest.mark.parametrize("data", [*VALUES, {"r": None, "a": "s"}, {"r": 1.5, "a": "s"}, {"r": "1", "a": "s"}, {"r": 1}, {"r": 1, "a": 7}, {"r": 1e300, "a": "s"}],
                         ids=lambda value: json.dumps(value)[:30])
def test_invalid_requests_are_ignored(connect, data):
    client = connect()
    for kind in ("d", "c"):
        client.send({"t": kind, "d": data})
    assert client.answer("s", c={})[0]["s"] == "ok"


def test_client_only_paths_are_not_written(connect):
    client = connect()
    for action in ("p", "o"):
        assert client.answer(action, p="/.info/connected", d=False)[0]["s"] != "ok"
    assert client.answer("m", p="/", d={".info/connected": False})[0]["s"] != "ok"


def test_a_large_message_of_little_things_does_not_hold_others_up(connect, others):
    """A megabyte of tiny elements: the cost has to grow with their number, not with its square."""
    client, other = connect(), connect()
    for data in ("[" + ",".join("1" * 1 for _ in range(450_000)) + "]", "{" + ",".join(f'"{number}":1' for number in range(90_000)) + "}"):
        text = '{"t":"d","d":{"r":1,"a":"s","b":{"c":' + data + "}}}"
        pieces = [text[start:start + 16_384] for start in range(0, len(text), 16_384)]
        client.socket.send(str(len(pieces)))
        for piece in pieces:
            client.socket.send(piece)
        started = time.monotonic()
        assert other.answer("s", c={})[0]["s"] == "ok"
        assert json.loads(client.socket.recv(timeout=30))["d"]["r"] == 1
        assert time.monotonic() - started < 20


def resident_bytes(process):
    with open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def process_listening_at(address):
    port = urllib.parse.urlsplit(address).port
    with open("/proc/net/tcp") as file:
        inodes = {line.split()[9] for line in file.readlines()[1:] if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"}
    for process in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            for descriptor in os.listdir(f"/proc/{process}/fd"):
                with contextlib.suppress(OSError):
                    if os.readlink(f"/proc/{process}/fd/{descriptor}") in {f"socket:[{inode}]" for inode in inodes}:
                        return process
    raise AssertionError("no listener receives it")


def test_a_client_that_never_reads_costs_no_more_than_its_share(binary):
    """The client requests the same large node repeatedly and reads nothing: the server drops it when 64 MiB are queued."""
    with running_emulator(binary) as line:
        value = json.dumps({str(number): "x" * 100_000 for number in range(20)})
        requests.put(f"{line['database']}/big.json?ns=live&print=silent", data=value, headers=OWNER, timeout=60).raise_for_status()
        process = process_listening_at(line["database"])
        with contextlib.closing(Frames(line["database"])) as client, contextlib.closing(Frames(line["database"], 120)) as other:
            other.send(TEXT, request(1, "q", p="/gone", h=""))
            assert other.answer()["d"]["r"] == 1
            client.send(TEXT, request(1, "o", p="/gone", d=True))
            assert client.answer()["d"]["r"] == 1
            before = resident_bytes(process)
            highest = before
            with contextlib.suppress(ConnectionError):
                for number in range(2, 400):
                    client.send(TEXT, request(number, "g", p="/big", q={}))
                    highest = max(highest, resident_bytes(process))
            # The server hung up instead of waiting for it.
            assert other.answer()["d"] == {"a": "d", "b": {"p": "gone", "d": True}}
            highest = max(highest, resident_bytes(process))
            assert highest - before < 300_000_000, f"{(highest - before) / 1e6:.0f} MB more"


def test_connections_beyond_the_limit_of_open_files_get_an_error(binary, tmp_path):
    few = tmp_path / "few-files"
    few.write_text(f'#!/bin/sh\nulimit -n 128\nexec {binary} "$@"\n')
    few.chmod(0o755)
    with running_emulator(str(few)) as line, contextlib.ExitStack() as stack:
        # How many files the server keeps for itself depends on the number of cores.
        clients = []
        with contextlib.suppress(AssertionError):
            for _ in range(128):
                clients.append(stack.enter_context(contextlib.closing(Frames(line["database"]))))
        assert 15 <= len(clients) <= 128 - 48
        address = line["database"] + "/x.json?ns=live"
        refused = requests.get(address, timeout=20)
        assert (refused.status_code, refused.headers["Retry-After"]) == (503, "5")
        # Existing connections are served.
        clients[0].send(TEXT, STATISTICS)
        assert clients[0].answer()["d"]["r"] == 1
        clients[1].close()
        # The server notices the end of the connection in its own time.
        eventually(lambda: requests.get(address, timeout=20).status_code == 200, seconds=60)
