"""Users in the console: searched, imported from a file, exported as one."""

import json
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

import pytest

from test_console import begin, sign_up
from test_sign_in_page import check_accessibility, show, wait_until


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
    assert state.inner_text() == "1202 of 1202 users sent: 1200 created, 1 kept (differs from the file), 1 rejected. Done."
    rows = page.get_by_role("region", name="Rows with problems").get_by_role("row")
    assert "<b>no address" in rows.nth(1).inner_text() and "1201" in rows.nth(1).inner_text()
    assert "other@example.org" in rows.nth(2).inner_text()
    show(page, "console-import-report")
    check_accessibility(page)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the full report").click()
    assert json.loads(saved.value.path().read_text())["refused"] == 1
    page.get_by_role("link", name="All users").click()
    with page.expect_download() as exported:
        page.get_by_role("button", name="Export all users as JSON").click()
    assert exported.value.suggested_filename.startswith("users-default-")
    out = json.loads(exported.value.path().read_text())["users"]
    assert [user["email"] for user in out] == [f"user{number}@example.org" for number in range(1200)]
    # Importing the export changes nothing.
    page.goto(page.url.split("?")[0].replace("/users", "/import"))
    choose(page, json.dumps({"users": out}))
    page.get_by_role("button", name="Import", exact=True).click()
    state.filter(has_text="Done.").wait_for()
    assert state.inner_text() == "1200 of 1200 users sent: 1200 unchanged. Done."
    assert page.problems == []


@pytest.mark.parametrize("content, told", [
    ("localId,email", "not valid JSON"), ("{}", "no “users” array"), ('{"users": []}', "contains no users"), ("null", "no “users” array")])
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
    page.get_by_role("button", name="Resume").click()
    page.locator("[data-state]").filter(has_text="3 of 3 users sent: 3 created. Done.").wait_for()
    # Browsers log the refusal of the first attempt as a failed request.
    assert [problem for problem in page.problems if "400" not in problem] == []


def test_an_import_goes_on_after_the_server_was_away(server, invite, page):
    open_import(page, invite)
    choose(page, json.dumps({"users": users(400)}))
    page.route("**/import", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    page.get_by_role("button", name="Import", exact=True).click()
    page.get_by_role("alert").filter(has_text="The server isn’t responding").wait_for()
    page.unroute("**/import")
    page.get_by_role("button", name="Resume").click()
    page.locator("[data-state]").filter(has_text="400 of 400 users sent: 400 created. Done.").wait_for()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_users_are_filtered(server, invite, browser, size):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]})
    begin(page, invite())
    sign_up(server, "ada@example.org")
    sign_up(server, "bob@example.org")
    page.get_by_role("combobox", name="Sign-in method").select_option("Phone")
    page.get_by_role("button", name="Search").click()
    page.get_by_text("No more matching accounts.").wait_for()
    page.get_by_role("combobox", name="Sign-in method").select_option("Password")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name="bob@example.org").wait_for()
    show(page, f"console-users-filtered-{size[0]}")
    check_accessibility(page)
    page.get_by_role("list", name="Filters").get_by_role("link", name="Remove the filter Sign-in method: Password").click()
    page.get_by_role("list", name="Filters").wait_for(state="detached")
    page.get_by_label("Search by name").fill("ad")
    page.keyboard.press("Enter")
    page.wait_for_url("**/users?q=*")
    assert page.locator("tbody tr").count() == 1
    # A phone has no room beside the table, so the table scrolls by itself.
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()


