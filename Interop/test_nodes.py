"""Several nodes with one store in PostgreSQL."""

import base64
import http.server
import json
import pathlib
import re
import socket
import subprocess
import threading
import time

import pytest
import requests

from free_ports import free_port
from node_cluster import Node, running_nodes
from polling_client import PollingClient
from postgres_server import running_postgres
from socket_client import RawClient, opened_socket

pytestmark = pytest.mark.store_in_folder

PATIENCE = 60


@pytest.fixture(scope="module")
def postgres():
    with running_postgres() as server:
        yield server


@pytest.fixture(scope="module")
def nodes(binary, tmp_path_factory, postgres):
    with running_nodes(binary, tmp_path_factory.mktemp("nodes"), postgres.make_database(), "ab") as nodes:
        yield nodes


@pytest.fixture(scope="module")
def ada(nodes):
    return nodes[0].account("signUp", email="ada@example.org", password="a long password", returnSecureToken=True).json()


def wait_until(condition):
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end


def place(node, account, path=""):
    return f"{node.url}/users/{account['localId']}{path}.json?auth={account['idToken']}"


def test_the_first_node_has_the_database_and_both_list_it(nodes, ada):
    assert requests.put(place(nodes[0], ada, "/name"), json="Ada", timeout=30).ok
    for node in nodes:
        table = [re.split("  +", line) for line in node.command("nodes").splitlines()]
        assert [row[0] for row in table] == ["NAME", *(other.name + (" (this one)" if other is node else "") for other in nodes)]
        assert [row[1] for row in table[1:]] == [other.url for other in nodes]
        assert table[1][5] == nodes[0].line["projectID"] and table[2][5] == "-"


def test_requests_are_passed_on(nodes, ada):
    a, b = nodes
    written = requests.put(place(b, ada, "/age"), json=36, headers={"Origin": "https://app.example.org"}, timeout=30)
    assert written.status_code == 200 and written.json() == 36
    assert written.raw.headers.getlist("access-control-allow-origin") == ["https://app.example.org"]
    assert requests.get(place(a, ada, "/age"), timeout=30).json() == 36
    added = requests.post(place(b, ada, "/list"), json={"text": "é" * 300_000}, timeout=30).json()["name"]
    assert requests.get(place(a, ada, f"/list/{added}"), timeout=30).json() == {"text": "é" * 300_000}
    tag = requests.get(place(b, ada, "/age"), headers={"X-Firebase-ETag": "true"}, timeout=30).headers["ETag"]
    stale = requests.put(place(b, ada, "/age"), json=1, headers={"if-match": "wrong"}, timeout=30)
    assert stale.status_code == 412 and stale.headers["ETag"] == tag and stale.json() == 36
    assert requests.patch(place(b, ada) + "&print=silent", json={"age": 37}, timeout=30).status_code == 204
    assert requests.delete(place(b, ada, "/list"), timeout=30).json() is None
    assert requests.get(f"{b.url}/users.json", timeout=30).status_code == 401


def test_event_streams_are_passed_on(nodes, ada):
    a, b = nodes
    with requests.get(place(b, ada, "/news"), headers={"Accept": "text/event-stream"}, stream=True, timeout=30) as stream:
        lines = stream.iter_lines(chunk_size=1, decode_unicode=True)
        assert [next(lines), next(lines)] == ["event: put", 'data: {"path":"/","data":null}']
        requests.put(place(a, ada, "/news"), json="new", timeout=30)
        assert [next(lines), next(lines), next(lines)] == ["", "event: put", 'data: {"path":"/","data":"new"}']


def test_web_sockets_are_passed_on(nodes, ada):
    a, b = nodes
    with opened_socket(b.url) as socket:
        client = RawClient(socket)
        assert client.hello["d"]["d"]["h"] == b.url.removeprefix("http://")
        assert client.answer("auth", cred=ada["idToken"])[0]["s"] == "ok"
        path = f"/users/{ada['localId']}/chat"
        assert client.answer("q", p=path, h="")[0]["s"] == "ok"
        requests.put(place(a, ada, "/chat"), json="hello", timeout=30)
        assert client.read()["d"] == {"a": "d", "b": {"p": path[1:], "d": "hello"}}
        large = "x" * 500_000
        assert client.answer("p", p=path, d=large)[0]["s"] == "ok"
        assert requests.get(place(b, ada, "/chat"), timeout=30).json() == large


