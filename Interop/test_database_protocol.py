"""What clients for browsers, iOS and Android rely on in the database protocol, point by point."""

import base64
import contextlib
import hashlib
import json
import re
import socket
import struct
import time

import jwt
import pytest
import requests
import websockets.exceptions
import websockets.sync.client

from database_client import OWNER
from running_server import running_emulator, running_server
from socket_client import RawClient, opened_socket
from stored_tables import stored_tables

OPEN = {".read": True, ".write": True}


@pytest.fixture
def rules(emulator, namespace):
    def put(rules):
        requests.put(
            f"{emulator['database']}/.settings/rules.json?ns={namespace}", json={"rules": rules}, headers=OWNER, timeout=10).raise_for_status()
    return put


def rest(emulator, namespace, method, path, body=None, **parameters):
    return requests.request(
        method, f"{emulator['database']}/{path}.json", params={"ns": namespace, **parameters}, json=body, headers=OWNER, timeout=10).json()


# MARK: An independent implementation of the hashes that clients compute


def number_text(value):
    return struct.pack(">d", value).hex()


def leaf_text(value):
    if isinstance(value, bool):
        return f"boolean:{str(value).lower()}"
    return f"number:{number_text(value)}" if isinstance(value, (int, float)) else f"string:{value}"


def digest(text):
    return base64.b64encode(hashlib.sha1(text.encode()).digest()).decode()


def node_hash(value):
    """For trees with plain words as keys."""
    if value is None or value == {}:
        return ""
    if not isinstance(value, dict):
        return digest(leaf_text(value))
    return digest("".join(f":{key}:{node_hash(value[key])}" for key in sorted(value)))


def leaves(value, path=()):
    for key in sorted(value):
        if isinstance(value[key], dict):
            yield from leaves(value[key], (*path, key))
        else:
            yield (*path, key), value[key]


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def range_hash(part):
    """The text of some leaves as a tree in parentheses, as clients write it."""
    text, opened = "(", ()
    for path, value in part:
        common = 0
        while common < len(opened) and opened[common] == path[common]:
            common += 1
        text += ")" * (len(opened) - common)
        if not text.endswith("("):
            text += ","
        text += ":(".join(quoted(key) for key in path[common:]) + ":("
        text += f"string:{quoted(value)}" if isinstance(value, str) else leaf_text(value)
        opened = path
    return digest(text + ")" * (len(opened) + 1))


def compound_hash(tree, size):
    """Ranges of the given number of leaves."""
    all_leaves = list(leaves(tree))
    parts = [all_leaves[start:start + size] for start in range(0, len(all_leaves), size)]
    return {"ps": ["/".join(part[-1][0]) for part in parts], "hs": [range_hash(part) for part in parts] + [""]}


def merged(tree, ranges):
    """Returns the client's value after `rm`: everything in (s, e] is removed, and the values that were sent are added."""
    kept = dict(leaves(tree))
    for merge in ranges:
        start = tuple(merge["s"].split("/")) if "s" in merge else None
        end = tuple(merge["e"].split("/")) if "e" in merge else None
        kept = {path: value for path, value in kept.items()
                if (start is not None and path <= start) or (end is not None and path > end)}
        kept.update(leaves(merge["m"] or {}))
    result = {}
    for path, value in kept.items():
        place = result
        for key in path[:-1]:
            place = place.setdefault(key, {})
        place[path[-1]] = value
    return result


@pytest.mark.parametrize("change", ["a leaf", "a new leaf in the middle", "a new leaf at the end", "a leaf less", "a whole range less", "another kind", "nothing at all"])
def test_a_client_that_holds_most_of_a_tree_is_sent_the_rest(emulator, connect, namespace, change):
    held = {f"k{number:03}": {"n": number, "text": f'"{number}\\', "on": number % 2 == 0} for number in range(60)}
    now = json.loads(json.dumps(held))
    match change:
        case "a leaf":
            now["k030"]["n"] = 1000
        case "a new leaf in the middle":
            now["k030"]["more"] = "x"
        case "a new leaf at the end":
            now["z"] = {"a": 1}
        case "a leaf less":
            del now["k030"]["text"]
        case "a whole range less":
            for number in range(20, 40):
                del now[f"k{number:03}"]
        case "another kind":
            now["k030"] = "was an object"
    rest(emulator, namespace, "PUT", "big", now)
    client = connect()
    listened, pushes = client.answer("q", p="/big", h=node_hash(held), ch=compound_hash(held, 12))
    assert listened == {"s": "ok", "d": {}}
    if change == "nothing at all":
        assert pushes == []
        return
    push, = pushes
    assert push["a"] == "rm" and push["b"]["p"] == "big"
    assert merged(held, push["b"]["d"]) == now
    if change != "a whole range less":
        assert len(push["b"]["d"]) == 1 and len(json.dumps(push)) < len(json.dumps(now)) / 3
    # After that it gets updates like every other listener.
    assert client.answer("p", p="/big/k001/n", d=7)[1] == [{"a": "d", "b": {"p": "big/k001/n", "d": 7}}]


