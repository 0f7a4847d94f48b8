# SPDX-FileCopyrightText: 2026 The Latchkey authors
# SPDX-License-Identifier: Apache-2.0

"""The console in a real browser, as an administrator comes to it: from the link that the server prints."""

import re
import subprocess

import pytest
import requests

from running_server import running_in_words
from test_sign_in_page import check_accessibility, show

ADDRESS, PASSWORD = "grace@example.org", "a long enough password"


@pytest.fixture
def server(binary, tmp_path):
    with running_in_words(binary, tmp_path / "data", "--sandbox", "--sandbox-port", "0") as lines:
        yield lines


def begin(page, server):
    """Follows the printed link and makes the first administrator."""
    page.goto(server["First administrator"].split()[0])
    page.get_by_label("E-mail").fill(ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    page.get_by_role("heading", name="Users").wait_for()


def sign_in(page, server, password=PASSWORD):
    page.goto(server["Console"])
    page.get_by_label("E-mail").fill(ADDRESS)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def sign_up(server, email):
    answer = requests.post(
        f"{server['Latchkey listens at']}/v1/accounts:signUp?key={server['API key']}",
        json={"email": email, "password": "lovelace", "returnSecureToken": True}, timeout=20)
    answer.raise_for_status()
    return answer.json()["localId"]


def test_the_first_administrator_finds_a_user(server, page):
    begin(page, server)
    assert "#" not in page.url, "the secret does not stay in the address"
    assert page.get_by_text("Nobody has signed up yet.").is_visible()
    uid = sign_up(server, "ada@example.org")
    page.reload()
    page.get_by_role("link", name="ada@example.org").click()
    assert page.get_by_role("heading", name="ada@example.org").is_visible()
    assert page.locator("dd", has_text=uid).is_visible()
    assert page.get_by_role("region", name="History").get_by_text("sign_up").is_visible()
    show(page, "console-user")
    check_accessibility(page)
    page.get_by_role("link", name="Users").first.click()
    page.get_by_label("Find by").fill("ada@example.org")
    page.keyboard.press("Enter")
    page.wait_for_url("**/users?q=*")
    assert page.get_by_role("row").count() == 2
    show(page, "console-users")
    check_accessibility(page)
    assert page.problems == []


def test_the_link_works_once(server, page, browser):
    begin(page, server)
    other = browser.new_page()
    other.goto(server["First administrator"].split()[0])
    assert other.get_by_text("Nobody can become the first administrator").is_visible()
    assert other.get_by_role("button").count() == 0
    other.close()


def test_another_secret_makes_nobody_an_administrator(server, page):
    page.goto(server["Console"] + "/setup#" + "A" * 43)
    page.get_by_label("E-mail").fill(ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create the account").click()
    assert page.get_by_text("Nobody can become").is_visible()
    sign_in(page, server)
    assert "wrong" in page.get_by_role("alert").inner_text()


def test_a_session_ends_where_it_is_ended(server, page):
    begin(page, server)
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="Latchkey console").wait_for()
    show(page, "console-sign-in")
    check_accessibility(page)
    page.goto(server["Console"])
    assert page.url.endswith("/console/sign-in")
    sign_in(page, server, "another long password")
    assert "wrong" in page.get_by_role("alert").inner_text()
    sign_in(page, server)
    page.get_by_role("heading", name="Users").wait_for()
    assert page.evaluate("document.cookie") == "", "no script reaches the session"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_pages_are_readable_everywhere(server, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page.problems = []
    sign_up(server, "ada@example.org")
    begin(page, server)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    show(page, f"console-users-{scheme}-{size[0]}")
    check_accessibility(page)
    page.close()


def test_names_that_look_like_pages_are_text(server, page):
    answer = requests.post(
        f"{server['Latchkey listens at']}/v1/accounts:signUp?key={server['API key']}", json={"returnSecureToken": True}, timeout=20).json()
    evil = '<script>alert(1)</script>"\u202e\' onload=x'
    requests.post(
        f"{server['Latchkey listens at']}/v1/accounts:update?key={server['API key']}",
        json={"idToken": answer["idToken"], "displayName": evil}, timeout=20).raise_for_status()
    begin(page, server)
    page.get_by_role("link", name="alert(1)").click()
    assert evil in page.get_by_role("heading", level=1).inner_text()
    assert page.problems == []


def test_everything_is_within_reach_of_the_keyboard(server, page):
    begin(page, server)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_secret_is_in_no_log(binary, tmp_path, page):
    log = tmp_path / "log.txt"
    with log.open("w") as file, running_in_words(
            binary, tmp_path / "data", "--sandbox", "--sandbox-port", "0", "--log-level", "trace", log=file) as server:
        secret = re.search("#(.{43}) ", server["First administrator"] + " ")[1]
        begin(page, server)
        page.goto(server["First administrator"].split()[0])
    assert secret not in log.read_text()
    assert "answered" in log.read_text(), "requests are logged"
    told = subprocess.run(
        [binary, "users", "list", "--project", "_console", "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60)
    assert ADDRESS in told.stdout
