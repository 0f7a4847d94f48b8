"""HTTP/2 over TLS, with curl, httpx and a client of frames (h2)."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import threading
import time
import urllib.parse

import h2.errors
import h2.events
import h2.settings
import httpx
import pytest
import websockets.sync.client
from hpack import Encoder
from hyperframe.frame import ContinuationFrame, HeadersFrame, PingFrame, PriorityFrame, RstStreamFrame, SettingsFrame

from certificates import certificate, new_key, private
from http2_client import HTTP2Client
from running_server import running_server
from waiting import eventually

JSON = ("content-type", "application/json")
FORBIDDEN = {"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"}


class Server:
    """A server with a certificate."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.chain, self.key = folder / "cert.pem", folder / "key.pem"
        self.write_certificate()

    def write_certificate(self):
        key = new_key()
        pem = certificate(key)
        self.chain.write_bytes(pem)
        self.key.write_bytes(private(key))
        return ssl.PEM_cert_to_DER_cert(pem.decode())

    def run(self, *arguments, **options):
        return running_server(
            self.binary, self.folder / "data", "--tls-cert", str(self.chain), "--tls-key", str(self.key), *arguments, **options)


@pytest.fixture
def server(binary, tmp_path):
    return Server(binary, tmp_path)


@pytest.fixture
def line(server):
    with server.run() as line:
        yield line


def port(url):
    return urllib.parse.urlsplit(url).port


def databases(line):
    return urllib.parse.urlsplit(line["database"]).netloc


@pytest.fixture
def client(line):
    with HTTP2Client(port(line["listening"])) as client:
        yield client


def is_answered(line):
    with HTTP2Client(port(line["listening"])) as other:
        return other.ask("GET", "/healthz")[0] == 200


