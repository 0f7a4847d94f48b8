"""Service accounts, webhooks, blocking functions and database secrets in the console, with the programs that use them."""

import json

import pytest
import requests
import standardwebhooks

from hook_receiver import make_receiver, receiver  # noqa: F401 (fixtures)
from running_server import running_server
from test_administration import session
from test_console import begin, open_section, sign_up
from test_console_methods import copied
from test_sign_in_page import check_accessibility, show
from waiting import eventually


@pytest.fixture
def server(binary, tmp_path):
    """A sandbox whose webhooks may be on this machine."""
    with running_server(binary, tmp_path / "data", "--allow-private-targets", "127.0.0.1", sandbox=True) as line:
        yield line


@pytest.fixture
def back_ends(server, invite, page):
    begin(page, invite())
    open_section(page, "Back ends")
    return page


def open_tab(page, name):
    page.get_by_role("navigation", name="Back ends").get_by_role("link", name=name).click()
    page.get_by_role("navigation", name="Back ends").locator("[aria-current]", has_text=name).wait_for()


def test_a_downloaded_key_file_administers_until_it_is_revoked(server, back_ends):
    page = back_ends
    page.get_by_label("Name").fill("my-back-end")
    page.get_by_role("button", name="Create service account").click()
    show(page, "console-service-account")
    check_accessibility(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download default-my-back-end.json").click()
    with open(download.value.path(), encoding="utf-8") as file:
        text = file.read()
    assert copied(page, "the key file").strip() == text.strip()
    assert "PRIVATE" not in page.url
    file = json.loads(text)
    address = f"{server['url']}/v1/projects/{file['project_id']}/accounts"
    assert session(file).post(address, json={"localId": "grace"}).status_code == 200
    open_tab(page, "Service accounts")
    assert page.get_by_label("Key file", exact=True).count() == 0, "the key is shown once"
    page.locator("summary", has_text="Revoke").press("Enter")
    page.get_by_role("button", name="Revoke service account").click()
    assert page.get_by_role("status").first.inner_text().startswith("Service account revoked.")
    with pytest.raises(Exception, match="invalid_grant"):
        session(file).post(address, json={"localId": "ada"})
    assert page.problems == []


def test_a_webhook_receives_a_sign_up_and_is_retried(server, back_ends, receiver):  # noqa: F811
    page = back_ends
    open_tab(page, "Webhooks")
    page.get_by_label("URL").fill("http://example.org/in-the-clear")
    page.get_by_role("button", name="Create webhook").click()
    field = page.get_by_label("URL")
    assert "in the clear" in page.locator("#webhook-problem").inner_text()
    assert field.input_value() == "http://example.org/in-the-clear"
    assert field.evaluate("field => document.activeElement === field"), "the keyboard is at the field to correct"
    check_accessibility(page)
    field.fill(receiver.url + "/hook")
    page.get_by_role("checkbox", name="user.signed_in").uncheck()
    page.get_by_role("button", name="Create webhook").click()
    secret = copied(page, "the secret")
    show(page, "console-webhook-created")
    check_accessibility(page)
    open_tab(page, "Webhooks")
    page.get_by_role("link", name=receiver.url).click()
    assert page.get_by_label("Secret", exact=True).count() == 0, "the secret is shown once"
    receiver.answers = [(400, {})]
    uid = sign_up(server, "ada@example.org")
    deliveries = page.get_by_role("region", name="Deliveries")
    deliveries.get_by_text("waiting").wait_for(timeout=15_000)
    deliveries.get_by_text("400").wait_for(timeout=15_000)
    show(page, "console-webhook")
    check_accessibility(page)
    [first] = eventually(lambda: list(receiver.received))
    page.get_by_role("button", name=f"Retry user.created of {uid}").click()
    page.get_by_role("status").first.wait_for()
    deliveries.get_by_text("delivered").wait_for(timeout=30_000)
    request = receiver.received[-1]
    headers = {name.lower(): value for name, value in request.headers.items()}
    event = standardwebhooks.Webhook(secret).verify(request.body, headers)
    assert event["data"]["user"]["localId"] == uid and headers["webhook-id"] == dict(first.headers).get("webhook-id", headers["webhook-id"])
    page.locator("summary", has_text="Delete").click()
    page.get_by_role("button", name="Delete webhook").click()
    assert page.get_by_text("No webhooks.").is_visible()
    # The browser logs the refused form.
    assert [problem for problem in page.problems if "status of 400" not in problem] == []


def test_a_blocking_function_decides_about_sign_ups(server, back_ends, receiver):  # noqa: F811
    page = back_ends
    open_tab(page, "Blocking functions")
    page.get_by_label("URL, Before an account is created").fill(receiver.url + "/before")
    page.get_by_role("button", name="Save, Before an account is created").click()
    assert page.get_by_role("status").first.inner_text().startswith("Blocking function saved.")
    show(page, "console-hooks")
    check_accessibility(page)
    receiver.answers = [(403, {})]
    body = {"email": "ada@example.org", "password": "lovelace"}
    address = f"{server['url']}/v1/accounts:signUp?key={server['apiKey']}"
    assert requests.post(address, json=body, timeout=20).status_code >= 400
    assert receiver.received[0].path == "/before"
    page.locator("summary", has_text="Remove").click()
    page.get_by_role("button", name="Remove blocking function").click()
    assert requests.post(address, json=body, timeout=20).status_code == 200
    assert page.problems == []


def test_a_database_secret_opens_the_database_until_it_is_revoked(server, back_ends):
    page = back_ends
    open_tab(page, "Database secrets")
    page.get_by_role("button", name="Create database secret").click()
    secret = copied(page, "the secret")
    show(page, "console-database-secret")
    check_accessibility(page)
    address = f"{server['database']}/.json?auth={secret}"
    assert requests.get(address, timeout=20).status_code == 200
    page.locator("summary", has_text="Revoke").click()
    page.get_by_role("button", name="Revoke secret").click()
    assert requests.get(address, timeout=20).status_code == 401
    assert page.problems == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(375, 844), (1280, 800)], ids=["phone", "desk"])
def test_the_pages_are_readable_everywhere(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    begin(page, invite())
    open_section(page, "Back ends")
    page.get_by_label("Name").fill("my-back-end")
    page.get_by_role("button", name="Create service account").click()
    for name in ["Service accounts", "Webhooks", "Blocking functions", "Database secrets"]:
        open_tab(page, name)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], f"{name}: nothing is wider than the window"
        show(page, f"console-{name}-{scheme}-{size[0]}")
        check_accessibility(page)
    page.close()
