"""The components of the pages, on the page of the sandbox that shows them all, and the frame of the console."""

import pytest

from running_server import ask_for_link, running_server
from test_console import begin
from test_sign_in_page import check_accessibility, show

WIDTHS = {375: "phone", 768: "tablet", 1280: "desktop"}

# The contrast of each field's border with what is around it (WCAG 2.2, 1.4.11), and the size of each target (2.5.8).
MEASURE = """() => {
    const channels = text => text.match(/[0-9.]+/g).map(Number)
    const luminance = ([red, green, blue]) => [red, green, blue].map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
    const contrast = (one, two) => {
        const [high, low] = [luminance(one), luminance(two)].sort((a, b) => b - a)
        return (high + 0.05) / (low + 0.05)
    }
    const background = element => {
        for (; element; element = element.parentElement) {
            const color = channels(getComputedStyle(element).backgroundColor)
            if (color.length < 4 || color[3] === 1) return color
        }
        return [255, 255, 255]
    }
    const fields = [...document.querySelectorAll("input:not([type=checkbox], [type=radio], [type=hidden], :disabled), textarea, select:not(:disabled)")]
    const targets = [...document.querySelectorAll("a, button, input, select, textarea, summary")]
        .filter(element => element.checkVisibility() && getComputedStyle(element).display !== "inline" && !element.closest("label.choice, .skip"))
    return {
        borders: fields.map(field => contrast(channels(getComputedStyle(field).borderTopColor), background(field.parentElement))),
        targets: targets.map(element => element.getBoundingClientRect()).map(box => Math.min(box.width, box.height)),
        overflow: document.documentElement.scrollWidth - innerWidth,
    }
}"""


@pytest.fixture
def console(server, invite, page):
    begin(page, invite())
    return page


def test_components_have_contrast_and_size_in_both_themes_at_every_width(server, console):
    console.goto(f"{server['console']}/design")
    console.get_by_role("heading", name="Design").wait_for()
    for theme in ("light", "dark"):
        console.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for width, name in WIDTHS.items():
            console.set_viewport_size({"width": width, "height": 900})
            found = console.evaluate(MEASURE)
            assert len(found["borders"]) >= 5 and min(found["borders"]) >= 3, (theme, width, found)
            assert len(found["targets"]) >= 20 and min(found["targets"]) >= 24, (theme, width, found)
            assert found["overflow"] <= 0, (theme, width)
            check_accessibility(console)
            show(console, f"design-{theme}-{name}")
    assert console.problems == []


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
