"""Sign-in methods, apps and keys in the console, as an owner sees them in a real browser, and changes made while a page is open."""

import plistlib

import pytest
import requests

from running_server import ask_for_link, running_server
from test_console import begin, open_section, sign_up
from test_sign_in_page import check_accessibility, show


def copied(page, what):
    """Presses the button and returns the content of the clipboard."""
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button = page.get_by_role("button", name=f"Copy {what}")
    button.click()
    page.get_by_role("button", name=f"Copied {what}").wait_for()
    return page.evaluate("navigator.clipboard.readText()")


def open_tab(page, name):
    page.get_by_role("navigation", name="Settings").get_by_role("link", name=name).click()
    page.get_by_role("navigation", name="Settings").locator("[aria-current]", has_text=name).wait_for()


def test_twitter_is_tested_broken_and_mended(server, invite, page):
    begin(page, invite())
    open_section(page, "Sign-in")
    show(page, "console-methods")
    check_accessibility(page)
    page.get_by_role("link", name="Twitter").click()
    assert page.get_by_label("Callback URL").input_value() == server["url"] + "/__/auth/handler"
    assert copied(page, "the callback URL") == server["url"] + "/__/auth/handler"
    page.get_by_role("button", name="Test").click()
    found = page.get_by_role("status", name="Test results")
    assert "Passed default: twitter.com: key and secret are good" in found.inner_text()
    assert "Failed" not in found.inner_text()
    show(page, "console-provider-good")
    check_accessibility(page)
    key = page.get_by_label("Consumer key").input_value()
    page.get_by_label("Consumer secret").fill("another secret")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_role("status").first.inner_text() == "Saved. Consumer secret."
    assert page.get_by_label("Consumer secret").input_value() == "", "a secret is not shown again"
    page.get_by_role("button", name="Test").click()
    assert "Failed default: twitter.com: Twitter does not accept the key and the secret" in found.inner_text()
    show(page, "console-provider-bad")
    page.get_by_label("Consumer key").fill(key)
    page.get_by_label("Consumer secret").fill("not-a-secret-twitter-5GJwq8vYkTzR1nXbLhPdMfCa")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Test").click()
    assert "key and secret are good" in found.inner_text()
    assert page.problems == []


def test_a_method_is_switched_off(server, invite, page):
    sign_up(server, "ada@example.org")
    begin(page, invite())
    open_section(page, "Sign-in")
    open_tab(page, "Methods")
    box = page.get_by_role("checkbox", name="E-mail and password")
    assert box.is_checked()
    box.press("Space")
    number = page.get_by_label("Text messages per day")
    number.fill("many")
    page.get_by_role("button", name="Save").click()
    assert "Correct the marked fields" in page.get_by_role("alert").inner_text()
    assert "must be a number" in page.locator("#problem-smsPerDay").inner_text()
    assert number.evaluate("field => document.activeElement === field"), "the keyboard is at the field to correct"
    assert number.input_value() == "many" and not box.is_checked(), "what was entered stays"
    show(page, "console-settings-problem")
    check_accessibility(page)
    number.fill("1000")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_role("status").first.inner_text() == "Saved. E-mail and password: off."
    open_tab(page, "Name and domains")
    page.get_by_label("Hosts that sign-in can return to").fill("https://wrong.example")
    page.get_by_role("button", name="Save").click()
    assert "is not a host name" in page.locator("#problem-domains").inner_text()
    page.get_by_label("Hosts that sign-in can return to").fill("localhost\napp.example.org")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_role("status").first.inner_text() == "Saved. Authorized domains: 2."
    answer = requests.post(
        f"{server['url']}/v1/accounts:signInWithPassword?key={server['apiKey']}",
        json={"email": "ada@example.org", "password": "lovelace"}, timeout=20)
    assert answer.json()["error"]["message"].startswith("PASSWORD_LOGIN_DISABLED")
    # The browser logs the refused form.
    assert [problem for problem in page.problems if "status of 400" not in problem] == []


