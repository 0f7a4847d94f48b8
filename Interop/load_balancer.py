"""HAProxy on a machine, configured as docs/several-nodes.md advises."""

import csv
import socket
import urllib.parse

import requests

from monitored_server import unpacked
from node_cluster import Entrance
from waiting import eventually

CONFIGURATION = """
global
    stats socket {commands} level admin

defaults
    mode http
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    option redispatch 1
    retries 2
    default-server check inter 1s fall 2 rise 1
    option httpchk GET /readyz
    option forwardfor

listen auth
    bind {address}:{auth_port}
{auth}

listen databases
    bind {address}:{database_port}
{databases}
"""
BACKENDS = ["auth", "databases"]
LIBRARIES = ["liblua5.3-0", "libopentracing1", "libopentracing-c-wrapper0"]


def haproxy_command(*arguments):
    """Returns a command that runs HAProxy, which Scripts/setup unpacks with its libraries."""
    libraries = ":".join(str(unpacked(package, "usr/lib/x86_64-linux-gnu")) for package in LIBRARIES)
    return ["env", f"LD_LIBRARY_PATH={libraries}", unpacked("haproxy", "usr/sbin/haproxy"), *arguments]


class LoadBalancer(Entrance):
    name = "of the load balancer"

    def __init__(self, machine, nodes, folder, auth_port=9099, database_port=9000):
        self.machine = machine
        self._commands = str(folder / "admin.sock")
        ports = {node: [urllib.parse.urlsplit(url).netloc for url in (node.line["listening"], node.url)] for node in nodes}
        auth = "\n".join(f"    server {node.name} {auth}" for node, (auth, _) in ports.items())
        databases = "\n".join(f"    server {node.name} {database} port {auth.split(':')[1]}" for node, (auth, database) in ports.items())
        configuration = folder / "haproxy.cfg"
        configuration.write_text(CONFIGURATION.format(
            commands=self._commands, address=machine.address, auth_port=auth_port, auth=auth, database_port=database_port, databases=databases))
        self.process = machine.start(*haproxy_command("-db", "-f", configuration), log=folder / "haproxy.log")
        self.url = f"http://{machine.address}:{database_port}"
        self.line = {**nodes[0].line, "listening": f"http://{machine.address}:{auth_port}"}
        eventually(self._is_ready)

    def _is_ready(self):
        try:
            return requests.get(f"{self.line['listening']}/readyz", timeout=5).ok
        except requests.RequestException:
            return False

    def set_state(self, node, state):
        """Sets the state of a node, `drain` or `ready`, with the commands of the page."""
        for backend in BACKENDS:
            assert not self._tell(f"set server {backend}/{node.name} state {state}").strip()

    def sent(self, node):
        """Returns how many requests and connections a node has been given for each of its ports."""
        rows = csv.DictReader(self._tell("show stat").removeprefix("# ").splitlines())
        counts = {row["pxname"]: int(row["stot"]) for row in rows if row["svname"] == node.name}
        return [counts[backend] for backend in BACKENDS]

    def _tell(self, command):
        with socket.socket(socket.AF_UNIX) as commands:
            commands.settimeout(10)
            commands.connect(self._commands)
            commands.sendall(f"{command}\n".encode())
            return b"".join(iter(lambda: commands.recv(65_536), b"")).decode()
