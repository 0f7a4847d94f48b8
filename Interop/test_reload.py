"""Settings that change while the server runs: the certificate, and at SIGHUP the mail server, the log level and the style."""

import contextlib
import json
import os
import select
import signal
import socket
import ssl
import subprocess
import urllib.parse
import urllib.error
import urllib.request

import pytest

from certificates import certificate, new_key, private
from mail_receiver import PASSWORD, MailReceiver
from waiting import eventually


class Server:
    """A server with a settings file, whose log can be read."""

    def __init__(self, binary, folder):
        self.binary, self.folder = binary, folder
        self.file, self.log = folder / "latchkey.yaml", folder / "log"
        self.chain, self.key = folder / "cert.pem", folder / "key.pem"

    def write_certificate(self, days=90):
        key = new_key()
        pem = certificate(key, days)
        self.chain.write_bytes(pem)
        self.key.write_bytes(private(key))
        return ssl.PEM_cert_to_DER_cert(pem.decode())

    @contextlib.contextmanager
    def run(self, *arguments, settings=None, environment=None):
        self.set(settings or {})
        command = [self.binary, "serve", "--config", self.file, "--data", self.folder / "data", "--port", "0", "--database-port", "0"]
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [*map(str, command), *arguments, "--json"], stdout=subprocess.PIPE, stderr=log, text=True,
                env={**os.environ, **(environment or {})})
        try:
            assert select.select([self.process.stdout], [], [], 60)[0], "the server did not start"
            line = self.process.stdout.readline()
            assert line, self.log.read_text()
            self.report = json.loads(line)
            self.port = urllib.parse.urlsplit(self.report["listening"]).port
            yield self
        finally:
            self.process.terminate()
            status = self.process.wait(timeout=30)
        assert status == 0, self.log.read_text()

    def set(self, settings):
        self.file.write_text("".join(f"{key}: {value}\n" for key, value in settings.items()))

    def reload(self):
        """Sends SIGHUP and waits for the next line about it."""
        before = self.log.read_text().count("eloaded")
        self.process.send_signal(signal.SIGHUP)
        eventually(lambda: self.log.read_text().count("eloaded") > before)

    def presented(self, port=None):
        return ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", port or self.port)))

    def doctor(self, subject):
        done = subprocess.run(
            [self.binary, "doctor", "--json", "--data", str(self.folder / "data")], capture_output=True, text=True, timeout=60, check=False)
        return next(finding for finding in json.loads(done.stdout) if finding["subject"] == subject)


@pytest.fixture
def server(binary, tmp_path):
    return Server(binary, tmp_path)


def tls(server):
    return "--tls-cert", str(server.chain), "--tls-key", str(server.key)


def test_a_renewed_certificate_is_used_without_a_restart(server):
    first = server.write_certificate()
    with server.run(*tls(server)):
        database = urllib.parse.urlsplit(server.report["database"]).port
        assert server.presented() == server.presented(database) == first
        context = ssl._create_unverified_context()
        with context.wrap_socket(socket.create_connection(("127.0.0.1", server.port))) as kept:
            second = server.write_certificate()
            eventually(lambda: server.presented() == second)
            assert server.presented(database) == second
            # An open connection goes on.
            kept.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert kept.recv(100).startswith(b"HTTP/1.1 200")
        assert server.doctor("certificate")["ok"]
        third = server.write_certificate()
        server.reload()
        assert server.presented() == third, "SIGHUP does not wait for the next look at the files"


@pytest.mark.parametrize("wrong", ["another key", "no certificate", "missing"])
def test_a_wrong_certificate_changes_nothing(server, wrong):
    first = server.write_certificate()
    with server.run(*tls(server)):
        if wrong == "another key":
            server.key.write_bytes(private(new_key()))
            problem = "does not belong to the certificate"
        elif wrong == "no certificate":
            server.chain.write_text("nonsense")
            problem = "contains no certificate in PEM"
        else:
            server.chain.unlink()
            problem = "does not exist"
        eventually(lambda: "The certificate was not replaced" in server.log.read_text())
        assert problem in server.log.read_text()
        assert server.presented() == first
        finding = server.doctor("certificate")
        assert not finding["ok"] and problem in finding["detail"] and "previous certificate is in use" in finding["detail"]
        # The files are reported once, not every second, and corrected files are used.
        second = server.write_certificate()
        eventually(lambda: server.presented() == second)
        assert server.doctor("certificate")["ok"]
        assert server.log.read_text().count("The certificate was not replaced") == 1


@pytest.mark.parametrize(("days", "ok", "detail"), [(90, True, "valid until"), (13, False, "in 12 days"), (-1, False, "expired on")])
def test_doctor_warns_before_the_certificate_expires(server, days, ok, detail):
    server.write_certificate(days)
    with server.run(*tls(server)):
        finding = server.doctor("certificate")
    assert finding["ok"] is ok and detail in finding["detail"]


