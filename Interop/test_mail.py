"""Mail delivery: the real binary, a third-party mail server, and Python's own mail parser."""

import json
import socket
import subprocess
import threading
import time

import pytest

from free_ports import free_port
from mail_receiver import PASSWORD, MailReceiver
from running_server import running_server


@pytest.fixture
def receiver(tmp_path):
    with MailReceiver(tmp_path) as receiver:
        yield receiver


def options(receiver, **changed):
    values = {"smtp-url": receiver.url, "smtp-ca-file": receiver.authority, "mail-from": "Prüfung <accounts@example.org>", **changed}
    return [word for name, value in values.items() if value is not None for word in (f"--{name}", str(value))]


def serve(binary, tmp_path, *arguments, password=PASSWORD):
    return running_server(binary, tmp_path / "data", *arguments, environment={"LATCHKEY_SMTP_PASSWORD": password})


def send_test_mail(binary, tmp_path, address="ada@example.org", environment=None):
    """Returns what `latchkey doctor` reports about a mail that it has sent."""
    done = subprocess.run(
        [binary, "doctor", "--send-test-mail", address, "--json", "--data", str(tmp_path / "data")],
        capture_output=True, text=True, timeout=120, env=environment)
    checks = {check["subject"]: check for check in json.loads(done.stdout)}
    assert PASSWORD not in done.stdout + done.stderr
    return checks["mail"], checks["test mail"]


def test_a_mail_arrives_over_tls_from_the_right_user(binary, tmp_path, receiver):
    with serve(binary, tmp_path, *options(receiver)):
        greeting, sent = send_test_mail(binary, tmp_path, "ada+test@example.org")
    assert greeting["ok"] and sent["ok"], (greeting, sent)
    [mail] = receiver.mails
    assert mail.tls and mail.user == "post@example.org"
    assert (mail.sender, mail.recipients) == ("accounts@example.org", ["ada+test@example.org"])
    assert str(mail.message["from"]) == "Prüfung <accounts@example.org>"
    assert mail.message["auto-submitted"] == "auto-generated"
    assert "reach ada+test@example.org" in mail.part("plain")
    assert not mail.message.defects


def test_tls_from_the_first_byte(binary, tmp_path):
    with MailReceiver(tmp_path, implicit_tls=True) as receiver:
        with serve(binary, tmp_path, *options(receiver)):
            greeting, sent = send_test_mail(binary, tmp_path)
    assert greeting["ok"] and sent["ok"], (greeting, sent)
    [mail] = receiver.mails
    assert mail.recipients == ["ada@example.org"]


def test_delivery_to_a_busy_server_is_retried(binary, tmp_path, receiver):
    receiver.refusals = ["451 4.3.0 later"]
    with serve(binary, tmp_path, *options(receiver)):
        _, sent = send_test_mail(binary, tmp_path)
    assert sent["ok"] and "2 attempts" in sent["detail"]
    assert len(receiver.mails) == 1


@pytest.mark.parametrize("place", ["refusals", "data_refusals"])
def test_a_refusal_for_good_is_not_repeated(binary, tmp_path, receiver, place):
    setattr(receiver, place, ["550 5.1.1 nobody of that name"])
    with serve(binary, tmp_path, *options(receiver)):
        _, sent = send_test_mail(binary, tmp_path)
        assert not sent["ok"] and "550 5.1.1 nobody of that name" in sent["detail"]
        # It does not delay the next one.
        _, sent = send_test_mail(binary, tmp_path, "bob@example.org")
    assert sent["ok"]
    assert [mail.recipients for mail in receiver.mails] == [["bob@example.org"]]


