"""Certificates by ACME: `latchkey serve` with Pebble, the authority for tests, which refuses two of five nonces."""

import contextlib
import json
import os
import signal
import socket
import ssl
import subprocess

import pytest
import requests
from cryptography import x509

from acme_authority import Authority
from certificates import certificate, new_key, private
from running_server import running_server
from waiting import eventually

NAME, OTHER_NAME = "auth.example.test", "login.example.test"


class Server:
    """A server that obtains its certificate from an authority."""

    def __init__(self, binary, folder, authority, kind="http-01"):
        self.binary, self.authority, self.kind = binary, authority, kind
        self.data, self.log_file = folder / "data", folder / "log"
        self.stored = self.data / "acme/certificate.pem"

    @contextlib.contextmanager
    def run(self, *arguments, names=(NAME,)):
        given = [argument for name in names for argument in ("--acme-domain", name)]
        if self.kind == "http-01":
            given += ["--acme-http-port", str(self.authority.http_port)]
        with open(self.log_file, "w", encoding="utf-8") as log, running_server(
                self.binary, self.data, *given, "--acme-agree-terms", "--acme-directory", self.authority.directory, "--acme-ca-file",
                str(self.authority.ca_file), "--acme-challenge", self.kind, "--log-format", "json", *arguments,
                port=self.authority.tls_port, log=log) as self.line:
            yield self

    @property
    def log(self):
        return [json.loads(line) for line in self.log_file.read_text(encoding="utf-8").splitlines() if line.startswith("{")]

    def logged(self, message):
        return [line for line in self.log if line["message"] == message]

    def presented(self, port=None, name=NAME, context=None):
        """Returns the certificate that a client gets, or None if there is none yet."""
        if context is None:
            context = ssl._create_unverified_context()
        with socket.create_connection(("127.0.0.1", port or self.authority.tls_port), timeout=10) as connection:
            try:
                with context.wrap_socket(connection, server_hostname=name) as tls:
                    return x509.load_der_x509_certificate(tls.getpeercert(True))
            except ssl.SSLError as error:
                assert "ALERT_INTERNAL_ERROR" in str(error), error
                return None

    def status(self, code=0):
        done = subprocess.run(
            [self.binary, "status", "--json", "--data", self.data], capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == code, done.stdout + done.stderr
        return json.loads(done.stdout)

    def plant(self, days):
        """Stores a certificate that expires in some days, as if this authority had issued it a month ago."""
        key = new_key()
        pem = certificate(key, days, NAME)
        self.stored.parent.mkdir(parents=True)
        self.stored.write_bytes(f"Directory: {self.authority.directory}\n".encode() + private(key) + pem)
        return x509.load_pem_x509_certificate(pem)


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path / "authority")


@pytest.mark.parametrize("kind", ["http-01", "tls-alpn-01"])
def test_a_certificate_is_obtained_and_kept(binary, tmp_path, authority, kind):
    server = Server(binary, tmp_path, authority, kind)
    with authority.run():
        with server.run("--acme-contact", "operator@example.org", names=(NAME, OTHER_NAME)):
            first = eventually(server.presented, seconds=60)
            names = first.extensions.get_extension_for_class(x509.SubjectAlternativeName).value.get_values_for_type(x509.DNSName)
            assert sorted(names) == [NAME, OTHER_NAME]
            # A client that trusts only the authority's root accepts the chain, on both ports, under both names.
            trusting = ssl.create_default_context(cadata=authority.get("/roots/0"))
            for port in (authority.tls_port, int(server.line["database"].rsplit(":", 1)[1])):
                for name in names:
                    assert server.presented(port, name, trusting) == first
            status = server.status()
            assert status["isReady"] and status["certificateSource"] == "acme" and "certificateProblem" not in status
            assert status["certificateExpiresAt"].startswith(first.not_valid_after_utc.strftime("%Y-%m-%dT%H:%M:%S"))
        folder = server.data / "acme"
        assert folder.stat().st_mode & 0o777 == 0o700
        assert {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()} == {"account.json": 0o600, "certificate.pem": 0o600}
        account = json.loads((folder / "account.json").read_text())
        assert account["contact"] == ["mailto:operator@example.org"] and account["directory"] == authority.directory
        log = server.log_file.read_text()
        for secret in (folder / "certificate.pem", folder / "account.json"):
            assert "PRIVATE KEY" in secret.read_text()
        assert "PRIVATE KEY" not in log
        assert "reject 40% of good nonces" in authority.log

        # A restart uses the stored certificate at once, and asks the authority for nothing.
        before = authority.log
        with server.run("--acme-contact", "operator@example.org", names=(OTHER_NAME, NAME)):
            assert server.presented() == first
            assert server.status()["isReady"]
        assert authority.log == before


def test_a_certificate_is_renewed_without_a_restart(binary, tmp_path, authority):
    server = Server(binary, tmp_path, authority)
    # 30 of 31 days are over.
    old = server.plant(days=1)
    with authority.run():
        # The authority does not respond before the old certificate was seen.
        authority.process.send_signal(signal.SIGSTOP)
        with server.run():
            assert server.presented() == old
            assert server.status()["isReady"]
            authority.process.send_signal(signal.SIGCONT)
            new = eventually(lambda: (found := server.presented()) != old and found, seconds=60)
            assert new.issuer != old.issuer and new.not_valid_after_utc > old.not_valid_after_utc
            assert "-----BEGIN CERTIFICATE-----" in server.stored.read_text() and server.stored.stat().st_mode & 0o777 == 0o600


