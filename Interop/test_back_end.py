"""The example back end with Hummingbird, built and run as its README says, with valid and forged tokens."""

import contextlib
import json
import os
import select
import subprocess

import jwt
import pytest
import requests

import package_builds
from conftest import ROOT
from running_server import running_server
from test_administration import session

PACKAGE = ROOT / "Examples" / "HummingbirdNotes"


@pytest.fixture(scope="module")
def program():
    return str(package_builds.build(PACKAGE, "HummingbirdNotes")[0])


@contextlib.contextmanager
def running(program, **environment):
    """Runs the back end on a free port; yields its address."""
    process = subprocess.Popen(
        [program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env={"PATH": os.environ["PATH"], "PORT": "0", **environment})
    try:
        ready, _, _ = select.select([process.stdout], [], [], 60)
        assert ready, "the back end did not say within a minute where it listens"
        yield process.stdout.readline().removeprefix("Listening on ").strip()
    finally:
        process.terminate()
        process.wait(timeout=30)


@pytest.fixture
def notes(program, server):
    with running(program, LATCHKEY_URL=server["url"]) as address:
        yield f"{address}/notes"


def sign_up(server):
    reply = requests.post(
        f"{server['url']}/identitytoolkit.googleapis.com/v1/accounts:signUp", params={"key": server["apiKey"]},
        json={"returnSecureToken": True}, timeout=20)
    assert reply.status_code == 200, reply.text
    return reply.json()


def bearing(token):
    return {"Authorization": f"Bearer {token}"}


def test_signed_in_users_have_their_own_notes(notes, server):
    ada, grace = sign_up(server)["idToken"], sign_up(server)["idToken"]
    made = requests.post(notes, headers=bearing(ada), json={"text": "Buy milk"}, timeout=20)
    assert (made.status_code, made.json()) == (201, {"text": "Buy milk"})
    assert requests.get(notes, headers=bearing(ada), timeout=20).json() == [{"text": "Buy milk"}]
    assert requests.get(notes, headers=bearing(grace), timeout=20).json() == []


def test_requests_without_a_valid_token_are_refused(notes, server):
    token = sign_up(server)["idToken"]
    head, claims, signature = token.split(".")
    # The last character of an RSA signature in Base64 has unused bits.
    forged = f"{head}.{claims}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"
    unsigned = jwt.encode(jwt.decode(token, options={"verify_signature": False}), None, algorithm="none")

    nobody = requests.get(notes, timeout=20)
    assert nobody.status_code == 401 and nobody.headers["WWW-Authenticate"] == "Bearer"
    for wrong in [forged, unsigned, "no-token", f"{token} {token}"]:
        refused = requests.get(notes, headers=bearing(wrong), timeout=20)
        assert refused.status_code == 401, wrong
        assert refused.headers["WWW-Authenticate"].startswith("Bearer")
    assert requests.get(notes, headers={"Authorization": f"bearer {token}"}, timeout=20).status_code == 200, "the scheme is in any case"


def test_a_token_of_another_address_or_project_is_refused(program, server):
    token = sign_up(server)["idToken"]
    # The same server with the same keys: only the issuer in the token differs.
    elsewhere = server["url"].replace("127.0.0.1", "localhost")
    assert elsewhere != server["url"]
    for environment in [{"LATCHKEY_URL": elsewhere}, {"LATCHKEY_URL": server["url"], "LATCHKEY_PROJECT": "other"}]:
        with running(program, **environment) as address:
            refused = requests.get(f"{address}/notes", headers=bearing(token), timeout=20)
            assert refused.status_code == 401, environment
            assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_an_administrators_route_looks_at_a_claim(notes, server, binary, tmp_path):
    person = sign_up(server)
    requests.post(notes, headers=bearing(person["idToken"]), json={"text": "Buy milk"}, timeout=20)
    assert requests.get(f"{notes}/count", headers=bearing(person["idToken"]), timeout=20).status_code == 403

    made = subprocess.run(
        [binary, "service-accounts", "create", "back-end", "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60,
        check=True)
    file = json.loads(made.stdout)
    given = session(file).post(
        f"{server['url']}/identitytoolkit.googleapis.com/v1/projects/{file['project_id']}/accounts:update",
        json={"localId": person["localId"], "customAttributes": '{"role":"admin"}'})
    assert given.status_code == 200, given.text
    fresh = requests.post(
        f"{server['url']}/securetoken.googleapis.com/v1/token", params={"key": server["apiKey"]},
        data={"grant_type": "refresh_token", "refresh_token": person["refreshToken"]}, timeout=20).json()["id_token"]
    assert requests.get(f"{notes}/count", headers=bearing(fresh), timeout=20).text == "1"


def test_an_unreachable_server_does_not_end_sessions(program, binary, tmp_path):
    with contextlib.ExitStack() as back_ends:
        with running_server(binary, tmp_path / "data") as server:
            allow = [binary, "projects", "set", "--anonymous-sign-in", "yes", "--data", str(tmp_path / "data")]
            subprocess.run(allow, check=True, timeout=60, capture_output=True)
            token = sign_up(server)["idToken"]
            knowing = back_ends.enter_context(running(program, LATCHKEY_URL=server["url"]))
            ignorant = back_ends.enter_context(running(program, LATCHKEY_URL=server["url"]))
            assert requests.get(f"{knowing}/notes", headers=bearing(token), timeout=20).status_code == 200
        assert requests.get(f"{knowing}/notes", headers=bearing(token), timeout=20).status_code == 200, "it has the keys"
        unknown = requests.get(f"{ignorant}/notes", headers=bearing(token), timeout=20)
        assert unknown.status_code == 503 and unknown.headers["Retry-After"]


@pytest.mark.parametrize(
    "environment, complaint",
    [({}, "LATCHKEY_URL is missing"), ({"LATCHKEY_URL": "http://127.0.0.1:1", "PORT": "http"}, "PORT is")])
def test_a_wrong_environment_is_told(program, environment, complaint):
    told = subprocess.run([program], capture_output=True, text=True, timeout=60, env={"PATH": os.environ["PATH"], **environment})
    assert told.returncode == 1 and complaint in told.stderr
