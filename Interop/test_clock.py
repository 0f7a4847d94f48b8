"""A server whose clock jumps by five minutes: accounts stay open, and sessions and credentials from before the jump stay valid."""

import datetime
import email.utils
import re

import pytest
import requests

from faked_clock import Clock
from running_server import running_server

JUMPS = ["+300", "-300"]


class Server:
    def __init__(self, line):
        self.line = line

    def call(self, path, ok=True, **body):
        answer = requests.post(f"{self.line['url']}/{path}?key={self.line['apiKey']}", json=body, timeout=30)
        assert answer.ok == ok, answer.text
        return answer.json()

    def sign_up(self, email):
        return self.call("v1/accounts:signUp", email=email, password="lovelace", returnSecureToken=True)

    def sign_in(self, email, password="lovelace", ok=True):
        return self.call("v1/accounts:signInWithPassword", ok, email=email, password=password, returnSecureToken=True)

    def refresh(self, session):
        return self.call("v1/token", grant_type="refresh_token", refresh_token=session["refreshToken"])

    def check(self, session):
        """Uses the ID token and the refresh token of a session, at the server and at its database."""
        assert self.call("v1/accounts:lookup", idToken=session["idToken"])["users"][0]["localId"] == session["localId"]
        path = f"{self.line['database']}/users/{session['localId']}.json"
        assert requests.put(path, json="kept", params={"auth": session["idToken"]}, timeout=30).ok
        return self.refresh(session)


@pytest.fixture
def clock(tmp_path):
    return Clock(tmp_path)


@pytest.fixture
def server(binary, tmp_path, clock):
    # The library changes the environment of the first process that loads it, after which a Swift program does not find its arguments.
    shell = tmp_path / "latchkey"
    shell.write_text(f'#!/bin/sh\nexec "{binary}" "$@"\n')
    shell.chmod(0o700)
    with running_server(shell, tmp_path / "data", environment=clock.environment, sandbox=True) as line:
        yield Server(line)


@pytest.mark.parametrize("jump", JUMPS)
def test_sessions_survive_a_jump(server, clock, jump):
    session = server.sign_up("ada@example.org")
    clock.set(jump)
    assert_moved(server, jump)
    server.check(session)
    during = server.sign_in("ada@example.org")
    server.check(during)
    clock.set("+0")
    server.check(session)
    server.check(during)
    server.check(server.sign_in("ada@example.org"))


def assert_moved(server, jump):
    """Checks with the Date header that the clock of the process moved."""
    date = email.utils.parsedate_to_datetime(requests.get(server.line["url"] + "/healthz", timeout=30).headers["date"])
    difference = (date - datetime.datetime.now(datetime.UTC)).total_seconds()
    assert abs(difference - int(jump)) < 30, difference


@pytest.mark.parametrize("jump", JUMPS)
def test_a_changed_password_opens_the_account_after_a_jump_back(server, clock, jump):
    """The change ends sessions that began before it; those that begin after it stay, also if the clock says that they began before."""
    session = server.sign_up("ada@example.org")
    clock.set(jump)
    # After a jump forward, the sign-in may be too old for a change of the password.
    changed = server.sign_in("ada@example.org")
    changed = server.call("v1/accounts:update", idToken=changed["idToken"], password="analytical", returnSecureToken=True)
    clock.set("+0")
    server.check({**changed, "localId": session["localId"]})
    server.check(server.sign_in("ada@example.org", "analytical"))


@pytest.mark.parametrize("jump", JUMPS)
def test_wrong_passwords_before_a_jump_lock_no_account(server, clock, jump):
    server.sign_up("ada@example.org")
    clock.set(jump)
    for _ in range(3):
        server.sign_in("ada@example.org", "wrong", ok=False)
    clock.set("+0")
    server.check(server.sign_in("ada@example.org"))


@pytest.mark.parametrize("jump", JUMPS)
def test_a_link_for_a_new_password_works_after_a_jump(server, clock, jump):
    server.sign_up("ada@example.org")
    server.call("v1/accounts:sendOobCode", requestType="PASSWORD_RESET", email="ada@example.org")
    message = re.search(r'href="(/outbox/\w+)"', requests.get(server.line["outbox"], timeout=30).text).group(1)
    code = re.search(r"oobCode=([\w-]+)", requests.get(server.line["url"] + message, timeout=30).text).group(1)
    clock.set(jump)
    assert server.call("v1/accounts:resetPassword", oobCode=code, newPassword="analytical")["email"] == "ada@example.org"
    clock.set("+0")
    server.check(server.sign_in("ada@example.org", "analytical"))
