"""The rules in the console, in a real browser: edited, checked while typing, simulated and saved."""

import json
import re
import statistics

import pytest
import requests

from test_console import begin, open_section
from test_sign_in_page import check_accessibility, show, wait_until

OPEN = '{\n  "rules": {\n    "x": {".read": true}\n  }\n}\n'
WRONG = '{\n  "rules": {\n    ".read": "somebody === 1"\n  }\n}\n'


def rules_page(page, link):
    begin(page, link)
    open_section(page, "Rules")
    page.get_by_role("heading", name="Rules for").wait_for()
    return page.get_by_label("Rules", exact=True)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_rules_are_written_tried_and_saved(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    name = f"console-rules-{scheme}-{size[0]}"
    editor = rules_page(page, invite())
    assert "$uid" in editor.input_value()
    check_accessibility(page)
    editor.fill(WRONG)
    problem = page.get_by_role("button", name=re.compile("^3:[0-9]+ error"))
    problem.wait_for()
    show(page, name + "-problem")
    check_accessibility(page)
    problem.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "text"
    chosen = editor.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)")
    assert chosen and chosen in WRONG.split("\n")[2]
    assert page.locator("[data-gutter] .error").inner_text() == "✕ 3"
    editor.fill(OPEN.replace("true", "\"auth.token.admin === true\""))
    page.get_by_text("No problems found.").wait_for()
    page.get_by_label("Path").fill("/x")
    page.locator("select[name=who]").select_option("user")
    page.get_by_label("User UID").fill("ada")
    page.get_by_label("Token claims").fill('{"admin": false}')
    page.get_by_role("button", name="Run test").click()
    verdict = page.get_by_role("region", name="Result")
    assert "Denied." in verdict.inner_text() and "auth.token.admin → false" in verdict.inner_text()
    assert page.locator("[data-gutter] .refused").inner_text() == "✕ 3"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    verdict.scroll_into_view_if_needed()
    show(page, name + "-verdict")
    check_accessibility(page)
    page.get_by_label("Rules", exact=True).fill(OPEN)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert requests.get(server["database"] + "/x.json", timeout=20).status_code == 200, "they hold at once"
    page.get_by_role("link", name="Coverage").click()
    page.get_by_role("button", name="Start recording").click()
    page.get_by_role("region", name="Coverage").wait_for()
    show(page, name + "-coverage")
    check_accessibility(page)
    assert problems == []
    page.close()


def test_rules_typed_before_the_script_has_loaded_are_checked(server, invite, page):
    begin(page, invite())

    def type_and_load(script):
        page.get_by_label("Rules", exact=True).fill(WRONG)
        script.continue_()

    page.route("**/assets/rules.js*", type_and_load)
    open_section(page, "Rules")
    page.get_by_role("button", name=re.compile("^3:[0-9]+ error")).wait_for()
    assert page.problems == []


def test_concurrent_saves_are_reported(server, invite, browser):
    context = browser.new_context()
    page = context.new_page()
    editor = rules_page(page, invite())
    other = context.new_page()
    other.goto(page.url)
    other.get_by_label("Rules", exact=True).fill(OPEN)
    other.get_by_role("button", name="Save").click()
    other.get_by_text("Saved.").wait_for()
    other.close()
    mine = OPEN.replace("true", "false")
    editor.fill(mine)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Someone else saved different rules").wait_for()
    assert page.get_by_label("Rules", exact=True).input_value() == mine
    assert page.get_by_label("Saved rules").input_value() == OPEN
    check_accessibility(page)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    context.close()


def test_rules_with_pages_in_them_are_text(server, invite, page):
    editor = rules_page(page, invite())
    evil = OPEN.replace("true", "\"auth.uid === '</textarea><script>alert(1)</script>\u202e'\"")
    editor.fill(evil)
    page.get_by_role("button", name="Run test").click()
    page.get_by_role("region", name="Result").wait_for()
    assert page.get_by_label("Rules", exact=True).input_value() == evil
    assert page.problems == []


def test_a_server_that_is_gone_is_told(server, invite, page):
    editor = rules_page(page, invite())
    page.route("**/rules/check", lambda route: route.abort())
    editor.fill(OPEN.replace("true", "false"))
    page.get_by_text("The server isn’t responding. Your changes are still here").wait_for()
    page.unroute("**/rules/check")
    editor.press_sequentially(" ")
    page.get_by_text("No problems found.").wait_for()