def test_a_client_with_outdated_ranges_is_sent_all_data(emulator, connect, namespace):
    rest(emulator, namespace, "PUT", "big", {"a": 1})
    for ranges in ({"ps": ["a"], "hs": [""]}, {"ps": "a", "hs": []}, {"ps": ["b", "a"], "hs": ["", "", ""]}, 7, None):
        _, pushes = connect().answer("q", p="/big", h="x", ch=ranges)
        assert pushes == [{"a": "d", "b": {"p": "big", "d": {"a": 1}}}], ranges


def test_a_client_that_holds_it_already_is_sent_nothing(emulator, connect, namespace):
    value = {"a": {"b": "text", "c": True}, "d": -1.5}
    rest(emulator, namespace, "PUT", "x", value)
    assert connect().answer("q", p="/x", h=node_hash(value)) == ({"s": "ok", "d": {}}, [])
    assert connect().answer("q", p="/x", h="")[1] == [{"a": "d", "b": {"p": "x", "d": value}}]
    assert connect().answer("q", p="/nothing", h="")[1] == []
    # The value that it had is removed.
    assert connect().answer("q", p="/nothing", h="x")[1] == [{"a": "d", "b": {"p": "nothing", "d": None}}]


# MARK: The hello


def test_hello_names_the_address_that_the_client_used(emulator, connect):
    host = emulator["database"].removeprefix("http://")
    hello = connect().hello
    assert hello["t"] == "c" and hello["d"]["t"] == "h"
    assert hello["d"]["d"]["h"] == host and hello["d"]["d"]["v"] == "5"
    assert abs(hello["d"]["d"]["ts"] - time.time() * 1000) < 60_000 and len(hello["d"]["d"]["s"]) > 20
    # Only a trusted proxy may change the host that the hello contains: clients reconnect to it.
    assert connect(headers={"X-Forwarded-Host": "elsewhere.example"}).hello["d"]["d"]["h"] == host
    assert not host.startswith("s-"), "clients would keep it"


def test_a_trusted_proxy_says_which_address_the_client_used(binary, tmp_path):
    with running_emulator(binary, "--trusted-proxy", "127.0.0.1/32") as line:
        with opened_socket(line["database"], "live", headers={"X-Forwarded-Host": "db.example.org"}) as socket:
            assert RawClient(socket).hello["d"]["d"]["h"] == "db.example.org"


def test_a_name_below_localhost_is_a_database(emulator):
    port = emulator["database"].rsplit(":", 1)[1]
    requests.put(f"{emulator['database']}/x.json", params={"ns": "shop"}, json="of the shop", headers=OWNER, timeout=10).raise_for_status()
    named = {"Host": f"shop.localhost:{port}"}
    assert requests.get(f"{emulator['database']}/x.json", headers=named, timeout=10).json() == "of the shop"
    # `ns` takes precedence.
    assert requests.get(f"{emulator['database']}/x.json?ns=other", headers=named, timeout=10).json() is None
    connection = socket.create_connection(("127.0.0.1", int(port)))
    with websockets.sync.client.connect(f"ws://shop.localhost:{port}/.ws?v=5", sock=connection, close_timeout=1) as opened:
        assert RawClient(opened).answer("g", p="/x", q={})[0]["d"] == "of the shop"


def test_ending_a_session_requires_its_id(emulator, connect):
    client, watcher = connect(), connect()
    client.answer("o", p="/gone", d=True)
    watcher.answer("q", p="/gone", h="")
    session = client.hello["d"]["d"]["s"]
    for wrong in ("x", session[:-1], ""):
        connect(ls=wrong)
    # Not from another database either.
    with opened_socket(emulator["database"], "another", ls=session) as socket:
        RawClient(socket)
    assert client.answer("s", c={})[0]["s"] == "ok"
    connect(ls=session)
    assert watcher.read()["d"]["b"] == {"p": "gone", "d": True}
    with pytest.raises(websockets.exceptions.ConnectionClosed):
        client.socket.recv(timeout=10)


# MARK: Order


