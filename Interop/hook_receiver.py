"""A webhook that keeps its requests, for the tests of messages and of the events of users."""

import http.server
import threading
from typing import NamedTuple

import pytest


class Received(NamedTuple):
    path: str
    headers: dict
    body: bytes


class HookReceiver(http.server.ThreadingHTTPServer):
    """Answers with the statuses and headers in `answers`, then with 204. A status of `None` means no answer before `released`."""

    daemon_threads = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), _Handler)
        self.received, self.answers, self.released = [], [], threading.Event()
        self.url = f"http://127.0.0.1:{self.server_port}"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def end(self):
        self.released.set()
        self.shutdown()
        self.server_close()


class _Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.received.append(Received(self.path, dict(self.headers), body))
        status, headers = self.server.answers.pop(0) if self.server.answers else (204, {})
        if status is None:
            self.server.released.wait(60)
            return
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def make_receiver():
    made = []

    def make(port=0):
        made.append(HookReceiver(port))
        return made[-1]

    yield make
    for receiver in made:
        receiver.end()


@pytest.fixture
def receiver(make_receiver):
    return make_receiver()
