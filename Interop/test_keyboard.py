"""The most frequent tasks with the keyboard alone: Tab, Shift and Tab, Enter, Space, arrows and typing. The focus is visible at every step."""

import pytest
from playwright.sync_api import expect

from keyboard import Keyboard
from test_console import ADDRESS, PASSWORD, begin
from test_sign_in_page import last_link

RULES = '{"rules": {"notes": {".read": true}}}'


@pytest.fixture(params=[(1280, 800), (375, 667)], ids=["desktop", "phone"])
def keyboard(request, page):
    # The browser would scroll slowly to the focus.
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": request.param[0], "height": request.param[1]})
    yield Keyboard(page)
    # The keyboard can be faster than the focus that a page gives to its first field.
    usual = ("status of 400", "Autofocus processing was blocked")
    assert [text for text in page.problems if not any(part in text for part in usual)] == []


def open_menu(keyboard):
    """On a small screen, the sections are behind a button."""
    if keyboard.page.get_by_role("button", name="Menu").is_visible():
        keyboard.click("Menu")


def open_section(keyboard, name):
    """Follows a link of the menu, and skips the menu of the next page."""
    open_menu(keyboard)
    keyboard.follow(name)
    keyboard.page.get_by_role("heading", name=name, level=1).wait_for()
    return keyboard.follow("Skip to content")


def sign_out(keyboard):
    open_menu(keyboard)
    keyboard.click("Sign out")
    keyboard.page.get_by_role("heading", name="Latchkey console").wait_for()


def test_tasks_of_an_administrator(server, invite, page, keyboard):
    page.goto(invite())
    keyboard.fill(**{"E-mail": ADDRESS, "Password": PASSWORD}).click("Create account")
    page.wait_for_url("**/overview")
    sign_out(keyboard)
    keyboard.fill(**{"E-mail": ADDRESS, "Password": PASSWORD}).press("Enter")
    page.wait_for_url("**/overview")
    create_project(keyboard)
    add_provider(keyboard)
    create_user(keyboard)
    find_disable_and_enable(keyboard)
    change_settings(keyboard)
    change_and_try_rules(keyboard)
    filter_history(keyboard)
    sign_out(keyboard)


def create_project(keyboard):
    page = keyboard.page
    open_menu(keyboard)
    keyboard.follow("Default project")
    page.get_by_role("heading", name="Projects", exact=True).wait_for()
    keyboard.fill(Project_ID="notes-app", Name="Notes").click("Create project")
    expect(page.get_by_text("Notes").first).to_be_attached()
    assert "/projects/notes-app" in page.url


def add_provider(keyboard):
    page = keyboard.page
    open_section(keyboard, "Sign-in").follow("GitHub")
    keyboard.fill(Client_ID="Iv1.client", Client_secret="secret")
    keyboard.reach(page.get_by_label("Enable sign-in with this provider")).press("Space").click("Save")
    expect(page.get_by_role("status").first).to_contain_text("Saved")


def create_user(keyboard):
    page = keyboard.page
    open_section(keyboard, "Users").follow("Create a user")
    expect(page.get_by_role("dialog")).to_be_visible()
    keyboard.fill(**{"E-mail": "ada@example.org", "Password": "lovelace", "Name": "Ada Lovelace"}).click("Create user")
    expect(page.get_by_role("heading", name="ada@example.org")).to_be_visible()
    keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def find_disable_and_enable(keyboard):
    page = keyboard.page
    open_section(keyboard, "Users").reach(page.get_by_role("searchbox")).type("lovelace").press("Enter")
    page.wait_for_url("**q=lovelace*")
    # One user in a dialog, and a selection of users in the list.
    link = page.get_by_role("link", name="ada@example.org", exact=True)
    keyboard.reach(link).press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    keyboard.click("Disable")
    expect(page.get_by_role("heading", name="ada@example.org")).to_contain_text("disabled")
    keyboard.press("Escape")
    expect(page.get_by_role("row", name="ada@example.org")).to_contain_text("disabled")
    expect(link).to_be_focused()
    keyboard.reach(page.get_by_label("Select ada@example.org"), back=True).press("Space").click("Enable")
    expect(page.locator(".toast")).to_contain_text("enabled")
    expect(page.get_by_role("table")).not_to_contain_text("disabled")


