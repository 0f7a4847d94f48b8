"""A node that is taken out of the load balancer, restarted and put back under load, as docs/several-nodes.md advises."""

import collections
import threading
import time

import pytest
import requests

from free_ports import free_port
from load_balancer import LoadBalancer
from machines import ThisMachine
from node_cluster import running_nodes
from postgres_server import running_postgres
from waiting import eventually

pytestmark = pytest.mark.store_in_folder

# The page says about a second. A busy machine needs longer.
AWAY_SECONDS = 4


class Traffic:
    """Clients that repeat a request of each kind through an entrance, and note every response that is no success."""

    def __init__(self, entrance, account):
        self._place = f"{entrance.url}/users/{account['localId']}"
        self._auth = {"auth": account["idToken"]}
        self._lookup = entrance.account_url("lookup"), {"idToken": account["idToken"]}
        self.confirmed, self.errors = collections.Counter(), []
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._repeat, args=[number, kind], daemon=True)
            for number, kind in enumerate([self.get, self.put, self.lookup] * 2)]

    def get(self, session, number):
        return session.get(f"{self._place}/read.json", params=self._auth, timeout=30)

    def put(self, session, number):
        return session.put(f"{self._place}/written/{number}.json", params=self._auth, json=self.confirmed["put"], timeout=30)

    def lookup(self, session, number):
        url, body = self._lookup
        return session.post(url, json=body, timeout=30)

    def _repeat(self, number, kind):
        session = requests.Session()
        while not self._ended.wait(0.005):
            try:
                answer = kind(session, number)
            except requests.RequestException as error:
                self._note(kind, type(error).__name__, None)
                continue
            if answer.status_code == 200:
                self.confirmed[kind.__name__] += 1
            else:
                self._note(kind, answer.status_code, answer.headers.get("Retry-After"))

    def _note(self, kind, problem, pause):
        self.errors.append((kind.__name__, problem, pause, time.monotonic()))

    def __enter__(self):
        for thread in self._threads:
            thread.start()
        self.wait_for_more()
        return self

    def __exit__(self, *error):
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def wait_for_more(self):
        """Waits until some more requests of each kind have succeeded."""
        before = self.confirmed.copy()
        eventually(lambda: all(self.confirmed[kind] > before[kind] + 20 for kind in ("get", "put", "lookup")), 60)


@pytest.fixture
def nodes(binary, tmp_path):
    with running_postgres() as postgres, running_nodes(binary, tmp_path, postgres.make_database(), "ab") as nodes:
        yield nodes


@pytest.fixture
def balancer(nodes, tmp_path):
    balancer = LoadBalancer(ThisMachine(), nodes, tmp_path, auth_port=free_port(), database_port=free_port())
    yield balancer
    balancer.process.terminate()
    balancer.process.wait(timeout=30)


def test_clients_hardly_notice_the_restart_of_a_drained_node(nodes, balancer):
    a, b = nodes
    account = a.account("signUp", email="ada@example.org", password="a long password", returnSecureToken=True).json()
    # The worst case: the node has the databases, which then move.
    assert requests.put(f"{a.url}/users/{account['localId']}/read.json", params={"auth": account["idToken"]}, json="text", timeout=30).ok
    with Traffic(balancer, account) as traffic:
        balancer.set_state(a, "drain")
        a.stop()
        traffic.wait_for_more()
        before = balancer.sent(a)
        a.start()
        balancer.set_state(a, "ready")
        eventually(lambda: all(now > then for now, then in zip(balancer.sent(a), before)))
        traffic.wait_for_more()
        assert b.command("nodes").splitlines()[2].split()[-1] == b.line["projectID"], "the databases stay where they are now"
    counts = collections.Counter(error[:3] for error in traffic.errors)
    assert counts.keys() <= {("get", 503, "1"), ("put", 503, "1"), ("put", 502, None)}, counts
    times = [error[3] for error in traffic.errors]
    assert max(times, default=0) - min(times, default=0) < AWAY_SECONDS, counts