def stays(binary, tmp_path, *arguments, password=PASSWORD):
    """Starts a server that cannot send mail, and returns the doctor's report about its mail server."""
    with serve(binary, tmp_path, *arguments, password=password):
        done = subprocess.run(
            [binary, "doctor", "--json", "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=120)
    assert done.returncode == 1
    [check] = [check for check in json.loads(done.stdout) if check["subject"] == "mail"]
    assert not check["ok"] and check["mend"]
    return check["detail"]


def test_a_wrong_password_is_explained(binary, tmp_path, receiver):
    detail = stays(binary, tmp_path, *options(receiver), password="another")
    assert "does not accept user and password" in detail and "535" in detail


def test_an_unknown_authority_is_not_trusted(binary, tmp_path, receiver):
    assert "certificate" in stays(binary, tmp_path, *options(receiver, **{"smtp-ca-file": None}))
    assert receiver.mails == []


@pytest.mark.parametrize("implicit_tls", [True, False])
def test_a_certificate_for_another_name_is_not_trusted(binary, tmp_path, implicit_tls):
    """It contains the address of the connection too, which an attacker who controls the name lookup can have."""
    with MailReceiver(tmp_path, certified_host="other.example.org", implicit_tls=implicit_tls) as receiver:
        assert "does not contain the name localhost" in stays(binary, tmp_path, *options(receiver))


def test_a_server_without_tls_gets_no_password(binary, tmp_path):
    with MailReceiver(tmp_path, starttls=False) as receiver:
        assert "offers no STARTTLS" in stays(binary, tmp_path, *options(receiver))


def test_a_server_on_this_machine_may_do_without_tls(binary, tmp_path):
    with MailReceiver(tmp_path, starttls=False) as receiver:
        with serve(binary, tmp_path, *options(receiver), "--insecure-smtp"):
            greeting, sent = send_test_mail(binary, tmp_path)
    assert greeting["ok"] and sent["ok"], (greeting, sent)
    [mail] = receiver.mails
    assert not mail.tls and mail.user == "post@example.org"


@pytest.mark.parametrize("mechanism", ["PLAIN", "LOGIN"])
def test_a_server_with_one_kind_of_authentication(binary, tmp_path, mechanism):
    excluded = {"PLAIN", "LOGIN"} - {mechanism}
    with MailReceiver(tmp_path, excluded_mechanisms=excluded) as receiver:
        with serve(binary, tmp_path, *options(receiver)):
            greeting, sent = send_test_mail(binary, tmp_path)
    assert greeting["ok"] and sent["ok"], (greeting, sent)
    assert [mail.user for mail in receiver.mails] == ["post@example.org"]


def test_an_address_beyond_ascii_needs_a_server_that_takes_it(binary, tmp_path, receiver):
    with serve(binary, tmp_path, *options(receiver)):
        _, sent = send_test_mail(binary, tmp_path, "zoë@example.org")
    assert not sent["ok"] and "SMTPUTF8" in sent["detail"] and receiver.mails == []
    with MailReceiver(tmp_path, smtputf8=True) as modern:
        with serve(binary, tmp_path, *options(modern)):
            _, sent = send_test_mail(binary, tmp_path, "zoë@example.org")
    assert sent["ok"], sent
    assert [mail.recipients for mail in modern.mails] == [["zoë@example.org"]]


def test_bytes_between_starttls_and_tls_are_refused(binary, tmp_path, receiver):
    """An attacker can append a reply in plain text to that of STARTTLS; it must not count as sent over TLS."""
    received = []

    def attack(server):
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection, connection.makefile("rwb", buffering=0) as stream:
                stream.write(b"220 h\r\n")
                stream.readline()
                stream.write(b"250-h\r\n250 STARTTLS\r\n")
                stream.readline()
                stream.write(b"220 go\r\n250-h\r\n250 AUTH PLAIN\r\n")
                received.append(stream.read(1))

    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=attack, args=[server], daemon=True).start()
        url = f"smtp://post@localhost:{server.getsockname()[1]}"
        assert "between STARTTLS and TLS" in stays(binary, tmp_path, *options(receiver, **{"smtp-url": url}))
    assert received and set(received) == {b""}, "the client sends nothing after it, not even a handshake"


def test_a_message_that_waited_leaves_after_the_next_start(binary, tmp_path, receiver):
    with serve(binary, tmp_path):
        _, waits = send_test_mail(binary, tmp_path)
        assert waits["ok"] and "waits in the outbox" in waits["detail"]
    with serve(binary, tmp_path, *options(receiver)):
        end = time.monotonic() + 20
        while not receiver.mails and time.monotonic() < end:
            time.sleep(0.05)
    assert [mail.recipients for mail in receiver.mails] == [["ada@example.org"]]


def test_a_stop_in_the_middle_of_a_delivery_loses_nothing(binary, tmp_path, receiver):
    """A mail server that never responds blocks the first attempt; the server stops, and the next one sends the mail."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"smtp://localhost:{silent.getsockname()[1]}"
        with serve(binary, tmp_path):
            send_test_mail(binary, tmp_path)
        begun = time.monotonic()
        with serve(binary, tmp_path, *options(receiver, **{"smtp-url": url}), password=""):
            silent.settimeout(20)
            connection, _ = silent.accept()
        assert time.monotonic() - begun < 40, "stopping does not wait for the mail server's time limit"
        connection.close()
    with serve(binary, tmp_path, *options(receiver)):
        end = time.monotonic() + 20
        while not receiver.mails and time.monotonic() < end:
            time.sleep(0.05)
    assert len(receiver.mails) == 1


def test_an_unreachable_mail_server(binary, tmp_path, receiver):
    detail = stays(binary, tmp_path, *options(receiver, **{"smtp-url": f"smtp://localhost:{free_port()}"}), password="")
    assert "Cannot connect" in detail


def test_without_a_running_server_the_doctor_sends_itself(binary, tmp_path, receiver):
    with serve(binary, tmp_path):
        pass
    environment = {
        "LATCHKEY_SMTP_URL": receiver.url, "LATCHKEY_SMTP_CA_FILE": str(receiver.authority),
        "LATCHKEY_MAIL_FROM": "accounts@example.org", "LATCHKEY_SMTP_PASSWORD": PASSWORD, "PATH": "/usr/bin:/bin",
    }
    greeting, sent = send_test_mail(binary, tmp_path, environment=environment)
    assert greeting["ok"] and sent["ok"], (greeting, sent)
    assert len(receiver.mails) == 1
