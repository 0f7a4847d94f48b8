"""A raw WebSocket client of the database."""

import contextlib
import json
import urllib.parse

import websockets.sync.client

from database_client import DatabaseClient


class RawClient(DatabaseClient):
    """A hand-written client of the protocol."""

    def __init__(self, socket):
        self.socket = socket
        self.hello = self.read()

    def read(self):
        text = self.socket.recv(timeout=10)
        if text.isdigit() and len(text) < 7:
            text = "".join(self.socket.recv(timeout=10) for _ in range(int(text)))
        return json.loads(text)

    def send(self, message):
        self.socket.send(json.dumps(message))


def opened_socket(database, namespace=None, *, headers=None, **parameters):
    """Opens a WebSocket and reads nothing from it. Without a namespace it uses the default project's database."""
    query = urllib.parse.urlencode({"v": 5} | ({"ns": namespace} if namespace else {}) | parameters)
    return websockets.sync.client.connect(
        f"{database.replace('http', 'ws', 1)}/.ws?{query}", close_timeout=1, max_size=None, additional_headers=headers)


@contextlib.contextmanager
def sockets(database, namespace=None):
    """Opens WebSockets and closes them at the end."""
    with contextlib.ExitStack() as stack:
        yield lambda **parameters: stack.enter_context(opened_socket(database, namespace, **parameters))


@contextlib.contextmanager
def raw_clients(database, namespace=None):
    """Opens clients and closes them at the end."""
    with sockets(database, namespace) as open_socket:
        yield lambda **parameters: RawClient(open_socket(**parameters))