def test_old_versions_of_tls_are_refused(server):
    server.write_certificate()
    with server.run(*tls(server)):
        for version, accepted in [("-tls1_1", False), ("-tls1_2", True), ("-tls1_3", True)]:
            done = subprocess.run(
                ["openssl", "s_client", version, "-cipher", "ALL:@SECLEVEL=0", "-connect", f"127.0.0.1:{server.port}"], input="",
                capture_output=True, text=True, timeout=30, check=False)
            assert (done.returncode == 0) is accepted, (version, done.stderr)


@pytest.mark.parametrize(("url", "expected"), [("https://auth.example.org", "max-age=31536000"), ("https://localhost:9099", None)])
def test_browsers_are_told_to_use_tls(server, url, expected):
    server.write_certificate()
    with server.run("--public-url", url, *tls(server)):
        for address in (server.report["listening"] + "/healthz", server.report["database"] + "/.json"):
            request = urllib.request.Request(address, method="GET")
            try:
                reply = urllib.request.urlopen(request, context=ssl._create_unverified_context())
            except urllib.error.HTTPError as error:
                reply = error
            assert reply.headers["Strict-Transport-Security"] == expected


def test_sighup_applies_mail_level_and_style(server, tmp_path):
    style = tmp_path / "style.css"
    style.write_text("/* first */")
    folders = tmp_path / "first", tmp_path / "second"
    for folder in folders:
        folder.mkdir()
    first, second = map(MailReceiver, folders)
    settings = {"sign-in-style": style, "mail-from": "accounts@example.org", "smtp-ca-file": first.authority, "log-level": "warning"}

    def send(to):
        command = [server.binary, "doctor", "--json", "--data", str(tmp_path / "data"), "--send-test-mail", to]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        return next(finding for finding in json.loads(done.stdout) if finding["subject"] == "test mail")

    with first, second:
        with server.run(settings={**settings, "smtp-url": first.url}, environment={"LATCHKEY_SMTP_PASSWORD": PASSWORD}):
            assert send("ada@example.org")["ok"]
            style.write_text("/* second */")
            server.set({**settings, "smtp-url": second.url, "smtp-ca-file": second.authority, "log-level": "info", "max-connections": 50})
            server.process.send_signal(signal.SIGHUP)
            eventually(lambda: "Restart the server" in server.log.read_text())
            assert send("bob@example.org")["ok"]
            with urllib.request.urlopen(server.report["url"] + "/assets/theme.css") as reply:
                assert reply.read() == b"/* second */"
            log = server.log.read_text()
            assert "Reloaded the settings" in log, "the level changed with the others"
            assert "max-connections" in log.partition("Restart the server")[0].splitlines()[-1]
        assert [mail.recipients for mail in first.mails] == [["ada@example.org"]]
        assert [mail.recipients for mail in second.mails] == [["bob@example.org"]]


def test_a_certificate_that_returns_clears_the_report(server):
    server.write_certificate()
    with server.run(*tls(server)):
        kept = server.chain.with_suffix(".kept")
        server.chain.rename(kept)
        eventually(lambda: not server.doctor("certificate")["ok"])
        kept.rename(server.chain)
        eventually(lambda: server.doctor("certificate")["ok"])


def test_mail_settings_that_need_a_restart_are_named(server, tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("0123456789abcdef0123")
    secret.chmod(0o600)
    with server.run():
        server.set({
            "smtp-url": "smtp://127.0.0.1:2525", "insecure-smtp": "yes", "mail-from": "accounts@example.org",
            "sms-webhook": "http://127.0.0.1:8080/sms", "webhook-secret-file": secret})
        server.process.send_signal(signal.SIGHUP)
        eventually(lambda: "Restart the server" in server.log.read_text())
        line = next(line for line in server.log.read_text().splitlines() if "Restart the server" in line)
        assert all(name in line for name in ["smtp-url", "mail-from", "sms-webhook", "webhook-secret-file"])
        assert "not configured" in server.doctor("mail")["detail"]


def test_wrong_settings_change_nothing(server, tmp_path):
    style = tmp_path / "style.css"
    style.write_text("/* first */")
    with server.run(settings={"sign-in-style": style}):
        style.write_text("/* second */")
        server.set({"sign-in-style": style, "log-level": "loud", "prot": 1})
        server.reload()
        log = server.log.read_text()
        assert "were not reloaded: 2 problems in the configuration; nothing was changed." in log and "loud is not a level" in log and "prot" in log
        with urllib.request.urlopen(server.report["url"] + "/assets/theme.css") as reply:
            assert reply.read() == b"/* first */"
        # Later correct settings are applied.
        server.set({"sign-in-style": style})
        server.reload()
        with urllib.request.urlopen(server.report["url"] + "/assets/theme.css") as reply:
            assert reply.read() == b"/* second */"