def test_pipelined_requests_get_responses_in_order(emulator, connect, rules):
    rules({"secret": {".read": "auth != null"}, "open": OPEN})
    client = connect()
    # JavaScript clients listen without waiting for the response to `auth`.
    for action, body in (
            ("gauth", {"cred": "owner"}), ("q", {"p": "/secret", "h": ""}),
            ("p", {"p": "/open", "d": 1}), ("unauth", {}), ("q", {"p": "/secret/x", "h": ""}), ("p", {"p": "/open", "d": 2}), ("g", {"p": "/open", "q": {}})):
        client.ask(action, **body)
    answers = {}
    while len(answers) < 7:
        data = client.read()["d"]
        if "r" in data:
            answers[data["r"]] = data["b"]["s"]
        else:
            assert re.fullmatch("[2-9a-z]{8}", data["b"].pop("decision"))
            assert data == {"a": "c", "b": {"p": "secret"}}, "a signed-out client does not listen any more"
    assert answers == {1: "ok", 2: "ok", 3: "ok", 4: "ok", 5: "permission_denied", 6: "ok", 7: "ok"}


def test_a_refused_credential_gets_a_response_and_ends_the_session(emulator, connect, namespace, rules):
    rules({"secret": {".read": "auth != null", ".write": "auth != null"}, "open": OPEN})
    client = connect()
    # Clients close and reconnect with another credential. They must not get the cancellation of their listeners, because apps would see it.
    for action, body in (
            ("gauth", {"cred": "owner", "authvar": {"uid": "ada"}}), ("q", {"p": "/secret", "h": ""}), ("o", {"p": "/secret/left", "d": True}),
            ("auth", {"cred": jwt.encode({"sub": "nobody"}, None, algorithm="none")}), ("p", {"p": "/open", "d": 1})):
        client.ask(action, **body)
    told = []
    with pytest.raises(websockets.exceptions.ConnectionClosedOK):
        while True:
            told.append(client.read()["d"])
    assert [(data["r"], data["b"]["s"]) for data in told] == [(1, "ok"), (2, "ok"), (3, "ok"), (4, "invalid_token")]
    assert rest(emulator, namespace, "GET", "") == {"secret": {"left": True}}, "operations run as the user that left them, later requests are ignored"


def test_data_comes_before_the_response(emulator, connect, namespace):
    rest(emulator, namespace, "PUT", "x", {"a": 1, "z": 0})
    client = connect()
    assert client.answer("q", p="x", h="")[1] == [{"a": "d", "b": {"p": "x", "d": {"a": 1, "z": 0}}}], "also for a path without a slash"
    assert client.answer("p", p="/x/a", d=2)[1] == [{"a": "d", "b": {"p": "x/a", "d": 2}}]
    assert client.answer("m", p="/x", d={"a": 3, "b/c": 4})[1] == [{"a": "m", "b": {"p": "x", "d": {"a": 3, "b": {"c": 4}}}}]
    # A refused write changes nothing, and the client gets the current value before its next attempt.
    assert client.answer("p", p="/x/a", d=9, h="x") == ({"s": "datastale", "d": "Transaction hash does not match"}, [])
    assert client.answer("p", p="/x/a", d=9, h=node_hash(3))[0]["s"] == "ok"


def test_priorities_travel_beside_values(connect):
    client = connect()
    client.answer("q", p="/x", h="")
    assert client.answer("p", p="/x", d={".value": 5, ".priority": "high"})[1] == [{"a": "d", "b": {"p": "x", "d": {".value": 5, ".priority": "high"}}}]
    assert client.answer("p", p="/x/.priority", d=3)[0]["s"] == "ok"
    assert client.answer("g", p="/x", q={})[0]["d"] == {".value": 5, ".priority": 3}


def test_an_update_sets_priorities(connect):
    client = connect()
    update = {".priority": 1, "a/.priority": 5, "a/b": True, "c": 2}
    assert client.answer("m", p="/x", d=update)[0]["s"] == "ok"
    assert client.answer("g", p="/x", q={})[0]["d"] == {".priority": 1, "a": {".priority": 5, "b": True}, "c": 2}
    for refused in ({"a": 1, "a/.priority": 2}, {"": 1}, {"/": 1}, {"c/.priority": True}):
        for action in ("m", "om"):
            assert client.answer(action, p="/x", d=refused)[0]["s"] == "failed", (action, refused)
    assert client.answer("om", p="/x", d={"c/.priority": 7, "d": 1})[0]["s"] == "ok"


