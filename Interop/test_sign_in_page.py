"""The server's own sign-in page in a real browser, with the providers behind it."""

import contextlib
import os
import pathlib
import re
import subprocess
import time

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, expect

from outbox_mails import last_link, last_message


def show(page, name):
    """Saves a screenshot if a folder for them is configured."""
    folder = os.environ.get("LATCHKEY_SCREENSHOTS")
    if folder:
        page.screenshot(path=str(pathlib.Path(folder) / f"{name}.png"))


def wait_until(page, expression, seconds=15):
    """Polls the page. Playwright's own waiting makes the page evaluate text, which our content security policies forbid."""
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(Error):
            if page.evaluate(expression):
                return
        assert time.monotonic() < end, f"not within {seconds} seconds: {expression}"
        page.wait_for_timeout(50)


def check_accessibility(page):
    results = Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def choose(page, name):
    """Approves the sign-in at a provider as one of its users."""
    page.get_by_label(name).check()
    page.get_by_role("button", name="Allow").click()


def create_account(page, server, email, password="lovelace"):
    """Creates an account with a password, from the page that is open. The link in the mail finishes it."""
    page.locator("[value=sign-up]").click()
    page.locator("[name=email]").fill(email)
    page.locator("main form[action*=sign-up] button").click()
    page.get_by_role("status").wait_for()
    page.goto(last_link(server))
    page.locator("[name=password]").fill(password)
    page.locator("button.primary").click()


def sign_in(page, server, provider, name=None):
    page.goto(server["signIn"])
    page.get_by_role("link", name=f"Continue with {provider}").click()
    if name:
        choose(page, name)


def test_both_providers_sign_a_person_in(server, page):
    page.goto(server["signIn"])
    show(page, "sign-in")
    page.get_by_role("link", name="Continue with Twitter").click()
    show(page, "consent")
    choose(page, "Zoë")
    page.wait_for_url("**/sign-in")
    assert "Zoë" in page.locator("#name").inner_text()
    assert len(page.locator("#uid").inner_text()) == 28
    show(page, "account")
    # No script on the page can read the cookie of the session.
    assert page.evaluate("document.cookie") == ""
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, server, "GitHub", "Max")
    page.wait_for_url("**/sign-in")
    assert "Max" in page.locator("#name").inner_text()
    assert page.problems == []


def test_the_same_address_is_linked_after_the_existing_account_was_proved(server, page):
    sign_in(page, server, "Twitter", "Ada")
    page.wait_for_url("**/sign-in")
    uid = page.locator("#uid").inner_text()
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, server, "GitHub", "Ada")
    page.get_by_role("heading", name="One more step").wait_for()
    show(page, "one-more-step")
    page.get_by_role("link", name="Continue with Twitter").click()
    page.wait_for_url("**/sign-in")
    assert page.locator("#uid").inner_text() == uid
    providers = page.locator("dt").all_inner_texts()
    assert "Twitter" in providers and "GitHub" in providers
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, server, "GitHub")
    page.wait_for_url("**/sign-in")
    assert page.locator("#uid").inner_text() == uid


def test_the_same_address_with_a_password(server, page):
    page.goto(server["signIn"])
    create_account(page, server, "ada@example.org")
    uid = page.locator("#uid").inner_text()
    page.get_by_role("button", name="Sign out").click()
    sign_in(page, server, "GitHub", "Ada")
    page.get_by_label("Password").fill("a typo")
    page.get_by_role("button", name="Sign in and link").click()
    assert "wrong" in page.get_by_role("alert").inner_text()
    expect(page.get_by_label("Password")).to_be_focused()
    # The provider's assertion was kept: signing in anywhere on the page completes the link.
    page.get_by_label("Password").fill("lovelace")
    page.get_by_role("button", name="Sign in", exact=True).click()
    assert page.locator("#uid").inner_text() == uid
    assert "GitHub" in page.locator("dt").all_inner_texts()


PHONE = {"width": 375, "height": 560}