def test_ten_users_are_disabled_at_once_and_enabled_again(server, invite, page):
    for number in range(12):
        sign_up(server, f"user{number:02}@example.org")
    begin(page, invite())
    assert not page.get_by_role("button", name="Disable").is_visible()
    page.get_by_label("Select all on this page").check()
    told = page.get_by_role("group", name="Selected users").locator("[data-selected]")
    assert told.inner_text() == "12 selected"
    page.get_by_label("Select all on this page").uncheck()
    picks = page.locator("[name=uid]")
    picks.nth(1).check()
    picks.nth(10).click(modifiers=["Shift"])
    assert told.inner_text() == "10 selected" and not picks.nth(0).is_checked() and not picks.nth(11).is_checked()
    page.get_by_label("Select all on this page").check()
    for number in range(2):
        page.get_by_label(f"Select user{number:02}@example.org").uncheck()
    page.get_by_label("Select user00@example.org").press("Enter")
    # The list is fetched again every two seconds, and keeps the selection.
    with page.expect_response(lambda answer: answer.url.endswith("/users") and answer.request.resource_type == "xhr"):
        pass
    assert page.locator("[data-selected]").inner_text() == "10 selected"
    show(page, "console-users-selected")
    check_accessibility(page)
    page.get_by_role("button", name="Disable").click()
    page.get_by_role("status").filter(has_text="10 accounts disabled.").wait_for()
    assert page.get_by_text("disabled", exact=True).count() == 11, "ten rows, and the filter"
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("status").filter(has_text="10 accounts enabled.").wait_for()
    page.get_by_label("Select user00@example.org").check()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("heading", name="Delete this account?").wait_for()
    check_accessibility(page)
    page.get_by_role("button", name="Delete this account").click()
    page.get_by_role("status").filter(has_text="1 account deleted.").wait_for()
    assert page.get_by_label("Select user00@example.org").count() == 0
    assert page.problems == []


def test_a_user_opens_over_the_list_and_the_focus_returns(server, invite, page):
    for name in ["ada", "bob"]:
        sign_up(server, f"{name}@example.org")
    begin(page, invite())
    page.get_by_role("combobox", name="Status").select_option("e-mail not verified")
    page.get_by_role("button", name="Search").click()
    page.wait_for_url("**/users?*")
    address = page.url
    page.get_by_role("link", name="ada@example.org").press("Enter")
    user = page.get_by_role("dialog", name="ada@example.org")
    user.wait_for()
    assert "/users/" in page.url and page.title().startswith("ada@example.org"), "the drawer has an address of its own"
    user.get_by_role("navigation", name="On this page").get_by_role("link", name="Sessions").click()
    assert "#" not in page.url
    page.keyboard.press("Escape")
    user.wait_for(state="hidden")
    wait_until(page, "location.href === " + json.dumps(address))
    assert page.evaluate("document.activeElement.textContent") == "ada@example.org"
    # The address leads to the page itself, and the browser goes back and forward through drawers.
    page.go_forward()
    user.wait_for()
    page.go_back()
    user.wait_for(state="hidden")
    page.go_forward()
    user.wait_for()
    page.reload()
    page.get_by_role("heading", name="ada@example.org", level=1).wait_for()
    assert page.get_by_role("dialog").count() == 0
    assert page.problems == []


def test_unsaved_changes_in_the_drawer_are_kept_until_they_are_discarded(server, invite, page):
    sign_up(server, "ada@example.org")
    begin(page, invite())
    page.get_by_role("link", name="ada@example.org").click()
    user = page.get_by_role("dialog", name="ada@example.org")
    user.get_by_label("Name").fill("Ada")
    page.once("dialog", lambda question: question.dismiss())
    user.get_by_role("button", name="Close").click()
    assert user.is_visible() and user.get_by_label("Name").input_value() == "Ada"
    user.get_by_role("button", name="Save").click()
    user.get_by_role("status").filter(has_text="Saved.").wait_for()
    user.get_by_role("button", name="Close").click()
    user.wait_for(state="hidden")
    # The list behind has the change.
    page.get_by_role("cell", name="Ada", exact=True).wait_for()
    assert page.problems == []


