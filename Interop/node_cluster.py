"""Several nodes with one store in PostgreSQL, which tests can kill, suspend and start again."""

import contextlib
import json
import signal
import subprocess

import requests

from free_ports import free_port


class Entrance:
    """Where clients reach nodes."""

    name: str
    # The URL of the databases.
    url: str
    # The line that a server prints when it is ready. Its key is the same at all nodes.
    line: dict

    def account_url(self, call):
        return f"{self.line['listening']}/v1/accounts:{call}?key={self.line['apiKey']}"

    def account(self, call, **body):
        return requests.post(self.account_url(call), json=body, timeout=30)


class Node(Entrance):
    """A server with a name, which trusts the other nodes as proxies. It has the same ports after each start."""

    def __init__(
            self, binary, folder, store, name, *options, port=None, node_url=None, host="127.0.0.1", proxies="127.0.0.1",
            may_lose_writes=True, sandbox=True, prefix=()):
        """`prefix` is a command that runs the server in place of itself."""
        self.folder, self.store, self.name = folder, store, name
        port = port or free_port()
        self.url = f"http://{host}:{port}"
        self._prefix = [str(part) for part in prefix]
        self._options = [
            "serve", "--json", *["--sandbox", "--sandbox-port", "0"] * sandbox, "--host", host, "--port", str(free_port()),
            "--database-port", str(port), "--data", folder, "--store", store, "--node-name", name, "--node-url", node_url or self.url,
            "--trusted-proxy", proxies, "--public-url", "http://auth.example.org", *["--may-lose-writes"] * may_lose_writes, *options]
        self.use(binary)
        self.start()

    def start(self):
        with open(f"{self.folder}.log", "a+") as log:
            begin = log.tell()
            self.process = subprocess.Popen([*self._prefix, self.binary, *self._options], stdout=subprocess.PIPE, stderr=log, text=True)
            line = self.process.stdout.readline()
            log.seek(begin)
            assert line, log.read()
        self.line = json.loads(line)

    def use(self, binary):
        """The next start is one of this program."""
        self.binary = binary

    def command(self, *arguments):
        told = subprocess.run([self.binary, *arguments, "--data", self.folder], capture_output=True, text=True, timeout=60)
        assert told.returncode == 0, told.stderr
        return told.stdout

    def stop(self):
        self.process.terminate()
        assert self.process.wait(timeout=30) == 0

    def kill(self):
        self.process.kill()
        self.process.wait(timeout=30)

    def suspend(self):
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        self.process.send_signal(signal.SIGCONT)


@contextlib.contextmanager
def running_nodes(binary, tmp_path, store, names, options=lambda name: [], make=Node):
    """Starts nodes one after the other, with the same master key. Each has the options that a function returns for its name."""
    nodes = []
    try:
        for name in names:
            folder = tmp_path / name
            folder.mkdir(mode=0o700)
            if nodes:
                (folder / "master.key").touch(mode=0o600)
                (folder / "master.key").write_bytes((tmp_path / names[0] / "master.key").read_bytes())
            nodes.append(make(binary, str(folder), store, name, *options(name)))
        yield nodes
    finally:
        running = [node for node in nodes if node.process.poll() is None]
        for node in running:
            node.resume()
            node.process.terminate()
        for node in running:
            node.stop()
