"""HAProxy on a machine of its own, configured as docs/several-nodes.md advises."""

import urllib.parse

import requests

from monitored_server import unpacked
from node_cluster import Entrance
from waiting import eventually

CONFIGURATION = """
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
    bind :9099
{auth}

listen databases
    bind :9000
{databases}
"""
LIBRARIES = ["liblua5.3-0", "libopentracing1", "libopentracing-c-wrapper0"]


def haproxy_command(*arguments):
    """Returns a command that runs HAProxy, which Scripts/setup unpacks with its libraries."""
    libraries = ":".join(str(unpacked(package, "usr/lib/x86_64-linux-gnu")) for package in LIBRARIES)
    return ["env", f"LD_LIBRARY_PATH={libraries}", unpacked("haproxy", "usr/sbin/haproxy"), *arguments]


class LoadBalancer(Entrance):
    name = "of the load balancer"

    def __init__(self, machine, nodes, folder):
        self.machine = machine
        ports = {node: [urllib.parse.urlsplit(url).netloc for url in (node.line["listening"], node.url)] for node in nodes}
        auth = "\n".join(f"    server {node.name} {auth}" for node, (auth, _) in ports.items())
        databases = "\n".join(f"    server {node.name} {database} port {auth.split(':')[1]}" for node, (auth, database) in ports.items())
        configuration = folder / "haproxy.cfg"
        configuration.write_text(CONFIGURATION.format(auth=auth, databases=databases))
        machine.start(*haproxy_command("-db", "-f", configuration), log=folder / "haproxy.log")
        self.url = f"http://{machine.address}:9000"
        self.line = {**nodes[0].line, "listening": f"http://{machine.address}:9099"}
        eventually(self._is_ready)

    def _is_ready(self):
        try:
            return requests.get(f"{self.line['listening']}/readyz", timeout=5).ok
        except requests.RequestException:
            return False