def test_without_scripts_a_user_is_a_page_and_the_list_is_sorted(server, invite, browser, page):
    for name in ["bob", "ada"]:
        sign_up(server, f"{name}@example.org")
    begin(page, invite())
    context = browser.new_context(java_script_enabled=False, storage_state=page.context.storage_state())
    plain = context.new_page()
    plain.goto(page.url)
    header = plain.get_by_role("columnheader", name="Identifier")
    assert header.get_attribute("aria-sort") == "none"
    header.get_by_role("link").click()
    assert plain.get_by_role("columnheader", name="Identifier").get_attribute("aria-sort") == "ascending"
    assert plain.get_by_role("rowheader").get_by_role("link").all_inner_texts() == ["ada@example.org", "bob@example.org"]
    assert plain.get_by_role("navigation", name="Pages").inner_text().strip() == "1–2 of 2"
    plain.get_by_role("link", name="bob@example.org").click()
    plain.get_by_role("heading", name="bob@example.org", level=1).wait_for()
    plain.go_back()
    plain.get_by_text("Columns", exact=True).click()
    plain.get_by_label("Last sign-in").uncheck()
    plain.get_by_role("button", name="Show columns").click()
    assert plain.get_by_role("columnheader", name="Last sign-in").count() == 0
    plain.goto(page.url)
    assert plain.get_by_role("columnheader", name="Last sign-in").count() == 0, "the choice is remembered"
    plain.get_by_role("link", name="Create a user").click()
    plain.get_by_role("heading", name="Create a user", level=1).wait_for()
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 768, 1280])
def test_the_list_and_the_drawer_are_readable_everywhere(server, invite, browser, width, scheme):
    sign_up(server, "ada@example.org")
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page.emulate_media(reduced_motion="reduce")
    begin(page, invite())
    page.goto(page.url + "?state=unverified")
    show(page, f"users-{scheme}-{width}")
    check_accessibility(page)
    targets = """() => [...document.querySelectorAll("main a, main button, main summary, main select, dialog a, dialog button")]
        .filter(part => part.checkVisibility() && getComputedStyle(part).display !== "inline")
        .map(part => part.getBoundingClientRect()).every(box => Math.min(box.width, box.height) >= 24)"""
    assert page.evaluate(targets) and page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("link", name="ada@example.org").click()
    page.get_by_role("dialog", name="ada@example.org").wait_for()
    show(page, f"user-{scheme}-{width}")
    check_accessibility(page)
    assert page.evaluate(targets) and page.evaluate("document.querySelector('dialog').scrollWidth <= innerWidth")
    page.goto(page.url.split("/users")[0] + "/history")
    page.get_by_role("heading", name="History").wait_for()
    show(page, f"history-{scheme}-{width}")
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_the_uid_and_the_address_are_copied(server, invite, page):
    uid = sign_up(server, "ada@example.org")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    begin(page, invite())
    for name, text in [("Copy ada@example.org", "ada@example.org"), (f"Copy the UID {uid}", uid)]:
        page.get_by_role("button", name=name).press("Enter")
        page.get_by_role("button", name=name + " Copied").wait_for()
        assert page.evaluate("navigator.clipboard.readText()") == text
    assert page.problems == []


def test_an_unchanged_list_keeps_the_focus(server, invite, page):
    sign_up(server, "ada@example.org")
    begin(page, invite())
    page.get_by_label("Select ada@example.org").focus()
    page.evaluate("window.row = document.querySelector('tbody tr')")
    for _ in range(2):
        with page.expect_response(lambda answer: answer.url.endswith("/users") and answer.request.resource_type == "xhr"):
            pass
    assert page.evaluate("window.row.isConnected")
    sign_up(server, "bob@example.org")
    page.get_by_label("Select bob@example.org").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Select ada@example.org"
    assert page.problems == []


def test_rows_are_cards_on_a_phone_and_times_are_local(server, invite, browser):
    sign_up(server, "ada@example.org")
    page = browser.new_page(viewport={"width": 375, "height": 700}, timezone_id="Asia/Tokyo")
    begin(page, invite())
    page.locator("table.cards").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    cell = page.locator("td[data-label='Last sign-in']")
    box = cell.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 375
    time = cell.locator("time")
    shown, utc = time.inner_text(), time.get_attribute("title")
    at = datetime.fromisoformat(utc.removesuffix(" UTC")).replace(tzinfo=timezone.utc)
    assert utc.endswith(" UTC") and at.astimezone(ZoneInfo("Asia/Tokyo")).strftime("%Y-%m-%d %H:%M") == shown
    assert page.locator("td[data-label='Created'] time").inner_text() == shown[:10]
    show(page, "console-users-phone")
    check_accessibility(page)
    page.close()


def test_the_overview_leads_to_what_is_left_to_do(server, invite, page):
    sign_up(server, "ada@example.org")
    begin(page, invite())
    page.goto(page.url.replace("/users", "/overview"))
    assert "1" in page.locator(".figures div").filter(has_text="Users").inner_text()
    page.get_by_text("can be read and written").wait_for()
    show(page, "console-overview")
    check_accessibility(page)
    page.get_by_role("link", name="Authorize your domain").click()
    page.get_by_role("group", name="Authorized domains").wait_for()
    assert page.problems == []
