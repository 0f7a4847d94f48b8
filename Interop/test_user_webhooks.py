"""Applications learn of changes of accounts: signed requests, which the library of Standard Webhooks verifies."""

import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import threading

import pytest
import requests
import standardwebhooks

from free_ports import free_port
from hook_receiver import make_receiver, receiver  # noqa: F401 (fixtures)
from running_server import running_server
from stored_tables import stored_tables
from waiting import eventually


def serve(binary, tmp_path, **options):
    return running_server(
        binary, tmp_path / "data", "--allow-private-targets", "127.0.0.1", log=open(tmp_path / "log.txt", "a"), **options)


def webhooks(binary, tmp_path, *words, ok=True):
    done = subprocess.run(
        [binary, "webhooks", *words, "--data", str(tmp_path / "data"), "--json"], capture_output=True, text=True, timeout=60)
    if not ok:
        assert done.returncode != 0
        return done.stderr
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def create(binary, tmp_path, url, *events):
    options = [word for event in events for word in ("--event", event)]
    return webhooks(binary, tmp_path, "create", url, *options)


def call(server, name, **body):
    reply = requests.post(f"{server['url']}/v1/accounts:{name}", params={"key": server["apiKey"]}, json=body, timeout=60)
    assert reply.status_code == 200, reply.text
    return reply.json()


def sign_up(server, email):
    return call(server, "signUp", email=email, password="correct horse battery", returnSecureToken=True)


def verified(made, request):
    """The event of a request. The library throws if the signature does not match."""
    headers, body = request.headers, request.body
    return standardwebhooks.Webhook(made["secret"]).verify(body, {name.lower(): value for name, value in headers.items()})


def arrived(receiver, count):
    return eventually(lambda: len(receiver.received) >= count and list(receiver.received))


def settled(binary, tmp_path, made):
    """The deliveries, once all of them have ended."""
    def look():
        found = webhooks(binary, tmp_path, "deliveries", made["id"])
        return all(entry["state"] in ("delivered", "failed") for entry in found) and found
    return eventually(look)


ALL = ["user.created", "user.updated", "user.signed_in", "user.deleted"]


def test_every_event_arrives_signed_in_order_and_without_secrets(binary, tmp_path, receiver):
    with serve(binary, tmp_path) as server:
        made = create(binary, tmp_path, receiver.url, *ALL)
        assert made["secret"].startswith("whsec_") and made["state"] == "active"
        user = sign_up(server, "ada@example.org")
        token = call(server, "signInWithPassword", email="ada@example.org", password="correct horse battery", returnSecureToken=True)
        call(server, "update", idToken=token["idToken"], displayName="Ada")
        # A deletion removes the user's data from deliveries that wait.
        arrived(receiver, 3)
        call(server, "delete", idToken=token["idToken"])
        events = [verified(made, request) for request in arrived(receiver, 4)]
        assert [event["type"] for event in events] == ["user.created", "user.signed_in", "user.updated", "user.deleted"]
        assert all(event["data"]["projectId"] == "default" and event["data"]["user"]["localId"] == user["localId"] for event in events)
        assert events[0]["data"]["user"]["email"] == "ada@example.org" and events[2]["data"]["user"]["displayName"] == "Ada"
        assert events[3]["data"]["user"] == {"localId": user["localId"]}
        raw = b"".join(request.body for request in receiver.received)
        assert b"passwordHash" not in raw and b"salt" not in raw
        request = receiver.received[0]
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            verified(made, request._replace(body=request.body.replace(b"ada@", b"eve@")))
        assert "secret" not in webhooks(binary, tmp_path, "list")[0]
        deliveries = settled(binary, tmp_path, made)
        assert {entry["state"] for entry in deliveries} == {"delivered"} and len({entry["id"] for entry in deliveries}) >= 1
    secret = made["secret"].removeprefix("whsec_")
    assert secret not in (tmp_path / "log.txt").read_text()
    with stored_tables(tmp_path / "data") as store:
        stored = repr([store.execute(f"SELECT * FROM {table}").fetchall() for table in {table for table, _ in store.columns()}])
    assert made["id"] in stored and secret not in stored and "whsec_" not in stored


