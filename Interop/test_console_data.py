"""The data in the console, in a real browser: opened, edited in place, updated while other clients write, imported and exported."""

import json
import re
import time

import pytest
import requests
from playwright.sync_api import expect

from running_server import ask_for_link, running_server
from test_console import begin, open_section
from test_sign_in_page import check_accessibility, show

PEOPLE = {
    "counters": {"visits": 1042, "open": True, "ratio": 0.5},
    "messages": {f"-N{number:04}": {"from": "ada", "text": f"Message {number}"} for number in range(250)},
    "people": {
        "ada": {"name": "Ada Lovelace", "born": 1815, "tags": ["mathematics", "poetry"]},
        "grace": {"name": "Grace Hopper", "born": 1906, "about": "Rear admiral; she found the first bug. " * 12},
    },
    "title": "What is known",
}


@pytest.fixture
def database(binary, tmp_path):
    """A server with a public database that has data in it."""
    rules = tmp_path / "rules.json"
    rules.write_text('{"rules": {".read": true, ".write": true}}')
    with running_server(binary, tmp_path / "data", "--rules", str(rules), sandbox=True) as server:
        server["link"] = ask_for_link(binary, tmp_path / "data")
        put(server, "/", PEOPLE)
        yield server


def put(server, path, value):
    requests.put(f"{server['database']}{path}.json", json=value, timeout=60).raise_for_status()


def get(server, path):
    return requests.get(f"{server['database']}{path}.json", timeout=60).json()


def data_page(page, server, path=""):
    begin(page, server["link"])
    open_section(page, "Data")
    page.get_by_role("heading", name="Data in").wait_for()
    # Without the script, a click on "Edit" opens a page of its own.
    page.wait_for_load_state("domcontentloaded")
    if path:
        page.goto(f"{server['console']}/projects/default/data?path={path}")
    return page.get_by_role("region", name="Data")


def row(page, key):
    return page.locator("[data-row]", has=page.locator(f"a > bdi:text-is('{key}')")).last


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_data_is_opened_changed_and_followed(database, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme, reduced_motion="reduce")
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    name = f"console-data-{scheme}-{size[0]}"
    data_page(page, database)
    page.get_by_role("button", name="Children of people").click()
    page.get_by_role("button", name="Children of grace").click()
    page.get_by_role("button", name="Children of counters").click()
    page.get_by_text("Rear admiral").wait_for()
    assert "…" in row(page, "about").inner_text(), "what is long is cut"
    page.get_by_text("1042").wait_for()
    put(database, "/counters/visits", 1043)
    page.locator(".changed", has_text="1043").wait_for()
    page.get_by_role("link", name="Edit born").click()
    field = page.locator("textarea:focus")
    assert field.input_value() == "1906"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    show(page, name)
    check_accessibility(page)
    page.keyboard.press("Escape")
    page.get_by_role("link", name="name", exact=True).click()
    page.get_by_role("navigation", name="Breadcrumb").get_by_text("grace").wait_for()
    show(page, name + "-leaf")
    check_accessibility(page)
    page.get_by_role("navigation", name="Breadcrumb").get_by_role("link", name="grace").click()
    for words in ["Replace, merge or import", "Add a child", "Delete"]:
        page.locator("summary", has_text=words).click()
    page.get_by_role("button", name="Delete data").scroll_into_view_if_needed()
    show(page, name + "-forms")
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert problems == []
    page.close()


def test_the_keyboard_alone_does(database, page):
    data_page(page, database)
    page.locator("[data-row] a").first.focus()
    assert page.evaluate("document.activeElement.textContent") == "counters"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent") == "people"
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Children of ada").wait_for()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") == "ada"
    page.keyboard.press("ArrowRight")
    row(page, "born").wait_for()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.textContent") == "born"
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Edit born"
    page.keyboard.press("Enter")
    page.locator("textarea:focus").wait_for()
    page.keyboard.type("1816")
    page.keyboard.press("Enter")
    page.locator("[data-row] code", has_text="1816").wait_for()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Edit born", "the keyboard is where it was"
    assert get(database, "/people/ada/born") == 1816
    page.keyboard.press("Enter")
    page.locator("textarea:focus").wait_for()
    page.keyboard.type("no JSON")
    page.keyboard.press("Enter")
    page.get_by_text("this is not valid JSON").wait_for()
    assert page.locator("textarea:focus").input_value() == "no JSON"
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.textContent") == "counters"
    # The server refuses an invalid edit with status 400, which browsers log too.
    assert [problem for problem in page.problems if "400" not in problem] == []