def test_a_transaction_on_a_priority_is_one(connect):
    client = connect()
    client.answer("p", p="/x", d={".value": 5, ".priority": 1})
    assert client.answer("p", p="/x/.priority", d=3, h=node_hash(2))[0]["s"] == "datastale"
    assert client.answer("p", p="/x/.priority", d=3, h=node_hash(1))[0]["s"] == "ok"
    assert client.answer("g", p="/x", q={})[0]["d"] == {".value": 5, ".priority": 3}


def test_get_needs_the_index_that_a_listener_is_warned_of(connect, rules):
    rules({**OPEN, "good": {".indexOn": "t"}})
    client = connect()
    assert client.answer("g", p="/good", q={"l": 1, "vf": "r", "i": "t"})[0]["s"] == "ok"
    answer = client.answer("g", p="/bad", q={"l": 1, "vf": "r", "i": "t"})[0]
    assert answer["s"] == "failed" and "Index not defined" in answer["d"], answer
    assert client.answer("q", p="/bad", q={"l": 1, "vf": "r", "i": "t"}, t=1, h="")[0]["d"] == {"w": ["no_index"]}


def test_arrays_are_objects_on_the_wire(connect):
    client = connect()
    client.answer("p", p="/list", d=["a", None, "c"])
    assert client.answer("g", p="/list", q={})[0]["d"] == {"0": "a", "2": "c"}


# MARK: Queries


# As the JavaScript, iOS and oldest clients write them.
QUERIES = {
    "JavaScript's orderByChild and limitToLast": {"l": 1, "vf": "r", "i": "t"},
    "JavaScript's equalTo": {"sp": 1, "sin": True, "ep": 1, "ein": True, "i": "t"},
    "JavaScript's startAfter with a key": {"sp": 0, "sn": "[MAX_NAME]", "sin": False, "i": "t"},
    "iOS's startAt without flags": {"sp": 1, "i": "t"},
    "the first clients' limit": {"l": 1},
    "by key": {"i": ".key", "sp": "a", "sin": True},
}


@pytest.mark.parametrize("what", QUERIES)
def test_a_revoked_listener_gets_the_query_as_it_was_sent(emulator, connect, rules, namespace, what):
    rest(emulator, namespace, "PUT", "m", {"a": {"t": 1}, "b": {"t": 2}})
    rules(OPEN)
    client = connect()
    client.answer("q", p="/m", q=QUERIES[what], t=1, h="")
    rules({})
    revoked = client.read()["d"]
    # Its listener is identified by exactly the members of the query.
    assert re.fullmatch("[2-9a-z]{8}", revoked["b"].pop("decision"))
    assert revoked == {"a": "c", "b": {"p": "m", "q": [QUERIES[what]]}}
    assert client.answer("n", p="/m", q=QUERIES[what], t=1)[0]["s"] == "ok"


def test_several_queries_at_one_place_are_told_apart_by_their_tags(connect):
    client = connect()
    client.answer("q", p="/m", q={"l": 1, "vf": "l"}, t=1, h="")
    client.answer("q", p="/m", q={"l": 1, "vf": "r"}, t=2, h="")
    client.answer("q", p="/m", h="")
    _, pushes = client.answer("p", p="/m", d={"a": 1, "b": 2})
    assert sorted((push["b"].get("t", 0), push["b"]["p"], json.dumps(push["b"]["d"])) for push in pushes) == [
        (0, "m", '{"a": 1, "b": 2}'), (1, "m/a", "1"), (2, "m/b", "2")]
    client.answer("n", p="/m", q={"l": 1, "vf": "l"}, t=1)
    _, pushes = client.answer("p", p="/m/a", d=5)
    assert [push["b"].get("t", 0) for push in pushes] == [0], "the others do not show it"


def test_old_clients_listen_with_other_letters(connect):
    client = connect()
    assert client.answer("l", p="/x", h="")[0]["s"] == "ok"
    assert client.answer("p", p="/x", d=1)[1] != []
    assert client.answer("u", p="/x")[0]["s"] == "ok"
    assert client.answer("p", p="/x", d=2)[1] == []


# MARK: Keep-alive


def test_keep_alives_and_pings(connect):
    client = connect()
    client.socket.send("0")
    client.socket.send(json.dumps({"t": "c", "d": {"t": "p", "d": {}}}))
    # The keep-alive itself gets no response: a browser would wait for the number of parts that it announces.
    assert client.read() == {"t": "c", "d": {"t": "o", "d": {}}}
    for action, body in (("s", {"c": {"sdk.js.12-0-0": 1}}), ("appcheck", {"token": "x"}), ("unappeck", {}), ("unappcheck", {})):
        assert client.answer(action, **body)[0]["s"] == "ok"


