"""A client of HTTP/2 that sends the frames that a test wants, valid or not. The framing is that of the library h2."""

import socket
import ssl
import time

import h2.config
import h2.connection
import h2.events


class HTTP2Client:
    """A connection of HTTP/2 over TLS."""

    def __init__(self, port, protocols=("h2",)):
        context = ssl._create_unverified_context()
        context.set_alpn_protocols(list(protocols))
        self.socket = context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=30), server_hostname="localhost")
        self.protocol = self.socket.selected_alpn_protocol()
        self.connection = h2.connection.H2Connection(
            h2.config.H2Configuration(
                client_side=True, header_encoding="utf-8", validate_outbound_headers=False, normalize_outbound_headers=False))
        # The library ends a connection at GOAWAY, although its open streams go on (RFC 9113, section 6.8).
        opened, received = h2.connection.ConnectionState.CLIENT_OPEN, h2.connection.ConnectionInputs.RECV_GOAWAY
        machine = self.connection.state_machine
        machine._transitions = {**machine._transitions, (opened, received): (None, opened)}
        self.events, self.is_closed = [], False
        # Events without end must not make a test wait without end.
        self.deadline = time.monotonic() + 120
        # Whether the windows grow with what was read.
        self.reads = True

    def __enter__(self):
        self.connection.initiate_connection()
        self.flush()
        return self

    def __exit__(self, *_):
        self.socket.close()

    @property
    def certificate(self):
        return self.socket.getpeercert(binary_form=True)

    def flush(self):
        self.socket.sendall(self.connection.data_to_send())

    def send(self, frames):
        """Sends frames that the library would not send."""
        self.flush()
        self.socket.sendall(b"".join(frame.serialize() for frame in frames))

    def request(self, method, path, body=None, headers=(), authority="localhost", ends=True):
        """Sends a request, without its end if `ends` is false, and returns the number of its stream."""
        stream = self.connection.get_next_available_stream_id()
        pseudo = [(":method", method), (":scheme", "https"), (":path", path)] + ([(":authority", authority)] if authority else [])
        self.connection.send_headers(stream, [*pseudo, *headers], end_stream=ends and body is None)
        if body is not None:
            self.connection.send_data(stream, body, end_stream=ends)
        self.flush()
        return stream

    def finish(self, stream, body=b""):
        self.connection.send_data(stream, body, end_stream=True)
        self.flush()

    def receive(self):
        """Reads once. Returns whether the connection is open."""
        assert time.monotonic() < self.deadline, "it did not come about"
        try:
            data = self.socket.recv(65536)
        except (ConnectionError, ssl.SSLError):
            data = b""
        if not data:
            self.is_closed = True
            return False
        for event in self.connection.receive_data(data):
            self.events.append(event)
            if self.reads and isinstance(event, h2.events.DataReceived):
                self.connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
        try:
            self.flush()
        except (ConnectionError, ssl.SSLError):
            pass
        return True

    def wait(self, kind, stream=None):
        """Returns the first event of a kind; `None` if the connection ends before."""
        while True:
            for event in self.events:
                if isinstance(event, kind) and (stream is None or getattr(event, "stream_id", None) == stream):
                    return event
            if not self.receive():
                return None

    def response(self, stream):
        """Waits for the end of a response; its status is `None` after a reset or the end of the connection, whose error code is the body."""
        while True:
            mine = [event for event in self.events if getattr(event, "stream_id", None) == stream]
            reset = next((event for event in mine if isinstance(event, h2.events.StreamReset)), None)
            if any(isinstance(event, h2.events.StreamEnded) for event in mine):
                head = next(event for event in mine if isinstance(event, h2.events.ResponseReceived))
                fields = dict(head.headers)
                body = b"".join(event.data for event in mine if isinstance(event, h2.events.DataReceived))
                return int(fields.pop(":status")), fields, body
            if reset:
                return None, {}, reset.error_code
            if not self.receive():
                end = self.wait(h2.events.ConnectionTerminated)
                return None, {}, end and end.error_code

    def ask(self, *arguments, **options):
        return self.response(self.request(*arguments, **options))

    def end(self):
        """Reads until the connection ends, and returns the error code of the last GOAWAY; `None` without one."""
        while self.receive():
            pass
        return next((event.error_code for event in reversed(self.events) if isinstance(event, h2.events.ConnectionTerminated)), None)