def curl(*arguments):
    done = subprocess.run(
        ["curl", "-sk", "--max-time", "30", "-w", "\n%{http_version} %{http_code}", *arguments], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    return done.stdout.rsplit("\n", 1)[1]


# Ordinary clients


def test_curl_gets_each_version_on_both_ports(line):
    for url, status in [(line["listening"] + "/healthz", 200), (line["database"] + "/.json", 401)]:
        assert curl("--http2", url) == f"2 {status}"
        assert curl("--http1.1", url) == f"1.1 {status}"
        assert curl("--no-alpn", url) == f"1.1 {status}"
        assert curl("-I", "--http2", url).startswith("2 ")


def test_accounts_and_database_over_http2(line, server):
    with httpx.Client(http2=True, http1=False, verify=ssl.create_default_context(cafile=str(server.chain)), timeout=30) as client:

        def ask(method, url, status=200, **options):
            response = client.request(method, url, **options)
            assert (response.http_version, response.status_code) == ("HTTP/2", status), response.text
            assert not FORBIDDEN & {name.lower() for name in response.headers}
            return response.json() if response.content else None

        key, url = line["apiKey"], line["url"]
        user = ask("POST", f"{url}/v1/accounts:signUp?key={key}", json={
            "email": "ann@example.com", "password": "correct horse battery", "returnSecureToken": True})
        renewed = ask("POST", f"{url}/v1/token?key={key}", data={"grant_type": "refresh_token", "refresh_token": user["refreshToken"]})
        found = ask("POST", f"{url}/v1/accounts:lookup?key={key}", json={"idToken": renewed["id_token"]})
        assert found["users"][0]["email"] == "ann@example.com"
        wrong = ask("POST", f"{url}/v1/accounts:signInWithPassword?key={key}", 400, json={"email": "ann@example.com", "password": "wrong"})
        assert wrong["error"]["message"] == "INVALID_LOGIN_CREDENTIALS"
        assert ask("GET", f"{line['database']}/.json", 401)["error"] == "Permission denied"


@pytest.fixture
def open_database(server, tmp_path):
    """A server whose database everybody may read and write."""
    rules = tmp_path / "rules.json"
    rules.write_text('{"rules": {".read": true, ".write": true}}')
    with server.run("--rules", str(rules)) as line:
        yield line


def test_database_over_http2(open_database, server):
    base = open_database["database"]
    with httpx.Client(http2=True, http1=False, verify=ssl.create_default_context(cafile=str(server.chain)), timeout=30) as client:
        value = {"text": "x" * 1_000_000}
        assert client.put(f"{base}/large.json", json=value).json() == value
        assert client.patch(f"{base}/.json", json={"a": 1}).json() == {"a": 1}
        # A response of several windows, in pieces.
        read = client.get(f"{base}/large.json")
        assert (read.http_version, read.json()) == ("HTTP/2", value)
        assert client.get(f"{base}/large.json?timeout=10s").json() == value
        assert client.delete(f"{base}/large.json").status_code == 200
        assert client.get(f"{base}/.json").json() == {"a": 1}


def test_events_over_http2(open_database):
    with HTTP2Client(port(open_database["database"])) as client:
        host = databases(open_database)
        stream = client.request("GET", "/chat.json", headers=[("accept", "text/event-stream")], authority=host)
        head = dict(client.wait(h2.events.ResponseReceived, stream).headers)
        assert (head[":status"], head["content-type"]) == ("200", "text/event-stream; charset=utf-8") and not FORBIDDEN & set(head)

        def received():
            return b"".join(event.data for event in client.events if isinstance(event, h2.events.DataReceived) and event.stream_id == stream)

        def until(text):
            while text not in received():
                assert client.receive()

        until(b'event: put\ndata: {"path":"/","data":null}\n\n')
        # Another request on the same connection changes the data.
        large = "y" * 300_000
        assert client.ask("PUT", "/chat/a.json", b'"one"', authority=host)[0] == 200
        until(b'event: put\ndata: {"path":"/","data":{"a":"one"}}\n\n')
        writer = client.request("PUT", "/chat/b.json", ends=False, authority=host)
        text = json.dumps(large).encode()
        while text:
            size = min(client.connection.local_flow_control_window(writer), 16384, len(text))
            if size:
                client.connection.send_data(writer, text[:size])
                client.flush()
                text = text[size:]
            else:
                assert client.receive()
        client.finish(writer)
        assert client.response(writer)[0] == 200
        until(b'event: put\ndata: {"path":"/b","data":"' + large.encode() + b'"}\n\n')
        # The end of the stream by the client ends the listener, not the connection.
        client.connection.reset_stream(stream)
        client.flush()
        assert client.ask("GET", "/chat/a.json", authority=host)[2] == b'"one"'


def test_a_web_socket_has_a_connection_of_http_1(open_database):
    context = ssl._create_unverified_context()
    # As browsers do for `wss:` without SETTINGS_ENABLE_CONNECT_PROTOCOL.
    context.set_alpn_protocols(["http/1.1"])
    url = open_database["database"].replace("https", "wss", 1) + "/.ws?v=5"
    with websockets.sync.client.connect(url, ssl=context) as opened:
        assert json.loads(opened.recv(timeout=10))["t"] == "c"
    with HTTP2Client(port(open_database["database"])) as client:
        client.wait(h2.events.RemoteSettingsChanged)
        settings = client.connection.remote_settings
        assert settings.enable_connect_protocol == 0
        assert settings.max_concurrent_streams == 100
        assert settings.max_header_list_size == 16_384


def test_many_requests_share_a_connection(client):
    client.wait(h2.events.RemoteSettingsChanged)
    for _ in range(5):
        streams = [client.request("GET", "/healthz") for _ in range(100)]
        assert [client.response(stream)[0] for stream in streams] == [200] * 100
    assert not client.is_closed


def test_cookies_may_be_split(line, client):
    """RFC 9113, section 8.2.3: browsers send each cookie in a field of its own."""
    status, head, _ = client.ask("GET", "/sign-in?latchkey_moved=1")
    assert status == 200
    name = re.match(r"[^=]+=[^;]+", head["set-cookie"])[0]
    again = client.ask("GET", "/sign-in?latchkey_moved=1", headers=[("cookie", "first=1"), ("cookie", name), ("cookie", "last=2")])
    assert again[0] == 200 and re.match(r"[^=]+=[^;]+", again[1]["set-cookie"])[0] == name, "the browser keeps its number"


def test_a_renewed_certificate_is_used_for_new_connections(server):
    with server.run() as line:
        number = port(line["listening"])
        with HTTP2Client(number) as kept:
            second = server.write_certificate()

            def presented():
                with HTTP2Client(number) as client:
                    return client.certificate

            eventually(lambda: presented() == second)
            assert kept.certificate != second and kept.ask("GET", "/healthz")[0] == 200


def test_responses_require_tls_from_now_on(server):
    with server.run("--public-url", "https://auth.example.org") as line:
        for number in (port(line["listening"]), port(line["database"])):
            with HTTP2Client(number) as client:
                assert client.ask("GET", "/healthz", authority="auth.example.org")[1]["strict-transport-security"] == "max-age=31536000"


def test_plain_ports_speak_http_1_only(binary, tmp_path):
    with running_server(binary, tmp_path / "data") as line:
        for number in (port(line["listening"]), port(line["database"])):
            with socket.create_connection(("127.0.0.1", number), timeout=30) as plain:
                plain.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
                assert plain.recv(1000).startswith(b"HTTP/1.1 4")
            with socket.create_connection(("127.0.0.1", number), timeout=30) as plain:
                plain.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n\r\n")
                assert re.match(rb"HTTP/1\.1 [24]0", plain.recv(1000))


# Shutdown


def half_a_request(client, line):
    """Begins a request whose body is not complete, and returns its stream and the rest."""
    body = json.dumps({"email": "ben@example.com", "password": "correct horse battery", "returnSecureToken": True}).encode()
    stream = client.request(
        "POST", f"/v1/accounts:signUp?key={line['apiKey']}", body[:10], headers=[JSON, ("content-length", str(len(body)))], ends=False)
    return stream, body[10:]


def test_a_shutdown_finishes_requests(server):
    with server.run() as line, HTTP2Client(port(line["listening"])) as client, HTTP2Client(port(line["listening"])) as idle:
        assert client.ask("GET", "/healthz")[0] == 200 and idle.ask("GET", "/healthz")[0] == 200
        stream, rest = half_a_request(client, line)
        begun = time.monotonic()
        os.kill(line["pid"], signal.SIGTERM)
        first = client.wait(h2.events.ConnectionTerminated)
        # The highest number: all requests that are under way are handled.
        assert (first.error_code, first.last_stream_id) == (0, 2**31 - 1)
        client.finish(stream, rest)
        status, head, body = client.response(stream)
        assert status == 200 and json.loads(body)["idToken"] and not FORBIDDEN & set(head)
        assert client.end() == 0 and idle.end() == 0
        last = [event for event in client.events if isinstance(event, h2.events.ConnectionTerminated)][-1]
        assert last.last_stream_id == stream
        assert time.monotonic() - begun < 8
        with pytest.raises(OSError):
            HTTP2Client(port(line["listening"]))


def test_a_client_that_never_responds_does_not_delay_the_shutdown(server):
    with server.run() as line, HTTP2Client(port(line["listening"])) as client:
        assert client.ask("GET", "/healthz")[0] == 200
        begun = time.monotonic()
        os.kill(line["pid"], signal.SIGTERM)
        while client.socket.recv(65536):
            pass
        assert time.monotonic() - begun < 6


def test_a_shutdown_waits_for_slow_readers(open_database, tmp_path):
    (tmp_path / "value.json").write_text(json.dumps("z" * 600_000), encoding="utf-8")
    for name in "ab":
        url = f"{open_database['database']}/large/{name}.json?print=silent"
        assert curl("--http2", "-X", "PUT", "--data-binary", f"@{tmp_path / 'value.json'}", url) == "2 204"
    number, host = port(open_database["database"]), databases(open_database)
    with HTTP2Client(number) as client, HTTP2Client(number, ["http/1.1"]).socket as idle:
        idle.sendall(f"GET /small.json HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        assert idle.recv(65536).startswith(b"HTTP/1.1 200")
        client.reads = False
        stream = client.request("GET", "/large.json", authority=host)
        while client.connection.remote_flow_control_window(stream):
            assert client.receive()
        os.kill(open_database["pid"], signal.SIGTERM)
        while idle.recv(65536):
            pass
        # The server has closed connections without a request. This response goes on, as fast as the client opens its windows.
        client.reads = True
        for event in client.events:
            if isinstance(event, h2.events.DataReceived):
                client.connection.acknowledge_received_data(event.flow_controlled_length, stream)
        client.flush()
        status, _, body = client.response(stream)
        assert (status, json.loads(body)) == (200, {"a": "z" * 600_000, "b": "z" * 600_000})
        assert client.end() == 0


@pytest.mark.parametrize("sends", [b"", bytes.fromhex("160301020001"), b"GET / HTTP/1.1\r\n"], ids=["nothing", "half a handshake", "no TLS"])
def test_an_unfinished_handshake_does_not_delay_the_shutdown(server, sends):
    with server.run() as line, socket.create_connection(("127.0.0.1", port(line["listening"])), timeout=30) as opened:
        opened.sendall(sends)
        # Connections are accepted in order.
        assert is_answered(line)
        begun = time.monotonic()
        os.kill(line["pid"], signal.SIGTERM)
        try:
            while opened.recv(65536):
                pass
        except ConnectionResetError:
            pass
        assert time.monotonic() - begun < 4


def test_streams_of_events_end_with_the_server(open_database):
    with HTTP2Client(port(open_database["database"])) as client:
        stream = client.request(
            "GET", "/chat.json", headers=[("accept", "text/event-stream")], authority=databases(open_database))
        client.wait(h2.events.DataReceived, stream)
        os.kill(open_database["pid"], signal.SIGTERM)
        assert client.wait(h2.events.StreamEnded, stream) and client.end() == 0


# Limits


def test_connections_beyond_the_limit_are_refused(server):
    with server.run("--max-connections", "32") as line:
        kept = [HTTP2Client(port(line["listening"])).__enter__() for _ in range(32)]
        assert [each.ask("GET", "/healthz")[0] for each in kept] == [200] * 32
        with HTTP2Client(port(line["listening"])) as client:
            status, head, body = client.ask("GET", "/healthz")
            assert (status, head["retry-after"], json.loads(body)["error"]["status"]) == (503, "5", "UNAVAILABLE")
            assert not FORBIDDEN & set(head)
            assert client.end() == 0, "the connection ends after its response"
        for each in kept:
            each.socket.close()


@pytest.mark.parametrize("sends", ["no handshake", "no request", "half a frame"])
def test_a_connection_without_a_request_is_closed(line, sends):
    begun = time.monotonic()
    if sends == "no handshake":
        opened = socket.create_connection(("127.0.0.1", port(line["listening"])), timeout=30)
    else:
        client = HTTP2Client(port(line["listening"])).__enter__()
        opened = client.socket
        if sends == "half a frame":
            opened.sendall(b"\0\0\x10\1")
    with opened:
        while opened.recv(65536):
            pass
    assert 5 < time.monotonic() - begun < 20


def test_a_body_over_the_limit_is_refused_as_in_http_1(line):
    body = b'{"email": "' + b"a" * 2_000_000 + b'"}'
    url = f"/v1/accounts:signUp?key={line['apiKey']}"
    answers = []
    for version in ("--http1.1", "--http2"):
        done = subprocess.run(
            ["curl", "-sk", version, "-w", "\n%{http_code}", "-H", "Content-Type: application/json", "--data-binary", "@-",
             line["listening"] + url], input=body, capture_output=True, timeout=60)
        answers.append(done.stdout)
    assert answers[0] == answers[1] and answers[0].endswith(b"\n413"), answers


def test_fields_over_the_limit_end_the_connection(line, client):
    assert client.ask("GET", "/healthz", headers=[("x-large", "a" * 15_000)])[0] == 200
    client.request("GET", "/healthz", headers=[(f"x-{index}", "a" * 15_000) for index in range(2)])
    assert client.end() in (h2.errors.ErrorCodes.PROTOCOL_ERROR, h2.errors.ErrorCodes.COMPRESSION_ERROR)
    assert is_answered(line)


def test_fields_that_grow_by_decompression_are_limited(line, client):
    """A field of 3000 bytes is sent once and then named again and again, with one byte each time."""
    assert client.ask("GET", "/healthz", headers=[("x-bomb", "a" * 3000)])[0] == 200
    client.request("GET", "/healthz", headers=[("x-bomb", "a" * 3000)] * 1000)
    assert client.end() in (h2.errors.ErrorCodes.PROTOCOL_ERROR, h2.errors.ErrorCodes.COMPRESSION_ERROR)
    assert is_answered(line)


def test_responses_do_not_fill_the_table_of_the_client(line, client):
    """SETTINGS_HEADER_TABLE_SIZE may be 4 GiB, and responses to preflights repeat fields of the request."""
    client.connection.update_settings({h2.settings.SettingCodes.HEADER_TABLE_SIZE: 2**32 - 1})
    client.flush()
    client.wait(h2.events.SettingsAcknowledged)

    for index in range(300):
        name = f"x-{index}-" + "a" * 1000
        status, head, _ = client.ask("OPTIONS", f"/v1/accounts:signUp?key={line['apiKey']}", headers=[
            ("origin", f"https://{index}.example"), ("access-control-request-method", "POST"), ("access-control-request-headers", name)])
        assert status in (200, 204) and head["access-control-allow-headers"] == name
    # The server has the same table.
    assert not client.connection.decoder.header_table.dynamic_entries


def test_a_request_that_is_cancelled_at_once_is_not_handled(line, client):
    url, accounts = f"/v1/accounts:signUp?key={line['apiKey']}", [
        json.dumps({"email": f"{name}@example.com", "password": "correct horse battery"}).encode() for name in "abcd"]
    assert client.ask("GET", "/healthz")[0] == 200
    for account in accounts:
        stream = client.connection.get_next_available_stream_id()
        client.connection.send_headers(stream, [
            (":method", "POST"), (":scheme", "https"), (":path", url), (":authority", "localhost"), JSON])
        client.connection.send_data(stream, account, end_stream=True)
        client.connection.reset_stream(stream, h2.errors.ErrorCodes.CANCEL)
    client.flush()
    assert [client.ask("POST", url, account, headers=[JSON])[0] for account in accounts] == [200] * 4, "no account exists"


def test_fields_of_all_requests_of_a_connection_are_limited(line, client):
    fields = [("x-bomb", "a" * 3000)] * 5
    body = json.dumps({"returnSecureToken": True}).encode()
    client.wait(h2.events.RemoteSettingsChanged)
    streams = [
        client.request("POST", f"/v1/accounts:signUp?key={line['apiKey']}", body[:5], headers=[JSON, *fields], ends=False)
        for _ in range(40)]
    # 34 times 15 KiB are within 512 KiB.
    refused = [client.wait(h2.events.StreamReset, stream).error_code for stream in streams[34:]]
    assert refused == [h2.errors.ErrorCodes.ENHANCE_YOUR_CALM] * 6
    # The other requests, and the connection, go on.
    for stream in streams[:34]:
        client.finish(stream, body[5:])
        assert client.response(stream)[0] in (200, 400)
    assert client.ask("GET", "/healthz", headers=fields)[0] == 200


@pytest.mark.parametrize("what", [
    "another host", "two hosts", "connection", "transfer-encoding", "te", "no path", "connect", "absolute path", "capitals",
    "line break", "short body", "long body", "two lengths", "late pseudo field"])
def test_malformed_requests_end_their_stream(client, what):
    """RFC 9113, sections 8.1.1, 8.2 and 8.3. Each could mean another request to a proxy than to the server."""
    head = [(":method", "POST"), (":scheme", "https"), (":authority", "localhost"), (":path", "/v1/token")]
    length, body = "2", b"{}"
    fields = [JSON]
    match what:
        case "another host": fields.append(("host", "other.example"))
        case "two hosts": fields += [("host", "localhost"), ("host", "other.example")]
        case "connection": fields.append(("connection", "keep-alive"))
        case "transfer-encoding": fields.append(("transfer-encoding", "chunked"))
        case "te": fields.append(("te", "gzip"))
        case "no path": head.pop()
        case "connect": head = [(":method", "CONNECT"), (":authority", "localhost")]
        case "absolute path": head[3] = (":path", "https://localhost/v1/token")
        case "capitals": fields.append(("X-Capital", "1"))
        case "line break": fields.append(("x-break", "1\r\nhost: other.example"))
        case "short body": length = "3"
        case "long body": length = "1"
        case "two lengths": fields.append(("content-length", "1"))
        case "late pseudo field": fields.append((":authority", "other.example"))
    stream = client.connection.get_next_available_stream_id()
    client.connection.send_headers(stream, [*head, *fields, ("content-length", length)])
    client.connection.send_data(stream, body, end_stream=True)
    client.flush()
    status, _, code = client.response(stream)
    assert (status, code) == (None, h2.errors.ErrorCodes.PROTOCOL_ERROR)
    assert client.ask("GET", "/healthz")[0] == 200, "the connection goes on"


def memory(line):
    with open(f"/proc/{line['pid']}/status", encoding="utf-8") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1]) * 1024