def test_polling_clients_are_passed_on(nodes, ada):
    client = PollingClient(nodes[1].url, namespace=nodes[0].line["projectID"])
    assert client.answer("auth", cred=ada["idToken"])[0]["s"] == "ok"
    path = f"/users/{ada['localId']}/poll"
    assert client.answer("p", p=path, d=1)[0]["s"] == "ok"
    assert requests.get(place(nodes[0], ada, "/poll"), timeout=30).json() == 1
    client.close()


def test_a_revocation_holds_at_both_nodes(nodes):
    a, b = nodes
    account = a.account("signUp", email="eve@example.org", password="a long password", returnSecureToken=True).json()
    assert b.account("lookup", idToken=account["idToken"]).ok
    a.command("users", "disable", account["localId"])
    wait_until(lambda: not b.account("lookup", idToken=account["idToken"]).ok)
    assert b.account("lookup", idToken=account["idToken"]).json()["error"]["message"] == "USER_DISABLED"


def test_an_ended_session_ends_at_both_nodes(nodes):
    a, b = nodes
    ada = a.account("signUp", email="ends@example.org", password="a long password", returnSecureToken=True).json()
    other = b.account("signInWithPassword", email="ends@example.org", password="a long password", returnSecureToken=True).json()

    def call(node, name, **body):
        return requests.post(f"{node.line['listening']}/v2/accounts/sessions:{name}?key={node.line['apiKey']}", json=body, timeout=30)

    def refresh(node, user):
        body = {"grant_type": "refresh_token", "refresh_token": user["refreshToken"]}
        return requests.post(f"{node.line['listening']}/v1/token?key={node.line['apiKey']}", data=body, timeout=30)

    assert all(refresh(node, other).ok for node in nodes)
    [session] = [session for session in call(a, "list", idToken=ada["idToken"]).json()["sessions"] if not session["current"]]
    assert call(a, "end", idToken=ada["idToken"], sessionId=session["sessionId"]).json() == {}
    for node in nodes:
        assert refresh(node, other).json()["error"]["message"] == "TOKEN_EXPIRED"
        assert call(node, "list", idToken=other["idToken"]).json()["error"]["message"].startswith("TOKEN_EXPIRED")
        assert refresh(node, ada).ok


def test_limits_count_at_all_nodes(nodes):
    a, b = nodes
    a.account("signUp", email="zoe@example.org", password="a long password")
    # Five mails of a kind at once, of which one refills in twelve minutes.
    mails = [node.account("sendOobCode", requestType="PASSWORD_RESET", email="zoe@example.org") for node in (a, b, a, b, a, b, a)]
    assert [mail.status_code for mail in mails] == [200] * 5 + [400] * 2
    assert {mail.json()["error"]["message"] for mail in mails[5:]} == {"RESET_PASSWORD_EXCEED_LIMIT"}


def test_data_of_a_deleted_account_is_removed_by_the_node_that_has_it(nodes):
    def sign_up(node, name):
        return node.account("signUp", email=f"{name}@example.org", password="a long password", returnSecureToken=True).json()

    a, b = nodes
    tom, una = sign_up(b, "tom"), sign_up(a, "una")
    assert requests.put(place(b, tom, "/name"), json="Tom", timeout=30).ok
    assert b.account("delete", idToken=tom["idToken"]).ok
    # The other node looks for such data every five minutes, and after a deletion of its own.
    assert a.account("delete", idToken=una["idToken"]).ok
    wait_until(lambda: a.command("database", "get", f"/users/{tom['localId']}").strip() == "null")


def test_a_new_and_a_revoked_signing_key_hold_at_both_nodes(binary, tmp_path, postgres):
    def keys(node):
        found = requests.get(f"{node.line['listening']}/.well-known/jwks.json", timeout=30)
        return {key["kid"] for key in found.json()["keys"]}

    def sign_in(node, call):
        answer = node.account(call, email="ada@example.org", password="a long password", returnSecureToken=True)
        return answer.json()["idToken"]

    def key_id(token):
        header = token.split(".")[0]
        return json.loads(base64.urlsafe_b64decode(header + "=" * (-len(header) % 4)))["kid"]

    with running_nodes(binary, tmp_path, postgres.make_database(), "ab") as (a, b):
        former, old = keys(b), sign_in(a, "signUp")
        a.command("keys", "rotate")
        # The key signs when both nodes know it, so no token is refused.
        while key_id(new := sign_in(a, "signInWithPassword")) in former:
            assert b.account("lookup", idToken=new).ok
        assert b.account("lookup", idToken=new).ok and b.account("lookup", idToken=old).ok
        assert keys(b) == keys(a) and len(keys(b)) == len(former) + 1
        for key in former:
            a.command("keys", "revoke", key, "--yes")
        wait_until(lambda: not b.account("lookup", idToken=old).ok)
        assert b.account("lookup", idToken=new).ok