def test_row_changes_keep_the_focus_and_the_input(database, page):
    data_page(page, database, "/people/ada")
    page.get_by_role("link", name="Edit name").click()
    field = page.locator("textarea:focus")
    field.fill('"Countess Lovelace"')
    put(database, "/people/ada/aaa", "new")
    page.locator("[data-row] code", has_text="new").wait_for()
    requests.delete(f"{database['database']}/people/ada/born.json", timeout=20).raise_for_status()
    row(page, "born").wait_for(state="detached")
    put(database, "/people/ada/name", "A. Lovelace")
    page.get_by_text("This value has changed").wait_for()
    assert page.locator("textarea:focus").input_value() == '"Countess Lovelace"'
    page.keyboard.press("Enter")
    page.get_by_text("nothing was written").wait_for()
    assert get(database, "/people/ada/name") == "A. Lovelace"
    assert page.locator("textarea:focus").input_value() == '"Countess Lovelace"'
    page.keyboard.press("Enter")
    page.locator("[data-row] code", has_text="Countess").wait_for()
    assert get(database, "/people/ada/name") == "Countess Lovelace"
    put(database, "/people/ada", "a leaf now")
    page.locator("[data-head] pre", has_text="a leaf now").wait_for()
    assert page.locator("[data-row]").count() == 0
    assert [problem for problem in page.problems if "409" not in problem] == []


def test_ten_thousand_children_come_in_parts(database, page):
    put(database, "/many", {f"k{number:05}": number for number in range(10_000)})
    data_page(page, database, "/many")
    page.get_by_text("10000 children", exact=True).wait_for()
    assert page.locator("[data-row]").count() == 100
    for part in range(2, 5):
        more = page.get_by_role("link", name="Load more")
        more.focus()
        page.keyboard.press("Enter")
        expect(page.locator("[data-row]")).to_have_count(part * 100, timeout=20_000)
        assert page.evaluate("document.activeElement.textContent") == f"k{(part - 1) * 100:05}"
    put(database, "/many/k00150", "changed")
    page.locator("[data-row] code", has_text="changed").wait_for()
    put(database, "/many/k00150a", "between")
    page.locator("[data-row] code", has_text="between").wait_for()
    keys = page.locator("[data-row] .line > a:first-of-type").all_inner_texts()
    keys = [key for key in keys if key != "Edit"]
    assert keys == sorted(keys) and len(keys) == 401, "each is there once, and in its place"
    put(database, "/many", {f"k{number:05}": number for number in range(0, 10_000, 2)})
    expect(page.locator("[data-row]")).to_have_count(200, timeout=20_000)
    begun = time.monotonic()
    page.reload()
    print(f"first view of 10,000 children, in the browser: {(time.monotonic() - begun) * 1000:.0f} ms")
    assert page.problems == []


def test_data_goes_out_and_comes_in_again(database, page, tmp_path):
    data_page(page, database, "/people")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as JSON").click()
    file = tmp_path / download.value.suggested_filename
    assert file.name == "default-people.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["ada"]["name"] == "Ada Lovelace"
    page.goto(f"{database['console']}/projects/default/data?path=/copy")
    page.locator("[data-chosen]").set_input_files(file)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved: 7 values were written.").wait_for()
    assert get(database, "/copy") == get(database, "/people")
    file.write_text('{"ada": 1,\n"grace": ')
    page.get_by_text("Replace, merge or import").click()
    page.locator("[data-chosen]").set_input_files(file)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("At byte 20").wait_for()
    assert get(database, "/copy") == get(database, "/people")
    file.write_text('{"edsger": {"name": "E. W. Dijkstra"}}')
    page.locator("[data-chosen]").set_input_files(file)
    page.get_by_label("Merge: replace only").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved: 1 value was written.").wait_for()
    assert set(get(database, "/copy")) == {"ada", "grace", "edsger"}
    assert [problem for problem in page.problems if "400" not in problem] == []


