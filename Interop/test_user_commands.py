"""Accounts that an operator creates and changes with the command, with and without a running server."""

import contextlib
import json
import os
import pathlib
import pty
import re
import shlex
import subprocess

import jwt
import pytest
import requests

from running_server import ask_for_link, running_server

PASSWORD, NEW = "correct horse", "staple battery 9"


class Operator:
    def __init__(self, binary, data):
        self.binary, self.data = binary, data

    def run(self, *arguments, typed=None, status=0):
        done = subprocess.run(
            [self.binary, *arguments, "--data", self.data], input=typed, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout if status == 0 else done.stderr

    def users(self, *arguments, **more):
        return self.run("users", *arguments, **more)

    def events(self):
        return [(event["type"], event.get("reason")) for event in json.loads(self.run("events", "list", "--json"))["events"]]


@pytest.fixture(params=["through the server", "without a server"])
def operator(request, binary, tmp_path):
    operator = Operator(binary, str(tmp_path / "data"))
    with running_server(binary, operator.data) as line:
        if request.param == "through the server":
            operator.serving = lambda: contextlib.nullcontext(line)
            yield operator
            return
    operator.serving = lambda: running_server(binary, operator.data)
    yield operator


def sign_in(line, email, password):
    return requests.post(
        f"{line['url']}/v1/accounts:signInWithPassword?key={line['apiKey']}", json={"email": email, "password": password}, timeout=60)


def error(reply):
    return reply.json()["error"]["message"]


def test_the_life_of_an_account(operator):
    created = operator.users("create", "--uid", "ada", "--email", "ada@example.org", "--with-password", typed=PASSWORD + "\n")
    assert created == "Created ada.\n"
    operator.users("set-claims", "ada@example.org", '{"role": "editor"}')
    with operator.serving() as line:
        session = sign_in(line, "ada@example.org", PASSWORD).json()
        assert jwt.decode(session["idToken"], options={"verify_signature": False})["role"] == "editor"
    assert operator.users("disable", "ada") == "Disabled ada.\n"
    with operator.serving() as line:
        assert error(sign_in(line, "ada@example.org", PASSWORD)) == "USER_DISABLED"
    operator.users("enable", "ada")
    operator.users("set-password", "ada", "--password-file", "-", typed=NEW)
    with operator.serving() as line:
        assert error(sign_in(line, "ada@example.org", PASSWORD)) == "INVALID_LOGIN_CREDENTIALS"
        session = sign_in(line, "ada@example.org", NEW).json()
    assert operator.users("sign-out", "ada") == "Ended all sessions of ada.\n"
    with operator.serving() as line:
        refreshed = requests.post(
            f"{line['url']}/v1/token?key={line['apiKey']}", data={"grant_type": "refresh_token", "refresh_token": session["refreshToken"]},
            timeout=60)
        assert refreshed.status_code == 400
    log = operator.run("events", "list", "--json")
    assert PASSWORD not in log and NEW not in log
    kinds = operator.events()
    for event in [("sign_up", None), ("update", "claims"), ("update", "disabled"), ("update", "enabled"),
                  ("update", "signed out everywhere, password"), ("update", "signed out everywhere")]:
        assert event in kinds, kinds


def test_mistakes_are_explained(operator):
    operator.users("create", "--uid", "ada", "--email", "ada@example.org")
    operator.users("create", "--uid", "phone", "--phone", "+491701234567")
    for arguments, typed, problem in [
            (["create", "--uid", "ada"], None, "An account with this UID exists."),
            (["create", "--email", "ada@example.org"], None, "An account with this e-mail address exists."),
            (["create", "--email", "nonsense"], None, "nonsense is not an e-mail address."),
            (["create", "--phone", "12"], None, "12 is not a phone number"),
            (["create", "--uid", "bob", "--with-password"], PASSWORD, "A password requires an e-mail address."),
            (["set-password", "ada"], "short", "at least six characters"),
            (["set-password", "ada"], "", "contains no password"),
            (["set-password", "ada", "--password-file", "/nonexistent"], None, "/nonexistent is empty or cannot be read."),
            (["set-password", "phone"], PASSWORD, "phone has no e-mail address"),
            (["set-claims", "ada", "{"], None, "INVALID_CLAIMS"),
            (["set-claims", "ada", '{"sub": "x"}'], None, "FORBIDDEN_CLAIM"),
            (["disable", "eve"], None, "has no account with the UID or email address eve"),
    ]:
        assert problem in operator.users(*arguments, typed=typed, status=1), arguments


def answered_on_a_terminal(answer, *command):
    """Returns the exit status and the output of a command whose question is answered on a terminal."""
    child, terminal = pty.fork()
    if child == 0:
        os.execv(command[0], command)
    os.write(terminal, answer.encode() + b"\n")
    output = b""
    # The end of the child is an error of its terminal.
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 4096):
            output += part
    os.close(terminal)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), output.decode()