def header_block(encoder, *fields):
    return encoder.encode([(":method", "GET"), (":scheme", "https"), (":authority", "localhost"), (":path", "/healthz"), *fields])


def frames_of_a_flood(kind):
    """Yields frames without end, for a connection that has had one request."""
    encoder, stream = Encoder(), 3
    if kind == "continuations":
        yield HeadersFrame(stream, header_block(encoder), flags=["END_STREAM"])
    while True:
        match kind:
            case "resets":
                yield HeadersFrame(stream, header_block(encoder), flags=["END_STREAM", "END_HEADERS"])
                yield RstStreamFrame(stream, error_code=8)
                stream += 2
            case "resets by the server":
                yield HeadersFrame(stream, header_block(encoder, ("connection", "close")), flags=["END_STREAM", "END_HEADERS"])
                stream += 2
            case "refusals":
                yield HeadersFrame(stream, header_block(encoder, ("host", "other.example")), flags=["END_STREAM", "END_HEADERS"])
                stream += 2
            case "pings": yield PingFrame(0, b"12345678")
            case "settings": yield SettingsFrame(0, {h2.settings.SettingCodes.MAX_FRAME_SIZE: 16384})
            case "priorities": yield PriorityFrame(1, stream_weight=3)
            case "continuations": yield ContinuationFrame(stream, header_block(encoder, ("x", "y")))