def check_in_view(page, problem):
    """Checks that an error and the field above it are visible without scrolling."""
    expect(problem).to_be_in_viewport(ratio=1)
    expect(page.locator("[aria-invalid]")).to_be_in_viewport(ratio=1)
    assert page.locator("[aria-invalid]").get_attribute("aria-describedby") == problem.get_attribute("id")


def test_an_account_is_created_with_a_link_that_reveals_no_other_account(server, browser):
    page = browser.new_page(viewport=PHONE)
    page.goto(server["signIn"])
    page.get_by_label("E-mail").fill("grace@example.org")
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("heading", name="Create account").wait_for()
    assert page.get_by_label("E-mail").input_value() == "grace@example.org"
    expect(page.get_by_label("E-mail")).to_have_accessible_description(re.compile("choose a password"))
    assert page.get_by_label("Password").count() == 0
    check_accessibility(page)
    show(page, "sign-in-create")
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("heading", name="Check your mail").wait_for()
    check_accessibility(page)
    show(page, "sign-in-mail-sent")
    first = page.get_by_role("status").inner_text()
    assert "Finish creating" in last_message(server, '<h1 dir="auto">')
    page.goto(last_link(server))
    assert page.get_by_label("Password").get_attribute("autocomplete") == "new-password"
    expect(page.get_by_label("Password")).to_have_accessible_description("At least 6 characters")
    check_accessibility(page)
    show(page, "sign-in-new-account")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    check_in_view(page, page.get_by_role("alert"))
    assert "at least six" in page.get_by_role("alert").inner_text()
    page.get_by_label("Password").fill("hopper1906")
    page.get_by_role("button", name="Create account").click()
    page.locator("#uid").wait_for()
    page.get_by_role("button", name="Sign out").click()
    # The address is taken now, which only its mail says.
    page.goto(server["signIn"] + "?view=sign-up")
    page.get_by_label("E-mail").fill("grace@example.org")
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("heading", name="Check your mail").wait_for()
    assert page.get_by_role("status").inner_text() == first
    assert "already have an account" in last_message(server, '<h1 dir="auto">')
    page.goto(last_link(server))
    page.get_by_role("heading", name="Set a new password").wait_for()
    page.close()


def test_without_protection_an_account_is_created_at_once(server, browser, binary, tmp_path):
    subprocess.run(
        [binary, "projects", "set", "default", "--enumeration-protection", "no", "--data", str(tmp_path / "data")], check=True, timeout=60,
        capture_output=True)
    page = browser.new_page(viewport=PHONE)
    page.goto(server["signIn"])
    assert page.get_by_label("Password").get_attribute("autocomplete") == "current-password"
    page.get_by_label("E-mail").fill("grace@example.org")
    page.get_by_role("button", name="Create account").click()
    page.get_by_role("heading", name="Create account").wait_for()
    assert page.get_by_label("E-mail").input_value() == "grace@example.org"
    assert page.get_by_label("Password").get_attribute("autocomplete") == "new-password"
    expect(page.get_by_label("Password")).to_have_accessible_description("At least 6 characters")
    check_accessibility(page)
    show(page, "sign-in-create-at-once")
    page.get_by_label("Password").fill("short")
    page.get_by_role("button", name="Create account").click()
    check_in_view(page, page.get_by_role("alert"))
    assert "at least six" in page.get_by_role("alert").inner_text()
    show(page, "sign-in-create-error")
    page.get_by_label("Password").fill("hopper1906")
    page.get_by_role("button", name="Create account").click()
    page.locator("#uid").wait_for()
    page.get_by_role("button", name="Sign out").click()
    # The address is taken now, which the view says beside the address.
    page.goto(server["signIn"] + "?view=sign-up")
    page.get_by_label("E-mail").fill("grace@example.org")
    page.get_by_label("Password").fill("hopper1906")
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("E-mail")).to_have_accessible_description("An account with this address already exists.")
    check_in_view(page, page.get_by_role("alert"))
    page.get_by_role("link", name="Sign in", exact=True).click()
    page.get_by_role("heading", name="Sign in").wait_for()
    page.close()


