"""Three nodes, three PostgreSQL servers with Patroni and etcd, and a load balancer, each on a machine of its own, under load and with faults.

`make test` lets two faults happen. LATCHKEY_SOAK sets the seconds for faults in random order (`make faults`), and LATCHKEY_SEED repeats their
order. With the path of a program of the previous version in LATCHKEY_PREVIOUS_BINARY, the nodes start with it and are upgraded first. A report
is printed.
"""

import os
import pathlib
import random
import time

import pytest

from cluster_faults import ClusterFaults
from fault_checks import check_events, check_listeners, contradictions, longest_gap, lost, report, unused
from faked_clock import Clock
from load_balancer import LoadBalancer
from machines import NETWORK, Network
from node_cluster import Node, running_nodes
from node_load import Listener, Load
from patroni_cluster import running_patroni
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

SECONDS = float(os.environ.get("LATCHKEY_SOAK", "0"))
PREVIOUS = os.environ.get("LATCHKEY_PREVIOUS_BINARY")
SEED = int(os.environ.get("LATCHKEY_SEED", time.time_ns() % 1_000_000 if SECONDS else 1))
SAMPLE = ["switch_over", "kill_primary"]
KINDS = [name for name in dir(ClusterFaults) if not name.startswith("_") and name != "owner"]
# Patroni gives the lock of a lost primary to another server after 20 seconds, and a database opens at another node after 12.
RECOVERY_SECONDS = 120
# Five guesses are free, and the wait doubles up to a quarter of an hour.
GUESSES = 20
# The faults after which PostgreSQL may have lost the count, which it does not write to its log, or counts time otherwise.
RESETTING = [kind for kind in KINDS if kind.endswith("_primary") and not kind.startswith("cut_")] + ["switch_over", "switch_off_two_servers"]


class MachineNode(Node):
    """A node on a machine. If it cannot start, it is started again, as a service manager does."""

    def __init__(self, machine, binary, folder, store, name):
        self.address, self.clock = machine.address, Clock(pathlib.Path(folder), is_read_always=False)
        super().__init__(
            binary, folder, store, name, host=machine.address, proxies=f"{NETWORK}.0.0/16", may_lose_writes=False, sandbox=False,
            prefix=[*machine.network, *self.clock.prefix])

    def start(self):
        eventually(self._try_to_start, RECOVERY_SECONDS)

    def _try_to_start(self):
        try:
            super().start()
        except AssertionError:
            return False
        return True


@pytest.fixture
def network():
    network = Network()
    yield network
    network.close()


@pytest.fixture
def cluster(binary, tmp_path, network):
    def node(_, folder, store, name):
        return MachineNode(network.add(name), PREVIOUS or binary, folder, store, name)

    with (
        running_patroni(network, tmp_path) as databases,
        running_nodes(binary, tmp_path, databases.make_database("latchkey", "latchkey"), "abc", make=node) as nodes,
    ):
        balancer = LoadBalancer(network.add("balancer"), nodes, tmp_path)
        nodes[0].command("projects", "set", nodes[0].line["projectID"], "--sign-ups-per-hour", "0", "--anonymous-sign-in", "yes")
        for each in nodes:
            # Until all nodes have the settings.
            eventually(lambda: each.account("signUp").ok)
            each.use(binary)
        yield nodes, databases, balancer


def test_nothing_confirmed_is_lost_when_machines_fail(cluster, network):
    nodes, databases, balancer = cluster
    load, faults = Load([*nodes, balancer], SEED), ClusterFaults(nodes, databases, balancer, network, random.Random(SEED))
    listeners = [Listener(load, entrance) for entrance in (nodes[0], nodes[1])]
    load.start()
    done = {}
    end = time.monotonic() + SECONDS
    for kind in kinds(random.Random(SEED)):
        begin = time.monotonic()
        getattr(faults, kind)()
        if not recovers(load, databases, kind):
            break
        restart_ended(nodes, load, kind)
        check_listeners(load, listeners, kind, RECOVERY_SECONDS)
        done.setdefault(kind, []).append(longest_gap(load.confirmed_at, begin))
        print(f"{time.monotonic() - load.begin:6.0f} s  {kind}  {done[kind][-1]:.1f} s", flush=True)
        if SECONDS and time.monotonic() > end:
            break
    load.stop()
    try:
        check_events(load, listeners, RECOVERY_SECONDS)
        violations = load.violations + lost(load, [*nodes, balancer]) + contradictions(load) + unused(load) + guessed(load, done)
    finally:
        for listener in listeners:
            listener.stop()
    report(load, SEED, done, violations)
    print(f"{databases.restarted} servers of PostgreSQL did not follow the primary within a minute, and were restarted")
    assert not violations, "\n".join(violations[:20])


def kinds(chance):
    """All kinds happen before one happens again."""
    yield from ["restart_all"] * bool(PREVIOUS)
    if not SECONDS:
        yield from SAMPLE
    while SECONDS:
        yield from chance.sample(KINDS, len(KINDS))


def recovers(load, databases, kind):
    """Waits until a write is confirmed, and all servers of PostgreSQL follow the primary."""
    ended = time.monotonic()
    try:
        eventually(lambda: load.confirmed_at and load.confirmed_at[-1] > ended, RECOVERY_SECONDS)
        databases.wait_until_safe()
    except AssertionError as error:
        load.violations.append(f"no recovery after {kind}: {error}")
        return False
    return True


def guessed(load, done):
    resets = sum(len(gaps) for kind, gaps in done.items() if kind in RESETTING)
    allowed = GUESSES * (1 + resets + int(SECONDS // 3600))
    return [f"{load.guesses} guesses were checked, and {allowed} are allowed"] if load.guesses > allowed else []


def restart_ended(nodes, load, kind):
    for node in nodes:
        if node.process.poll() is not None:
            load.violations.append(f"node {node.name} has ended itself after {kind}")
            node.start()