def change_settings(keyboard):
    page = keyboard.page
    field = page.get_by_label("Name", exact=True)
    open_section(keyboard, "Sign-in").follow("Name and domains").reach(field).press("End").type(" and more").click("Save")
    expect(page.get_by_role("status").first).to_have_text("Saved. Name: Notes and more.")
    expect(field).to_have_value("Notes and more")
    box = page.get_by_role("checkbox", name="Anonymous")
    open_section(keyboard, "Sign-in").follow("Methods").reach(box)
    was = box.is_checked()
    keyboard.press("Space").click("Save")
    expect(page.get_by_role("status").first).to_have_text(f"Saved. Anonymous: {'off' if was else 'on'}.")
    assert box.is_checked() != was


def change_and_try_rules(keyboard):
    page = keyboard.page
    open_menu(keyboard)
    keyboard.follow("Rules")
    page.locator(".CodeMirror").wait_for()
    editor = page.get_by_role("textbox", name="Rules", exact=True)
    keyboard.reach(editor).press("Control+a").type(RULES)
    page.get_by_text("No problems found.").wait_for()
    operation = page.get_by_label("Operation")
    keyboard.reach(operation)
    first = operation.input_value()
    keyboard.press("ArrowDown")
    assert operation.input_value() != first
    keyboard.press("ArrowUp").reach(page.get_by_label("Path")).press("Control+a").type("/notes").click("Run test")
    expect(page.get_by_role("region", name="Result")).to_contain_text("Allowed.")
    keyboard.reach(page.get_by_role("button", name="Save"), back=True).press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("aved")
    expect(page.locator(".CodeMirror-line")).to_have_text([RULES])


def filter_history(keyboard):
    page = keyboard.page
    open_section(keyboard, "History").reach(page.get_by_label("Outcome"))
    keyboard.press("ArrowDown").click("Show")
    page.wait_for_url("**outcome=*")
    expect(page.get_by_role("region", name="History")).to_be_visible()


def test_tasks_of_a_user(server, page, keyboard):
    page.goto(server["signIn"])
    keyboard.click("Create account")
    page.get_by_role("heading", name="Create account").wait_for()
    keyboard.fill(**{"E-mail": "ada@example.org"}).press("Enter")
    page.get_by_role("heading", name="Check your mail").wait_for()
    page.goto(last_link(server))
    keyboard.fill(Password="lovelace").press("Enter")
    page.locator("#uid").wait_for()
    keyboard.click("Sign out")
    page.get_by_role("heading", name="Sign in").wait_for()
    keyboard.fill(**{"E-mail": "ada@example.org", "Password": "wrong password"}).press("Enter")
    page.get_by_role("alert").wait_for()
    expect(page.get_by_label("Password")).to_be_focused()
    keyboard.type("lovelace").press("Enter")
    page.locator("#uid").wait_for()
    keyboard.click("Sign out")
    page.get_by_role("heading", name="Sign in").wait_for()
    keyboard.click("Forgot password?")
    expect(page.get_by_label("E-mail")).to_be_focused()
    keyboard.type("ada@example.org").press("Enter")
    page.get_by_role("status").wait_for()
    page.goto(last_link(server))
    keyboard.reach(page.get_by_label("New password")).type("another password").press("Enter")
    page.get_by_text("changed").first.wait_for()
    page.goto(server["signIn"])
    keyboard.fill(**{"E-mail": "ada@example.org", "Password": "another password"}).press("Enter")
    page.locator("#uid").wait_for()


def test_the_focus_is_never_trapped(server, invite, page, keyboard):
    begin(page, invite())
    for path in ["/console", "/console/projects", *(f"/console/projects/default/{name}" for name in ["users", "methods", "rules", "data", "history"])]:
        page.goto(server["url"] + path)
        stops = keyboard.go_around()
        assert stops[0].endswith("Skip to content") and len(stops) > 4, stops
    page.goto(server["signIn"])
    assert len(keyboard.go_around()) > 4
