"""HTTP/1.0, which old clients and `ab` speak: without keep-alive, a response ends with the connection."""

import socket
import urllib.parse

import pytest


def exchange(address, *fields):
    """Returns all that the server sends until it closes the connection, or within five seconds."""
    address = urllib.parse.urlsplit(address)
    with socket.create_connection((address.hostname, address.port), timeout=5) as connection:
        connection.sendall("\r\n".join([f"GET {address.path} HTTP/1.0", *fields, "", ""]).encode())
        received = b""
        try:
            while part := connection.recv(65536):
                received += part
        except TimeoutError:
            return received, False
        return received, True


@pytest.mark.parametrize("port, path", [("url", "/healthz"), ("database", "/.json")])
def test_the_connection_is_closed_unless_the_client_keeps_it(emulator, port, path):
    for fields in ((), ("Host: localhost",), ("Connection: close",)):
        received, is_closed = exchange(emulator[port] + path, *fields)
        assert received.startswith(b"HTTP/1.1 200 ") and is_closed
    received, is_closed = exchange(emulator[port] + path, "Connection: keep-alive")
    assert received.startswith(b"HTTP/1.1 200 ") and not is_closed
