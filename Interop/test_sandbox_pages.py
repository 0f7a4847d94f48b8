"""The sandbox's pages in a real browser: the look of the mock providers, added users, and selected faults."""

import pytest

from test_sign_in_page import check_accessibility, show


def start(page, server, provider):
    page.goto(server["signIn"])
    page.get_by_role("link", name=f"Continue with {provider}").click()
    page.get_by_role("button", name="Allow").wait_for()


def control(page, server):
    page.goto(server["sandbox"]["twitter"])
    page.get_by_role("heading", name="The sandbox is running").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_every_page_says_that_it_is_a_sandbox(server, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce")
    for provider in ["Twitter", "X", "GitHub"]:
        start(page, server, provider)
        assert page.get_by_text("Nothing here is real").is_visible()
        show(page, f"sandbox-{provider.lower()}-{scheme}-{size[0]}")
        check_accessibility(page)
    control(page, server)
    for words in ["Add a person", "Add a fault"]:
        page.get_by_text(words, exact=True).click()
    show(page, f"sandbox-{scheme}-{size[0]}")
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    page.close()


def test_an_added_person_signs_in(server, page):
    control(page, server)
    page.get_by_text("Add a person", exact=True).click()
    page.get_by_label("Name", exact=True).fill("Edsger Dijkstra")
    page.get_by_label("E-mail, if any").fill("edsger@example.org")
    page.get_by_role("button", name="Add this person").click()
    page.get_by_role("cell", name="Edsger Dijkstra").wait_for()
    start(page, server, "GitHub")
    page.get_by_label("Edsger Dijkstra").check()
    page.get_by_role("button", name="Allow").click()
    page.get_by_role("heading", name="Edsger Dijkstra").wait_for()


def test_a_fault_applies_until_it_is_cleared(server, page):
    control(page, server)
    page.get_by_text("Add a fault", exact=True).click()
    page.get_by_role("combobox", name="Fault").select_option(label="The person denies access, regardless of the button")
    page.get_by_role("combobox", name="Provider").select_option(label="GitHub")
    page.get_by_role("button", name="Add fault").click()
    page.get_by_text("at GitHub, once").wait_for()
    for outcome in ["refused", "signed in"]:
        start(page, server, "GitHub")
        page.get_by_label("Ada Lovelace").check()
        page.get_by_role("button", name="Allow").click()
        if outcome == "refused":
            page.get_by_role("alert").wait_for()
            assert page.locator("#uid").count() == 0
        else:
            page.locator("#uid").wait_for()