def test_a_wrong_password_is_explained_beside_it(server, browser):
    page = browser.new_page(viewport=PHONE)
    page.goto(server["signIn"])
    page.get_by_label("E-mail").fill("nobody@example.org")
    page.get_by_label("Password").fill("not this one")
    page.get_by_role("button", name="Sign in", exact=True).click()
    check_in_view(page, page.get_by_role("alert"))
    expect(page.get_by_label("Password")).to_have_accessible_description("The address or the password is wrong.")
    expect(page.get_by_label("Password")).to_be_focused()
    assert page.get_by_label("E-mail").input_value() == "nobody@example.org"
    check_accessibility(page)
    show(page, "sign-in-wrong")
    page.close()


def test_a_forgotten_password_needs_an_address(server, browser):
    page = browser.new_page(viewport=PHONE)
    page.goto(server["signIn"])
    page.get_by_role("button", name="Forgot password?").click()
    page.get_by_role("heading", name="Reset your password").wait_for()
    expect(page.get_by_label("E-mail")).to_be_focused()
    check_accessibility(page)
    show(page, "sign-in-reset")
    page.get_by_label("E-mail").fill("ada@example.org")
    page.get_by_role("button", name="Send the link").click()
    assert "on its way" in page.get_by_role("status").inner_text()
    page.close()


def check_shown_password(page, field, button="Show password"):
    """Checks the button that shows a password, and that the password is hidden again when the form is sent."""
    toggle = page.get_by_role("button", name=button, exact=True)
    secret = page.get_by_label(field, exact=True)
    secret.fill("lovelace")
    assert (secret.get_attribute("type"), toggle.get_attribute("aria-pressed")) == ("password", "false")
    toggle.focus()
    page.keyboard.press("Space")
    assert (secret.get_attribute("type"), toggle.get_attribute("aria-pressed")) == ("text", "true")
    assert secret.evaluate("field => field.spellcheck") is False
    box = toggle.bounding_box()
    assert box["height"] >= 24 and box["width"] >= 24
    check_accessibility(page)
    toggle.click()
    assert (secret.get_attribute("type"), toggle.get_attribute("aria-pressed")) == ("password", "false")
    toggle.click()
    secret.evaluate("field => field.form.addEventListener('submit', event => { event.preventDefault(); window.sent = field.type; })")
    secret.evaluate("field => field.form.requestSubmit()")
    assert page.evaluate("window.sent") == "password"


def test_a_typed_password_can_be_shown(server, browser):
    page = browser.new_page(viewport=PHONE)
    page.problems = []
    page.on("pageerror", lambda problem: page.problems.append(str(problem)))
    page.goto(server["signIn"])
    page.get_by_label("E-mail").fill("ada@example.org")
    check_shown_password(page, "Password")
    show(page, "sign-in-shown-password")
    page.goto(server["signIn"] + "?lang=ar")
    page.get_by_role("button", name="إظهار كلمة المرور").wait_for()
    show(page, "sign-in-shown-password-ar")
    page.goto(server["signIn"])
    page.locator("[value=sign-up]").click()
    page.locator("[name=email]").fill("ada@example.org")
    page.locator("main form[action*=sign-up] button").click()
    page.get_by_role("status").wait_for()
    page.goto(last_link(server))
    expect(page.get_by_label("Password", exact=True)).to_be_focused()
    check_shown_password(page, "Password")
    page.reload()
    page.get_by_label("Password", exact=True).fill("lovelace")
    page.get_by_role("button", name="Create account").click()
    page.goto(server["url"] + "/account")
    check_shown_password(page, "New password")
    show(page, "own-account-shown-password")
    page.goto(server["signIn"])
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Forgot password?").click()
    page.get_by_label("E-mail").fill("ada@example.org")
    page.get_by_role("button", name="Send the link").click()
    page.get_by_role("status").wait_for()
    page.goto(last_link(server))
    check_shown_password(page, "New password")
    show(page, "reset-shown-password")
    assert page.problems == []
    page.close()


