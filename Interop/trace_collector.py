"""A collector of OTLP over HTTP that reads requests with the official protobuf schema, and an HTTP server that keeps its requests."""

import base64
import contextlib
import http.server
import json
import threading

from google.protobuf import json_format
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from waiting import eventually

# In the JSON of protobuf, bytes are base64; OTLP has hexadecimal ids instead.
IDS = ("traceId", "spanId", "parentSpanId")


class Recorder(http.server.ThreadingHTTPServer):
    """Keeps each request, and answers with the replies that a test sets, then with `reply`."""

    daemon_threads = True

    def __init__(self, port=0, reply=(200, {"content-type": "application/json"}, b"{}")):
        super().__init__(("127.0.0.1", port), Handler)
        self.requests, self.replies, self.reply = [], [], reply
        self.port = self.server_address[1]
        self.url = f"http://127.0.0.1:{self.port}"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, body))
        status, headers, reply = self.server.replies.pop(0) if self.server.replies else self.server.reply
        self.send_response(status)
        for name, value in {**headers, "content-length": str(len(reply))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(reply)

    def log_message(self, *_):
        pass


class Collector(Recorder):
    @property
    def spans(self):
        """The spans of all requests, as the schema reads them. Unknown members and wrong types are errors."""
        return [
            Seen(span, resource.resource)
            for _, _, body in list(self.requests)
            for resource in parsed(body).resource_spans for scope in resource.scope_spans for span in scope.spans]

    def named(self, name, count=1):
        """Waits for spans with this name."""
        return eventually(lambda: (found := [span for span in self.spans if span.name == name]) and len(found) >= count and found)

    def trace(self, trace_id):
        return {span.name: span for span in self.spans if span.trace_id == trace_id}

    @property
    def text(self):
        return b"\n".join(body for _, _, body in self.requests).decode()


def parsed(body):
    def converted(value):
        if isinstance(value, list):
            return [converted(item) for item in value]
        if not isinstance(value, dict):
            return value
        return {
            name: base64.b64encode(bytes.fromhex(item)).decode() if name in IDS else converted(item) for name, item in value.items()}

    return json_format.ParseDict(converted(json.loads(body)), ExportTraceServiceRequest())


class Seen:
    """A span as a test compares it."""

    def __init__(self, span, resource):
        self.name, self.kind = span.name, Span.SpanKind.Name(span.kind).removeprefix("SPAN_KIND_")
        self.trace_id, self.span_id, self.parent = span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex()
        self.begin, self.end = span.start_time_unix_nano, span.end_time_unix_nano
        self.state, self.failed = span.trace_state, span.status.code == Status.STATUS_CODE_ERROR
        self.attributes = {item.key: getattr(item.value, item.value.WhichOneof("value")) for item in span.attributes}
        self.resource = {item.key: item.value.string_value for item in resource.attributes}


class SlowCollector(http.server.ThreadingHTTPServer):
    """Sends the head of a response at once, and of its body one byte after another, without an end."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), SlowHandler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}"
        self.closing = threading.Event()


class SlowHandler(Handler):
    def do_POST(self):
        self.rfile.read(int(self.headers["content-length"]))
        self.send_response(200)
        self.send_header("content-length", "60000")
        self.end_headers()
        with contextlib.suppress(OSError):
            while not self.server.closing.wait(0.1):
                self.wfile.write(b" ")


@contextlib.contextmanager
def running(server):
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
