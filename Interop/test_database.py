"""The database over REST and WebSocket: the guides' rules, a back end library, and a raw client of the protocol."""

import base64
import json
import socket
import threading
import urllib.parse

import firebase_admin
import pytest
import requests
import websockets.exceptions
from firebase_admin import db

from database_client import OWNER
from emulator_client import NoCredential
from socket_client import opened_socket

# From Firebase's guide "Authenticating Users with Twitter", comments included.
TWITTER_RULES = """
{
  "rules": {
    "users": {
      "$uid": {
        // grants write access to the owner of this user account whose uid must exactly match the key ($uid)
        ".write": "auth !== null && auth.uid === $uid",

        // grants read access to any user who is logged in with Twitter
        ".read": "auth !== null && auth.provider === 'twitter'"
      }
    }
  }
}
"""


@pytest.fixture
def admin(emulator, namespace):
    app = firebase_admin.initialize_app(
        NoCredential(), {"databaseURL": f"{emulator['database']}/?ns={namespace}", "projectId": emulator["projectID"]}, name=namespace)
    yield app
    firebase_admin.delete_app(app)


def signed_in_with_twitter(server, name):
    reply = requests.post(
        f"{server['url']}/v1/accounts:signInWithIdp?key=any",
        json={
            "requestUri": "http://localhost", "returnSecureToken": True,
            "postBody": "providerId=twitter.com&access_token=" + json.dumps({"sub": name}) + "&oauth_token_secret=s"},
        timeout=10).json()
    return reply["localId"], reply["idToken"]


def signed_in_with_password(server, email):
    reply = requests.post(
        f"{server['url']}/v1/accounts:signUp?key=any", json={"email": email, "password": "lovelace", "returnSecureToken": True},
        timeout=10).json()
    return reply["localId"], reply["idToken"]


def test_the_rules_of_the_twitter_guide_guard_a_database(emulator):
    base = f"{emulator['database']}"
    kept = requests.put(f"{base}/.settings/rules.json?ns=guide", data=TWITTER_RULES, headers=OWNER, timeout=10)
    assert kept.json() == {"status": "ok"}, kept.text
    assert requests.get(f"{base}/.settings/rules.json?ns=guide", headers=OWNER, timeout=10).text == TWITTER_RULES
    ada, ada_token = signed_in_with_twitter(emulator, "1815")
    bob, bob_token = signed_in_with_password(emulator, "bob@example.org")

    def call(method, path, token=None, body=None):
        parameters = {"ns": "guide"} | ({"auth": token} if token else {})
        return requests.request(method, f"{base}/{path}.json", params=parameters, json=body, timeout=10)

    assert call("PUT", f"users/{ada}", ada_token, {"name": "Ada"}).json() == {"name": "Ada"}
    assert call("GET", f"users/{ada}/name", ada_token).json() == "Ada"
    for refused in (
            call("PUT", f"users/{ada}", bob_token, {"name": "Bob"}), call("GET", f"users/{ada}", bob_token),
            call("GET", f"users/{ada}"), call("PUT", f"users/{ada}", None, 1), call("GET", "users", ada_token),
            call("PATCH", "users", ada_token, {f"{ada}/name": "A", f"{bob}/name": "B"})):
        assert (refused.status_code, refused.json()) == (401, {"error": "Permission denied"}), refused.text
    assert call("PUT", f"users/{bob}", bob_token, {"name": "Bob"}).ok, "the owner may write, with any provider"
    assert call("GET", f"users/{bob}/name", ada_token).json() == "Bob"
    assert call("GET", f"users/{ada}", "not.a.token").json() == {"error": "Could not parse auth token."}


