"""A hand-written client of the database protocol over long polling, as Firebase's browser clients use it."""

import base64
import concurrent.futures
import json
import re

import requests

from database_client import DatabaseClient

# A response is a script that calls functions of the page, found in the page itself or in the parent of the script's frame.
CALL = re.compile(r"^(?:\(window\.(\w+)\?window:parent\)\.)?(\w+)\((.*)\);$")
# The maximum that browser clients put into one URL.
MAX_PAYLOAD = 1840


class Script:
    """The calls of one response, by function name."""

    def __init__(self, reply):
        reply.raise_for_status()
        self.headers = reply.headers
        self.commands, self.answers = [], []
        self.names = set()
        for line in reply.text.splitlines():
            checked, name, arguments = CALL.match(line).groups()
            assert checked in (None, name)
            self.names.add(name)
            arguments = json.loads(f"[{arguments}]")
            (self.commands if name.startswith("pLPCommand") else self.answers).append(arguments)


class PollingClient(DatabaseClient):
    """One poll waits at a time. Another one is sent when there is data to send."""

    def __init__(self, database, namespace="live", callback=7, headers=None, **parameters):
        self.address = f"{database}/.lp"
        self.namespace, self.headers = namespace, headers
        self.pool = concurrent.futures.ThreadPoolExecutor(4)
        self.polls, self.segment, self.serial = [], 0, 0
        self.answers, self.messages, self.next_answer = {}, [], 0
        self.is_closed, self.last_answer = False, None
        start = {"start": "t", "ser": 1, "cb": callback, "v": 5, "ns": namespace, **parameters}
        self.first = Script(requests.get(self.address, params=start, headers=headers, timeout=40))
        (command, self.id, self.password), = self.first.commands
        assert command == "start"
        self.note(self.first)
        self.hello = self.read()

    def note(self, script):
        for number, messages in script.answers:
            assert number not in self.answers, "answers are numbered once"
            self.answers[number] = messages
        while self.next_answer in self.answers:
            self.messages += self.answers[self.next_answer]
            self.next_answer += 1
        # After all responses up to the named one, which may still be on their way.
        self.last_answer = next((command[1] for command in script.commands if command[0] == "close"), self.last_answer)
        self.is_closed = self.last_answer is not None and self.next_answer > self.last_answer

    def parameters(self, **more):
        return {"id": self.id, "pw": self.password, "ns": self.namespace, **more}

    def poll(self, segments=()):
        self.serial += 1
        parameters = self.parameters(ser=self.serial)
        for index, (number, total, data) in enumerate(segments):
            parameters |= {f"seg{index}": number, f"ts{index}": total, f"d{index}": data}
        self.polls.append(self.pool.submit(requests.get, self.address, params=parameters, headers=self.headers, timeout=60))

    def pieces(self, message):
        """Base64 in URL-safe characters, split as clients split it."""
        data = base64.urlsafe_b64encode(json.dumps(message).encode()).decode().replace("=", ".")
        parts = [data[start:start + MAX_PAYLOAD] for start in range(0, len(data), MAX_PAYLOAD)]
        pieces = [(self.segment + index, len(parts), part) for index, part in enumerate(parts)]
        self.segment += len(parts)
        return pieces

    def send(self, message):
        for piece in self.pieces(message):
            self.poll([piece])

    def read(self):
        while not self.messages:
            assert not self.is_closed, "the session is closed"
            self.wait()
        return self.messages.pop(0)

    def wait(self):
        """Waits for the response to a poll. One poll is always open."""
        if not self.polls:
            self.poll()
        done, _ = concurrent.futures.wait(self.polls, timeout=60, return_when=concurrent.futures.FIRST_COMPLETED)
        assert done, "a poll was not answered"
        for poll in done:
            self.polls.remove(poll)
            self.note(Script(poll.result()))

    def disconnect(self):
        """Sends the request of the frame that closes the session when the page closes."""
        return requests.post(self.address, params=self.parameters(disconn="t"), timeout=10)

    def close(self):
        self.pool.shutdown(wait=False, cancel_futures=True)