def test_without_javascript_no_password_is_shown(server, browser):
    page = browser.new_context(java_script_enabled=False).new_page()
    page.goto(server["signIn"])
    expect(page.get_by_label("Password", exact=True)).to_be_visible()
    assert page.get_by_role("button", name="Show password").count() == 0
    page.context.close()


def test_the_first_empty_field_has_the_focus(server, browser):
    page = browser.new_page(viewport=PHONE)
    page.goto(server["signIn"])
    expect(page.get_by_label("E-mail")).to_be_focused()
    page.goto(server["signIn"] + "?view=sign-up")
    expect(page.get_by_label("E-mail")).to_be_focused()
    # The keyboard of a phone would cover the error.
    page.goto(server["signIn"] + "?error=auth/user-cancelled")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.activeElement === document.body")
    page.close()


def test_cancelling_says_so(server, page):
    page.goto(server["signIn"])
    page.get_by_role("link", name="Continue with GitHub").click()
    page.get_by_role("button", name="Deny").click()
    assert "cancelled" in page.get_by_role("alert").inner_text()


def test_a_provider_is_linked_to_the_account_that_is_open(server, page):
    sign_in(page, server, "Twitter", "Dora")
    page.wait_for_url("**/sign-in")
    uid = page.locator("#uid").inner_text()
    page.get_by_role("button", name="Link GitHub").click()
    choose(page, "Dora")
    page.wait_for_url("**/sign-in")
    assert page.locator("#uid").inner_text() == uid
    assert "GitHub" in page.locator("dt").all_inner_texts()


def test_the_page_opened_under_another_name_moves_to_the_public_one(server, page):
    assert server["signIn"].startswith("http://127.0.0.1:")
    page.goto(server["signIn"].replace("127.0.0.1", "localhost"))
    assert page.url.startswith("http://127.0.0.1:")
    page.get_by_role("link", name="Continue with Twitter").click()
    choose(page, "Zoë")
    page.wait_for_url("**/sign-in")
    assert "Zoë" in page.locator("#name").inner_text()


def test_a_form_from_elsewhere_is_refused(server, page):
    page.goto(server["signIn"])
    answer = page.request.post(
        f"{server['url']}/sign-in/password", form={"email": "eve@example.org", "password": "password", "mode": "sign-up"})
    assert answer.status == 403


def test_the_pages_are_accessible(server, browser):
    for colours in ["light", "dark"]:
        page = browser.new_page(color_scheme=colours)
        page.goto(server["signIn"])
        check_accessibility(page)
        page.goto(f"{server['url']}/__/auth/handler")
        check_accessibility(page)
        sign_in(page, server, "Twitter", "Ada")
        page.wait_for_url("**/sign-in")
        check_accessibility(page)
        page.close()


def test_an_account_is_managed_on_its_own_page(server, browser):
    page = browser.new_page(viewport=PHONE)
    page.goto(server["signIn"])
    create_account(page, server, "bob@example.org")
    page.get_by_role("link", name="Manage your account").click()
    check_accessibility(page)
    show(page, "own-account")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.get_by_label("Name").fill("Bob")
    page.get_by_role("button", name="Save").click()
    assert page.get_by_role("status").inner_text() == "Saved."
    assert page.locator("#name").inner_text() == "Bob"
    other = browser.new_context().new_page()
    other.goto(server["signIn"])
    other.get_by_label("E-mail").fill("bob@example.org")
    other.get_by_label("Password").fill("lovelace")
    other.get_by_role("button", name="Sign in", exact=True).click()
    other.locator("#uid").wait_for()
    page.reload()
    assert page.get_by_text("Chrome · Linux").count() == 2
    page.get_by_role("button", name="Sign out everywhere else").click()
    assert "have ended" in page.get_by_role("status").inner_text()
    other.goto(server["url"] + "/account")
    other.get_by_role("heading", name="Sign in").wait_for()
    page.get_by_label("New password").fill("a new password")
    page.get_by_role("button", name="Change password").click()
    assert page.get_by_role("status").inner_text() == "Saved."
    other.context.close()
    page.close()