def mock_user_token(uid, **claims):
    """A token like that of `createMockUserToken` in Firebase's clients: no signature, no session, and times of 1970."""
    part = lambda value: base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=").decode()
    payload = {
        "iss": "https://securetoken.google.com/demo-project", "aud": "demo-project", "iat": 0, "exp": 3600, "auth_time": 0, "sub": uid,
        "user_id": uid, "firebase": {"sign_in_provider": "custom", "identities": {}}, **claims}
    return part({"alg": "none", "type": "JWT"}) + "." + part(payload) + "."


def test_an_emulator_believes_the_mock_users_of_test_programs(emulator, namespace, connect):
    base = emulator["database"]
    rules = {"rules": {"users": {"$uid": {".read": "auth.uid === $uid", ".write": "auth.uid === $uid && auth.token.role === 'tester'"}}}}
    assert requests.put(f"{base}/.settings/rules.json?ns={namespace}", json=rules, headers=OWNER, timeout=10).ok
    tester, other = mock_user_token("alice", role="tester"), mock_user_token("alice")

    def call(method, path, token, body=None):
        return requests.request(method, f"{base}/{path}.json", params={"ns": namespace, "auth": token}, json=body, timeout=10)

    assert call("PUT", "users/alice", tester, {"born": 1815}).json() == {"born": 1815}
    assert call("GET", "users/alice/born", other).json() == 1815
    for refused in (call("PUT", "users/alice", other, 1), call("GET", "users/bob", tester)):
        assert (refused.status_code, refused.json()) == (401, {"error": "Permission denied"}), refused.text
    client = connect()
    assert client.answer("auth", cred=tester)[0]["s"] == "ok"
    assert client.answer("p", p="/users/alice/born", d=1816)[0]["s"] == "ok"
    lookup = requests.post(f"{emulator['url']}/v1/accounts:lookup?key=any", json={"idToken": tester}, timeout=10)
    assert lookup.status_code == 400, "a mock user has no account"


def test_a_server_believes_no_mock_user(server):
    refused = requests.get(f"{server['database']}/users/alice.json", params={"auth": mock_user_token("alice")}, timeout=10)
    assert (refused.status_code, refused.json()) == (401, {"error": "Could not parse auth token."})


def test_a_stream_that_ended_is_hung_up_on(emulator, namespace):
    base = urllib.parse.urlsplit(emulator["database"])
    rules = f"{emulator['database']}/.settings/rules.json?ns={namespace}"
    with socket.create_connection((base.hostname, base.port), timeout=20) as stream:
        stream.sendall(
            f"GET /open.json?ns={namespace} HTTP/1.1\r\nHost: {base.netloc}\r\nAccept: text/event-stream\r\n\r\n".encode())
        told = stream.recv(65536)
        assert told.startswith(b"HTTP/1.1 200"), told
        assert requests.put(rules, json={"rules": {".read": False}}, headers=OWNER, timeout=10).ok
        # Faster than the half minute after which idle connections are noticed.
        while piece := stream.recv(65536):
            told += piece
    assert b"event: cancel" in told and told.endswith(b"0\r\n\r\n")


def test_a_stream_ends_when_its_client_closes_its_half(emulator, namespace):
    base = urllib.parse.urlsplit(emulator["database"])
    # Less than the half minute after which the server would write a keep-alive.
    with socket.create_connection((base.hostname, base.port), timeout=10) as stream:
        stream.sendall(
            f"GET /open.json?ns={namespace} HTTP/1.1\r\nHost: {base.netloc}\r\nAccept: text/event-stream\r\n\r\n".encode())
        told = b""
        while b"event: put" not in told:
            told += stream.recv(65536)
        stream.shutdown(socket.SHUT_WR)
        while piece := stream.recv(65536):
            told += piece
    assert told.endswith(b"0\r\n\r\n")


