"""From a fresh server to an explained denial, in two windows of a real browser. It also makes the README's screenshots."""

import requests

from test_console import begin, open_section
from test_sign_in_page import show, sign_in


def token_of_ada(server):
    """An ID token of a sandbox user, as an app receives it."""
    token = requests.post(
        f"{server['sandbox']['twitter']}/sandbox/tokens", json={"app": "latchkeySandboxConsumer01", "person": "ada"}, timeout=20).json()
    credential = f"providerId=twitter.com&access_token={token['accessToken']}&oauth_token_secret={token['tokenSecret']}"
    answer = requests.post(
        f"{server['url']}/v1/accounts:signInWithIdp?key={server['apiKey']}",
        json={"postBody": credential, "requestUri": "http://localhost", "returnSecureToken": True}, timeout=20)
    answer.raise_for_status()
    return answer.json()


def test_from_the_printed_link_to_a_denial_that_is_understood(server, invite, page, browser):
    begin(page, invite())
    open_section(page, "Sign-in")
    page.get_by_role("link", name="Twitter").click()
    page.get_by_role("button", name="Test").click()
    assert "key and secret are good" in page.get_by_role("status", name="Test results").inner_text()
    show(page, "story-provider")

    open_section(page, "Users")
    assert page.get_by_text("No users yet.").is_visible()
    visitor = browser.new_page()
    sign_in(visitor, server, "Twitter", "Ada")
    visitor.wait_for_url("**/sign-in")
    uid = visitor.locator("#uid").inner_text()
    page.get_by_role("link", name="ada@example.org").wait_for(timeout=15_000)
    sign_in(browser.new_page(), server, "Twitter", "Max")
    page.get_by_role("row", name="Max").wait_for(timeout=15_000)
    show(page, "story-users")

    person = token_of_ada(server)
    assert person["localId"] == uid
    refused = requests.put(f"{server['database']}/users/somebody.json?auth={person['idToken']}", json="mine", timeout=20)
    assert refused.status_code == 401

    open_section(page, "Rules")
    page.locator("select[name=who]").select_option("user")
    page.get_by_label("User UID").fill(uid)
    page.locator("select[name=operation]").select_option("set")
    page.get_by_label("Path").fill("/users/somebody")
    page.get_by_label("Data (JSON").fill('"mine"')
    page.get_by_role("button", name="Run test").click()
    verdict = page.get_by_role("region", name="Result")
    assert "Denied." in verdict.inner_text() and f'auth.uid → "{uid}"' in verdict.inner_text()
    assert "Some results are not shown" not in verdict.inner_text()
    verdict.scroll_into_view_if_needed()
    show(page, "story-rules")
    assert page.problems == []
