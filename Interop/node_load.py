"""Clients of several nodes, which note what they asked for and what was confirmed.

Each client sends each request to a random node. It knows nothing of leases: it takes every response but a confirmation as "perhaps executed".
"""

import base64
import contextlib
import hashlib
import itertools
import json
import random
import struct
import threading
import time

import requests
import websockets.exceptions

from linearizability import NEVER, Operation
from monitored_server import JWT_BEARER, signed
from socket_client import RawClient, opened_socket

# The seconds after which clients continue with new places, so that the histories to check stay short.
EPOCH = 10
REGISTERS = 2
TIMEOUT = 20
OPERATIONS_PER_SOCKET = 100
# "A revocation holds at all nodes within two seconds."
REVOCATION_SECONDS = 2
# The account whose password is reset.
RESET = "reset@example.org"


def number_hash(number):
    """Returns the hash with which a client of the database compares a number; an empty text for no value."""
    if number is None:
        return ""
    return base64.b64encode(hashlib.sha1(b"number:" + struct.pack(">d", number).hex().encode()).digest()).decode()


class Load:
    def __init__(self, nodes, seed):
        self.nodes, self.chance = nodes, random.Random(seed)
        self.begin = time.monotonic()
        self.operations = {}
        self.pushed, self.accounts, self.deleted = {}, {}, {}
        self.confirmed_at, self.violations = [], []
        # The guesses of a password that nodes did not refuse to check.
        self.guesses = 0
        # The codes that were used.
        self.used = 0
        self._numbers = itertools.count(1)
        self._ended = threading.Event()
        self._threads = []
        # The account whose places the clients use.
        self.owner = self.node().account("signUp", returnSecureToken=True).json()
        self._key = json.loads(nodes[0].command("service-accounts", "create", "back-end"))
        assert self.node().account("signUp", email=RESET, password="a long password").ok

    def node(self):
        return self.chance.choice(self.nodes)

    def start(self):
        # Several clients for the registers, because only concurrent requests can show a wrong order.
        for client in [self.use_register] * 4 + [self.use_socket] * 2 + [self.push, self.sign_up, self.delete, self.refresh, self.claim_address, self.use_code, self.guess]:
            self._threads.append(threading.Thread(target=self._repeat, args=[client], daemon=True))
            self._threads[-1].start()

    def stop(self):
        self._ended.set()
        for thread in self._threads:
            thread.join()

    def _repeat(self, client):
        session = requests.Session()
        while not self._ended.is_set():
            try:
                client(session)
            except (requests.RequestException, websockets.exceptions.WebSocketException, OSError):
                session = requests.Session()
                self._pause(0.05)

    def _pause(self, seconds):
        """Limits the rate of a client."""
        self._ended.wait(seconds)

    def _place(self, path, node=None):
        return f"{(node or self.node()).url}/users/{self.owner['localId']}/{path}.json?auth={self.owner['idToken']}"

    def _call(self, session, call, node=None, **body):
        return session.post((node or self.node()).account_url(call), json=body, timeout=TIMEOUT)

    # Registers

    def _epoch(self):
        return int(time.monotonic() - self.begin) // EPOCH

    def use_register(self, session):
        self._pause(0.01)
        path = f"register/{self._epoch()}-{self.chance.randrange(REGISTERS)}"
        kind = self.chance.choice(["read", "write", "set"])
        if kind == "write":
            self._change(session, path, Operation("write", next(self._numbers), time.monotonic()))
            return
        called = time.monotonic()
        found = session.get(self._place(path), headers={"X-Firebase-ETag": "true"}, timeout=TIMEOUT)
        if found.status_code != 200:
            return
        self._note(path, Operation("read", found.json(), called, time.monotonic()))
        if kind == "set":
            operation = Operation("set", next(self._numbers), time.monotonic(), expected=found.json())
            self._change(session, path, operation, found.headers["ETag"])

    def _change(self, session, path, operation, tag=None):
        """A change is noted before it is sent: it may take effect without a response."""
        self._note(path, operation)
        answer = session.put(self._place(path), json=operation.value, headers={"if-match": tag} if tag else {}, timeout=TIMEOUT)
        returned = time.monotonic()
        if answer.status_code == 412:
            # It was not executed. The response has the value that was there.
            operation.kind, operation.value = "read", answer.json()
        elif answer.status_code != 200:
            return
        else:
            self.confirmed_at.append(returned)
        operation.returned = returned

    def use_socket(self, _):
        """Uses registers over a web socket, which its node serves even if another one has the database."""
        with opened_socket(self.node().url) as opened:
            client = RawClient(opened)
            if client.answer("auth", cred=self.owner["idToken"])[0]["s"] != "ok":
                return
            for _ in range(OPERATIONS_PER_SOCKET):
                if self._ended.is_set():
                    return
                self._pause(0.02)
                self._use_register_over(client, f"register/{self._epoch()}-{self.chance.randrange(REGISTERS)}")

    def _use_register_over(self, client, path):
        place = f"/users/{self.owner['localId']}/{path}"
        kind = self.chance.choice(["read", "write", "set"])
        if kind == "write":
            operation, condition = Operation("write", next(self._numbers), time.monotonic()), {}
        else:
            called = time.monotonic()
            answer, _ = client.answer("g", p=place)
            if answer["s"] != "ok":
                return
            self._note(path, Operation("read", answer["d"], called, time.monotonic()))
            if kind == "read":
                return
            operation = Operation("set", next(self._numbers), time.monotonic(), expected=answer["d"])
            condition = {"h": number_hash(answer["d"])}
        self._note(path, operation)
        answer, _ = client.answer("p", p=place, d=operation.value, **condition)
        if answer["s"] == "ok":
            operation.returned = time.monotonic()
            self.confirmed_at.append(operation.returned)
        elif answer["s"] == "datastale":
            # It was not executed.
            operation.kind = "none"

    def _note(self, path, operation):
        self.operations.setdefault(path, []).append(operation)

    def mark(self):
        """Writes a value that listeners get, and returns the register and the value; nothing if it was not confirmed."""
        register, value = "mark", next(self._numbers)
        with contextlib.suppress(requests.RequestException):
            return (register, value) if requests.put(self._place(f"register/{register}"), json=value, timeout=TIMEOUT).ok else None

    # Lists, accounts and sessions

    def push(self, session):
        value = next(self._numbers)
        answer = session.post(self._place(f"list/epoch-{self._epoch()}"), json=value, timeout=TIMEOUT)
        if answer.status_code == 200:
            self.pushed[answer.json()["name"]] = value
        self._pause(0.02)

    def sign_up(self, session):
        answer = self._call(session, "signUp", returnSecureToken=True)
        if answer.status_code == 200:
            self.accounts[answer.json()["localId"]] = answer.json()["refreshToken"]
        self._pause(0.1)

    def delete(self, session):
        """Deletes an account, and asks for it after two seconds."""
        self._pause(1)
        account = self._call(session, "signUp", returnSecureToken=True)
        if account.status_code != 200:
            return
        account = account.json()
        if self._call(session, "delete", idToken=account["idToken"]).status_code != 200:
            return
        self.deleted[account["localId"]] = account["idToken"]
        # The promise is about this time, so nothing else can be waited for.
        time.sleep(REVOCATION_SECONDS)
        for node in self.nodes:
            if self._call(session, "lookup", node, idToken=account["idToken"]).status_code == 200:
                self.violations.append(f"node {node.name} accepts the token of a deleted account")

    def refresh(self, session):
        self._pause(0.2)
        node = self.node()
        answer = self.exchange(session, self.owner["refreshToken"], node)
        if answer.status_code == 200:
            self.owner = {**self.owner, "idToken": answer.json()["id_token"], "refreshToken": answer.json()["refresh_token"]}
        elif answer.status_code < 500:
            self.violations.append(f"node {node.name} ended a session: {answer.status_code} {answer.text}")

    def guess(self, session):
        """Guesses a password at all nodes, always from the same network."""
        self._pause(0.1)
        answer = session.post(
            self.node().account_url("signInWithPassword"), timeout=TIMEOUT, headers={"X-Forwarded-For": "192.0.2.1"},
            json={"email": "guessed@example.org", "password": "wrong"})
        self.guesses += answer.status_code == 400

    def exchange(self, session, refresh_token, node=None):
        url = (node or self.node()).account_url("lookup").replace("accounts:lookup", "token")
        return session.post(url, timeout=TIMEOUT, data={"grant_type": "refresh_token", "refresh_token": refresh_token})

    def claim_address(self, session):
        """Signs up with the same address at all nodes."""
        self._pause(3)
        address = f"{next(self._numbers)}@example.org"
        winners = self._at_once("signUp", email=address, password="a long password")
        if winners > 1:
            self.violations.append(f"{address} belongs to {winners} accounts")

    def use_code(self, session):
        """Uses a code for a password reset at all nodes."""
        self._pause(3)
        body = {"requestType": "PASSWORD_RESET", "email": RESET, "returnOobLink": True}
        sent = self._administer(session, self.node(), "sendOobCode", body)
        if sent.status_code != 200:
            return
        winners = self._at_once("resetPassword", oobCode=sent.json()["oobCode"], newPassword="a longer password")
        self.used += winners
        if winners > 1:
            self.violations.append(f"a code was used {winners} times")

    def find_accounts(self, session, node, accounts):
        """Returns those of the accounts that a node has."""
        accounts, found = list(accounts), []
        for start in range(0, len(accounts), 100):
            answer = self._administer(session, node, "lookup", {"localId": accounts[start:start + 100]})
            assert answer.status_code == 200, answer.text
            found += [user["localId"] for user in answer.json().get("users", [])]
        return found

    def _administer(self, session, node, call, body):
        place = f"{node.line['listening']}/identitytoolkit.googleapis.com/v1/projects/{self._key['project_id']}"
        return session.post(
            f"{place}/accounts:{call}", json=body, timeout=TIMEOUT, headers={"Authorization": f"Bearer {self._access_token(session)}"})

    def _access_token(self, session):
        assertion = signed(self._key, self._key["token_uri"], scope="https://www.googleapis.com/auth/identitytoolkit")
        answer = session.post(
            f"{self.node().line['listening']}/token", data={"grant_type": JWT_BEARER, "assertion": assertion}, timeout=TIMEOUT)
        return answer.json()["access_token"] if answer.status_code == 200 else ""

    def _at_once(self, call, **body):
        """Makes a call at all nodes at the same time, and returns how many confirm it. At most one of them may."""
        # Failed attempts are counted for each network.
        number = next(self._numbers)
        headers = {"X-Forwarded-For": f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"}
        winners = []

        def attempt(node):
            with contextlib.suppress(requests.RequestException):
                answer = requests.post(node.account_url(call), json=body, headers=headers, timeout=TIMEOUT)
                winners.extend([node] * (answer.status_code == 200))

        attempts = [threading.Thread(target=attempt, args=[node]) for node in self.nodes]
        for thread in attempts:
            thread.start()
        for thread in attempts:
            thread.join()
        return len(winners)


class Listener:
    """An event stream of the registers at one node, which connects again after each fault."""

    def __init__(self, load, node):
        self.node, self._load = node, load
        # The values of each register, in the order of their events.
        self.seen = {}
        self._ended = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self):
        while not self._ended:
            try:
                with requests.get(
                    self._load._place("register", self.node), headers={"Accept": "text/event-stream"}, stream=True, timeout=(5, 40)) as stream:
                    self._read(stream.iter_lines())
            except (requests.RequestException, websockets.exceptions.WebSocketException, OSError):
                time.sleep(0.1)

    def _read(self, lines):
        for line in lines:
            if self._ended:
                return
            if line.startswith(b"data: {"):
                self._take(json.loads(line.removeprefix(b"data: ")))

    def _take(self, event):
        values = {event["path"].strip("/"): event["data"]} if event["path"] != "/" else event["data"] or {}
        for register, value in values.items():
            seen = self.seen.setdefault(register, [])
            # After it has connected again, it gets the current values.
            if not seen or seen[-1] != value:
                seen.append(value)

    def stop(self):
        self._ended = True