def test_a_token_of_a_tenant_that_is_gone_means_nothing(emulator, connect):
    tenants = f"{emulator['url']}/v2/projects/{emulator['projectID']}/tenants"
    made = requests.post(tenants, json={"displayName": "customer", "allowPasswordSignup": True}, headers=OWNER, timeout=10).json()
    tenant = made["name"].split("/")[-1]
    token = requests.post(
        f"{emulator['url']}/v1/accounts:signUp?key=any",
        json={"email": "in@example.org", "password": "lovelace", "tenantId": tenant, "returnSecureToken": True}, timeout=10).json()["idToken"]
    address = f"{emulator['database']}/x.json?auth={token}"
    assert requests.get(address, timeout=10).ok
    requests.delete(f"{tenants}/{tenant}", headers=OWNER, timeout=10).raise_for_status()
    refused = requests.get(address, timeout=10)
    assert (refused.status_code, refused.json()) == (401, {"error": "Could not parse auth token."})
    assert connect().answer("auth", cred=token)[0] == {"s": "invalid_token", "d": "Could not parse auth token."}


def test_firebase_admin_reads_writes_and_queries(admin):
    people = db.reference("people", app=admin)
    people.set({"ada": {"born": 1815}, "grace": {"born": 1906}, "alan": {"born": 1912}})
    assert people.child("ada/born").get() == 1815
    people.update({"ada/died": 1852, "alan": None})
    assert people.get() == {"ada": {"born": 1815, "died": 1852}, "grace": {"born": 1906}}
    assert people.get(shallow=True) == {"ada": True, "grace": True}
    new = people.push({"born": 1940})
    assert people.child(new.key).get() == {"born": 1940}
    assert list(people.order_by_key().limit_to_last(1).get()) == ["grace"], "push ids begin with a minus sign"
    with pytest.raises(firebase_admin.exceptions.InvalidArgumentError, match='Index not defined, add ".indexOn": "born", for path "/people"'):
        people.order_by_child("born").limit_to_last(2).get()
    rules = {"rules": {".read": True, ".write": True, "people": {".indexOn": "born"}}}
    db.reference(app=admin)._client.request("put", "/.settings/rules.json", json=rules)
    assert list(people.order_by_child("born").limit_to_first(2).get()) == ["ada", "grace"]
    people.delete()
    assert people.get() is None


def test_firebase_admin_writes_only_unchanged_values(admin):
    count = db.reference("count", app=admin)
    count.set(1)
    value, tag = count.get(etag=True)
    assert value == 1
    ok, value, new_tag = count.set_if_unchanged(tag, 2)
    assert (ok, value) == (True, 2) and new_tag != tag
    ok, value, current = count.set_if_unchanged(tag, 3)
    assert (ok, value, current) == (False, 2, new_tag)
    assert count.get_if_changed(current) == (False, None, None)
    assert count.transaction(lambda present: (present or 0) + 1) == 3


# The library closes the connection while its own thread still reads from it.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_firebase_admin_streams(admin):
    heard = []
    came = threading.Condition()

    def note(event):
        with came:
            heard.append((event.event_type, event.path, event.data))
            came.notify()

    room = db.reference("room", app=admin)
    room.set({"a": 1})
    stream = room.listen(note)
    with came:
        assert came.wait_for(lambda: len(heard) == 1, 10)
    room.child("b").set(2)
    room.update({"a": 3, "c": {"d": 4}})
    with came:
        assert came.wait_for(lambda: len(heard) == 3, 10)
    room.child("c").update({"e": 6, "f": 7})
    with came:
        assert came.wait_for(lambda: len(heard) == 4, 10)
    # The stream ends with the next event that it receives.
    ending = threading.Thread(target=stream.close)
    ending.start()
    while ending.is_alive():
        room.child("end").set({".sv": "timestamp"})
        ending.join(0.05)
    assert heard[:4] == [
        ("put", "/", {"a": 1}), ("put", "/b", 2), ("patch", "/", {"a": 3, "c": {"d": 4}}), ("patch", "/c", {"e": 6, "f": 7})]