def test_names_and_values_with_pages_in_them_are_text(database, page):
    evil = "<script>alert(1)<\u202e'\"&"
    requests.patch(f"{database['database']}/evil.json", json={evil: {evil: evil}}, timeout=20).raise_for_status()
    data_page(page, database, "/evil")
    page.get_by_role("button", name="Children of").click()
    expect(page.locator("[data-row]")).to_have_count(2, timeout=20_000)
    page.get_by_role("link", name="Edit").click()
    assert json.loads(page.locator("textarea:focus").input_value()) == evil
    page.keyboard.press("Escape")
    requests.patch(f"{database['database']}/evil.json", json={evil: {evil: evil + "2"}}, timeout=20).raise_for_status()
    page.locator("code", has_text="&2").wait_for()
    page.locator("[data-row] [data-row] a").first.click()
    page.locator("pre.value").wait_for()
    assert json.loads(page.locator("pre.value").inner_text()) == evil + "2"
    assert page.problems == []


def test_a_server_that_restarts_is_told_and_followed_again(binary, tmp_path, page):
    rules = tmp_path / "rules.json"
    rules.write_text('{"rules": {".read": true, ".write": true}}')
    arguments = [binary, tmp_path / "data", "--rules", str(rules)]
    with running_server(*arguments, sandbox=True) as server:
        server["link"] = ask_for_link(binary, tmp_path / "data")
        port = int(server["url"].rsplit(":", 1)[1])
        put(server, "/n", 1)
        data_page(page, server)
        page.get_by_role("link", name="Edit n").click()
        page.locator("textarea:focus").fill("2")
    page.get_by_text("Live updates are interrupted").wait_for()
    with running_server(*arguments, sandbox=True, port=port) as server:
        put(server, "/later", "after the start")
        page.get_by_text("after the start").wait_for()
        page.get_by_text("Live updates are interrupted").wait_for(state="hidden")
        page.get_by_text("The server isn’t responding").first.wait_for(state="hidden")
        assert page.locator("textarea:focus").input_value() == "2", "nothing is lost"
        page.keyboard.press("Enter")
        page.locator("[data-row] code", has_text="2").wait_for()
        assert get(server, "/n") == 2


def test_without_a_script_it_is_pages_and_forms(database, browser):
    context = browser.new_context()
    page = context.new_page()
    data_page(page, database)
    state = context.storage_state()
    context.close()
    context = browser.new_context(java_script_enabled=False, storage_state=state)
    page = context.new_page()
    page.goto(database["console"] + "/projects/default/data")
    page.get_by_role("link", name="messages").click()
    page.get_by_role("link", name="Load more").click()
    page.get_by_role("link", name="-N0100").click()
    page.get_by_role("link", name="Edit text").click()
    page.get_by_label("Value (JSON)").fill('"Hello')
    page.get_by_role("button", name="Save").click()
    assert "Line 1, column" in page.get_by_role("alert").inner_text()
    page.get_by_label("Value (JSON)").fill('"Hello"')
    page.get_by_role("button", name="Save").click()
    assert "Saved" in page.get_by_role("status").first.inner_text()
    assert get(database, "/messages/-N0100/text") == "Hello"
    page.locator("summary", has_text="Delete").click()
    page.get_by_label("Delete all data at").check()
    page.get_by_role("button", name="Delete data").click()
    assert "Deleted." in page.get_by_role("status").first.inner_text()
    assert get(database, "/messages/-N0100") == {"from": "ada"}
    context.close()


def act(page, key, words):
    """Uses a button of a row, which is visible while the pointer or the focus is in the row."""
    row(page, key).locator(":scope > .line").hover()
    row(page, key).get_by_role("button", name=words).click()


def test_rows_are_added_renamed_and_deleted_with_undo(database, page):
    data_page(page, database, "/people")
    act(page, "ada", "Add a child to ada")
    page.locator("input:focus").fill("rank")
    page.get_by_label("Child value (JSON)").first.fill('{".value": "Countess", ".priority": 7}')
    page.keyboard.press("Tab")
    page.get_by_role("button", name="Add", exact=True).first.click()
    page.locator("[data-row] a:focus", has_text="rank").wait_for()
    assert row(page, "rank").locator(".tag").inner_text() == "priority 7"
    act(page, "rank", "Rename rank")
    assert page.locator("input:focus").input_value() == "rank"
    page.keyboard.type("title")
    page.keyboard.press("Enter")
    page.locator("[data-row] a:focus", has_text="title").wait_for()
    assert get(database, "/people/ada/title") == "Countess" and get(database, "/people/ada/rank") is None
    assert row(page, "title").locator(".tag").inner_text() == "priority 7", "the priority is kept"
    act(page, "ada", "Delete ada")
    page.locator("button:focus", has_text="Undo").wait_for()
    assert get(database, "/people/ada") is None
    check_accessibility(page)
    page.keyboard.press("Enter")
    page.locator("[data-row] a:focus", has_text="ada").wait_for()
    assert get(database, "/people/ada") == {**PEOPLE["people"]["ada"], "title": "Countess"}
    assert "priority" not in row(page, "grace").inner_text()
    assert page.problems == []