def test_a_deletion_is_confirmed(operator):
    for name in ("ada", "bob"):
        operator.users("create", "--uid", name, "--email", f"{name}@example.org")
    told = operator.users("delete", "ada@example.org", status=1)
    assert "Deletes the account ada (ada@example.org) of default and all its data." in told
    assert "Nothing was changed. Confirm with --yes." in told
    command = [operator.binary, "users", "delete", "ada@example.org", "--data", operator.data]
    status, told = answered_on_a_terminal("no", *command)
    assert status == 1 and "Delete ada (ada@example.org)? Type yes: " in told and "Nothing was changed." in told
    assert "ada@example.org" in operator.users("get", "ada")
    status, told = answered_on_a_terminal("yes", *command)
    assert status == 0 and "Deleted ada (ada@example.org)." in told
    assert "no account" in operator.users("get", "ada", status=1)
    assert "no account" in operator.users("delete", "ada", status=1)
    assert "Deleted bob (bob@example.org)." in operator.users("delete", "bob", "--yes")


def test_the_documented_commands_work_in_their_order(operator, tmp_path):
    document = (pathlib.Path(__file__).parent.parent / "docs" / "administration.md").read_text()
    block = document.split("## Manage users")[1].split("```")[1].removeprefix("sh\n")
    lines = [shlex.split(line, comments=True)[1:] for line in block.splitlines()]
    (tmp_path / "password.txt").write_text(NEW)
    for words in lines:
        done = subprocess.run(
            [operator.binary, *words, "--data", operator.data], cwd=tmp_path, input=PASSWORD + "\n", capture_output=True, text=True,
            timeout=60, check=False)
        assert done.returncode == 0, words + [done.stderr]
    assert {words[1] for words in lines} | {"import"} == set(re.findall(r"^  ([a-z-]+) ", operator.run("users", "--help").split("SUBCOMMANDS:")[1], re.MULTILINE))


def test_an_administrators_password_is_reset(operator, browser):
    context = browser.new_context()
    page = context.new_page()
    with operator.serving() as line:
        page.goto(ask_for_link(operator.binary, operator.data))
        page.fill('input[name="email"]', "owner@example.org")
        for field in page.locator('input[type="password"]').all():
            field.fill(PASSWORD)
        page.locator('button[type="submit"], form button').first.click()
        page.wait_for_url(lambda url: "/console" in url and "setup" not in url)
    assert "owner@example.org" in operator.run("admin", "reset-password", "owner@example.org", typed=NEW)
    with operator.serving() as line:
        fresh = browser.new_context().new_page()
        fresh.goto(line["url"] + "/console")
        fresh.fill('input[name="email"]', "owner@example.org")
        fresh.fill('input[name="password"]', NEW)
        fresh.locator("form button").first.click()
        fresh.wait_for_url(lambda url: "sign-in" not in url)
    assert "_console" in operator.run("admin", "reset-password", "stranger@example.org", typed=NEW, status=1)