def test_without_a_script_it_is_a_form(server, invite, browser):
    context = browser.new_context()
    page = context.new_page()
    begin(page, invite())
    state = context.storage_state()
    context.close()
    context = browser.new_context(java_script_enabled=False, storage_state=state)
    page = context.new_page()
    page.goto(server["console"] + "/projects/default/rules")
    page.get_by_label("Rules", exact=True).fill(WRONG)
    page.get_by_role("button", name="Save").click()
    assert "nothing was saved" in page.get_by_role("alert").inner_text()
    assert page.get_by_label("Rules", exact=True).input_value() == WRONG
    page.get_by_label("Rules", exact=True).fill(OPEN)
    page.get_by_role("button", name="Save").click()
    assert "Saved." in page.get_by_role("status").first.inner_text()
    context.close()


# The time from the keystroke to the frame that shows it.
TIMES = """field => {
    window.times = [];
    field.addEventListener("keydown", event => {
        requestAnimationFrame(() => setTimeout(() => window.times.push(performance.now() - event.timeStamp)));
    });
    field.focus();
    field.setSelectionRange(150000, 150000);
}"""
# Inserts text as a paste does: filling in typed text uses the browser's own editing, line by line.
PASTE = """(field, text) => {
    field.value = text;
    field.dispatchEvent(new InputEvent("input", {bubbles: true}));
}"""


def test_ten_thousand_lines_can_be_edited(server, invite, page):
    editor = rules_page(page, invite())
    places = {f"place{number}": {".read": f"auth.uid === 'u{number}'"} for number in range(3_340)}
    text = json.dumps({"rules": places}, indent=1)
    assert text.count("\n") > 10_000
    editor.evaluate(PASTE, text)
    page.get_by_text("No problems found.").wait_for()
    editor.evaluate(TIMES)
    for _ in range(20):
        page.keyboard.press("Shift")
        page.keyboard.press("Space")
    wait_until(page, "window.times.length >= 40")
    times = page.evaluate("window.times.filter((_, index) => index % 2 === 1)")
    print(f"a keystroke in 10,000 lines: median {statistics.median(times):.0f} ms, longest {max(times):.0f} ms")
    assert statistics.median(times) < 1000
    assert page.locator("[data-gutter] div").count() < 100, "only what is in sight is drawn"
    editor.evaluate("field => { field.scrollTop = field.scrollHeight }")
    page.locator("[data-gutter] div", has_text="10024").wait_for()
    editor.evaluate(PASTE, text.replace("auth.uid === 'u3339'", "somebody === 'u3339'"))
    page.get_by_role("button", name=re.compile("^10021:[0-9]+ error")).wait_for()
    assert page.problems == []


def test_earlier_rules_can_be_restored(server, invite, page):
    editor = rules_page(page, invite())
    first = editor.input_value()
    editor.fill(OPEN)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").filter(has_text="Saved.").first.wait_for()
    page.get_by_role("link", name="History").last.click()
    page.get_by_role("heading", name="Version 2, compared with version 1").wait_for()
    assert page.locator(".difference .added").first.is_visible() and page.locator(".difference .removed").first.is_visible()
    show(page, "console-rules-history")
    check_accessibility(page)
    page.get_by_role("region", name="Versions").get_by_role("link", name="1").click()
    page.get_by_role("link", name="Open version 1 in the editor").click()
    page.get_by_role("status").filter(has_text="The editor shows version 1").first.wait_for()
    assert page.get_by_label("Rules", exact=True).input_value() == first
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").filter(has_text="Saved.").first.wait_for()
    page.get_by_role("link", name="History").last.click()
    page.get_by_role("heading", name="Version 3, compared with version 2").wait_for()
    assert page.problems == []


def test_leaving_with_unsaved_rules_requires_confirmation(server, invite, page):
    """Coverage and Try are next to the editor and must not discard unsaved edits."""
    editor = rules_page(page, invite())
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    editor.press_sequentially(" ")
    page.get_by_role("link", name="Coverage").click()
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"] and page.get_by_role("heading", name="Rules for").is_visible()
    editor.fill(OPEN)
    page.get_by_role("button", name="Run test").click()
    page.get_by_role("region", name="Result").wait_for()
    assert asked == ["beforeunload"], "the editor's own form takes it along"
    editor.focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("link", name="Coverage").click()
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"] * 2 and editor.input_value() == OPEN
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").filter(has_text="Saved").wait_for()
    page.get_by_role("link", name="Coverage").click()
    page.get_by_role("heading", name="Coverage").wait_for()
    assert asked == ["beforeunload"] * 2