def test_more_requests_at_once_than_announced_end_the_connection(client, line):
    assert client.ask("GET", "/healthz")[0] == 200
    encoder = Encoder()
    client.send([HeadersFrame(3 + 2 * index, header_block(encoder), flags=["END_HEADERS"]) for index in range(101)])
    assert client.end() == h2.errors.ErrorCodes.PROTOCOL_ERROR
    assert is_answered(line)


FLOODS = ["resets", "resets by the server", "refusals", "pings", "settings", "priorities", "continuations"]


@pytest.mark.parametrize("kind", FLOODS)
def test_a_client_learns_why_its_connection_ends(client, line, kind):
    """200 frames of a kind are allowed in 30 seconds, and 5 continuations of a request."""
    assert client.ask("GET", "/healthz")[0] == 200
    flood = frames_of_a_flood(kind)
    allowed, rest = (5, 10) if kind == "continuations" else (390, 30) if kind == "resets" else (195, 15)
    client.send([next(flood) for _ in range(allowed)])
    if kind != "continuations":
        client.send([PingFrame(0, b"the last")])
        assert client.wait(h2.events.PingAckReceived), "the connection goes on"
    client.send([next(flood) for _ in range(rest)])
    assert client.end() == h2.errors.ErrorCodes.ENHANCE_YOUR_CALM
    assert is_answered(line)