def test_an_endpoint_learns_only_of_the_events_that_it_selected(binary, tmp_path, receiver):
    with serve(binary, tmp_path) as server:
        made = create(binary, tmp_path, receiver.url, "user.deleted")
        user = sign_up(server, "ada@example.org")
        call(server, "delete", idToken=user["idToken"])
        assert [verified(made, request)["type"] for request in arrived(receiver, 1)] == ["user.deleted"]
        assert len(webhooks(binary, tmp_path, "deliveries", made["id"])) == 1


def test_a_failed_request_is_repeated_with_its_id_before_later_events_of_the_user(binary, tmp_path, receiver):
    receiver.answers = [(500, {}), (302, {"location": receiver.url + "/elsewhere"})]
    with serve(binary, tmp_path) as server:
        made = create(binary, tmp_path, receiver.url, "user.created", "user.updated")
        user = sign_up(server, "ada@example.org")
        call(server, "update", idToken=user["idToken"], displayName="Ada")
        eventually(lambda: receiver.received)
        eventually(lambda: webhooks(binary, tmp_path, "list")[0]["state"] == "failing")
        # Each retry waits for some seconds: 5, then 10.
        requests_ = eventually(lambda: len(receiver.received) >= 4 and receiver.received, seconds=60)
        events = [verified(made, request)["type"] for request in requests_]
        assert events == ["user.created"] * 3 + ["user.updated"]
        ids = [request.headers["webhook-id"] for request in requests_]
        assert len(set(ids[:3])) == 1 and ids[3] != ids[0]
        settled(binary, tmp_path, made)
        assert webhooks(binary, tmp_path, "list")[0]["state"] == "active"


def test_a_slow_endpoint_delays_neither_sign_ins_nor_other_endpoints(binary, tmp_path, make_receiver):
    slow, fast = make_receiver(), make_receiver()
    slow.answers = [(None, {})] * 20
    with serve(binary, tmp_path) as server:
        create(binary, tmp_path, slow.url, "user.created")
        create(binary, tmp_path, fast.url, "user.created")
        for number in range(10):
            sign_up(server, f"user{number}@example.org")
        arrived(fast, 10)
        # It gets four requests at a time, and after the first one that fails, one.
        assert len(slow.received) < 10
        slow.released.set()


def test_a_gone_endpoint_is_disabled_and_works_again_once_it_is_enabled(binary, tmp_path, receiver):
    receiver.answers = [(410, {})]
    with serve(binary, tmp_path) as server:
        made = create(binary, tmp_path, receiver.url, "user.created")
        sign_up(server, "ada@example.org")
        eventually(lambda: webhooks(binary, tmp_path, "list")[0]["state"] == "disabled")
        assert "410" in webhooks(binary, tmp_path, "list")[0]["lastError"]
        sign_up(server, "bob@example.org")
        assert webhooks(binary, tmp_path, "update", made["id"], "--enabled", "yes")["state"] == "active"
        assert webhooks(binary, tmp_path, "retry", made["id"]) == {"retried": 1}
        emails = [verified(made, request)["data"]["user"]["email"] for request in arrived(receiver, 2)]
        assert emails == ["ada@example.org", "ada@example.org"]


