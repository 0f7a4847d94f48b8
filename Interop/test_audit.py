"""The audit log as a record: its verification, and its streams to files, webhooks and syslog servers."""

import concurrent.futures
import contextlib
import http.server
import json
import os
import pathlib
import re
import select
import signal
import socket
import socketserver
import stat
import subprocess
import threading

import pytest
import requests
from standardwebhooks.webhooks import Webhook

from free_ports import free_port
from running_server import running_server
from stored_tables import stored_tables
from waiting import eventually

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"


@pytest.fixture
def data(tmp_path):
    return str(tmp_path / "data")


def run(binary, data, *arguments):
    return subprocess.run([binary, *arguments, "--data", data], capture_output=True, text=True, timeout=60, check=False)


def verify(binary, data, *arguments):
    """Returns the exit status and the report."""
    done = run(binary, data, "events", "verify", "--json", *arguments)
    assert done.stdout, done.stderr
    return done.returncode, json.loads(done.stdout)


def sign_up(line, email):
    reply = requests.post(
        f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": email, "password": "correct horse"}, timeout=60)
    assert reply.ok, reply.text
    return reply.json()


def lines(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def status(binary, data):
    return json.loads(run(binary, data, "status", "--json").stdout)


# Verification


def test_the_record_of_a_running_and_of_a_stopped_server(binary, data):
    with running_server(binary, data) as line:
        sign_up(line, "ada@example.org")
        code, running = verify(binary, data)
        assert code == 0 and running["verified"] >= 1 and "problem" not in running
        text = run(binary, data, "events", "verify")
        assert text.returncode == 0 and "complete and unchanged" in text.stdout and running["head"] in text.stdout
        sign_up(line, "bob@example.org")
    code, stopped = verify(binary, data, "--head", running["head"])
    assert code == 0 and stopped["verified"] > running["verified"]
    for column in ["kind", "outcome", "reason", "address", "subject", "at"]:
        value = 7 if column == "at" else "refused" if column == "outcome" else "other"
        with stored_tables(data) as store:
            last, old = store.execute(f"SELECT id, {column} FROM auth_event ORDER BY id DESC").fetchone()
            store.execute(f"UPDATE auth_event SET {column} = ? WHERE id = ?", (value, last))
        code, report = verify(binary, data)
        assert code == 1 and report["problem"]["sequence"] == last, column
        with stored_tables(data) as store:
            store.execute(f"UPDATE auth_event SET {column} = ? WHERE id = ?", (old, last))
    code, report = verify(binary, data)
    assert code == 0
    with stored_tables(data) as store:
        store.execute("DELETE FROM auth_event WHERE id = ?", (last,))
    done = run(binary, data, "events", "verify")
    assert done.returncode == 1 and f"The events {last} to {last} are missing." in done.stdout


@pytest.mark.parametrize("number", [-1, 9_223_372_036_854_775_807])
def test_an_added_event_is_found_and_does_not_stop_the_server(binary, data, number):
    with running_server(binary, data) as line:
        sign_up(line, "ada@example.org")
    with stored_tables(data) as store:
        store.execute(
            "INSERT INTO auth_event (id, at, project, tenant, kind, outcome, actor) VALUES (?, 1, 'default', '', 'delete', 'allowed', 'mallory')",
            [number])
    with running_server(binary, data) as line:
        sign_up(line, "bob@example.org")
        code, report = verify(binary, data)
        assert code == 1 and report["problem"], report


def test_a_removed_key_of_the_chain_does_not_begin_another_one(binary, data):
    with running_server(binary, data) as line:
        sign_up(line, "ada@example.org")
    with stored_tables(data) as store:
        store.execute("UPDATE event_chain SET sealed_key = NULL")
    done = run(binary, data, "events", "verify")
    assert done.returncode == 1 and "The key of the audit log" in done.stderr


def test_a_chain_that_was_begun_again_proves_nothing_about_earlier_events(binary, data):
    """The state after an upgrade, which an attacker with the file can make too."""
    with running_server(binary, data) as line:
        sign_up(line, "ada@example.org")
    with stored_tables(data) as store:
        store.execute("UPDATE auth_event SET link = NULL, salt = NULL, personal = NULL, proof = NULL")
        store.execute(
            "UPDATE event_chain SET sealed_key = NULL, begin = 0, anchor = 0, anchor_link = NULL, anchor_proof = NULL, "
            "head = 0, head_link = NULL, head_proof = NULL")
        last = store.execute("SELECT max(id) FROM auth_event").fetchone()[0]
    with running_server(binary, data) as line:
        assert "Nothing was verified" in run(binary, data, "events", "verify").stdout
        sign_up(line, "bob@example.org")
        assert f"unchanged after event {last}. Nothing is proven about the events before." in run(binary, data, "events", "verify").stdout


def test_another_file_is_not_cut(binary, data, tmp_path):
    path = tmp_path / "precious.txt"
    path.write_text("precious text without newline")
    with running_server(binary, data, "--audit-file", str(path)) as line:
        sign_up(line, "ada@example.org")
        eventually(lambda: "ends with a line that is not an event" in json.dumps(status(binary, data)["auditStreams"]))
    assert path.read_text() == "precious text without newline"


@pytest.mark.store_in_folder
def test_an_older_copy_of_the_folder_lacks_the_noted_head(binary, data, tmp_path):
    with running_server(binary, data) as line:
        sign_up(line, "ada@example.org")
    copy = str(tmp_path / "copy")
    subprocess.run(["cp", "-a", data, copy], check=True)
    with running_server(binary, data) as line:
        sign_up(line, "bob@example.org")
        noted = verify(binary, data)[1]["head"]
    assert verify(binary, copy)[0] == 0
    code, report = verify(binary, copy, "--head", noted)
    assert code == 1 and "before the noted event" in report["problem"]["detail"]


@pytest.mark.parametrize("head", ["7", "x:y", "7:" + "0" * 63])
def test_a_wrong_head_is_refused(binary, data, head):
    done = run(binary, data, "events", "verify", "--head", head)
    assert done.returncode != 0 and "is not a head" in done.stderr


def test_a_deleted_account_and_old_events_keep_the_record_verifiable(binary, data):
    with running_server(binary, data) as line:
        user = sign_up(line, "ada@example.org")
        sign_up(line, "bob@example.org")
        assert run(binary, data, "users", "delete", "--yes", user["localId"]).returncode == 0
        code, report = verify(binary, data)
        assert code == 0 and report["pseudonymized"] >= 1
        noted = report["head"]
    with running_server(binary, data, "--keep-events", "1m") as line:
        assert verify(binary, data, "--head", noted)[0] == 0


# The file


def start(binary, data, *arguments):
    """Starts a server that a test kills."""
    process = subprocess.Popen(
        [binary, "serve", "--data", data, *arguments, "--port", "0", "--database-port", "0", "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    ready, _, _ = select.select([process.stdout], [], [], 60)
    assert ready
    return process, json.loads(process.stdout.readline())


def test_events_are_appended_to_a_private_file(binary, data, tmp_path):
    path = str(tmp_path / "audit.jsonl")
    with running_server(binary, data, "--audit-file", path) as line:
        user = sign_up(line, "ada@example.org")
        eventually(lambda: any(event.get("localId") == user["localId"] for event in lines(path)))
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        event = next(event for event in lines(path) if event.get("localId") == user["localId"])
        assert event["type"] == "sign_up" and event["outcome"] == "allowed" and event["project"] == "default"
        head = f"{event['sequence']}:{event['hash']}"
        assert verify(binary, data, "--head", head)[0] == 0, "each line is a head"
        text = open(path, encoding="utf-8").read()
        for secret in [user["idToken"], user["refreshToken"], "correct horse", "ada@example.org"]:
            assert secret not in text
        # A time is a whole millisecond, of which every second is a little less as a floating-point number.
        for number in range(12):
            sign_up(line, f"user{number}@example.org")
        eventually(lambda: status(binary, data)["auditStreams"][0]["waiting"] == 0)
        listed = json.loads(run(binary, data, "events", "list", "--json").stdout)["events"]
        assert len(listed) == 13
        streamed = [{name: value for name, value in event.items() if name not in ("hash", "project")} for event in lines(path)]
        assert listed == [event for event in reversed(streamed) if event["sequence"] in {event["sequence"] for event in listed}]
        # As logrotate does it.
        os.rename(path, path + ".1")
        os.kill(line["pid"], signal.SIGHUP)
        other = sign_up(line, "bob@example.org")
        eventually(lambda: any(event.get("localId") == other["localId"] for event in lines(path)))
    everything = lines(path + ".1") + lines(path)
    assert [event["sequence"] for event in everything] == list(range(1, len(everything) + 1)), "no event is lost or repeated"


def test_no_event_is_lost_when_the_server_is_killed(binary, data, tmp_path):
    path = str(tmp_path / "audit.jsonl")
    signed_up = []
    for number in range(6):
        process, line = start(binary, data, "--audit-file", path)
        stop = threading.Event()

        def work(worker):
            count = 0
            with contextlib.suppress(requests.RequestException):
                while not stop.is_set() and count < 200:
                    reply = requests.post(f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={}, timeout=60)
                    if reply.ok:
                        signed_up.append(reply.json()["localId"])
                    count += 1

        if number == 0:
            done = run(binary, data, "projects", "set", "--anonymous-sign-in", "yes", "--sign-ups-per-hour", "0")
            assert done.returncode == 0, done.stderr
        before = len(signed_up)
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            workers = [pool.submit(work, worker) for worker in range(4)]
            eventually(lambda: len(signed_up) - before > 20 + 7 * number)
            process.kill()
            process.wait(timeout=30)
            stop.set()
        for worker in workers:
            worker.result()
        process.stdout.close()
    # A crash in the middle of a line.
    with open(path, "a", encoding="utf-8") as file:
        file.write('{"seq')
    with running_server(binary, data, "--audit-file", path) as line:
        # If all events were delivered before the crash, the incomplete line stays until the next delivery.
        sign_up(line, "ada@example.org")
        eventually(lambda: status(binary, data)["auditStreams"][0]["waiting"] == 0)
        code, report = verify(binary, data)
        assert code == 0, report
    text = open(path, encoding="utf-8").read()
    found = [json.loads(line) for line in text.splitlines()]
    sequences = [event["sequence"] for event in found]
    assert sorted(set(sequences)) == list(range(1, max(sequences) + 1)), "no gap"
    assert max(sequences) >= report["verified"]
    assert set(signed_up) <= {event["localId"] for event in found if event["type"] == "sign_up"}
    hashes = {}
    for event in found:
        assert hashes.setdefault(event["sequence"], event["hash"]) == event["hash"], "a repeated line is the same"


def test_a_file_that_cannot_be_written_does_not_stop_sign_ins(binary, data, tmp_path):
    path = tmp_path / "audit.jsonl"
    os.symlink(tmp_path / "elsewhere", path)
    with running_server(binary, data, "--audit-file", str(path)) as line:
        sign_up(line, "ada@example.org")
        eventually(lambda: "problem" in status(binary, data)["auditStreams"][0])
        stream = status(binary, data)["auditStreams"][0]
        assert str(path) in stream["problem"] and stream["waiting"] > 0
        doctor = run(binary, data, "doctor")
        assert doctor.returncode != 0 and "audit file" in doctor.stdout
        assert not (tmp_path / "elsewhere").exists()
        os.unlink(path)
        eventually(lambda: status(binary, data)["auditStreams"][0]["waiting"] == 0)
    assert [event["sequence"] for event in lines(path)][:1] == [1]


@pytest.mark.parametrize("arguments, problem", [
    (["--audit-file", "/no/such/folder/audit"], "audit-file: the folder /no/such/folder does not exist"),
    (["--audit-syslog", "http://x:1"], "audit-syslog: http://x:1 is not an address"),
    (["--audit-webhook", "http://example.org/x"], "audit-webhook: it would send events unencrypted"),
    (["--audit-webhook", "https://example.org/x"], "audit-webhook-secret-file: is missing"),
])
def test_wrong_settings_are_refused(binary, data, arguments, problem):
    done = run(binary, data, "serve", *arguments, "--check")
    assert done.returncode == 78 and problem in done.stderr


def test_the_members_of_a_verification_are_documented(binary, data):
    document = (pathlib.Path(__file__).parent.parent / "docs" / "audit-log.md").read_text()
    documented = set(re.findall(r"^\| `(\w+)` \|", document.split("`--json` prints")[1].split("### What it proves")[0], re.MULTILINE))
    with running_server(binary, data) as line:
        sign_up(line, "ada@example.org")
        assert set(verify(binary, data)[1]) == documented - {"problem"}
        status, told = verify(binary, data, "--head", "1:" + "0" * 64)
        assert status == 1 and set(told) == documented - {"head"} and set(told["problem"]) <= {"detail", "sequence"}


# The webhook


class Receiver(http.server.ThreadingHTTPServer):
    """A webhook that verifies signatures with the library of the specification."""

    daemon_threads = True

    def __init__(self, statuses=()):
        self.statuses = list(statuses)
        self.attempts, self.accepted = [], []
        super().__init__(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/audit?token=1"

    def __enter__(self):
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.shutdown()
        self.server_close()


class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        content = Webhook(SECRET).verify(body, dict(self.headers))
        with pytest.raises(Exception):
            Webhook(SECRET).verify(body + b" ", dict(self.headers))
        self.server.attempts.append((self.headers["webhook-id"], body))
        answer = self.server.statuses.pop(0) if self.server.statuses else 204
        if answer == 204:
            self.server.accepted.append((self.headers["webhook-id"], content["events"]))
        self.send_response(answer)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def webhook(url):
    return ["--audit-webhook", url], {"LATCHKEY_AUDIT_WEBHOOK_SECRET": SECRET}


def test_a_webhook_receives_signed_batches_in_order(binary, data):
    with Receiver([500, 410]) as receiver:
        arguments, environment = webhook(receiver.url)
        with running_server(binary, data, *arguments, environment=environment) as line:
            users = [sign_up(line, f"user{number}@example.org")["localId"] for number in range(3)]
            eventually(lambda: status(binary, data)["auditStreams"][0]["waiting"] == 0, seconds=40)
        events = [event for _, batch in receiver.accepted for event in batch]
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    assert [event["localId"] for event in events if event["type"] == "sign_up"] == users
    assert receiver.attempts[0] == receiver.attempts[1] == receiver.attempts[2], "a repeated request is the same"
    ids = [identifier for identifier, _ in receiver.accepted]
    assert len(set(ids)) == len(ids)


def test_a_dead_webhook_delays_no_sign_in_and_loses_nothing(binary, data):
    with socket.socket() as listener:
        # It accepts connections and never responds.
        listener.bind(("127.0.0.1", 0))
        listener.listen(16)
        arguments, environment = webhook(f"http://127.0.0.1:{listener.getsockname()[1]}/")
        with running_server(binary, data, *arguments, "--metrics-port", "0", environment=environment) as line:
            for number in range(5):
                reply = requests.post(
                    f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}",
                    json={"email": f"user{number}@example.org", "password": "correct horse"}, timeout=5)
                assert reply.ok
            assert status(binary, data)["auditStreams"][0]["waiting"] >= 5
    with Receiver() as receiver:
        arguments, environment = webhook(receiver.url)
        with running_server(binary, data, *arguments, environment=environment):
            eventually(lambda: status(binary, data)["auditStreams"][0]["waiting"] == 0)
        events = [event for _, batch in receiver.accepted for event in batch]
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    assert sum(event["type"] == "sign_up" for event in events) == 5


# Syslog


def parsed(message):
    from syslog_rfc5424_parser import SyslogMessage

    return SyslogMessage.parse(message.decode())


def check(messages):
    for number, message in enumerate(map(parsed, messages), 1):
        values = message.sd["latchkey@32473"]
        assert message.version == 1 and message.appname == "latchkey" and message.facility.name == "authpriv"
        assert message.msgid == values["type"] and int(values["sequence"]) == number
    return [parsed(message).sd["latchkey@32473"] for message in messages]


class Frames(socketserver.StreamRequestHandler):
    def handle(self):
        while True:
            digits = b""
            while (byte := self.rfile.read(1)) not in (b" ", b""):
                digits += byte
            if not digits:
                return
            self.server.messages.append(self.rfile.read(int(digits)))


def test_a_syslog_server_over_tcp(binary, data):
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Frames) as server:
        server.messages, server.daemon_threads = [], True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        with running_server(binary, data, "--audit-syslog", address) as line:
            user = sign_up(line, "ada@example.org")
            eventually(lambda: any(user["localId"].encode() in message for message in server.messages))
        server.shutdown()
        values = check(server.messages)
    assert any(value["type"] == "sign_up" and value["localId"] == user["localId"] for value in values)


@pytest.mark.parametrize("kind", ["udp", "unix"])
def test_a_syslog_server_with_datagrams(binary, data, tmp_path, kind):
    path = str(tmp_path / "log")
    with socket.socket(socket.AF_INET if kind == "udp" else socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(("127.0.0.1", 0) if kind == "udp" else path)
        receiver.settimeout(20)
        address = f"udp://127.0.0.1:{receiver.getsockname()[1]}" if kind == "udp" else f"unix:{path}"
        messages = []
        with running_server(binary, data, "--audit-syslog", address) as line:
            user = sign_up(line, "ada@example.org")
            while not messages or user["localId"].encode() not in messages[-1]:
                messages.append(receiver.recv(65_536))
    check(messages)


def test_a_syslog_server_that_restarts_receives_everything(binary, data):
    port = free_port()
    with running_server(binary, data, "--audit-syslog", f"tcp://127.0.0.1:{port}") as line:
        sign_up(line, "ada@example.org")
        eventually(lambda: "problem" in status(binary, data)["auditStreams"][0])
        socketserver.ThreadingTCPServer.allow_reuse_address = True
        with socketserver.ThreadingTCPServer(("127.0.0.1", port), Frames) as server:
            server.messages, server.daemon_threads = [], True
            threading.Thread(target=server.serve_forever, daemon=True).start()
            eventually(lambda: status(binary, data)["auditStreams"][0]["waiting"] == 0, seconds=40)
            server.shutdown()
            check(server.messages)
