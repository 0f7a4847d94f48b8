"""Opens pages of the console, and types into its rules editor and into a plain field with the same text.

Prints a line of JSON, with times in seconds: `interactive`, the time until each page was interactive, and `editor` and `field`, the time
until the browser painted each keystroke.

Standard input is a JSON object: console (its URL), email, password, pages (their paths), lines, keystrokes.
"""

import json
import sys

from playwright.sync_api import sync_playwright

# Measures from the event to the end of the following frame.
TIMES = """field => {
    window.times = [];
    field.addEventListener("keydown", event => {
        requestAnimationFrame(() => setTimeout(() => window.times.push((performance.now() - event.timeStamp) / 1000)));
    });
    field.focus();
    const editor = field.closest(".CodeMirror")?.CodeMirror;
    if (editor) editor.setCursor(Math.floor(editor.lineCount() / 2), 0);
    else field.setSelectionRange(field.value.length / 2, field.value.length / 2);
}"""
# Pastes the text at once; the browser would process typed text line by line.
PASTE = """(field, text) => {
    const editor = field.closest(".CodeMirror")?.CodeMirror;
    if (editor) return editor.setValue(text);
    field.value = text;
    field.dispatchEvent(new InputEvent("input", {bubbles: true}));
}"""

ask = json.load(sys.stdin)
text = json.dumps({"rules": {f"place{number}": {".read": f"auth.uid === 'u{number}'"} for number in range(ask["lines"] // 3)}}, indent=1)


def type_into(page, field):
    field.evaluate(PASTE, text)
    # Waits until the first check of the rules is finished.
    page.wait_for_timeout(2_000)
    field.evaluate(TIMES)
    for _ in range(ask["keystrokes"]):
        page.keyboard.press("Space")
    page.wait_for_function("count => window.times.length >= count", arg=ask["keystrokes"])
    return page.evaluate("window.times")


def open_page(page, path):
    page.goto(ask["console"].removesuffix("/console") + path)
    # Measured from the start of the request, after deferred scripts have run.
    return page.evaluate("performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd / 1000")


with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
    page = browser.new_page()
    page.set_content('<textarea rows="20" wrap="off" spellcheck="false" style="font: 14px/20px monospace"></textarea>')
    field = type_into(page, page.locator("textarea"))
    page.goto(ask["console"])
    page.get_by_label("E-mail").fill(ask["email"])
    page.get_by_label("Password").fill(ask["password"])
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("heading", name="Users").wait_for()
    interactive = [open_page(page, path) for path in ask["pages"]]
    page.get_by_role("link", name="Rules").click()
    page.locator("[data-rules]").wait_for()
    page.wait_for_load_state()
    editor = type_into(page, page.get_by_label("Rules", exact=True))
    browser.close()
print(json.dumps({"interactive": interactive, "field": field, "editor": editor}))
