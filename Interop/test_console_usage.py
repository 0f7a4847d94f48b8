"""The usage figures of a project in the console, in a real browser and after a restart."""

import pytest
import requests

from running_server import ask_for_link, running_server
from test_console import begin, open_section, sign_up
from test_sign_in_page import check_accessibility, show


def use(server):
    """A little of everything: two accounts, a sign-in, three mistakes."""
    for name in ["ada", "bob"]:
        sign_up(server, f"{name}@example.org")
    for password in ["lovelace", "wrong", "wrong", "wrong"]:
        requests.post(
            f"{server['url']}/v1/accounts:signInWithPassword?key={server['apiKey']}",
            json={"email": "ada@example.org", "password": password}, timeout=20)


def usage_page(page):
    open_section(page, "Usage")
    page.get_by_role("heading", name="Usage").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_usage_is_seen_and_read(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    use(server)
    begin(page, invite())
    usage_page(page)
    check_accessibility(page)
    show(page, f"console-usage-{scheme}-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    picture = page.get_by_role("img", name="Sign-ins by provider from")
    assert "password: 3" in picture.get_attribute("aria-label")
    bar = picture.locator("rect").last
    assert bar.bounding_box()["height"] > 50 and bar.bounding_box()["width"] > 3, "three of five are more than a line"
    assert bar.locator("title").text_content().endswith(": password 3")
    assert bar.evaluate("bar => getComputedStyle(bar).fill") not in {"none", "rgb(0, 0, 0)"}
    page.get_by_text("Errors by code: data table").press("Enter")
    numbers = page.get_by_role("region", name="Errors by code: data table")
    assert numbers.locator("tbody tr").count() == 30 and numbers.locator("tbody tr").first.get_by_role("cell").first.inner_text() == "3"
    check_accessibility(page)
    page.get_by_role("region", name="Latency").scroll_into_view_if_needed()
    assert page.get_by_role("row", name="/console").count() == 0 and page.get_by_role("row", name="/assets").count() == 0
    show(page, f"console-usage-below-{scheme}-{size[0]}")
    assert page.get_by_role("row", name="POST /v1/accounts:signUp").get_by_role("cell").first.inner_text() == "2"
    assert problems == []
    page.close()


def test_counts_survive_a_restart(binary, tmp_path, page):
    data = tmp_path / "data"
    with running_server(binary, data, sandbox=True) as server:
        use(server)
        begin(page, ask_for_link(binary, data))
        usage_page(page)
        told = page.get_by_role("img", name="Sign-ins by provider from").get_attribute("aria-label")
        calls = page.get_by_role("row", name="POST /v1/accounts:signInWithPassword").get_by_role("cell").first.inner_text()
    with running_server(binary, data, sandbox=True) as server:
        # The console's session survives the restart too.
        page.goto(server["console"])
        usage_page(page)
        assert page.get_by_role("img", name="Sign-ins by provider from").get_attribute("aria-label") == told
        assert page.locator(".figures dd").all_inner_texts() == ["2", "2", "2"]
        for period in ["24 hours", "90 days", "30 days"]:
            page.get_by_role("navigation", name="Period").get_by_role("link", name=period).click()
            page.get_by_role("link", name=period).and_(page.locator("[aria-current=page]")).wait_for()
            row = page.get_by_role("row", name="POST /v1/accounts:signInWithPassword")
            assert row.get_by_role("cell").first.inner_text() == calls == "4", "latencies survive the restart too"
        check_accessibility(page)
