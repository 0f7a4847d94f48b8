"""Events for sessions whose ID token reaches the databases from a new network, over each transport."""

import json

import pytest

from monitored_server import monitored_server
from polling_client import PollingClient
from socket_client import RawClient, opened_socket


@pytest.fixture(scope="module")
def server(binary, tmp_path_factory):
    with monitored_server(binary, tmp_path_factory.mktemp("networks"), "--trusted-proxy", "127.0.0.0/8") as server:
        yield server


def at(address):
    return {"X-Forwarded-For": address}


def over_rest(server, created, headers):
    assert server.node(f"users/{created['localId']}", created["idToken"], headers=headers).status_code == 200


def over_a_socket(server, created, headers):
    with opened_socket(server.database, headers=headers) as opened:
        assert RawClient(opened).answer("auth", cred=created["idToken"])[0]["s"] == "ok"


def over_polls(server, created, headers):
    client = PollingClient(server.database, "default", headers=headers)
    assert client.answer("auth", cred=created["idToken"])[0]["s"] == "ok"
    client.disconnect()
    client.close()


@pytest.mark.parametrize("use", [over_rest, over_a_socket, over_polls])
def test_a_new_network_is_an_event(server, use):
    email = f"{use.__name__}@example.org"
    created = server.call("signUp", at("192.0.2.1"), email=email, password="a password").json()
    # The same network, the new one, and another address of it.
    for address in ("192.0.2.1", "192.0.2.44", "198.51.100.7", "198.51.100.8"):
        use(server, created, at(address))
    events = json.loads(server.latchkey("events", "list", "--type", "new_network", "--account", created["localId"], "--json"))["events"]
    assert [event["address"] for event in events] == ["198.51.100.7"]