def test_errors_are_told_beside_the_row(database, page):
    data_page(page, database, "/people/ada")
    act(page, "born", "Rename born")
    page.locator("input:focus").wait_for()
    page.keyboard.type("name")
    page.keyboard.press("Enter")
    row(page, "born").get_by_text("A child with the name “name” already exists").wait_for()
    assert page.locator("input:focus").input_value() == "name"
    page.locator("input:focus").fill("a.b")
    page.keyboard.press("Enter")
    row(page, "born").get_by_text("Nothing was written.").wait_for()
    check_accessibility(page)
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Rename born"
    page.route(re.compile(r"/data\?"), lambda route: route.abort())
    act(page, "name", "Delete name")
    assert "isn’t responding" in row(page, "name").get_by_role("alert").inner_text()
    assert get(database, "/people/ada/name") == "Ada Lovelace"
    assert get(database, "/people/ada/born") == 1815


def test_a_large_value_is_deleted_after_a_question(database, page):
    put(database, "/large", {"text": "x" * 5000, "short": 1})
    data_page(page, database)
    act(page, "large", "Delete large")
    row(page, "large").get_by_text("too large to be restored").wait_for()
    assert get(database, "/large/short") == 1
    check_accessibility(page)
    row(page, "large").get_by_label("Delete all data at").check()
    row(page, "large").get_by_role("button", name="Delete data").click()
    row(page, "large").wait_for(state="detached")
    assert get(database, "/large") is None and not page.get_by_role("button", name="Undo").is_visible()


def test_a_long_value_is_shown_as_a_whole(database, page):
    data_page(page, database, "/people/grace")
    about = row(page, "about")
    assert "…" in about.locator("code").inner_text()
    about.get_by_role("link", name="Show the whole value of about").press("Enter")
    about.locator("pre").wait_for()
    assert json.loads(about.locator("pre").inner_text()) == PEOPLE["people"]["grace"]["about"]
    for width in (375, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            check_accessibility(page)
            show(page, f"console-data-rows-{scheme}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.problems == []


def test_an_import_shows_its_progress(database, page, tmp_path):
    file = tmp_path / "large.json"
    file.write_text(json.dumps({f"k{number}": "x" * 1000 for number in range(8000)}))
    data_page(page, database, "/imported")
    bars = []

    def look_and_go_on(route):
        bars.append(page.get_by_role("progressbar", name="Import of large.json").count())
        route.continue_()

    page.route("**/data/file**", look_and_go_on)
    page.locator("[data-chosen]").set_input_files(file)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved: 8000 values were written.").wait_for()
    assert bars == [1]


def test_the_keyboard_adds_renames_deletes_and_restores(database, page):
    data_page(page, database, "/people")
    link = page.locator("[data-row] a").first
    link.focus()
    for _ in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.getAttribute('aria-label')") == "Add a child to ada":
            break
    page.keyboard.press("Enter")
    page.locator("input:focus").wait_for()
    page.keyboard.type("rank")
    page.keyboard.press("Tab")
    page.keyboard.type('"Countess"')
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator("[data-row] a:focus", has_text="rank").wait_for()
    page.keyboard.press("F2")
    page.locator("input:focus").wait_for()
    page.keyboard.type("title")
    page.keyboard.press("Enter")
    page.locator("[data-row] a:focus", has_text="title").wait_for()
    page.keyboard.press("Delete")
    page.locator("button:focus", has_text="Undo").wait_for()
    assert get(database, "/people/ada/title") is None
    page.keyboard.press("Enter")
    page.locator("[data-row] a:focus", has_text="title").wait_for()
    assert get(database, "/people/ada/title") == "Countess"
    assert page.problems == []
