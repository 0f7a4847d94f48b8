"""Disconnect operations run although the server is killed. `LATCHKEY_CLIENTS` sets the number of clients."""

import os

import requests

from socket_client import raw_clients
from test_database_crash import start

CLIENTS = int(os.environ.get("LATCHKEY_CLIENTS", "40"))


def signed_in(line, **body):
    return requests.post(f"{line['url']}/v1/accounts:{body.pop('call')}?key={line['apiKey']}", json=body, timeout=30).json()


def test_on_disconnect_operations_run_after_a_crash(binary, tmp_path):
    process, line = start(binary, tmp_path / "data")
    account = signed_in(line, call="signUp", email="ada@example.org", password="lovelace")
    root = f"/users/{account['localId']}"
    with raw_clients(line["database"]) as connect:
        for number in range(CLIENTS):
            client = connect()
            assert client.answer("auth", cred=account["idToken"])[0]["s"] == "ok"
            assert client.answer("p", p=f"{root}/on/{number}", d=True)[0]["s"] == "ok"
            assert client.answer("o", p=f"{root}/on/{number}", d=False)[0]["s"] == "ok"
            # A canceled operation does not run.
            assert client.answer("o", p=f"{root}/kept/{number}", d=True)[0]["s"] == "ok"
            assert client.answer("oc", p=f"{root}/kept/{number}", d=None)[0]["s"] == "ok"
            assert client.answer("o", p=f"{root}/seen/{number}", d={".sv": "timestamp"})[0]["s"] == "ok"
        process.kill()
        process.wait(timeout=10)
    process, line = start(binary, tmp_path / "data")
    account = signed_in(line, call="signInWithPassword", email="ada@example.org", password="lovelace")
    found = requests.get(f"{line['database']}{root}.json?format=export&auth={account['idToken']}", timeout=30).json()
    process.terminate()
    assert process.wait(timeout=30) == 0
    numbers = {str(number) for number in range(CLIENTS)}
    names = found["on"].items() if isinstance(found["on"], dict) else ((str(n), value) for n, value in enumerate(found["on"]))
    assert dict(names) == {number: False for number in numbers}
    seen = found["seen"] if isinstance(found["seen"], dict) else dict(enumerate(found["seen"]))
    assert len(seen) == CLIENTS and all(isinstance(value, int) for value in seen.values())
    assert "kept" not in found