def test_long_messages_come_in_pieces_that_every_client_takes(emulator, connect, namespace):
    rest(emulator, namespace, "PUT", "long", "aé\U0001f600" * 20_000)
    client = connect()
    client.ask("g", p="/long", q={})
    count = client.socket.recv(timeout=10)
    assert count.isdigit() and len(count) <= 4
    pieces = [client.socket.recv(timeout=10) for _ in range(int(count))]
    assert max(len(piece.encode("utf-16-le")) // 2 for piece in pieces) <= 16_384
    assert json.loads("".join(pieces))["d"]["b"]["d"] == "aé\U0001f600" * 20_000


def test_a_server_that_stops_lets_clients_come_back(binary):
    with contextlib.ExitStack() as clients:
        with running_emulator(binary) as line:
            client = RawClient(clients.enter_context(opened_socket(line["database"], "live")))
        # Never the command to stay away; the close code is 1001 (going away).
        with pytest.raises(websockets.exceptions.ConnectionClosed) as closed:
            client.read()
        assert closed.value.rcvd.code == 1001


# MARK: Credentials


def test_the_end_of_a_credential_ends_no_listener_of_the_program(emulator, connect, rules):
    made = requests.post(
        f"{emulator['url']}/v1/accounts:signUp?key=any",
        json={"email": "ends@example.org", "password": "lovelace", "returnSecureToken": True}, timeout=10).json()
    claims = jwt.decode(made["idToken"], options={"verify_signature": False})
    soon = jwt.encode({**claims, "exp": int(time.time()) + 3}, None, algorithm="none")
    rules({"mine": {".read": "auth != null"}, "online": {".read": True, ".write": "auth != null"}})
    client, watcher = connect(), connect()
    assert client.answer("auth", cred=soon)[0]["s"] == "ok"
    client.answer("q", p="/mine", h="")
    # With the rights that it had: its disconnect operations run.
    client.answer("o", p="/online", d="gone")
    watcher.answer("q", p="/online", h="")
    # Browser clients reconnect with another credential. A `c` message would end the app's listeners for good.
    assert client.read()["d"] == {"a": "ac", "b": {"s": "expired_token", "d": "Auth token is expired"}}
    with pytest.raises(websockets.exceptions.ConnectionClosed):
        client.socket.recv(timeout=10)
    assert watcher.read()["d"]["b"] == {"p": "online", "d": "gone"}


def test_an_update_that_was_left_for_the_end_is_one(connect, rules):
    # Each of the two is allowed only together with the other.
    both = "newData.parent().hasChildren(['a', 'b'])"
    rules({".read": True, "pair": {"a": {".write": both}, "b": {".write": both}}})
    leaving, watching = connect(), connect()
    assert leaving.answer("om", p="/pair", d={"a": 1, "b": 2})[0]["s"] == "ok"
    assert leaving.answer("o", p="/pair/a", d=1)[0]["s"] == "permission_denied"
    watching.answer("q", p="/pair", h="")
    leaving.socket.close()
    told = watching.read()["d"]["b"]
    assert told["p"] == "pair" and told["d"] == {"a": 1, "b": 2}


def test_on_disconnect_operations_run_when_the_server_stops(binary, tmp_path):
    person = {"email": "ada@example.org", "password": "lovelace", "returnSecureToken": True}
    numbers = [str(number) for number in range(200)]
    with contextlib.ExitStack() as clients, running_server(binary, tmp_path / "data", sandbox=True) as line:
        made = requests.post(f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json=person, timeout=30).json()
        place = f"/users/{made['localId']}/online"
        for number in numbers:
            client = RawClient(clients.enter_context(opened_socket(line["database"])))
            assert client.answer("auth", cred=made["idToken"])[0]["s"] == "ok"
            assert client.answer("p", p=f"{place}/c{number}", d=True)[0]["s"] == "ok"
            assert client.answer("o", p=f"{place}/c{number}", d=False)[0]["s"] == "ok"
    with stored_tables(tmp_path / "data") as store:
        assert store.execute("SELECT count(*) FROM realtime_left_change").fetchone() == (0,), "none is left for the next start"
    with running_server(binary, tmp_path / "data", sandbox=True) as line:
        token = requests.post(
            f"{line['url']}/v1/accounts:signInWithPassword?key={line['apiKey']}", json=person, timeout=30).json()["idToken"]
        found = requests.get(f"{line['database']}{place}.json?auth={token}", timeout=10).json()
        assert found == {f"c{number}": False for number in numbers}
