"""Ports for servers that need to know their port before they start."""

import contextlib
import pathlib
import random
import socket

# The kernel gives the ports from the first of these on to other servers and to connections.
EPHEMERAL = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
FIRST = 10_000


def free_port():
    """Returns a port that nothing listens on, and that nothing else gets meanwhile."""
    while True:
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", random.randrange(FIRST, EPHEMERAL) if EPHEMERAL > 2 * FIRST else 0))
            return probe.getsockname()[1]
