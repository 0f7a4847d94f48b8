"""The sign-in page, the page of the own account and the site module in Firefox."""

import re

import pytest
from playwright.sync_api import expect

from firefox import own_answer, running_firefox
from sign_in_site import SESSION_PAGE, running_site
from test_sign_in_page import create_account, wait_until


@pytest.fixture(scope="module")
def firefox(playwright):
    with running_firefox(playwright) as browser:
        yield browser


@pytest.fixture
def page(firefox):
    """A fresh browser profile that collects the messages of the browser's console."""
    context = firefox.new_context()
    page = context.new_page()
    page.problems = []
    page.on("console", lambda message: page.problems.append(message.text))
    page.on("pageerror", lambda error: page.problems.append(str(error)))
    yield page
    context.close()


def test_sign_in_and_the_own_account(server, page):
    page.goto(server["signIn"])
    create_account(page, server, "ada@example.org")
    page.get_by_role("button", name="Sign out").click()
    page.locator("[name=email]").fill("ada@example.org")
    page.locator("[name=password]").fill("lovelace")
    page.locator("[value=sign-in]").click()
    page.get_by_role("button", name="Sign out").wait_for()

    page.goto(server["url"] + "/account")
    page.locator("[name=name]").fill("Ada Lovelace")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("status")).to_have_text("Saved.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    # The session of the sign-up ended with the sign-out.
    assert page.get_by_text("Firefox · Linux").count() == 1
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Ada Lovelace")
    assert page.problems == []


@pytest.mark.parametrize("storage", ["memory", "session", "local"])
def test_a_site_keeps_its_session(server, page, storage):
    with running_site(server["url"], server["apiKey"], page=SESSION_PAGE, storage=storage) as site:
        page.goto(site)
        page.get_by_role("button", name="Sign in").click()
        page.wait_for_url("**/sign-in?*")
        create_account(page, server, "ada@example.org")
        page.wait_for_url(site)
        expect(page.locator("#who")).to_have_text("Hello ada@example.org")
        with page.expect_response(re.compile(r"/v1/token\?")):
            token = page.evaluate("session.getIdToken(true)")
        assert token.count(".") == 2
        page.reload()
        wait_until(page, "window.session !== undefined")
        if storage == "memory":
            expect(page.locator("#who")).to_have_text("You are not signed in.")
        else:
            expect(page.locator("#who")).to_have_text("Hello ada@example.org")
            other = page.context.new_page()
            other.goto(site)
            if storage == "local":
                expect(other.locator("#who")).to_have_text("Hello ada@example.org")
            with page.expect_response(re.compile("sessions:end")) as ended:
                page.get_by_role("button", name="Sign out").click()
            assert ended.value.ok
            for tab in (page, other):
                expect(tab.locator("#who")).to_have_text("You are not signed in.")
        assert page.problems == []


def test_only_the_unknown_command_is_answered_here():
    answer = own_answer('{"id":7,"method":"emulation.setMediaFeaturesOverride","params":{}}')
    assert answer == '{"type": "success", "id": 7, "result": {}}'
    assert own_answer('{"id":8,"method":"browsingContext.navigate","params":{}}') is None
