"""Administrators in a real browser: a second one, an authenticator app, the history, and the look of each section."""

import pyotp
import pytest

from test_console import ADDRESS, PASSWORD, begin, open_section, sign_in, sign_up
from test_sign_in_page import check_accessibility, show


def test_a_second_administrator_is_invited(server, invite, page, browser):
    begin(page, invite())
    page.get_by_role("link", name="Administrators").click()
    page.get_by_label("E-mail").fill("ada@example.org")
    page.locator("select[name=role]").last.select_option("editor")
    page.get_by_role("button", name="Create invitation link").click()
    link = page.get_by_label("Link").input_value()
    show(page, "console-administrators")
    check_accessibility(page)
    other, problems = browser.new_page(), []
    other.on("console", lambda message: problems.append(message.text))
    other.goto(link)
    assert other.get_by_label("E-mail").input_value() == "ada@example.org", "what keeps passwords learns whose it is"
    show(other, "console-join")
    check_accessibility(other)
    assert "#" not in other.url, "the secret does not stay in the address"
    other.get_by_label("Password").fill("another long password")
    other.get_by_role("button", name="Create account").click()
    other.wait_for_url("**/overview")
    assert other.get_by_role("link", name="Administrators").count() == 0 and problems == []
    other.close()
    page.get_by_role("link", name="Administrators").click()
    page.get_by_label("Remove ada@example.org").click()
    check_accessibility(page)
    page.get_by_role("button", name="Remove administrator").click()
    assert page.get_by_role("status").first.inner_text() == "Saved."
    assert page.problems == []


def test_a_forgotten_password_is_replaced_with_an_owners_link(server, invite, page, browser):
    begin(page, invite())
    page.get_by_role("link", name="Administrators").click()
    page.get_by_label("E-mail").fill("ada@example.org")
    page.get_by_role("button", name="Create invitation link").click()
    other, problems = browser.new_page(), []
    other.on("console", lambda message: problems.append(message.text))
    other.goto(page.get_by_label("Link").input_value())
    other.get_by_label("Password").fill("a password to forget")
    other.get_by_role("button", name="Create account").click()
    other.wait_for_url("**/overview")
    page.get_by_role("link", name="Administrators").click()
    page.get_by_label("Forgotten password of ada@example.org").click()
    page.get_by_role("button", name="Create password link").click()
    link = page.get_by_label("Link").input_value()
    show(page, "console-password-link")
    check_accessibility(page)
    other.goto(server["console"] + "/sign-in")
    other.locator("summary", has_text="sign in?").click()
    assert "ask an owner for a password link" in other.locator("details").inner_text()
    show(other, "console-sign-in-help")
    check_accessibility(other)
    other.goto(link)
    assert other.get_by_label("E-mail").input_value() == "ada@example.org" and "#" not in other.url
    show(other, "console-new-password")
    check_accessibility(other)
    other.get_by_label("Password").fill("a password to remember")
    other.get_by_role("button", name="Set password").click()
    assert "Sign in with your new password" in other.get_by_role("status").inner_text()
    other.get_by_label("E-mail").fill("ada@example.org")
    other.get_by_label("Password").fill("a password to remember")
    other.get_by_role("button", name="Sign in", exact=True).click()
    other.wait_for_url("**/overview")
    assert problems == [] and page.problems == []
    other.close()


def test_an_authenticator_app_is_added_and_required(server, invite, page):
    begin(page, invite())
    page.get_by_role("link", name=ADDRESS).click()
    show(page, "console-account")
    check_accessibility(page)
    page.get_by_role("button", name="Add an authenticator app").click()
    app = pyotp.TOTP(page.locator("p code").inner_text().replace(" ", ""))
    assert pyotp.parse_uri(page.get_by_role("link", name="open this link").get_attribute("href")).secret == app.secret
    assert page.get_by_role("img", name="QR code for your authenticator app").is_visible()
    show(page, "console-account-key")
    check_accessibility(page)
    page.get_by_label("Code", exact=True).fill(app.now())
    page.get_by_role("button", name="Verify and add").click()
    recovery = page.get_by_role("region", name="Recovery codes").locator("code").first.inner_text()
    show(page, "console-account-codes")
    check_accessibility(page)
    page.get_by_role("button", name="Sign out", exact=True).click()
    sign_in(page, server, PASSWORD)
    page.get_by_role("heading", name="Second factor").wait_for()
    show(page, "console-second-factor")
    check_accessibility(page)
    page.get_by_label("Authenticator code").fill(recovery)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url("**/overview")
    assert page.problems == []


def test_the_password_is_changed(server, invite, page):
    begin(page, invite())
    page.get_by_role("link", name=ADDRESS).click()
    page.get_by_label("Current password").fill(PASSWORD)
    page.get_by_label("New password").fill("yet another password")
    page.get_by_role("button", name="Change password").click()
    assert "Password changed" in page.get_by_role("status").inner_text()
    sign_in(page, server, "yet another password")
    page.wait_for_url("**/overview")
    assert page.problems == []


def test_the_history_shows_authors_and_actions(server, invite, page):
    uid = sign_up(server, "ada@example.org")
    begin(page, invite())
    open_section(page, "History")
    page.get_by_label("Event").select_option("sign_up")
    page.get_by_role("button", name="Show").click()
    page.get_by_title(uid, exact=True).wait_for()
    show(page, "console-history")
    check_accessibility(page)
    assert page.get_by_role("row").count() == 2
    page.get_by_title(uid, exact=True).click()
    page.get_by_role("heading", name="ada@example.org").wait_for()
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Default project").click()
    page.get_by_role("heading", name="Projects").wait_for()
    check_accessibility(page)
    assert page.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_administrators_pages_are_readable_everywhere(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    begin(page, invite())
    for path in ["administrators", "account", "keys", "projects", "projects/default/history"]:
        page.goto(server["console"] + "/" + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], f"{path}: nothing is wider than the window"
        show(page, f"console-{path.rsplit('/', 1)[-1]}-{scheme}-{size[0]}")
        check_accessibility(page)
    page.close()
