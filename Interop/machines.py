"""Machines with a network, processes and a disk of their own, which tests can cut off, fill and switch off.

A machine is a set of Linux namespaces, for which the tests need root. It is connected to one router, which can drop the packets from one
machine to another one. If the tests are killed, the machines end and leave nothing behind.
"""

import contextlib
import os
import signal
import subprocess

import pytest

from waiting import eventually

# The range for tests of network devices (RFC 2544).
NETWORK = "198.18"
# Runs a command that is killed if the tests are.
ENDING = ["setpriv", "--pdeathsig", "KILL", "--"]


class ThisMachine:
    """The machine of the tests, for processes that need no network of their own, and no root."""

    address = "127.0.0.1"

    def start(self, *arguments, log):
        with open(log, "ab") as output:
            return subprocess.Popen([*ENDING, *map(str, arguments)], stdout=output, stderr=output)


class Machine:
    """Its address is that of its interface to the router. The first process keeps its namespaces, and does nothing."""

    def __init__(self, number):
        self.address = f"{NETWORK}.{number}.2"
        namespaces = ["unshare", "--net", "--pid", "--mount", "--mount-proc", "--fork", "--kill-child"]
        # The kernel removes ended processes without a parent, as the first process of a system would.
        first = ["env", "--ignore-signal=CHLD", "sleep", "infinity"]
        self._holder = subprocess.Popen([*ENDING, *namespaces, *first], stderr=subprocess.PIPE, text=True)
        self._first = eventually(self._find_first)
        self.run("ip", "link", "set", "lo", "up")

    def _find_first(self):
        if self._holder.poll() is not None:
            pytest.skip(f"this system permits no namespaces: {self._holder.stderr.read()}")
        child = subprocess.run(["pgrep", "--parent", str(self._holder.pid), "--exact", "sleep"], capture_output=True, text=True).stdout
        return child.strip()

    @property
    def network(self):
        """The command that runs another one in the network of the machine, in place of itself. It ends with the tests."""
        return ["nsenter", f"--net=/proc/{self._first}/ns/net", "--", *ENDING]

    def command(self, *arguments, user="root"):
        """Returns a command that runs another one on the machine."""
        inside = ["nsenter", "--target", self._first, "--net", "--pid", "--mount", "--"]
        return [*inside, *(["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups"] if user != "root" else []), *map(str, arguments)]

    def run(self, *arguments, user="root"):
        told = subprocess.run(self.command(*arguments, user=user), capture_output=True, text=True, timeout=60)
        assert told.returncode == 0, f"{arguments}: {told.stderr or told.stdout}"
        return told.stdout

    def start(self, *arguments, user="root", log):
        with open(log, "ab") as output:
            return subprocess.Popen(self.command(*arguments, user=user), stdout=output, stderr=output)

    def mount_disk(self, folder, megabytes, user):
        """The disk is seen by processes of the machine only, and empty again when the machine ends."""
        self.run("mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=700,uid={user},gid={user}", "disk", folder)

    def processes(self, pattern=None):
        """Returns the ids of the processes whose command lines match, or of all but the first one."""
        matching = ["--full", pattern] if pattern else ["."]
        told = subprocess.run(["pgrep", "--ns", self._first, "--nslist", "pid", *matching], capture_output=True, text=True).stdout
        return [int(process) for process in told.split() if process != self._first]

    def signal(self, number, pattern=None):
        for process in self.processes(pattern):
            # Some end by themselves.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    def end(self):
        self._holder.kill()
        self._holder.wait(timeout=30)


class Network:
    """A router, and the machines that are connected to it. The tests are connected to it too, and have the number 0."""

    def __init__(self):
        if os.geteuid() != 0:
            pytest.skip("machines with networks of their own need root")
        self.machines = {}
        self.clients = f"{NETWORK}.0.2"
        self._dropped = set()
        self._router = Machine(0)
        self._router.run("sh", "-c", "echo 1 > /proc/sys/net/ipv4/ip_forward")
        try:
            self._connect(0, "1", [])
            subprocess.run(["ip", "route", "add", f"{NETWORK}.0.0/16", "via", f"{NETWORK}.0.1"], check=True)
        except subprocess.CalledProcessError as error:
            self.close()
            pytest.skip(f"this system does not connect namespaces, or another test has done so: {error}")

    def add(self, name):
        machine = Machine(len(self.machines) + 1)
        self.machines[name] = machine
        self._connect(len(self.machines), machine._first, machine.network)
        machine.run("ip", "route", "add", "default", "via", machine.address.removesuffix("2") + "1")
        return machine

    def _connect(self, number, target, prefix):
        interface, place = f"lk{number}", f"{NETWORK}.{number}"
        pair = ["ip", "link", "add", interface, "netns", target, "type", "veth", "peer", "name", interface, "netns", self._router._first]
        for command in (
            pair, [*prefix, "ip", "address", "add", f"{place}.2/24", "dev", interface], [*prefix, "ip", "link", "set", interface, "up"],
            [*self._router.network, "ip", "address", "add", f"{place}.1/24", "dev", interface],
            [*self._router.network, "ip", "link", "set", interface, "up"],
        ):
            subprocess.run(command, check=True)

    def drop(self, source, target):
        """Loses all packets from an address to another one."""
        self._router.run("ip", "rule", "add", "from", source, "to", target, "blackhole")
        self._dropped.add((source, target))

    def isolate(self, address):
        """Loses all packets of an address."""
        everything = f"{NETWORK}.0.0/16"
        self.drop(address, everything)
        self.drop(everything, address)

    def heal(self):
        for source, target in self._dropped:
            self._router.run("ip", "rule", "delete", "from", source, "to", target, "blackhole")
        self._dropped.clear()

    def close(self):
        for machine in [*self.machines.values(), self._router]:
            machine.signal(signal.SIGKILL)
            machine.end()
