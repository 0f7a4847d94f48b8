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
    page.locator(".CodeMirror").wait_for()
    return page.get_by_role("textbox", name="Rules", exact=True)


def write(page, text):
    """Replaces the rules in the code editor."""
    page.locator(".CodeMirror").wait_for()
    page.get_by_role("textbox", name="Rules", exact=True).focus()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(text)


def written(page):
    """The rules in the code editor. The page contains the visible lines only."""
    return page.locator(".CodeMirror").evaluate("box => box.CodeMirror.getValue()")


def chosen(page):
    return page.locator(".CodeMirror").evaluate("box => box.CodeMirror.getSelection()")


def message_below(page):
    return page.locator(".message-below")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_rules_are_written_tried_and_saved(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    name = f"console-rules-{scheme}-{size[0]}"
    editor = rules_page(page, invite())
    assert "$uid" in written(page)
    check_accessibility(page)
    write(page, WRONG)
    problem = page.get_by_role("button", name=re.compile("^3:[0-9]+ error"))
    problem.wait_for()
    show(page, name + "-problem")
    check_accessibility(page)
    problem.focus()
    page.keyboard.press("Enter")
    assert editor.evaluate("field => field === document.activeElement")
    assert chosen(page) == page.locator(".marked.error").inner_text() == "somebody"
    assert message_below(page).inner_text().startswith("✕ Unknown variable 'somebody'.")
    assert page.locator(".CodeMirror .mark.error").inner_text() == "✕"
    write(page, OPEN.replace("true", "\"auth.token.admin === true\""))
    page.get_by_text("No problems found.").wait_for()
    page.get_by_label("Path").fill("/x")
    page.locator("select[name=who]").select_option("user")
    page.get_by_label("User UID").fill("ada")
    page.get_by_label("Token claims").fill('{"admin": false}')
    page.get_by_role("button", name="Run test").click()
    verdict = page.get_by_role("region", name="Result")
    assert "Denied." in verdict.inner_text() and "auth.token.admin → false" in verdict.inner_text()
    assert page.locator(".CodeMirror .mark.refused").inner_text() == "✕"
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    verdict.scroll_into_view_if_needed()
    show(page, name + "-verdict")
    check_accessibility(page)
    write(page, OPEN)
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
    rules_page(page, invite())
    other = context.new_page()
    other.goto(page.url)
    write(other, OPEN)
    other.get_by_role("button", name="Save").click()
    other.get_by_text("Saved.").wait_for()
    other.close()
    mine = OPEN.replace("true", "false")
    write(page, mine)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Another administrator saved different rules").wait_for()
    assert written(page) == mine
    assert page.get_by_label("Saved rules").input_value() == OPEN
    check_accessibility(page)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    context.close()


def test_rules_with_pages_in_them_are_text(server, invite, page):
    rules_page(page, invite())
    evil = OPEN.replace("true", "\"auth.uid === '</textarea><script>alert(1)</script>\u202e'\"")
    write(page, evil)
    page.get_by_role("button", name="Run test").click()
    page.get_by_role("region", name="Result").wait_for()
    assert written(page) == evil
    assert "\u202e" not in page.locator(".CodeMirror-code").inner_text(), "a character that changes the direction of text is shown as a mark"
    assert page.problems == []


def test_a_server_that_is_gone_is_told(server, invite, page):
    editor = rules_page(page, invite())
    page.route("**/rules/check", lambda route: route.abort())
    write(page, OPEN.replace("true", "false"))
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
    field.closest(".CodeMirror").CodeMirror.setCursor(5000, 0);
    field.focus();
}"""
# Inserts text as a paste does: typed text passes the browser's own editing, line by line.
PASTE = "(field, text) => field.closest('.CodeMirror').CodeMirror.setValue(text)"


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
    assert page.locator(".CodeMirror-linenumber").count() < 150, "only what is in sight is drawn"
    editor.press("Control+End")
    page.locator(".CodeMirror-linenumber", has_text="10024").last.wait_for()
    editor.evaluate(PASTE, text.replace("auth.uid === 'u3339'", "somebody === 'u3339'"))
    page.get_by_role("button", name=re.compile("^10021:[0-9]+ error")).wait_for()
    assert page.problems == []


def test_earlier_rules_can_be_restored(server, invite, page):
    rules_page(page, invite())
    first = written(page)
    write(page, OPEN)
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
    assert written(page) == first
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
    write(page, OPEN)
    page.get_by_role("button", name="Run test").click()
    page.get_by_role("region", name="Result").wait_for()
    assert asked == ["beforeunload"], "the editor's own form takes it along"
    editor.focus()
    page.keyboard.press("ArrowDown")
    page.get_by_role("link", name="Coverage").click()
    page.wait_for_timeout(300)
    assert asked == ["beforeunload"] * 2 and written(page) == OPEN
    page.get_by_role("button", name="Save").click()
    page.get_by_role("status").filter(has_text="Saved").wait_for()
    page.get_by_role("link", name="Coverage").click()
    page.get_by_role("heading", name="Coverage").wait_for()
    assert asked == ["beforeunload"] * 2


def test_words_are_completed(server, invite, page):
    rules_page(page, invite())
    write(page, '{\n  "rules": {\n    "users": {\n      "$uid": {\n        \n      }\n    }\n  }\n}\n')
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    page.keyboard.press("End")
    options = page.get_by_role("listbox", name="Completions").get_by_role("option")

    def complete(typed, offered):
        page.keyboard.type(typed)
        options.first.wait_for()
        assert options.all_inner_texts() == offered
        check_accessibility(page)
        page.keyboard.press("Enter")

    complete("\"", [".read", ".write", ".validate", ".indexOn"])
    complete("au", ["auth"])
    complete(".", ["uid", "provider", "token"])
    complete(" === $", ["$uid"])
    complete(" && d", ["data"])
    complete(".ch", ["child()"])
    complete("'name').", [
        "val()", "child()", "parent()", "hasChild()", "hasChildren()", "exists()", "getPriority()", "isString()", "isNumber()", "isBoolean()"])
    complete(".b", ["beginsWith()"])
    page.keyboard.type("'a')")
    assert written(page).split("\n")[4].strip() == "\".read\": \"auth.uid === $uid && data.child('name').val().beginsWith('a')\""
    page.get_by_text("No problems found.").wait_for()
    assert page.problems == []


def test_brackets_match_and_every_problem_is_marked(server, invite, page):
    rules_page(page, invite())
    write(page, '{"rules": {\n"a": {".read": "one === 1"},\n"b": {".write": "data.vall() === (two)"},\n".read": "auth == null && (now > 1)"\n}}')
    for line, column in [(2, 17), (3, 23), (3, 34)]:
        page.get_by_role("button", name=f"{line}:{column} error").wait_for()
    assert "".join(page.locator(".marked.error").all_inner_texts()) == "onevall(two)"
    assert page.locator(".CodeMirror .mark.error").count() == 2, "one in each line"
    assert "Did you mean val?" in message_below(page).all_inner_texts()[1]
    assert page.locator(".cm-keyword").all_inner_texts() == ['".read"', '".write"', '".read"']
    assert "null" in page.locator(".cm-atom").all_inner_texts()
    page.get_by_role("button", name="3:34 error").click()
    page.keyboard.press("ArrowRight")
    assert page.locator(".CodeMirror-matchingbracket").all_inner_texts() == ["(", ")"]
    assert page.problems == []


def test_the_keyboard_leaves_the_editor_and_finds_text_in_it(server, invite, page):
    editor = rules_page(page, invite())
    before = written(page)
    editor.focus()
    page.keyboard.press("Tab")
    assert not editor.evaluate("field => field === document.activeElement") and written(page) == before
    page.keyboard.press("Shift+Tab")
    assert editor.evaluate("field => field === document.activeElement") and written(page) == before
    page.keyboard.press("Control+F")
    page.get_by_role("textbox", name="Search").wait_for()
    check_accessibility(page)
    page.keyboard.type(".write")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert chosen(page) == ".write" and editor.evaluate("field => field === document.activeElement")
    assert page.problems == []


def test_long_lines_are_wrapped_if_the_user_wants_it(server, invite, page):
    rules_page(page, invite())
    write(page, OPEN.replace("true", "\"" + " || ".join(["auth.uid === 'somebody'"] * 20) + "\""))
    measure = "(() => { const box = document.querySelector('.CodeMirror-scroll'); return box.scrollWidth - box.clientWidth })()"
    assert page.evaluate(measure) > 500
    page.get_by_label("Wrap long lines").check()
    assert page.evaluate(measure) <= 0
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    assert page.get_by_label("Wrap long lines").is_checked()
    page.get_by_text("No problems found.").wait_for()
    assert page.problems == []


def test_the_editor_is_as_high_as_the_window(server, invite, page):
    rules_page(page, invite())
    box = page.locator(".CodeMirror")
    for width, height in [(1280, 800), (1280, 1400), (768, 1024), (375, 700)]:
        page.set_viewport_size({"width": width, "height": height})
        found = box.bounding_box()
        assert 0.5 * height <= found["height"] <= height, (width, height, found)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 800})
    below = page.get_by_role("button", name="Save").bounding_box()
    tried = page.get_by_role("button", name="Run test").bounding_box()
    assert abs(below["y"] + below["height"] - tried["y"] - tried["height"]) < 60, "editor and test end at the same height"


def test_without_the_code_editor_it_is_a_plain_field(server, invite, page):
    begin(page, invite())
    page.route("**/assets/codemirror.js*", lambda route: route.fulfill(content_type="text/javascript", body=""))
    open_section(page, "Rules")
    editor = page.get_by_role("textbox", name="Rules", exact=True)
    editor.fill(WRONG)
    problem = page.get_by_role("button", name=re.compile("^3:[0-9]+ error"))
    problem.press("Enter")
    assert page.evaluate("document.activeElement.id") == "text"
    assert editor.evaluate("field => field.value.slice(field.selectionStart, field.selectionEnd)") == "somebody"
    assert page.locator("[data-gutter] .error").inner_text() == "✕ 3"
    check_accessibility(page)
    editor.fill(OPEN)
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert page.problems == []


def test_only_the_rules_page_loads_the_code_editor(server, invite, page):
    loaded = []
    page.on("request", lambda request: loaded.append(request.url.split("?")[0].rsplit("/", 1)[1]))
    begin(page, invite())
    open_section(page, "Data")
    assert "codemirror.js" not in loaded
    open_section(page, "Rules")
    page.locator(".CodeMirror").wait_for()
    answer = requests.get(server["url"] + "/assets/codemirror.js", timeout=20)
    assert {"codemirror.js", "codemirror.css"} <= set(loaded) and answer.status_code == 200
    assert "Distributed under an MIT license" in answer.text


def test_coverage_is_drawn_beside_the_lines(server, invite, page):
    rules_page(page, invite())
    lines = ['{"rules": {', '  "open": {".read": "auth == null || root.exists()"},', '  "closed": {".read": "auth != null"},', '  "idle": {".write": "auth != null"}', "}}"]
    write(page, "\n".join(lines))
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("link", name="Coverage").click()
    page.get_by_role("button", name="Start recording").click()
    for path, status in [("open", 200), ("open", 200), ("closed", 401)]:
        assert requests.get(f"{server['database']}/{path}.json", timeout=20).status_code == status
    page.get_by_role("link", name="Rules").last.click()
    marks = page.locator(".CodeMirror span.covered")
    marks.first.wait_for()
    assert marks.all_inner_texts() == ["2✓ 0✕ !", "0✓ 1✕", "never"]
    assert "2 of 3 evaluated" in page.get_by_text("Coverage of the saved rules").inner_text()
    page.get_by_text("Coverage of the saved rules").press("Enter")
    told = page.locator("[data-coverage] li").all_inner_texts()
    assert told[0].endswith("evaluated 2 times: true 2, false 0, 2 of 6 expressions never evaluated"), told
    assert told[1].endswith("evaluated 1 time: true 0, false 1") and told[2].endswith("never evaluated")
    for width in (375, 768, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            check_accessibility(page)
            show(page, f"console-rules-coverage-{scheme}-{width}")
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="3:24").press("Enter")
    page.keyboard.press("End")
    page.keyboard.type(" ")
    assert marks.all_inner_texts() == ["2✓ 0✕ !", "never"], "the changed line has no counts"
    assert page.problems == []


def test_long_values_of_a_decision_are_collapsed(server, invite, page):
    rules_page(page, invite())
    long = "x" * 2000
    write(page, '{"rules": {".write": "newData.child(\'a\').val() === \'short\'"}}')
    page.locator("select[name=operation]").select_option("set")
    page.get_by_label("Data (JSON").fill(json.dumps({"a": long}))
    page.get_by_role("button", name="Run test").click()
    verdict = page.get_by_role("region", name="Result")
    value = verdict.locator("details.long").first
    value.wait_for()
    assert not value.locator("pre").is_visible() and len(value.locator("summary").inner_text()) < 130
    value.locator("summary").press("Enter")
    assert value.locator("pre").is_visible()
    assert "✕" in verdict.locator(".evaluated button").inner_text(), "the result is not told by color only"
    for width in (375, 1280):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert verdict.locator(".drawn").evaluate("box => box.scrollWidth - box.clientWidth") <= 0
        check_accessibility(page)
    assert page.problems == []


def test_the_keyboard_alone_changes_tests_and_saves_rules(server, invite, page):
    editor = rules_page(page, invite())

    def tab_to(name):
        for _ in range(40):
            if page.evaluate("(document.activeElement.ariaLabel || document.activeElement.labels?.[0]?.textContent || document.activeElement.textContent).trim()").startswith(name):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"the Tab key does not reach {name}")

    editor.focus()
    page.keyboard.press("Control+A")
    page.keyboard.type('{"rules": {"x": {".read": "auth.uid === \'ada\'"}}}')
    page.get_by_text("No problems found.").wait_for()
    page.keyboard.press("Tab")
    tab_to("Simulate as")
    page.keyboard.type("Auth")
    tab_to("User UID")
    page.keyboard.type("ada")
    tab_to("Path")
    page.keyboard.type("/x")
    tab_to("Run test")
    page.keyboard.press("Enter")
    page.get_by_role("region", name="Result").get_by_text("Allowed.").wait_for()
    assert page.evaluate("document.activeElement.id") == "verdict"
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        if page.evaluate("document.activeElement.textContent") == "Save":
            break
    page.keyboard.press("Enter")
    page.get_by_role("status").filter(has_text="Saved.").wait_for()
    assert "ada" in written(page)
    assert requests.get(server["database"] + "/x.json", timeout=20).status_code == 401
    assert page.problems == []
