"""Users in the console: found among others, brought in from a file, taken out as one."""

import json

import pytest

from test_console import begin, sign_up
from test_sign_in_page import check_accessibility, show


def users(count, **more):
    return [{"localId": f"user{number:05}", "email": f"user{number}@example.org", **more} for number in range(count)]


def choose(page, content):
    page.get_by_label("File", exact=True).set_input_files(
        files=[{"name": "users.json", "mimeType": "application/json", "buffer": content.encode()}])


def open_import(page, invite):
    begin(page, invite())
    page.get_by_role("link", name="Import users").click()
    page.get_by_role("heading", name="Import users").wait_for()


def test_a_file_comes_in_with_progress_and_a_report_and_goes_out_again(server, invite, page):
    open_import(page, invite)
    show(page, "console-import")
    check_accessibility(page)
    content = users(1200) + [{"localId": "bad", "email": "<b>no address"}, {"localId": "user00000", "email": "other@example.org"}]
    choose(page, json.dumps({"users": content}))
    page.get_by_role("button", name="Import", exact=True).click()
    state = page.locator("[data-state]")
    state.filter(has_text="Done.").wait_for()
    assert state.inner_text() == "1202 of 1202 users sent: 1200 made, 1 there already otherwise, and kept, 1 refused. Done."
    rows = page.get_by_role("region", name="What was not as it should be").get_by_role("row")
    assert "<b>no address" in rows.nth(1).inner_text() and "1201" in rows.nth(1).inner_text()
    assert "other@example.org" in rows.nth(2).inner_text()
    show(page, "console-import-report")
    check_accessibility(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the whole report").click()
    assert json.loads(saved.value.path().read_text())["refused"] == 1
    page.get_by_role("link", name="All users").click()
    with page.expect_download() as exported:
        page.get_by_role("button", name="Export all as JSON").click()
    assert exported.value.suggested_filename.startswith("users-default-")
    out = json.loads(exported.value.path().read_text())["users"]
    assert [user["email"] for user in out] == [f"user{number}@example.org" for number in range(1200)]
    # What went out comes in as what is there.
    page.goto(page.url.split("?")[0].replace("/users", "/import"))
    choose(page, json.dumps({"users": out}))
    page.get_by_role("button", name="Import", exact=True).click()
    state.filter(has_text="Done.").wait_for()
    assert state.inner_text() == "1200 of 1200 users sent: 1200 there already. Done."
    assert page.problems == []


@pytest.mark.parametrize("content, told", [
    ("localId,email", "no JSON"), ("{}", "no list called"), ('{"users": []}', "no users in this file"), ("null", "no list called")])
def test_a_file_that_is_none_is_told(server, invite, page, content, told):
    open_import(page, invite)
    choose(page, content)
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("alert").filter(has_text=told).wait_for()
    assert page.problems == []


def test_wrong_hash_parameters_are_told_and_can_be_mended(server, invite, page):
    open_import(page, invite)
    choose(page, json.dumps({"users": users(3)}))
    page.get_by_label("Hash parameters").fill("{ rounds: 8 }")
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("alert").filter(has_text="“algorithm” is missing").wait_for()
    page.get_by_label("Hash parameters").fill("")
    page.get_by_role("button", name="Go on").click()
    page.locator("[data-state]").filter(has_text="3 of 3 users sent: 3 made. Done.").wait_for()
    # The refusal of the first attempt is an answer that browsers write down as one that failed.
    assert [problem for problem in page.problems if "400" not in problem] == []


def test_an_import_goes_on_after_the_server_was_away(server, invite, page):
    open_import(page, invite)
    choose(page, json.dumps({"users": users(400)}))
    page.route("**/import", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("alert").filter(has_text="The server does not answer").wait_for()
    page.unroute("**/import")
    page.get_by_role("button", name="Go on").click()
    page.locator("[data-state]").filter(has_text="400 of 400 users sent: 400 made. Done.").wait_for()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_users_are_filtered(server, invite, browser, size):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    begin(page, invite())
    sign_up(server, "ada@example.org")
    sign_up(server, "bob@example.org")
    page.get_by_label("Signs in with").select_option("a phone number")
    page.get_by_role("button", name="Show").click()
    page.get_by_text("Nobody, or nobody further on.").wait_for()
    page.get_by_label("Signs in with").select_option("a password")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("row").nth(2).wait_for()
    show(page, f"console-users-filtered-{size[0]}")
    check_accessibility(page)
    page.get_by_role("link", name="All users").click()
    page.get_by_label("Find by").fill("ad")
    page.keyboard.press("Enter")
    page.wait_for_url("**/users?q=*")
    assert page.get_by_role("row").count() == 2
    # A phone has no room beside the table, and the table keeps to its own.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()
