"""The components of the pages, on the page of the sandbox that shows them all, and the frame of the console."""

import pytest

from page_checks import THEMES, WIDTHS, problems
from running_server import ask_for_link, running_server
from test_console import begin
from test_sign_in_page import check_accessibility, show


@pytest.fixture
def console(server, invite, page):
    begin(page, invite())
    return page


def test_components_have_contrast_and_size_in_both_themes_at_every_width(server, console):
    console.goto(f"{server['console']}/design")
    console.get_by_role("heading", name="Design").wait_for()
    assert console.problems == []
    assert problems(console) == []
    for theme in THEMES:
        console.emulate_media(color_scheme=theme)
        for width, name in WIDTHS.items():
            console.set_viewport_size({"width": width, "height": 900})
            show(console, f"design-{theme}-{name}")


def test_sections_are_behind_a_button_on_a_phone_and_work_by_keyboard(server, console):
    console.set_viewport_size({"width": 375, "height": 700})
    sections = console.get_by_role("navigation", name="Sections")
    assert not sections.is_visible()
    console.get_by_role("button", name="Menu").press("Enter")
    sections.wait_for()
    show(console, "console-menu")
    check_accessibility(console)
    console.keyboard.press("Escape")
    assert not sections.is_visible()
    console.get_by_role("button", name="Menu").press("Enter")
    sections.get_by_role("link", name="Rules").press("Enter")
    console.get_by_role("heading", name="Rules for default").wait_for()
    assert not console.get_by_role("navigation", name="Sections").is_visible()
    console.set_viewport_size({"width": 1280, "height": 700})
    assert console.get_by_role("navigation", name="Sections").is_visible()
    assert console.problems == []


def test_the_page_of_components_is_only_in_the_sandbox(binary, tmp_path, page):
    with running_server(binary, tmp_path / "plain") as line:
        begin(page, ask_for_link(binary, tmp_path / "plain"))
        assert page.goto(f"{line['console']}/design").status == 404
