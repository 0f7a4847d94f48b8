"""Connections to PostgreSQL over a network: TLS, the name of the server, passwords, several hosts."""

import urllib.parse

import pytest

import certificates
from free_ports import free_port
from postgres_server import running_postgres
from running_server import running_server
from test_postgres_store import NOT_DURABLE, refuse, sign_up

pytestmark = pytest.mark.store_in_folder

PASSWORD = "a password of PostgreSQL"


class Cluster:
    def __init__(self, server, port, folder, certificate):
        self.server, self._port, self._folder = server, port, folder
        self.root = self.file("root.crt", certificate)
        self.password = self.file("password", PASSWORD.encode())

    def file(self, name, content):
        path = self._folder / name
        path.touch(mode=0o600)
        path.write_bytes(content)
        return path

    def store(self, mode="verify-full", hosts="localhost:PORT", root=None):
        """Returns the URI of a new database at the network address of the server."""
        database = urllib.parse.urlsplit(self.server.make_database()).path
        hosts = hosts.replace("PORT", str(self._port))
        return f"postgres://latchkey@{hosts}{database}?sslmode={mode}&sslrootcert={urllib.parse.quote(str(root or self.root), safe='')}"

    def tables(self, store):
        name = urllib.parse.urlsplit(store).path[1:]
        return int(self.server.run(name, "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"))


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    port, key = free_port(), certificates.new_key()
    certificate = certificates.certificate(key)
    with running_postgres(port) as server:
        server.use_tls(certificate, certificates.private(key))
        server.run("postgres", f"ALTER ROLE latchkey PASSWORD '{PASSWORD}'")
        yield Cluster(server, port, tmp_path_factory.mktemp("tls"), certificate)


def options(cluster, password=None):
    return ["--store-password-file", str(password or cluster.password), NOT_DURABLE]


def test_every_connection_of_a_server_is_encrypted(binary, tmp_path, cluster):
    store = cluster.store()
    with running_server(binary, tmp_path / "data", "--store", store, *options(cluster)) as line:
        sign_up(line, "ada@example.org")
        encrypted = cluster.server.run("postgres", f"""
            SELECT DISTINCT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
            WHERE datname = '{urllib.parse.urlsplit(store).path[1:]}'""")
    assert encrypted == "t"


def test_the_host_that_accepts_writes_is_found(binary, tmp_path, cluster):
    hosts = f"localhost:{free_port()},localhost:PORT"
    store = cluster.store(hosts=hosts) + "&target_session_attrs=read-write"
    with running_server(binary, tmp_path / "data", "--store", store, *options(cluster)) as line:
        sign_up(line, "ada@example.org")


@pytest.mark.parametrize("case, words", [
    ("another authority", "certificate verify failed"),
    ("a name that is not in the certificate", "does not match host name"),
    ("no file with authorities", "does not exist"),
    ("no encryption", "no encryption"),
    ("a wrong password", "password authentication failed"),
    ("no password", "no password supplied")])
def test_a_connection_that_cannot_be_trusted_is_refused(binary, tmp_path, cluster, case, words):
    given, store = options(cluster), cluster.store()
    if case == "another authority":
        store = cluster.store(root=cluster.file("other.crt", certificates.certificate(certificates.new_key())))
    elif case == "a name that is not in the certificate":
        store += "&hostaddr=127.0.0.1"
        store = store.replace("@localhost:", "@db.example.org:")
    elif case == "no file with authorities":
        store = cluster.store(root=tmp_path / "missing.crt")
    elif case == "no encryption":
        store = cluster.store("disable")
    elif case == "a wrong password":
        given = options(cluster, cluster.file("wrong", b"s3cret"))
    else:
        given = [NOT_DURABLE]
    said = refuse(binary, tmp_path / "data", store, *given)
    assert words in said and PASSWORD not in said and "s3cret" not in said, said
    assert cluster.tables(store) == 0