def test_databases_of_a_killed_node_are_taken_over(binary, tmp_path, postgres):
    with running_nodes(binary, tmp_path, postgres.make_database(), "abc") as (a, b, c):
        ada = b.account("signUp", email="ada@example.org", password="a long password", returnSecureToken=True).json()
        # The first request decides which node has the database.
        assert requests.get(place(a, ada), timeout=30).json() is None
        written = [number for number in range(50) if requests.put(place(b, ada, f"/n/{number}"), json=number, timeout=30).ok]
        assert len(written) == 50
        with opened_socket(b.url) as socket:
            client = RawClient(socket)
            client.answer("auth", cred=ada["idToken"])
            assert client.answer("o", p=f"/users/{ada['localId']}/left", d=True)[0]["s"] == "ok"
            a.kill()
            statuses = set()

            def is_taken_over():
                statuses.add(requests.get(place(c, ada, "/left"), timeout=30).status_code)
                return 200 in statuses

            wait_until(is_taken_over)
        assert statuses == {503, 200}
        # The writes of the dead node's clients, which one of the others executes.
        assert requests.get(place(c, ada, "/left"), timeout=30).json() is True
        assert requests.get(place(b, ada, "/n"), timeout=30).json() == list(range(50))
        assert [row.split()[0] for row in c.command("nodes").splitlines()] == ["NAME", "b", "c"]


def test_the_start_after_a_kill_says_what_it_waits_for(binary, tmp_path, postgres):
    with running_nodes(binary, tmp_path, postgres.make_database(), "a") as [node]:
        log = pathlib.Path(f"{node.folder}.log")
        assert "Waiting for the lease" not in log.read_text()
        node.kill()
        node.start()
        assert len(re.findall(
            r"notice.* Waiting for the lease of a node with this name or URL to end, which takes about 8 seconds: the node was killed",
            log.read_text())) == 1


def test_one_node_delivers_the_audit_log_of_all_nodes(binary, tmp_path, postgres):
    def delivered(name):
        file = tmp_path / f"{name}.jsonl"
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    with running_nodes(binary, tmp_path, postgres.make_database(), "ab", options=lambda name: ["--audit-file", f"{tmp_path}/{name}.jsonl"]) as nodes:
        by_name = {node.name: node for node in nodes}

        def sign_up(name, address):
            return by_name[name].account("signUp", email=address, password="a long password", returnSecureToken=True).json()["localId"]

        def has(name, account):
            return any(event.get("localId") == account for event in delivered(name))

        begin = sign_up("a", "begin@example.org")
        wait_until(lambda: has("a", begin) or has("b", begin))
        sender, other = ("a", "b") if has("a", begin) else ("b", "a")
        first = sign_up(other, "first@example.org")
        wait_until(lambda: has(sender, first))
        assert not delivered(other)
        by_name[sender].kill()
        second = sign_up(other, "second@example.org")
        wait_until(lambda: has(other, second))
        numbers = [event["sequence"] for event in delivered(sender) + delivered(other)]
        assert set(numbers) == set(range(min(numbers), max(numbers) + 1)), numbers


def test_a_node_that_stops_leaves_its_databases_at_once(binary, tmp_path, postgres):
    with running_nodes(binary, tmp_path, postgres.make_database(), "ab") as (a, b):
        ada = a.account("signUp", email="ada@example.org", password="a long password", returnSecureToken=True).json()
        assert requests.put(place(a, ada, "/name"), json="Ada", timeout=30).ok
        assert requests.get(place(b, ada, "/name"), timeout=30).json() == "Ada"
        a.stop()
        # The other node believes for a moment that this one has the database. It must not lose the body.
        assert requests.put(place(b, ada, "/large"), json="x" * 200_000, timeout=30).json() == "x" * 200_000
        assert requests.get(place(b, ada, "/name"), timeout=30).json() == "Ada"