@pytest.mark.parametrize("kind", FLOODS)
def test_a_flood_ends_the_connection(line, kind):
    """Each attacker opens connections as long as it can; another client is answered all the time."""
    before, over, ends, longest = memory(line), threading.Event(), [], 0.0

    def attack():
        while not over.is_set():
            with HTTP2Client(port(line["listening"])) as client:
                sent, flood = 0, frames_of_a_flood(kind)
                assert client.ask("GET", "/healthz")[0] == 200
                try:
                    while sent < 100_000:
                        client.send([next(flood) for _ in range(100)])
                        sent += 100
                except OSError:
                    pass
                ends.append((sent, client.end()))

    attackers = [threading.Thread(target=attack) for _ in range(4)]
    for each in attackers:
        each.start()
    try:
        with HTTP2Client(port(line["listening"])) as other:
            for _ in range(50):
                begun = time.monotonic()
                assert other.ask("GET", "/healthz")[0] == 200
                longest = max(longest, time.monotonic() - begun)
            eventually(lambda: len(ends) >= 8)
    finally:
        over.set()
        for each in attackers:
            each.join(timeout=30)
    assert max(sent for sent, _ in ends) < 100_000, "the server ends the connection"
    # A client that goes on sending does not see GOAWAY.
    assert {code for _, code in ends} <= {h2.errors.ErrorCodes.ENHANCE_YOUR_CALM, None}
    assert longest < 5
    assert memory(line) - before < 200_000_000


def test_a_client_that_reads_nothing_fills_no_memory(open_database):
    """All streams of a connection request a large node, and their windows stay closed."""
    host = databases(open_database)
    data = json.dumps("z" * 100_000)
    for index in range(80):
        assert curl("--http2", "-X", "PUT", "-d", data, f"{open_database['database']}/large/{index}.json") == "2 200"
    before = memory(open_database)
    with HTTP2Client(port(open_database["database"])) as client:
        client.reads = False
        client.wait(h2.events.RemoteSettingsChanged)
        streams = [client.request("GET", "/large.json", authority=host) for _ in range(99)]
        for stream in streams:
            assert client.wait(h2.events.ResponseReceived, stream)
        # A small response needs the window of the connection too, so that another connection has to show that the server goes on.
        with HTTP2Client(port(open_database["database"])) as other:
            assert other.ask("GET", "/small.json", authority=host)[2] == b"null"
        assert memory(open_database) - before < 100_000_000
