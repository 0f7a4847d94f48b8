"""Templates and the outbox in the console, in a real browser: the preview while editing, and the messages that users receive."""

import pytest
import requests

from running_server import ask_for_link, running_server
from test_console import begin, open_section, sign_up
from test_sign_in_page import check_accessibility, show

LANGUAGES = {"English": "Choose a new password", "Deutsch": "Neues Passwort", "Français": "mot de passe", "Español": "contraseña", "العربية": "كلمة"}


def template_page(page, name):
    open_section(page, "Templates")
    page.get_by_role("link", name=name).click()
    page.get_by_role("heading", name=name).wait_for()


def reset_password(server, email):
    requests.post(
        f"{server['url']}/v1/accounts:sendOobCode?key={server['apiKey']}", json={"requestType": "PASSWORD_RESET", "email": email},
        timeout=20).raise_for_status()


def preview(page):
    """The content of the preview frame. A frame with newer text replaces it once that has loaded."""
    return page.frame_locator("[data-stage] iframe:not(.next)").locator("body")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [(390, 844), (1280, 800)], ids=["phone", "desk"])
def test_words_are_seen_while_they_are_written(server, invite, browser, size, scheme):
    page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    name = f"console-template-{scheme}-{size[0]}"
    begin(page, invite())
    open_section(page, "Templates")
    check_accessibility(page)
    show(page, name + "-list")
    template_page(page, "Password reset")
    steps = page.evaluate("history.length")
    page.get_by_label("Subject").fill("Nouveau: {{project}}")
    page.get_by_role("textbox", name="Text", exact=True).fill("Voici <b>le lien</b>:\n\n{{link}}\n\nÀ bientôt")
    preview(page).get_by_text("À bientôt").wait_for()
    assert "Voici <b>le lien</b>" in preview(page).inner_text(), "signs of HTML are signs"
    assert page.locator("[data-subject]").inner_text().startswith("Nouveau: ")
    assert "{{" not in page.locator("[data-subject]").inner_text()
    assert "À bientôt" in page.locator("[data-text]").inner_text()
    check_accessibility(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0], "nothing is wider than the window"
    page.get_by_role("heading", name="Preview").scroll_into_view_if_needed()
    show(page, name)
    page.get_by_role("textbox", name="Text", exact=True).fill("without what it is for")
    page.get_by_text("The text has to contain {{link}}").wait_for()
    assert preview(page).get_by_text("À bientôt").is_visible(), "what could be shown last stays"
    assert page.evaluate("history.length") == steps, "the way back stays as it was"
    page.get_by_role("textbox", name="Text", exact=True).fill("Voici: {{link}}")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved. New messages use this template.").wait_for()
    assert problems == []
    page.close()


def test_text_typed_before_the_script_has_loaded_is_previewed(server, invite, page):
    begin(page, invite())

    def type_and_load(script):
        page.get_by_role("textbox", name="Text", exact=True).fill("Typed early: {{link}}")
        script.continue_()

    page.route("**/assets/template.js*", type_and_load)
    template_page(page, "Password reset")
    preview(page).get_by_text("Typed early:").wait_for()
    assert page.problems == []


def test_every_language_is_a_click_away(server, invite, page):
    begin(page, invite())
    template_page(page, "Password reset")
    for language, words in LANGUAGES.items():
        page.get_by_role("navigation", name="Languages").get_by_role("link", name=language).click()
        page.wait_for_url("**/password_reset?lang=*")
        assert words.lower() in page.locator("[data-subject]").inner_text().lower()
        body = preview(page)
        assert body.evaluate("body => getComputedStyle(body).direction") == ("rtl" if language == "العربية" else "ltr")
        assert body.evaluate("body => getComputedStyle(body).backgroundColor") == "rgb(238, 241, 246)", "it has its own style"
    show(page, "console-template-arabic")
    check_accessibility(page)
    page.get_by_text("Deutsch: ").click()
    frame = page.frame_locator("iframe[title='E-mail in Deutsch']").last
    assert frame.locator("html").get_attribute("lang") == "de"
    assert page.problems == []


def test_pages_in_templates_run_nothing(server, invite, page):
    begin(page, invite())
    template_page(page, "Password reset")
    page.on("dialog", lambda dialog: page.problems.append("a dialog"))
    page.get_by_label("HTML").fill(
        "<html><body><p>{{link}}</p><script>parent.document.title = 'evil'; alert(1)</script>"
        "<img src=x onerror=\"top.location = 'https://evil.example'\"><p>the end</p></body></html>")
    preview(page).get_by_text("the end").wait_for()
    assert "evil" not in page.title() and "evil.example" not in page.url
    assert all("Blocked script" in text or "Content Security Policy" in text for text in page.problems), page.problems


def test_without_a_script_it_is_a_form(server, invite, browser):
    context = browser.new_context()
    page = context.new_page()
    begin(page, invite())
    state = context.storage_state()
    context.close()
    context = browser.new_context(java_script_enabled=False, storage_state=state)
    page = context.new_page()
    page.goto(server["console"] + "/projects/default/templates/password_reset?lang=en")
    page.get_by_role("textbox", name="Text", exact=True).fill("Look: {{link}}")
    page.get_by_role("button", name="Show preview").click()
    page.frame_locator("[data-stage] iframe").get_by_text("Look:").wait_for()
    assert page.get_by_role("textbox", name="Text", exact=True).input_value() == "Look: {{link}}"
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Reset to default").click()
    page.get_by_text("Reset to the default template.").wait_for()
    context.close()


def test_own_words_reach_people_and_the_outbox(server, invite, page):
    begin(page, invite())
    template_page(page, "Password reset")
    page.get_by_label("Subject").fill("Words of our own")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    open_section(page, "Outbox")
    page.get_by_text("No messages.").wait_for()
    sign_up(server, "ada@example.org")
    reset_password(server, "ada@example.org")
    # It appears without a reload.
    page.get_by_role("link", name="ada@example.org").wait_for()
    check_accessibility(page)
    show(page, "console-outbox")
    page.get_by_role("link", name="ada@example.org").click()
    page.get_by_role("heading", name="Words of our own").wait_for()
    assert page.get_by_label("Link").input_value().startswith(server["url"])
    check_accessibility(page)
    show(page, "console-outbox-message")
    assert page.problems == []
    page.frame_locator("iframe.mail").get_by_role("link").first.click()
    page.wait_for_url("**/__/auth/action?*")


def test_a_real_server_shows_no_contents(binary, tmp_path, page):
    data = tmp_path / "data"
    with running_server(binary, data) as server:
        begin(page, ask_for_link(binary, data))
        sign_up(server, "ada@example.org")
        reset_password(server, "ada@example.org")
        open_section(page, "Outbox")
        page.get_by_role("link", name="ada@example.org").click()
        page.get_by_text("The content is hidden").wait_for()
        assert "oobCode" not in page.content() and page.locator("iframe").count() == 0
        show(page, "console-outbox-real")
        check_accessibility(page)
