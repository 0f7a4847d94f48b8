"""Faults of nodes and of PostgreSQL under load, with checkers that know nothing of the server.

`make test` lets five faults happen once. LATCHKEY_SOAK sets the seconds for faults in random order (`make faults`), and LATCHKEY_SEED repeats
their order. With the path of a program of the previous version in LATCHKEY_PREVIOUS_BINARY, the nodes start with it and are upgraded first. A
report is printed.
"""

import contextlib
import os
import random
import signal
import time

import pytest
import requests

from free_ports import free_port
from linearizability import NEVER, is_linearizable
from links import Link, to_port
from node_cluster import Node, running_nodes
from node_load import Listener, Load
from postgres_server import running_postgres
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

SECONDS = float(os.environ.get("LATCHKEY_SOAK", "0"))
PREVIOUS = os.environ.get("LATCHKEY_PREVIOUS_BINARY")
SEED = int(os.environ.get("LATCHKEY_SEED", time.time_ns() % 1_000_000 if SECONDS else 1))
# A fault must be over after this time: twelve seconds for a database, and the time that a busy machine needs.
RECOVERY_SECONDS = 60
# Five guesses are free, and the wait doubles up to a quarter of an hour. A crash of PostgreSQL resets the count.
GUESSES_PER_HOUR = 20


class Faults:
    """Each method causes a fault and ends it."""

    def __init__(self, nodes, postgres, chance):
        self.nodes, self.postgres, self.chance = nodes, postgres, chance

    def owner(self):
        """The node that has the realtime database."""
        def find():
            with contextlib.suppress(AssertionError):
                rows = [line.split() for line in self.nodes[0].command("nodes").splitlines()[1:]]
                return next((node for node in self.nodes for row in rows if row[0] == node.name and row[-1] != "-"), None)
        return eventually(find)

    def kill_owner(self):
        self._kill(self.owner())

    def kill_other(self):
        owner = self.owner()
        self._kill(self.chance.choice([node for node in self.nodes if node is not owner]))

    def _kill(self, node):
        node.kill()
        node.start()

    def stop_owner(self):
        node = self.owner()
        node.stop()
        node.start()

    def restart_all(self):
        """One after the other, as in an upgrade."""
        for node in self.nodes:
            node.stop()
            node.start()

    def cut_owner_from_postgres(self):
        """Its lease ends, and another node opens the database, while clients still reach it."""
        assert self._cut(self.owner().to_postgres, 15) > 0

    def lose_responses_of_postgres(self):
        """Changes are committed, and the node does not learn it."""
        assert self._cut(self.owner().to_postgres, self.chance.uniform(2, 8), "responses") > 0

    def lose_requests_to_postgres(self):
        assert self._cut(self.owner().to_postgres, self.chance.uniform(2, 8), "requests") > 0

    def cut_owner_from_nodes(self):
        """Other nodes cannot pass requests on to it, and it keeps its lease."""
        self._cut(self.owner().to_node, self.chance.uniform(2, 12))

    def lose_responses_of_owner(self):
        self._cut(self.owner().to_node, self.chance.uniform(2, 12), "responses")

    @staticmethod
    def _cut(link, seconds, *directions):
        held = link.held
        link.cut(*directions)
        time.sleep(seconds)
        link.heal()
        return link.held - held

    def suspend_owner(self):
        """It continues after others have its databases, and still takes itself for their owner."""
        node = self.owner()
        node.suspend()
        time.sleep(15)
        node.resume()

    def suspend_owner_briefly(self):
        node = self.owner()
        node.suspend()
        time.sleep(self.chance.uniform(1, 7))
        node.resume()

    def crash_postgres(self):
        """PostgreSQL ends all connections and recovers from its log, as after a loss of power."""
        self._signal([self.chance.choice(self.postgres.processes()[1:])], signal.SIGKILL)

    def suspend_postgres(self):
        processes = self.postgres.processes()
        try:
            self._signal(processes, signal.SIGSTOP)
            time.sleep(self.chance.uniform(3, 12))
        finally:
            self._signal(processes, signal.SIGCONT)

    @staticmethod
    def _signal(processes, number):
        for process in processes:
            # Some end by themselves.
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)


# Those of `make test`, and all.
SAMPLE = ["kill_owner", "suspend_owner", "crash_postgres", "suspend_postgres", "lose_responses_of_postgres"]
KINDS = [
    *SAMPLE, "kill_other", "stop_owner", "suspend_owner_briefly", "restart_all", "cut_owner_from_postgres", "lose_requests_to_postgres",
    "cut_owner_from_nodes", "lose_responses_of_owner"]


