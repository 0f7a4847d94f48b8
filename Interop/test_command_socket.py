"""The command's messages when the server on the folder has another version."""

import fcntl
import http.server
import json
import socketserver
import subprocess
import threading

import pytest


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True


@pytest.fixture
def other_server(tmp_path):
    """Returns a function that serves a data folder with one response to every request."""
    ended = []

    def serve(status, body):
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def respond(self):
                self.rfile.read(int(self.headers.get("content-length", 0)))
                self.send_response(status)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond

            def address_string(self):
                return "socket"

            def log_message(self, *arguments):
                pass

        data = tmp_path / "data"
        data.mkdir()
        (data / "latchkey.db").touch()
        lock = (data / "lock").open("w")
        fcntl.flock(lock, fcntl.LOCK_EX)
        server = Server(str(data / "control.sock"), Handler)
        threading.Thread(target=server.serve_forever).start()
        ended.append((server, lock))
        return data

    yield serve
    for server, lock in ended:
        server.shutdown()
        server.server_close()
        lock.close()


COMMANDS = [
    ["projects", "list"],
    ["users", "delete", "ada", "--yes"],
    ["projects", "provider", "enable", "twitter.com"],
    ["database", "get", "/"],
    ["users", "export", "-"],
]


def refusal(binary, data, command):
    ended = subprocess.run([binary, *command, "--data", str(data)], capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1, ended
    return ended.stderr


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_server_that_does_not_know_the_call_names_its_version(binary, other_server, command):
    message = "The server on this folder is Latchkey 7.1 and does not know this command."
    data = other_server(404, json.dumps({"error": {"code": 404, "message": message, "status": "NOT_FOUND"}}).encode())
    assert message in refusal(binary, data, command)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_server_from_before_these_calls_is_called_older(binary, other_server, command):
    data = other_server(404, b"")
    assert "is an older Latchkey and does not know this command. Restart it" in refusal(binary, data, command)


def test_a_response_without_a_message_is_reported_with_its_status(binary, other_server):
    data = other_server(502, b"<html>")
    assert "responded with status 502 without a message" in refusal(binary, data, ["projects", "list"])