@pytest.mark.parametrize("options, problem", [
    (["--node-name", "a"], "node-url: is missing."),
    (["--node-name", "a", "--node-url", "http://127.0.0.1:9000"], "public-url: is missing."),
    (["--node-name", "a", "--node-url", "http://127.0.0.1:9000", "--rules", "/dev/null"], "rules: is not available for one of several nodes."),
    (["--node-url", "http://127.0.0.1:9000"], "node-name: is missing."),
    (["--node-name", "a b", "--node-url", "http://127.0.0.1:9000"], "node-name: a b is not a name."),
    (["--node-name", "a", "--node-url", "127.0.0.1:9000"], "node-url: 127.0.0.1:9000 is not a URL."),
])
def test_wrong_settings_are_reported(binary, tmp_path, options, problem):
    told = subprocess.run(
        [binary, "serve", "--data", str(tmp_path), "--store", "postgres://latchkey@/latchkey", *options], capture_output=True, text=True,
        timeout=60)
    assert told.returncode == 78 and problem in told.stderr, told.stderr


def test_nodes_need_a_shared_store(binary, tmp_path):
    told = subprocess.run(
        [binary, "serve", "--data", str(tmp_path), "--node-name", "a", "--node-url", "http://127.0.0.1:9000"], capture_output=True,
        text=True, timeout=60)
    assert told.returncode == 78 and "node-name: needs a store in PostgreSQL" in told.stderr, told.stderr


def test_an_upgrade_is_checked_and_prepared_while_nodes_run(binary, nodes, postgres):
    def told(store, *command):
        return subprocess.run(
            [binary, *command, "--data", nodes[0].folder, "--store", store], capture_output=True, text=True, timeout=60)

    check = told(nodes[0].store, "upgrade", "check")
    assert check.returncode == 0 and "Upgrade the nodes one after the other." in check.stdout, check
    migrated = told(nodes[0].store, "migrate")
    assert migrated.returncode == 0 and "already has the schema" in migrated.stdout, migrated
    empty = told(postgres.make_database(), "migrate")
    assert empty.returncode == 1 and "is empty" in empty.stderr, empty


def test_two_nodes_have_different_names(binary, nodes, tmp_path, postgres):
    a = nodes[0]
    (tmp_path / "master.key").touch(mode=0o600)
    (tmp_path / "master.key").write_bytes(open(f"{a.folder}/master.key", "rb").read())
    told = subprocess.run(
        [binary, "serve", "--sandbox", "--sandbox-port", "0", "--port", "0", "--database-port", "0", "--data", str(tmp_path), "--store", a.store,
         "--may-lose-writes", "--node-name", "a", "--node-url", "http://127.0.0.1:9000", "--public-url", "http://auth.example.org"], capture_output=True, text=True, timeout=60)
    assert told.returncode == 1 and "Another node with the name a, or with the URL" in told.stderr, told.stderr


def test_a_server_without_a_name_does_not_share_a_store_with_nodes(binary, nodes, tmp_path):
    a = nodes[0]
    (tmp_path / "master.key").touch(mode=0o600)
    (tmp_path / "master.key").write_bytes(open(f"{a.folder}/master.key", "rb").read())
    serve = ["serve", "--sandbox", "--sandbox-port", "0", "--port", "0", "--database-port", "0", "--may-lose-writes"]
    for command in (serve, ["users", "list"]):
        told = subprocess.run(
            [binary, *command, "--data", str(tmp_path), "--store", a.store], capture_output=True, text=True, timeout=60)
        assert told.returncode == 1, told
        assert "Nodes share the store" in told.stderr and "needs node-name and node-url" in told.stderr, told.stderr
        assert "with the data folder of a running node" in told.stderr, told.stderr


def checks_of_nodes(node):
    told = subprocess.run([node.binary, "doctor", "--json", "--data", node.folder], capture_output=True, text=True, timeout=60)
    return {check["subject"]: check for check in json.loads(told.stdout) if check["subject"].startswith("node ")}


def test_doctor_reaches_the_other_node(nodes):
    a, b = nodes
    assert checks_of_nodes(a) == {"node b": {"subject": "node b", "ok": True, "detail": f"reachable at {b.url}"}}
    assert [check["ok"] for check in checks_of_nodes(b).values()] == [True]
    # No database was opened for that.
    assert [row.split()[-1] for row in a.command("nodes").splitlines()[1:]] == [a.line["projectID"], "-"]


