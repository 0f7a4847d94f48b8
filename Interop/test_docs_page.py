"""The page that shows the OpenAPI document, in a browser."""

import json
import shlex

import pytest
import requests
from playwright.sync_api import expect

from running_server import running_server
from test_sign_in_page import check_accessibility, show

# The words of the guide that stand for tokens, and the members of responses that contain them.
TOKENS = {"ID-TOKEN": "idToken", "REFRESH-TOKEN": "refreshToken"}
WIDTHS = {375: "phone", 768: "tablet", 1280: "desktop"}


@pytest.fixture(scope="module")
def line(binary, tmp_path_factory):
    with running_server(binary, tmp_path_factory.mktemp("docs") / "data", sandbox=True) as line:
        yield line


@pytest.fixture
def docs(line, page):
    page.goto(line["url"] + "/docs")
    expect(page.get_by_role("status")).to_contain_text("operations")
    return page


def operations(line):
    document = requests.get(line["url"] + "/openapi.json", timeout=20).json()
    return [
        operation for item in document["paths"].values() for operation in item.values()
        if isinstance(operation, dict)]


def test_every_operation_is_in_the_group_of_its_tag(docs, line):
    wanted = {operation["operationId"]: operation["tags"][0] for operation in operations(line)}
    shown = docs.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".operation")]
            .map(operation => [operation.id, operation.closest("section").querySelector("h2").textContent]))""")
    assert shown == wanted
    expect(docs.get_by_role("status")).to_have_text(f"{len(wanted)} operations")


def test_an_operation_shows_what_a_program_needs(docs):
    docs.get_by_role("heading", name="/v1/accounts:signInWithPassword", exact=True).click()
    operation = docs.locator("#signInWithPassword")
    expect(operation.get_by_text("Starts a session of the account with an email address and a password.")).to_be_visible()
    expect(operation.get_by_role("heading", name="Body (required)")).to_be_visible()
    required = operation.locator(".members > li", has=docs.locator(".tag", has_text="required"))
    assert [text.split()[0] for text in required.all_inner_texts()] == ["email", "password"]
    expect(operation.locator("pre").first).to_contain_text('"email": "ada@example.org"')
    expect(operation.get_by_text("INVALID_LOGIN_CREDENTIALS")).to_be_visible()
    expect(operation.get_by_text("x-goog-api-key")).to_be_visible()
    assert docs.url.endswith("#signInWithPassword")


def test_the_database_is_shown_with_its_server(docs, line):
    docs.get_by_role("heading", name="/{path}.json").first.click()
    expect(docs.locator(".operation[open]").get_by_text(line["database"])).to_be_visible()


def test_a_link_to_an_operation_opens_it(line, page):
    page.goto(line["url"] + "/docs#refreshToken")
    expect(page.locator("#refreshToken").get_by_role("heading", name="Responses")).to_be_in_viewport()


def test_the_commands_of_the_guide_work_as_they_stand(docs, line):
    """Sends the request of each command in the guide, with the values that earlier responses had."""
    values = {"API-KEY": line["apiKey"]}
    for name in ["Create an account", "Use the ID token", "Get a new ID token"]:
        command = docs.get_by_label(name, exact=True).inner_text()
        for word, value in values.items():
            command = command.replace(word, value)
        program, option, body, url = shlex.split(command.replace("\\\n", " "))
        assert program == "curl" and url.startswith(line["url"] + "/")
        kind = {"--json": "application/json", "--data": "application/x-www-form-urlencoded"}[option]
        reply = requests.post(url, data=body, headers={"content-type": kind}, timeout=20)
        assert reply.status_code == 200, (command, reply.text)
        values |= {word: reply.json()[member] for word, member in TOKENS.items() if member in reply.json()}
    assert reply.json()["id_token"]
    refused = requests.post(
        f"{line['url']}/v1/accounts:signUp?key={line['apiKey']}", json={"email": "ada@example.org", "password": "lovelace"}, timeout=20)
    assert refused.json() == json.loads(docs.get_by_label("An error", exact=True).inner_text())


def test_members_are_described(docs):
    docs.get_by_role("heading", name="/v1/accounts:signInWithPassword", exact=True).click()
    operation = docs.locator("#signInWithPassword")
    expect(operation.locator(".members > li", has=docs.locator("code", has_text="tenantId")).first).to_contain_text(
        "The ID of the tenant. Omit it for users of the project itself.")


@pytest.mark.parametrize("fragment", ["unknown", "%E0%A4%A", "<img src=x onerror=alert(1)>", "operations"])
def test_another_fragment_opens_nothing(line, page, fragment):
    page.goto(f"{line['url']}/docs#{fragment}")
    expect(page.get_by_role("status")).to_have_text(f"{len(operations(line))} operations")
    expect(page.locator(".operation[open]")).to_have_count(0)


def test_search_finds_calls_by_words_and_error_codes(docs, line):
    search = docs.get_by_role("searchbox")
    search.fill("EMAIL_EXISTS administration")
    expect(docs.locator("#createAccount")).to_be_visible()
    expect(docs.locator("#lookupAccount")).to_be_hidden()
    expect(docs.get_by_role("status")).to_contain_text(f"of {len(operations(line))} operations")
    expect(docs.get_by_role("heading", name="Passkeys")).to_be_hidden()
    search.fill("xylophone")
    expect(docs.get_by_role("status")).to_have_text(f"0 of {len(operations(line))} operations")


def test_the_keyboard_reaches_and_opens_an_operation(docs):
    docs.keyboard.press("Tab")
    expect(docs.get_by_role("link", name="Skip to content")).to_be_focused()
    docs.keyboard.press("Enter")
    # The links of the guide come first.
    search = docs.get_by_role("searchbox")
    for _ in range(40):
        if search.evaluate("field => field === document.activeElement"):
            break
        docs.keyboard.press("Tab")
    expect(search).to_be_focused()
    docs.keyboard.type("signUp account")
    docs.keyboard.press("Tab")
    docs.keyboard.press("Enter")
    expect(docs.locator(".operation[open]")).to_have_count(1)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", WIDTHS)
def test_the_page_is_accessible_and_fits(docs, width, scheme):
    docs.emulate_media(color_scheme=scheme)
    docs.set_viewport_size({"width": width, "height": 900})
    for name in ("signUp", "listAccounts", "readData", "getSignIn"):
        docs.evaluate(f"document.getElementById('{name}').open = true")
        expect(docs.locator(f"#{name} .details")).to_be_visible()
    docs.evaluate("document.querySelectorAll('.members details').forEach(details => details.open = true)")
    check_accessibility(docs)
    assert docs.evaluate("document.documentElement.scrollWidth") <= width
    show(docs, f"docs-{WIDTHS[width]}-{scheme}")


def test_the_page_loads_only_from_the_server_and_runs_no_inline_code(line, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    reply = page.goto(line["url"] + "/docs")
    expect(page.get_by_role("status")).to_contain_text("operations")
    policy = reply.headers["content-security-policy"]
    assert "unsafe" not in policy and "default-src 'none'" in policy and "script-src 'self'" in policy
    assert all(url.startswith(line["url"] + "/") for url in asked)
    assert [text for text in page.problems if "favicon" not in text] == []