def test_an_app_is_registered(server, invite, page):
    begin(page, invite())
    open_section(page, "Apps")
    page.get_by_label("Bundle ID or package name").fill("org.example.app")
    page.get_by_label("Display name").fill("Example")
    page.get_by_role("button", name="Register").click()
    assert page.get_by_role("status").first.inner_text() == "App registered."
    show(page, "console-apps")
    check_accessibility(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="GoogleService-Info.plist").click()
    with open(download.value.path(), "rb") as file:
        values = plistlib.load(file)
    assert values["BUNDLE_ID"] == "org.example.app" and values["API_KEY"] == server["apiKey"]
    assert values["DATABASE_URL"] == server["database"] and values["LATCHKEY_URL"] == server["url"]
    scheme = page.get_by_role("region", name="Apps").locator("code", has_text="app-1-").inner_text()
    assert scheme == "app-" + values["GOOGLE_APP_ID"].replace(":", "-")
    assert copied(page, "the URL scheme") == scheme
    configuration = copied(page, "the configuration")
    assert "const firebaseConfig = {\n" in configuration and server["apiKey"] in configuration
    page.get_by_role("button", name="Create API key").click()
    assert page.locator("summary", has_text="Revoke").count() == 2
    page.locator("summary", has_text="Revoke").first.press("Enter")
    page.get_by_role("button", name="Revoke key").click()
    assert page.get_by_text("revoked 2").count() == 1
    assert page.problems == []


def test_a_new_user_appears_in_the_open_list(server, invite, page):
    begin(page, invite())
    assert page.get_by_text("No users yet.").is_visible()
    sign_up(server, "ada@example.org")
    page.get_by_role("link", name="ada@example.org").wait_for(timeout=15_000)
    page.get_by_role("link", name="ada@example.org").focus()
    sign_up(server, "bob@example.org")
    page.get_by_role("link", name="bob@example.org").wait_for(timeout=15_000)
    assert page.evaluate("document.activeElement.textContent") == "ada@example.org", "the keyboard stays where it was"
    first = page.locator("tbody tr").first
    assert "bob@example.org" in first.inner_text(), "the newest comes first"
    assert page.problems == []


def test_a_server_that_restarts_is_told_and_nothing_is_lost(binary, tmp_path, page):
    data = tmp_path / "data"
    with running_server(binary, data, sandbox=True) as server:
        port = server["url"].rsplit(":", 1)[1]
        link = ask_for_link(binary, data)
        begin(page, link)
        open_section(page, "Sign-in")
        open_tab(page, "Name and domains")
        page.get_by_label("Hosts that sign-in can return to").fill("localhost\nkept.example.org")
    notice = page.get_by_text("The server isn’t responding.")
    notice.wait_for(timeout=15_000)
    show(page, "console-offline")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_label("Hosts that sign-in can return to").input_value() == "localhost\nkept.example.org"
    with running_server(binary, data, sandbox=True, port=port):
        notice.wait_for(state="hidden", timeout=15_000)
        page.get_by_role("button", name="Save").click()
        assert page.get_by_role("status").first.inner_text() == "Saved. Authorized domains: 2."


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_sections_are_readable_everywhere(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page.problems = []
    begin(page, invite())
    for section in ["Sign-in", "Apps"]:
        open_section(page, section)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], f"{section}: nothing is wider than the window"
        show(page, f"console-{section}-{scheme}-{size[0]}")
        check_accessibility(page)
    open_section(page, "Sign-in")
    for tab in ["Methods", "Accounts", "Passwords", "Name and domains", "Legacy clients", "Providers"]:
        open_tab(page, tab)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], f"{tab}: nothing is wider than the window"
        show(page, f"console-settings-{tab}-{scheme}-{size[0]}")
        check_accessibility(page)
    page.get_by_role("link", name="Apple").click()
    page.get_by_role("heading", name="Apple").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    show(page, f"console-provider-{scheme}-{size[0]}")
    check_accessibility(page)
    page.close()
