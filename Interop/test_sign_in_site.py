"""A site uses the sign-in page through its script, as users do in a browser."""

import re
import subprocess

import pytest
import requests
from playwright.sync_api import expect

from outbox_mails import last_link, last_message
from sign_in_site import running_site
from test_sign_in_page import check_accessibility, choose, create_account, show, wait_until

PHONE = {"width": 360, "height": 740}
DESK = {"width": 1280, "height": 800}


@pytest.fixture
def site(server):
    with running_site(server["url"], server["apiKey"]) as address:
        yield address


@pytest.fixture
def switch(binary, server, tmp_path):
    """Changes settings of the project, as the operator does."""
    def change(*options):
        done = subprocess.run(
            [binary, "projects", "set", *options, "--data", str(tmp_path / "data")], capture_output=True, text=True,
            timeout=60)
        assert done.returncode == 0, done.stdout + done.stderr
    return change


def begin(page, address):
    page.goto(address)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url("**/sign-in?*")


def outcome(page):
    wait_until(page, "window.user !== undefined")
    return page.evaluate("window.user")


def test_a_site_gets_a_session_of_its_own(server, site, page):
    begin(page, site + "?tab=1#top")
    create_account(page, server, "ada@example.org")
    page.wait_for_url(re.compile(re.escape(site)))
    user = outcome(page)
    assert user["email"] == "ada@example.org" and user["expiresIn"] == 3600
    assert page.locator("#who").inner_text() == "Hello ada@example.org"
    # No part of the sign-in remains in the address or in the tab.
    assert page.url == site + "?tab=1#top"
    assert page.evaluate("sessionStorage.length") == 0
    found = requests.post(
        f"{server['url']}/v1/accounts:lookup?key={server['apiKey']}", json={"idToken": user["idToken"]}, timeout=10).json()
    assert found["users"][0]["localId"] == user["localId"]
    page.reload()
    assert outcome(page) is None

    # A user who is signed in at the page continues with one click, but not automatically.
    begin(page, site)
    page.get_by_role("button", name="Continue as ada@example.org").wait_for()
    check_accessibility(page)
    show(page, "continue-as")
    page.get_by_role("button", name="Continue as ada@example.org").click()
    page.wait_for_url(re.compile(re.escape(site)))
    assert outcome(page)["localId"] == user["localId"]
    assert page.problems == []


def test_another_account_and_a_provider(server, site, page):
    begin(page, site)
    create_account(page, server, "ada@example.org")
    outcome(page)
    begin(page, site)
    page.get_by_role("button", name="Use another account").click()
    page.get_by_role("link", name="Continue with Twitter").click()
    choose(page, "Zoë")
    page.wait_for_url(re.compile(re.escape(site)))
    assert outcome(page)["localId"]
    assert "Hello" in page.locator("#who").inner_text()
    assert page.problems == []


def test_a_code_from_elsewhere_is_not_taken(server, site, page, browser):
    page.goto(site + "?code=stolen&state=unknown&tab=1")
    assert outcome(page) is None
    assert page.locator("#who").inner_text() == "You are not signed in."
    # A used code of a sign-in that the tab began produces one clear error.
    begin(page, site)
    address = page.url
    state = re.search("state=([^&]*)", address)[1]
    page.goto(f"{site}?code=wrong&state={state}&tab=1")
    assert outcome(page) == "INVALID_SIGN_IN_CODE"
    assert page.url == site + "?tab=1"


def test_without_javascript_the_page_works(server, browser):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(server["signIn"] + "?lang=de")
    create_account(page, server, "ada@example.org")
    page.get_by_role("button", name="Abmelden").click()
    page.locator("[name=password]").wait_for()
    context.close()


def test_a_link_in_a_mail(server, site, page, switch, browser):
    switch("--email-link-sign-in", "yes")
    begin(page, site)
    page.locator("[name=email]").fill("dora@example.org")
    page.get_by_role("button", name="E-mail me a link to sign in").click()
    assert "on its way" in page.get_by_role("status").inner_text()
    show(page, "link-sent")
    link = last_link(server)
    # The same browser knows the address, and this tab knows the verifier too.
    page.goto(link)
    assert page.locator("[name=email]").input_value() == "dora@example.org"
    check_accessibility(page)
    show(page, "email-link")
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile(re.escape(site)))
    assert outcome(page)["email"] == "dora@example.org"
    # Another browser has to confirm the address, and the link works once.
    other = browser.new_page()
    other.goto(link)
    other.locator("[name=email]").fill("dora@example.org")
    other.get_by_role("button", name="Sign in").click()
    assert "used before" in other.get_by_role("alert").inner_text()
    other.close()
    assert page.problems == []


def test_a_phone_number(server, site, page, switch):
    switch("--phone-sign-in", "yes")
    begin(page, site)
    assert not page.get_by_label("Phone number").is_visible()
    page.get_by_text("Use a phone number").click()
    page.get_by_label("Phone number").fill("+49 151 1234 5678")
    page.get_by_role("button", name="Send a code").click()
    page.get_by_role("heading", name="Enter the code").wait_for()
    code = last_message(server, 'id="code">')
    check_accessibility(page)
    show(page, "phone-code")
    page.get_by_label("Code from the text message").fill(code)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(re.compile(re.escape(site)))
    assert outcome(page)["localId"]
    assert page.problems == []


def test_a_wrong_phone_number_is_explained_beside_it(server, site, page, switch):
    switch("--phone-sign-in", "yes")
    begin(page, site)
    page.get_by_text("Use a phone number").click()
    page.get_by_label("Phone number").fill("151")
    page.get_by_role("button", name="Send a code").click()
    expect(page.get_by_label("Phone number")).to_have_accessible_description(re.compile("not a phone number"))
    assert page.get_by_label("Phone number").input_value() == "151"


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "ar"])
@pytest.mark.parametrize("colours", ["light", "dark"])
def test_the_page_is_accessible(server, browser, switch, language, colours):
    switch("--email-link-sign-in", "yes", "--phone-sign-in", "yes")
    with running_site(server["url"], server["apiKey"], lang=language) as site:
        for name, size in [("phone", PHONE), ("desk", DESK)]:
            context = browser.new_context(color_scheme=colours, viewport=size)
            page = context.new_page()
            page.goto(site)
            page.get_by_role("button").click()
            page.wait_for_url("**/sign-in?*")
            assert page.locator("html").get_attribute("lang") == language
            assert page.locator("html").get_attribute("dir") == ("rtl" if language == "ar" else "ltr")
            check_accessibility(page)
            show(page, f"site-{language}-{colours}-{name}")
            width = page.evaluate("document.documentElement.scrollWidth")
            assert width <= size["width"], "nothing sticks out"
            if language == "ar":
                link, mark = page.locator(".providers a").first.bounding_box(), page.locator(".mark").first.bounding_box()
                assert mark["x"] > link["x"] + link["width"] / 2, "marks are on the right"
            context.close()


def test_the_keyboard_alone(server, site, page):
    begin(page, site)
    expect(page.locator("[name=email]")).to_be_focused()
    page.keyboard.type("max@example.org")

    def press(button):
        for _ in range(9):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.textContent") == button:
                break
        page.keyboard.press("Enter")

    press("Create account")
    page.get_by_role("heading", name="Create account").wait_for()
    press("Create account")
    page.get_by_role("heading", name="Check your mail").wait_for()
    page.goto(last_link(server))
    page.keyboard.type("correct horse")
    press("Create account")
    page.wait_for_url(re.compile(re.escape(site)))
    assert outcome(page)["email"] == "max@example.org"
