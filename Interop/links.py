"""Connections between servers that a test can cut, as a network does that loses all packets."""

import contextlib
import socket
import threading


class Link:
    """Relays connections to a server. While it is cut, nothing arrives and nothing is refused; afterwards, what was sent arrives late."""

    def __init__(self, connect):
        """`connect` returns a connected socket to the server."""
        self._connect = connect
        # For the requests to the server, and for its responses.
        self._open = {"requests": threading.Event(), "responses": threading.Event()}
        # The parts that were held back.
        self.held = 0
        self.heal()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self, *directions):
        for direction in directions or self._open:
            self._open[direction].clear()

    def heal(self):
        for way in self._open.values():
            way.set()

    def close(self):
        self.heal()
        self._listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._relay, args=[client], daemon=True).start()

    def _relay(self, client):
        # The connection is established by a packet in each direction.
        for way in self._open.values():
            way.wait()
        try:
            server = self._connect()
        except OSError:
            client.close()
            return
        back = threading.Thread(target=self._pass, args=[server, client, "responses"], daemon=True)
        back.start()
        self._pass(client, server, "requests")
        back.join()
        for end in (client, server):
            end.close()

    def _pass(self, source, target, direction):
        with contextlib.suppress(OSError):
            while part := source.recv(65_536):
                self.held += not self._open[direction].is_set()
                self._open[direction].wait()
                target.sendall(part)
        self._open[direction].wait()
        for end, way in ((target, socket.SHUT_WR), (source, socket.SHUT_RD)):
            with contextlib.suppress(OSError):
                end.shutdown(way)


def to_socket(path):
    def connect():
        connection = socket.socket(socket.AF_UNIX)
        try:
            connection.connect(path)
        except OSError:
            connection.close()
            raise
        return connection
    return connect