def test_an_event_survives_a_kill_between_its_commit_and_its_delivery(binary, tmp_path, make_receiver):
    first = make_receiver()
    first.answers = [(None, {})]
    server = subprocess.Popen(
        [binary, "serve", "--data", str(tmp_path / "data"), "--port", "0", "--database-port", "0", "--json", "--allow-private-targets",
         "127.0.0.1"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        line = json.loads(server.stdout.readline())
        made = create(binary, tmp_path, first.url, "user.created")
        sign_up(line, "ada@example.org")
        eventually(lambda: first.received)
    finally:
        os.kill(server.pid, signal.SIGKILL)
        server.wait()
    first.released.set()
    # The claim of the killed process ends after a minute.
    with serve(binary, tmp_path):
        again = eventually(lambda: len(first.received) >= 2 and first.received, seconds=120)
        assert verified(made, again[1])["data"]["user"]["email"] == "ada@example.org"
        assert again[0].headers["webhook-id"] == again[1].headers["webhook-id"]


def test_events_of_a_command_without_a_server_are_delivered_by_the_next_server(binary, tmp_path, receiver):
    with serve(binary, tmp_path):
        made = create(binary, tmp_path, receiver.url, "user.created")
    subprocess.run(
        [binary, "users", "create", "--uid", "carol", "--email", "carol@example.org", "--data", str(tmp_path / "data")], check=True,
        capture_output=True, timeout=60)
    assert not receiver.received
    with serve(binary, tmp_path):
        assert verified(made, arrived(receiver, 1)[0])["data"]["user"]["localId"] == "carol"


def test_both_secrets_sign_after_a_rotation(binary, tmp_path, receiver):
    with serve(binary, tmp_path) as server:
        made = create(binary, tmp_path, receiver.url, "user.created")
        rotated = webhooks(binary, tmp_path, "rotate-secret", made["id"])
        assert rotated["secret"] != made["secret"] and rotated["previousSecretUntil"]
        sign_up(server, "ada@example.org")
        [request] = arrived(receiver, 1)
        assert verified(made, request) == verified(rotated, request)
        assert len(request.headers["webhook-signature"].split(" ")) == 2
        again = webhooks(binary, tmp_path, "rotate-secret", made["id"])
        sign_up(server, "bob@example.org")
        request = arrived(receiver, 2)[1]
        assert verified(again, request) == verified(rotated, request)
        with pytest.raises(standardwebhooks.WebhookVerificationError):
            verified(made, request)


def test_a_target_of_the_own_network_is_refused_when_it_is_set_and_when_it_is_called(binary, tmp_path, receiver):
    with running_server(binary, tmp_path / "data") as server:
        assert "--allow-private-targets" in webhooks(binary, tmp_path, "create", receiver.url, "--event", "user.created", ok=False)
    # Without a server, the command does not know what the server may call.
    made = create(binary, tmp_path, receiver.url, "user.created")
    with running_server(binary, tmp_path / "data") as server:
        sign_up(server, "ada@example.org")
        failed = eventually(lambda: [entry for entry in webhooks(binary, tmp_path, "deliveries", made["id"]) if "lastError" in entry])
        assert "own network" in failed[0]["lastError"] and "127.0.0.1" not in failed[0]["lastError"]
    assert not receiver.received


def test_mistakes_are_explained(binary, tmp_path):
    with serve(binary, tmp_path):
        assert "user.created" in webhooks(binary, tmp_path, "create", "https://app.example.org/", "--event", "user.changed", ok=False)
        assert webhooks(binary, tmp_path, "create", "https://app.example.org/", ok=False).startswith("Error: A webhook needs at least one event.")
        assert "https" in webhooks(binary, tmp_path, "create", "http://app.example.org/", "--event", "user.created", ok=False)
        assert "no webhook we_1" in webhooks(binary, tmp_path, "delete", "we_1", ok=False)
        for _ in range(10):
            made = create(binary, tmp_path, "https://app.example.org/", "user.created")
        assert "maximum" in webhooks(binary, tmp_path, "create", "https://app.example.org/", "--event", "user.created", ok=False)
        webhooks(binary, tmp_path, "delete", made["id"])
        assert len(webhooks(binary, tmp_path, "list")) == 9


def command(binary, tmp_path, *words, status=0):
    done = subprocess.run([binary, *words, "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout if status == 0 else done.stdout + done.stderr


def postpone(tmp_path, seconds=3600):
    """Lets the waiting deliveries wait as long as after many failed attempts."""
    with stored_tables(tmp_path / "data") as store:
        store.execute("UPDATE webhook_delivery SET next_attempt_at = next_attempt_at + ? WHERE state = 'waiting'", [seconds * 1000])


def test_a_delivery_that_waits_for_its_next_attempt_is_retried_at_once(binary, tmp_path, receiver):
    receiver.answers = [(500, {})]
    with serve(binary, tmp_path) as server:
        made = create(binary, tmp_path, receiver.url, "user.created")
        sign_up(server, "ada@example.org")
        eventually(lambda: webhooks(binary, tmp_path, "list")[0]["state"] == "failing")
    postpone(tmp_path)
    with serve(binary, tmp_path) as server:
        waiting, = webhooks(binary, tmp_path, "deliveries", made["id"])
        assert waiting["state"] == "waiting" and len(receiver.received) == 1
        assert webhooks(binary, tmp_path, "retry", made["id"]) == {"retried": 1}
        assert verified(made, arrived(receiver, 2)[1])["data"]["user"]["email"] == "ada@example.org"
        settled(binary, tmp_path, made)
        assert "Only failed and waiting deliveries" in webhooks(binary, tmp_path, "retry", made["id"], waiting["id"], ok=False)
        # The next attempt of this one is within seconds, and its request may be in progress.
        receiver.answers = [(None, {})]
        sign_up(server, "bob@example.org")
        arrived(receiver, 3)
        assert "Retrying 0 deliveries. 1 more delivery is due within a minute." in command(binary, tmp_path, "webhooks", "retry", made["id"])
        receiver.released.set()


class ResettingServer:
    """Accepts connections, reads from them, and resets them."""

    def __init__(self):
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}/"
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.socket.accept()
                connection.recv(1)
                # Closing sends a reset instead of the end of the stream.
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.close()


def test_the_cause_of_a_failed_connection_is_a_sentence(binary, tmp_path):
    resetting = ResettingServer()
    with serve(binary, tmp_path) as server:
        for url in (resetting.url, f"http://127.0.0.1:{free_port()}/"):
            create(binary, tmp_path, url, "user.created")
        sign_up(server, "ada@example.org")
        errors = eventually(lambda: (found := [made.get("lastError") for made in webhooks(binary, tmp_path, "list")]) and all(found) and found)
    resetting.socket.close()
    assert errors == [
        "The webhook cannot be reached: it closed the connection without a response.",
        "The webhook cannot be reached: it does not accept connections."]


def test_failing_and_disabled_webhooks_are_seen_by_the_operator(binary, tmp_path, make_receiver):
    failing, gone, fine = make_receiver(), make_receiver(), make_receiver()
    failing.answers, gone.answers = [(500, {})] * 100, [(410, {})]
    with serve(binary, tmp_path) as server:
        ids = [create(binary, tmp_path, place.url + "?token=sekret", "user.created")["id"] for place in (failing, gone, fine)]
        off = create(binary, tmp_path, fine.url, "user.created")["id"]
        webhooks(binary, tmp_path, "update", off, "--enabled", "no")
        assert "webhook " + ids[2] + ": active; 0 deliveries wait" in command(binary, tmp_path, "doctor")
        sign_up(server, "ada@example.org")
        arrived(fine, 1)
        eventually(lambda: [made["state"] for made in webhooks(binary, tmp_path, "list")] == ["failing", "disabled", "active", "disabled"])
        told = command(binary, tmp_path, "doctor", status=1)
        assert f"FAIL  default: webhook {ids[0]}: failing since 20" in told and "status 500; 1 delivery waits" in told
        assert f"`latchkey webhooks retry {ids[0]} --project default` makes them at once." in told
        assert f"FAIL  default: webhook {ids[1]}: disabled since 20" in told and "status 410 (Gone)" in told
        assert f"`latchkey webhooks update {ids[1]} --project default --enabled yes`" in told
        assert f"ok    default: webhook {off}: disabled; 0 deliveries wait" in told
        shown = command(binary, tmp_path, "status")
        assert "1 active, 1 failing, 2 disabled" in shown and f"default {ids[0]}: failing since 20" in shown
        assert "sekret" not in told + shown
        status = json.loads(command(binary, tmp_path, "status", "--json"))
        assert [(found["id"], found["state"], found["waiting"]) for found in status["troubledWebhooks"]] == [
            (ids[0], "failing", 1), (ids[1], "disabled", 0), (off, "disabled", 0)]
        failing.answers = []
        webhooks(binary, tmp_path, "retry", ids[0])
        webhooks(binary, tmp_path, "update", ids[1], "--enabled", "yes")
        eventually(lambda: [made["state"] for made in webhooks(binary, tmp_path, "list")] == ["active", "active", "active", "disabled"], 60)
        assert "FAIL" not in command(binary, tmp_path, "doctor")


def test_data_of_a_deleted_user_leaves_the_queue(binary, tmp_path, receiver):
    receiver.answers = [(500, {})]
    with serve(binary, tmp_path) as server:
        made = create(binary, tmp_path, receiver.url, "user.created", "user.deleted")
        user = sign_up(server, "ada@example.org")
        eventually(lambda: webhooks(binary, tmp_path, "list")[0]["state"] == "failing")
        call(server, "delete", idToken=user["idToken"])
        later = [verified(made, request) for request in arrived(receiver, 3)[1:]]
        assert [event["type"] for event in later] == ["user.created", "user.deleted"]
        assert all(event["data"]["user"] == {"localId": user["localId"]} for event in later)
