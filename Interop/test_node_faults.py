"""Five faults of nodes and of one PostgreSQL server under load, with checkers that know nothing of the server.

`test_cluster_faults.py` has more of them, and needs root.
"""

import contextlib
import os
import random
import signal
import time

import pytest

from fault_checks import check_events, contradictions, longest_gap, lost, report, unused
from node_cluster import Node, running_nodes
from node_faults import NodeFaults
from node_load import Listener, Load
from postgres_server import running_postgres
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

SEED = 1
# A fault must be over after this time: twelve seconds for a database, and the time that a busy machine needs.
RECOVERY_SECONDS = 60
# Five guesses are free, and the wait doubles up to a quarter of an hour. A crash of PostgreSQL resets the count.
GUESSES = 2 * 20
KINDS = ["kill_owner", "suspend_owner", "crash_postgres", "suspend_postgres", "lose_responses_of_postgres"]


class Faults(NodeFaults):
    def __init__(self, nodes, postgres, chance):
        super().__init__(nodes, chance)
        self.postgres = postgres

    def lose_responses_of_postgres(self):
        """Changes are committed, and the node does not learn it."""
        link = self.owner().to_postgres
        link.cut("responses")
        time.sleep(self.chance.uniform(2, 8))
        link.heal()
        assert link.held > 0

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


@pytest.fixture
def cluster(binary, tmp_path):
    links = []

    def linked_node(_, folder, store, name):
        """A node that PostgreSQL reaches through a link."""
        links.append(postgres.link())
        database = store.split("@/")[1].split("?")[0]
        node = Node(binary, folder, f"postgres://latchkey@127.0.0.1:{links[-1].port}/{database}", name)
        node.to_postgres = links[-1]
        return node

    with running_postgres() as postgres, running_nodes(binary, tmp_path, postgres.make_database(), "abc", make=linked_node) as nodes:
        settings = ["--sign-ups-per-hour", "0", "--anonymous-sign-in", "yes"]
        nodes[0].command("projects", "set", nodes[0].line["projectID"], *settings)
        # Until all nodes have the settings.
        for node in nodes:
            eventually(lambda: node.account("signUp").ok)
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
    for kind in KINDS:
        begin = time.monotonic()
        getattr(faults, kind)()
        ended = time.monotonic()
        eventually(lambda: load.confirmed_at and load.confirmed_at[-1] > ended, RECOVERY_SECONDS)
        time.sleep(chance.uniform(1, 4))
        done[kind] = [longest_gap(load.confirmed_at, begin)]
    load.stop()
    try:
        check_events(load, listeners, RECOVERY_SECONDS)
        violations = load.violations + lost(load, nodes) + contradictions(load) + unused(load)
        if load.guesses > GUESSES:
            violations.append(f"{load.guesses} guesses were checked, and {GUESSES} are allowed")
    finally:
        for listener in listeners:
            listener.stop()
    report(load, SEED, done, violations)
    assert not violations, "\n".join(violations[:20])