def test_a_client_of_the_protocol_listens_and_writes(connect):
    one, two = connect(), connect()
    assert one.hello["t"] == "c" and one.hello["d"]["t"] == "h" and one.hello["d"]["d"]["v"] == "5"
    assert one.answer("q", p="/room", h="") == ({"s": "ok", "d": {}}, [])
    written, pushes = two.answer("p", p="/room/a", d={"n": 1})
    assert (written["s"], pushes) == ("ok", [])
    assert one.read()["d"] == {"a": "d", "b": {"p": "room", "d": {"a": {"n": 1}}}}
    # The push of a write to the writer's own listener comes before the response.
    written, pushes = one.answer("p", p="/room/b", d=2)
    assert written["s"] == "ok" and pushes == [{"a": "d", "b": {"p": "room/b", "d": 2}}]
    written, pushes = one.answer("m", p="/room", d={"a/n": 5, "b": None})
    assert written["s"] == "ok" and pushes == [{"a": "m", "b": {"p": "room", "d": {"a/n": 5, "b": None}}}]
    # A transaction succeeds only with the hash of the current value.
    refused, _ = two.answer("p", p="/room/a/n", d=6, h="eVih19a6ZDz3NL32uVBtg9KSgQY=")
    assert refused["s"] == "datastale"
    one.answer("n", p="/room")
    two.answer("p", p="/room/c", d=1)
    assert one.answer("s", c={}) == ({"s": "ok", "d": ""}, [])


def test_a_web_page_of_elsewhere_gets_nothing_of_an_emulator(emulator):
    with opened_socket(emulator["database"], "live", headers={"Origin": "https://evil.example"}) as socket:
        first = json.loads(socket.recv(timeout=10))
        assert (first["t"], first["d"]["t"]) == ("c", "s") and "https://evil.example" in first["d"]["d"]
        with pytest.raises(websockets.exceptions.ConnectionClosed):
            socket.recv(timeout=10)
    page = {"Origin": "https://evil.example", **OWNER}
    assert requests.get(f"{emulator['database']}/.json?ns=live", headers=page, timeout=10).status_code == 403


def test_oversized_anonymous_requests_are_refused(emulator):
    parts = json.dumps(["x" * 600_000, "x" * 600_000])
    address = f"{emulator['database']}/big.json?ns=big&print=silent"
    refused = requests.put(address, data=parts, timeout=60)
    assert refused.status_code == 400 and "larger than 1048576 bytes" in refused.json()["error"], refused.text
    assert requests.put(address, data=parts, headers=OWNER, timeout=60).status_code == 204


def test_query_windows_follow_writes(connect):
    client = connect()
    client.answer("p", p="/", d={"m": {"a": {"t": 1}, "b": {"t": 2}, "c": {"t": 3}}})
    query = {"i": "t", "l": 2, "vf": "r"}
    listened, pushes = client.answer("q", p="/m", q=query, t=7, h="")
    assert listened == {"s": "ok", "d": {"w": ["no_index"]}}
    assert pushes == [{"a": "d", "b": {"p": "m", "d": {"b": {"t": 2}, "c": {"t": 3}}, "t": 7}}]
    _, pushes = client.answer("p", p="/m/d", d={"t": 4})
    assert pushes == [{"a": "m", "b": {"p": "m", "d": {"b": None, "d": {"t": 4}}, "t": 7}}]
    _, pushes = client.answer("p", p="/m/a", d={"t": 0})
    assert pushes == []


def test_on_disconnect_operations_run_when_the_client_is_gone(connect):
    leaving, watching = connect(), connect()
    leaving.answer("p", p="/online/ada", d=True)
    leaving.answer("o", p="/online/ada", d=None)
    leaving.answer("o", p="/last/ada", d={".sv": "timestamp"})
    watching.answer("q", p="/last", h="")
    leaving.socket.close()
    assert watching.read()["d"]["b"]["p"] == "last"
    assert watching.answer("g", p="/online", q={})[0] == {"s": "ok", "d": None}