def test_a_failed_renewal_keeps_the_certificate(binary, tmp_path, authority):
    server = Server(binary, tmp_path, authority)
    old = server.plant(days=1)
    # No authority runs.
    with server.run():
        eventually(lambda: server.logged("No certificate was issued"))
        assert server.presented() == old
        status = server.status()
        assert status["isReady"] and "cannot be reached" in status["certificateProblem"] and status["certificateExpiresAt"]
    # A certificate that is not due needs no authority either.
    server.stored.unlink()
    server.stored.parent.joinpath("account.json").unlink()
    server.stored.parent.rmdir()
    fresh = server.plant(days=365)
    with server.run():
        assert server.presented() == fresh


def test_a_refused_order_is_explained_and_tried_again(binary, tmp_path, authority):
    server = Server(binary, tmp_path, authority)
    with contextlib.ExitStack() as stack:
        with authority.run(blocked=[NAME]):
            stack.enter_context(server.run())
            [line] = eventually(lambda: server.logged("No certificate was issued"))
            assert line["level"] == "error" and line["type"] == "urn:ietf:params:acme:error:rejectedIdentifier"
            assert NAME in line["detail"] and line["retry"] > line["time"]
            # Clients get an alert, and the server is not ready.
            assert server.presented() is None
            status = server.status(code=1)
            assert not status["isReady"] and NAME in status["certificateProblem"] and "certificateExpiresAt" not in status
        # The authority forgets its accounts too; a reload tries again at once.
        with authority.run():
            os.kill(server.line["pid"], signal.SIGHUP)
            eventually(server.presented, seconds=60)
            assert server.status()["isReady"] and "certificateProblem" not in server.status()
            assert len(server.logged("Registered an account at the certificate authority")) == 2


def test_the_challenge_port_answers_challenges_and_redirects(binary, tmp_path, authority):
    server = Server(binary, tmp_path, authority)
    server.plant(days=365)
    url = f"http://127.0.0.1:{authority.http_port}"

    def send(method, path, **options):
        return requests.request(method, url + path, allow_redirects=False, timeout=30, **options)

    with server.run("--public-url", "https://auth.example.test"):
        for host in (None, "evil.example"):
            reply = send("GET", "/sign-in?a=b", headers={"Host": host} if host else {})
            assert reply.status_code == 308 and reply.headers["Location"] == "https://auth.example.test/sign-in?a=b"
        assert send("GET", "//evil.example/").headers["Location"].startswith("https://auth.example.test/")
        assert send("GET", "/.well-known/acme-challenge/unknown").status_code == 404
        assert send("POST", "/v1/accounts:signUp", data="{}").status_code == 405


@pytest.mark.parametrize(("arguments", "problem"), [
    (["--acme-domain", NAME], "acme-agree-terms: is missing."),
    (["--acme-domain", "*.example.test", "--acme-agree-terms"], "acme-domain: *.example.test is a wildcard"),
    (["--acme-domain", "192.0.2.7", "--acme-agree-terms"], "acme-domain: 192.0.2.7 is an address"),
    (["--acme-agree-terms"], "acme-agree-terms: requires acme-domain."),
    (["--acme-domain", NAME, "--acme-agree-terms", "--acme-contact", "operator"], "acme-contact: operator is not a mail address."),
    (["--acme-domain", NAME, "--acme-agree-terms", "--acme-directory", "http://ca.example"], "acme-directory: http://ca.example is not an https"),
    (["--acme-domain", NAME, "--acme-agree-terms", "--acme-ca-file", "/nonexistent"], "acme-ca-file: /nonexistent does not exist"),
    (["--acme-domain", NAME, "--acme-agree-terms", "--acme-challenge", "dns-01"], "acme-challenge: dns-01 is not supported."),
    (["--acme-domain", NAME, "--acme-agree-terms", "--acme-challenge", "tls-alpn-01", "--acme-http-port", "80"], "acme-http-port: is not used"),
    (["--acme-domain", NAME, "--acme-agree-terms", "--emulator"], "acme-domain: is not available in the emulator"),
])
def test_wrong_settings_are_explained(binary, tmp_path, arguments, problem):
    done = subprocess.run(
        [binary, "serve", "--check", *([] if "--emulator" in arguments else ["--data", tmp_path / "data"]), *arguments],
        capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 78 and "1 problem in" in done.stderr and problem in done.stderr, done.stderr


def test_files_and_an_authority_exclude_each_other(binary, tmp_path):
    key = new_key()
    chain, key_file = tmp_path / "cert.pem", tmp_path / "key.pem"
    chain.write_bytes(certificate(key))
    key_file.write_bytes(private(key))
    done = subprocess.run(
        [binary, "serve", "--check", "--acme-domain", NAME, "--acme-agree-terms", "--tls-cert", chain, "--tls-key", key_file],
        capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 78 and "2 problems" in done.stderr
    assert "tls-cert: cannot be used together with acme-domain." in done.stderr
