"""The operator's own program delivers messages: the request that it receives, and how it verifies the sender."""

import hashlib
import hmac
import json
import time

from hook_receiver import make_receiver, receiver  # noqa: F401 (fixtures)
from running_server import running_server
from test_mail import send_test_mail

SECRET = "a secret between the two of us"


def serve(binary, tmp_path, receiver):
    return running_server(
        binary, tmp_path / "data", "--mail-webhook", receiver.url + "/hook?a=b", environment={"LATCHKEY_WEBHOOK_SECRET": SECRET})


def verify(headers, body):
    """The verification that docs/messages.md describes for receivers."""
    timestamp, signature = headers["Latchkey-Timestamp"], headers["Latchkey-Signature"]
    expected = "v1=" + hmac.new(SECRET.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signature, expected) and abs(time.time() - int(timestamp)) < 300


def test_a_message_is_posted_signed_and_complete(binary, tmp_path, receiver):
    with serve(binary, tmp_path, receiver):
        greeting, sent = send_test_mail(binary, tmp_path)
    assert greeting["ok"] and sent["ok"], (greeting, sent)
    [(path, headers, body)] = receiver.received
    assert path == "/hook?a=b" and verify(headers, body)
    assert not verify(headers, body.replace(b"ada", b"eve"))
    assert not verify({**headers, "Latchkey-Timestamp": str(int(headers["Latchkey-Timestamp"]) + 1)}, body)
    message = json.loads(body)
    assert headers["content-type"] == "application/json"
    assert {name: message[name] for name in ("project", "kind", "channel", "recipient", "language")} == {
        "project": "default", "kind": "test", "channel": "email", "recipient": "ada@example.org", "language": "en"}
    assert message["subject"].startswith("Test message") and "reach ada@example.org" in message["text"]
    assert message["html"].startswith("<!doctype html>")
    assert message["id"] and message["expiresAt"] > time.time()


def test_a_failed_delivery_is_retried_with_the_same_id(binary, tmp_path, receiver):
    receiver.answers = [(503, {})]
    with serve(binary, tmp_path, receiver):
        _, sent = send_test_mail(binary, tmp_path)
    assert sent["ok"] and "2 attempts" in sent["detail"]
    first, second = (json.loads(body) for _, _, body in receiver.received)
    assert first["id"] == second["id"]


def test_a_refusal_is_not_repeated(binary, tmp_path, receiver):
    receiver.answers = [(422, {})]
    with serve(binary, tmp_path, receiver):
        _, sent = send_test_mail(binary, tmp_path)
    assert not sent["ok"] and "status 422" in sent["detail"]
    assert len(receiver.received) == 1


def test_no_redirect_is_followed(binary, tmp_path, receiver):
    receiver.answers = [(307, {"location": receiver.url + "/elsewhere"})]
    with serve(binary, tmp_path, receiver):
        _, sent = send_test_mail(binary, tmp_path)
    assert sent["ok"]
    # The second request is the retry, at the same address.
    assert [path for path, _, _ in receiver.received] == ["/hook?a=b", "/hook?a=b"]
