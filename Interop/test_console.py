"""The console in a real browser, opened as an administrator opens it: with the link that the server prints."""

import os
import pty
import re
import subprocess

import pytest
import requests

from running_server import running_server
from test_sign_in_page import check_accessibility, show

ADDRESS, PASSWORD = "grace@example.org", "a long enough password"


def begin(page, link):
    """Opens a link and creates the first administrator."""
    page.goto(link)
    page.get_by_label("E-mail").fill(ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    page.wait_for_url("**/overview")
    open_section(page, "Users")


def sign_in(page, server, password=PASSWORD):
    page.goto(server["console"])
    page.get_by_label("E-mail").fill(ADDRESS)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def open_section(page, name):
    """Follows a link of the menu, which is behind a button on a small screen."""
    menu = page.get_by_role("button", name="Menu")
    if menu.is_visible():
        menu.click()
    page.get_by_role("navigation", name="Sections").get_by_role("link", name=name).click()
    page.get_by_role("heading", name=name, level=1).wait_for()


def sign_up(server, email):
    answer = requests.post(
        f"{server['url']}/v1/accounts:signUp?key={server['apiKey']}",
        json={"email": email, "password": "lovelace", "returnSecureToken": True}, timeout=20)
    answer.raise_for_status()
    return answer.json()["localId"]


def test_the_first_administrator_finds_a_user(server, invite, page):
    begin(page, invite())
    assert "#" not in page.url, "the secret does not stay in the address"
    assert page.get_by_text("No users yet.").is_visible()
    uid = sign_up(server, "ada@example.org")
    page.reload()
    page.get_by_role("link", name="ada@example.org").click()
    page.get_by_role("dialog", name="ada@example.org").wait_for()
    assert page.locator("dd", has_text=uid).is_visible()
    assert page.get_by_role("region", name="History").get_by_text("Signed up with a password").is_visible()
    show(page, "console-user")
    check_accessibility(page)
    page.keyboard.press("Escape")
    page.get_by_role("dialog").wait_for(state="hidden")
    page.get_by_label("Search by name").fill("ada@example.org")
    page.keyboard.press("Enter")
    page.wait_for_url("**/users?q=*")
    assert page.get_by_role("row").count() == 2
    show(page, "console-users")
    check_accessibility(page)
    assert page.problems == []


def test_the_link_works_once(server, invite, page, browser):
    link = invite()
    begin(page, link)
    other = browser.new_page()
    other.goto(link)
    assert other.get_by_text("This setup link is no longer valid").is_visible()
    assert other.get_by_role("button").count() == 0
    other.close()


def test_a_wrong_secret_creates_no_administrator(server, invite, page):
    page.goto(server["console"] + "/setup#" + "A" * 43)
    page.get_by_label("E-mail").fill(ADDRESS)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    assert page.get_by_text("This setup link is no longer valid").is_visible()
    sign_in(page, server)
    assert "wrong" in page.get_by_role("alert").inner_text()


def test_a_session_ends_where_it_is_ended(server, invite, page):
    begin(page, invite())
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("heading", name="Latchkey console").wait_for()
    show(page, "console-sign-in")
    check_accessibility(page)
    page.goto(server["console"])
    assert page.url.endswith("/console/sign-in")
    sign_in(page, server, "another long password")
    assert "wrong" in page.get_by_role("alert").inner_text()
    sign_in(page, server)
    page.wait_for_url("**/overview")
    assert page.evaluate("document.cookie") == "", "no script reaches the session"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_pages_are_readable_everywhere(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page.problems = []
    sign_up(server, "ada@example.org")
    begin(page, invite())
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    show(page, f"console-users-{scheme}-{size[0]}")
    check_accessibility(page)
    page.close()


def test_names_that_look_like_pages_are_text(server, invite, page):
    answer = requests.post(
        f"{server['url']}/v1/accounts:signUp?key={server['apiKey']}", json={"returnSecureToken": True}, timeout=20).json()
    evil = '<script>alert(1)</script>"\u202e\' onload=x'
    requests.post(
        f"{server['url']}/v1/accounts:update?key={server['apiKey']}",
        json={"idToken": answer["idToken"], "displayName": evil}, timeout=20).raise_for_status()
    begin(page, invite())
    assert evil in page.locator("tbody tr").first.inner_text()
    page.locator("tbody th a").click()
    page.locator("dd", has_text="alert(1)").wait_for()
    assert page.problems == []


def test_everything_is_within_reach_of_the_keyboard(server, invite, page):
    begin(page, invite())
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to content"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_a_short_password_can_be_mended_in_the_same_tab(server, invite, page):
    link = invite()
    page.goto(link)
    check_accessibility(page)
    page.get_by_label("E-mail").fill(ADDRESS)
    page.get_by_label("Password").evaluate("field => { field.removeAttribute('minlength') }")
    page.get_by_label("Password").fill("too short")
    page.get_by_role("button", name="Create account").click()
    assert "12 characters" in page.get_by_role("alert").inner_text()
    begin(page, link)


def test_an_editor_changes_disables_and_deletes(server, invite, page):
    uid = sign_up(server, "ada@example.org")
    begin(page, invite())
    page.get_by_role("link", name="ada@example.org").click()
    user = page.get_by_role("dialog")
    user.get_by_label("Name").fill("Ada Lovelace")
    user.get_by_label("Custom claims").fill('{"admin": true}')
    user.get_by_role("button", name="Save").click()
    user.get_by_role("status").filter(has_text="Saved.").wait_for()
    assert user.locator("dd", has_text="Ada Lovelace").is_visible()
    user.get_by_role("button", name="Disable").click()
    user.get_by_role("status").filter(has_text="Account disabled").wait_for()
    show(page, "console-user-edit")
    check_accessibility(page)
    user.get_by_role("button", name="Undo").click()
    user.get_by_role("status").filter(has_text="Account enabled.").wait_for()
    user.get_by_text("Delete", exact=True).click()
    user.get_by_label("This cannot be undone").fill(uid)
    user.get_by_role("button", name="Delete account").click()
    page.get_by_text("No users yet.").wait_for()
    assert not user.is_visible()
    assert page.problems == []


def test_the_secret_is_in_no_log(binary, tmp_path, page):
    """The link is printed to a terminal only. Other output may be stored, so the link does not appear there."""
    log, data = tmp_path / "log.txt", tmp_path / "data"
    with log.open("w") as file, running_server(binary, data, "--log-level", "trace", sandbox=True, log=file) as server:
        told = subprocess.run([binary, "admin", "invite", "--data", str(data)], capture_output=True, text=True, timeout=60)
        secret = re.search("#(.{43})$", told.stdout.strip())[1]
        begin(page, told.stdout.strip())
        page.goto(server["console"] + "/setup#" + secret)
        again = subprocess.run([binary, "admin", "invite", "--data", str(data)], capture_output=True, text=True, timeout=60)
        assert again.returncode != 0 and "administrator already" in again.stderr
    assert secret not in log.read_text()
    assert "answered" in log.read_text(), "requests are logged"
    told = subprocess.run(
        [binary, "users", "list", "--project", "_console", "--data", str(data)], capture_output=True, text=True, timeout=60)
    assert ADDRESS in told.stdout


def test_no_command_changes_the_projects_of_administrators(binary, server, tmp_path):
    for words in [["projects", "key", "add"], ["service-accounts", "create", "thief"], ["projects", "set", "_console", "--sign-up", "yes"]]:
        project = [] if "_console" in words else ["--project", "_console"]
        told = subprocess.run([binary, *words, *project, "--data", str(tmp_path / "data")], capture_output=True, text=True, timeout=60)
        assert told.returncode != 0 and "no project _console" in told.stderr, words


@pytest.mark.parametrize("is_terminal", [True, False])
def test_the_link_is_shown_to_a_person_alone(binary, tmp_path, is_terminal):
    reader, writer = pty.openpty() if is_terminal else os.pipe()
    command = [binary, "serve", "--data", str(tmp_path / "data"), "--port", "0", "--database-port", "0", "--sandbox", "--sandbox-port", "0"]
    with subprocess.Popen(command, stdout=writer, stderr=subprocess.DEVNULL) as process:
        os.close(writer)
        told = b""
        while b"Sandbox OpenID" not in told:
            told += os.read(reader, 65_536)
        process.terminate()
    os.close(reader)
    line = re.search("First administrator +(.*)", told.decode())[1]
    assert ("/console/setup#" in line) == is_terminal
    assert is_terminal or "latchkey admin invite" in line


def test_an_editor_makes_a_user_and_sends_a_link(server, invite, page):
    begin(page, invite())
    page.get_by_role("link", name="Create a user").click()
    form = page.get_by_role("dialog", name="Create a user")
    form.get_by_label("Password", exact=True).fill("lovelace")
    form.get_by_role("button", name="Create user").click()
    form.get_by_role("alert").filter(has_text="required to sign in").wait_for()
    form.get_by_label("E-mail", exact=True).fill("ada@example.org")
    form.get_by_label("Password", exact=True).fill("lovelace")
    form.get_by_label("Name", exact=True).fill("Ada Lovelace")
    show(page, "console-user-new")
    check_accessibility(page)
    form.get_by_role("button", name="Create user").click()
    user = page.get_by_role("dialog", name="ada@example.org")
    user.get_by_role("status").filter(has_text="Account created.").wait_for()
    user.get_by_role("button", name="Send password reset").click()
    user.get_by_role("status").filter(has_text="The message for a new password is in the outbox").wait_for()
    page.goto(server["outbox"])
    assert page.get_by_text("ada@example.org").first.is_visible()
    assert [problem for problem in page.problems if "400" not in problem] == []