@pytest.fixture
def cluster(binary, tmp_path):
    links = []

    def linked_node(_, folder, store, name):
        """A node that PostgreSQL and the other nodes reach through links; clients connect to it directly."""
        port = free_port()
        links.extend([Link(to_port(port)), postgres.link()])
        to_node, to_postgres = links[-2:]
        database = store.split("@/")[1].split("?")[0]
        node = Node(
            PREVIOUS or binary, folder, f"postgres://latchkey@127.0.0.1:{to_postgres.port}/{database}", name, port=port,
            node_url=f"http://127.0.0.1:{to_node.port}")
        node.to_node, node.to_postgres = to_node, to_postgres
        return node

    with running_postgres() as postgres, running_nodes(binary, tmp_path, postgres.make_database(), "abc", make=linked_node) as nodes:
        settings = ["--sign-ups-per-hour", "0", "--anonymous-sign-in", "yes"]
        nodes[0].command("projects", "set", nodes[0].line["projectID"], *settings)
        # Until all nodes have the settings.
        for node in nodes:
            eventually(lambda: node.account("signUp").ok)
        for node in nodes:
            node.use(binary)
        yield nodes, postgres
    for link in links:
        link.close()


def test_nothing_confirmed_is_lost_and_no_node_contradicts_another(cluster):
    nodes, postgres = cluster
    chance = random.Random(SEED)
    load, faults = Load(nodes, SEED), Faults(nodes, postgres, chance)
    listeners = [Listener(load, node) for node in nodes[:2]]
    load.start()
    done = {}
    end = time.monotonic() + SECONDS
    kinds = ["restart_all"] * bool(PREVIOUS) + ([] if SECONDS else SAMPLE)
    while kinds or time.monotonic() < end:
        kind = kinds.pop(0) if kinds else chance.choice(KINDS)
        begin = time.monotonic()
        getattr(faults, kind)()
        ended = time.monotonic()
        eventually(lambda: load.confirmed_at and load.confirmed_at[-1] > ended, RECOVERY_SECONDS)
        time.sleep(chance.uniform(1, 4))
        done.setdefault(kind, []).append(longest_gap(load.confirmed_at, begin))
    load.stop()
    try:
        check_events(load, listeners)
        violations = load.violations + lost(load, nodes) + contradictions(load)
        allowed = GUESSES_PER_HOUR * (1 + len(done.get("crash_postgres", [])) + SECONDS // 3600)
        if load.guesses > allowed:
            violations.append(f"{load.guesses} guesses were checked, and {allowed} are allowed")
    finally:
        for listener in listeners:
            listener.stop()
    report(load, done, violations)
    assert not violations, "\n".join(violations[:20])


def longest_gap(moments, begin):
    """The longest time without a confirmed write, from a moment on."""
    moments = [begin, *(moment for moment in list(moments) if moment >= begin)]
    return max((later - earlier for earlier, later in zip(moments, moments[1:])), default=0)


def contradictions(load):
    return [f"register {path} is not linearizable: {history}" for path, history in load.operations.items() if not is_linearizable(history)]


def lost(load, nodes):
    """What was confirmed and is not there, or is there twice."""
    violations = []
    for node in nodes:
        lists = requests.get(load._place("list", node), timeout=30).json() or {}
        found = {name: value for values in lists.values() for name, value in values.items()}
        violations += [f"node {node.name}: the pushed {name} is lost" for name, value in load.pushed.items() if found.get(name) != value]
        values = [value for value in found.values() if value in set(load.pushed.values())]
        violations += [f"node {node.name}: a value was pushed twice" for _ in range(len(values) - len(set(values)))]
    session = requests.Session()
    violations += [
        f"the account {account} is lost" for account, token in load.accounts.items() if not load.exchange(session, token).ok]
    for account, token in load.deleted.items():
        if load.node().account("lookup", idToken=token).ok:
            violations.append(f"the deleted account {account} is back")
    return violations


def check_events(load, listeners):
    """Both listeners get the last value of a register, and saw all values of a register in one order."""
    last = next(iter(reversed(load.operations)))
    eventually(lambda: requests.put(load._place(last), json="last", timeout=30).ok, RECOVERY_SECONDS)
    register = last.removeprefix("register/")
    for listener in listeners:
        try:
            eventually(lambda: listener.seen.get(register, [None])[-1] == "last", 15)
        except AssertionError:
            load.violations.append(f"the listener at node {listener.node.name} does not get the last value of {register}")
    for register, values in listeners[0].seen.items():
        others = listeners[1].seen.get(register, [])
        if [value for value in values if value in others] != [value for value in others if value in values]:
            load.violations.append(f"two listeners saw the values of {register} in different orders")


def report(load, done, violations):
    operations = [operation for history in load.operations.values() for operation in history]
    unknown = sum(operation.returned == NEVER for operation in operations)
    print(f"\nseed {SEED}, {time.monotonic() - load.begin:.0f} seconds, {len(load.nodes)} nodes")
    print(f"{len(operations)} operations on {len(load.operations)} registers, {unknown} of them without a confirmation")
    print(f"{len(load.pushed)} pushes, {len(load.accounts)} sign-ups and {len(load.deleted)} deletions confirmed; {load.guesses} guesses checked")
    print("| fault | times | longest time without a confirmed write |\n| --- | ---: | ---: |")
    for kind, gaps in done.items():
        print(f"| {kind.replace('_', ' ')} | {len(gaps)} | {max(gaps):.1f} s |")
    print(f"{len(violations)} violations")