@pytest.fixture
def other_server():
    """An HTTP server that is not a database port, such as the other port of a node."""
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), http.server.BaseHTTPRequestHandler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def test_doctor_reports_nodes_that_cannot_be_used(binary, tmp_path, postgres, other_server):
    wrong = {"b": {"node_url": f"http://127.0.0.1:{free_port()}"}, "c": {"proxies": "10.0.0.1"}, "d": {"node_url": other_server}}

    def node(binary, folder, store, name):
        return Node(binary, folder, store, name, **wrong.get(name, {}))

    with running_nodes(binary, tmp_path, postgres.make_database(), "abcd", make=node) as (a, b, c, _):
        checks = checks_of_nodes(a)
        assert checks.keys() == {"node b", "node c", "node d"} and not any(check["ok"] for check in checks.values())
        unreachable, distrustful = checks["node b"], checks["node c"]
        assert f"{wrong['b']['node_url']} cannot be reached: it does not accept connections" in unreachable["detail"]
        assert "correct its node-url" in unreachable["mend"] and "firewall" in unreachable["mend"]
        assert distrustful["detail"] == f"{c.url} does not accept requests that this node passes on"
        assert "trusted-proxy of the node c" in distrustful["mend"]
        assert checks["node d"]["detail"] == f"{other_server} answers, but not as the port of databases of a node"
        # Both reach the first one.
        assert checks_of_nodes(b)["node a"]["ok"] and checks_of_nodes(c)["node a"]["ok"]


def test_uploads_to_a_node_that_refuses_or_dies_do_no_harm(nodes, ada):
    a, b = nodes
    # The other node responds before it has the whole body.
    for body in (b"1" * 100, b"1" * 5_000_000):
        refused = requests.put(f"{b.url}/users/{ada['localId']}/big.json?auth=wrong", data=body, timeout=30)
        assert refused.status_code == 401, refused.text
    with socket.create_connection(("127.0.0.1", int(b.url.rsplit(":", 1)[1]))) as raw:
        head = f"PUT /users/{ada['localId']}/big.json?auth=wrong HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n"
        raw.sendall(head.encode() + b"1" * 50_000)
        assert raw.recv(100).startswith(b"HTTP/1.1 401")
    assert requests.get(place(b, ada, "/age"), timeout=30).ok


def test_a_request_that_was_passed_on_is_not_passed_on_again(nodes, ada):
    marked = requests.get(place(nodes[1], ada), headers={"Latchkey-Passed-On": "1"}, timeout=30)
    assert marked.status_code == 503 and marked.headers["Retry-After"] == "1"


def test_a_request_never_names_the_host_that_it_is_passed_on_to(nodes, ada):
    first, second = nodes
    assert requests.put(place(first, ada, "/name"), json="Ada", timeout=30).ok
    assert second.line["projectID"] in second.command("nodes").splitlines()[1], "the first node has the database"
    with socket.create_server(("127.0.0.1", 0)) as other:
        other.settimeout(2)
        # A number is a host too, and a key of a database.
        target = f"*@2130706433:{other.getsockname()[1]}/x.json?ns={second.line['projectID']}"
        with socket.create_connection(("127.0.0.1", int(second.url.rsplit(":", 1)[1])), timeout=30) as raw:
            raw.sendall(f"GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
            with pytest.raises(TimeoutError):
                other.accept()
            assert raw.recv(100).startswith(b"HTTP/1.1 400")


def test_each_documented_metric_of_nodes_exists(binary, tmp_path, postgres):
    page = (pathlib.Path(__file__).resolve().parent.parent / "docs/several-nodes.md").read_text()
    # Only a server with standbys has their lag, and counters appear with their first event.
    absent = {"latchkey_standby_lag_seconds", "latchkey_postgres_errors_total"}
    documented = set(re.findall(r"^\| `(latchkey_[a-z_]+)`", page, flags=re.MULTILINE)) - absent
    port = free_port()
    folder = tmp_path / "a"
    folder.mkdir(mode=0o700)
    node = Node(binary, str(folder), postgres.make_database(), "a", "--metrics-port", str(port))
    try:
        assert requests.get(f"{node.url}/.json?ns={node.line['projectID']}", timeout=30).status_code == 401
        text = requests.get(f"http://127.0.0.1:{port}/metrics", timeout=30).text
    finally:
        node.stop()
    assert documented == set(re.findall(r"^# TYPE (latchkey_(?:postgres|lease|node)\w*) ", text, flags=re.MULTILINE))
    values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line.startswith(("latchkey_lease", "latchkey_node")))
    assert values["latchkey_nodes"] == values["latchkey_node_databases"] == "1"
    assert int(values["latchkey_lease_epoch"]) > 0 and 0 < float(values["latchkey_lease_seconds"]) < 8
