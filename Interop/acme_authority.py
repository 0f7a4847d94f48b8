"""Pebble, a certificate authority for tests of ACME clients, with a DNS server whose every name is this machine."""

import contextlib
import json
import os
import ssl
import subprocess
import urllib.request

from certificates import certificate, new_key, private
from free_ports import free_port
from monitored_server import unpacked
from waiting import eventually


class Authority:
    """An authority that refuses many nonces, and validates challenges at the ports of one server."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()
        self.log_file = folder / "pebble.log"
        self.ca_file, self.key_file = folder / "pebble.pem", folder / "pebble.key"
        key = new_key()
        self.ca_file.write_bytes(certificate(key))
        self.key_file.write_bytes(private(key))
        self.port, self.management, self.dns, dns_management = (free_port() for _ in range(4))
        self.http_port, self.tls_port = free_port(), free_port()
        self.directory = f"https://localhost:{self.port}/dir"
        self._dns_command = [
            unpacked("pebble", "usr/bin/pebble-challtestsrv"), "-defaultIPv4", "127.0.0.1", "-defaultIPv6", "", "-http01", "", "-https01", "",
            "-tlsalpn01", "", "-dns01", f"127.0.0.1:{self.dns}", "-management", f"127.0.0.1:{dns_management}"]

    @property
    def log(self):
        return self.log_file.read_text(encoding="utf-8")

    @contextlib.contextmanager
    def run(self, blocked=()):
        """Runs the authority; it issues nothing for blocked names. It forgets accounts when it ends."""
        config = self.folder / "pebble.json"
        config.write_text(json.dumps({"pebble": {
            "listenAddress": f"127.0.0.1:{self.port}", "managementListenAddress": f"127.0.0.1:{self.management}",
            "certificate": str(self.ca_file), "privateKey": str(self.key_file), "httpPort": self.http_port, "tlsPort": self.tls_port,
            "ocspResponderURL": "", "externalAccountBindingRequired": False, "domainBlocklist": list(blocked)}}))
        environment = {**os.environ, "PEBBLE_WFE_NONCEREJECT": "40", "PEBBLE_AUTHZREUSE": "0", "PEBBLE_VA_NOSLEEP": "1"}
        command = [unpacked("pebble", "usr/bin/pebble"), "-strict", "-config", config, "-dnsserver", f"127.0.0.1:{self.dns}"]
        with contextlib.ExitStack() as stack, open(self.log_file, "w", encoding="utf-8") as log:
            for each in (self._dns_command, command):
                process = subprocess.Popen(each, env=environment, stdout=log, stderr=subprocess.STDOUT)
                stack.callback(process.wait, timeout=30)
                stack.callback(process.kill)
            self.process = process
            eventually(self._answers)
            yield self

    def _answers(self):
        try:
            return self.get("/roots/0")
        except OSError:
            return None

    def get(self, path):
        """Reads from the management port, which has the certificates."""
        context = ssl.create_default_context(cafile=str(self.ca_file))
        with urllib.request.urlopen(f"https://localhost:{self.management}{path}", context=context, timeout=10) as reply:
            return reply.read().decode()
