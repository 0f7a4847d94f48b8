"""How the components of the console look, compared with the screenshots in the repository."""

import numpy
import pytest
from PIL import Image

from running_server import ask_for_link, running_server
from screenshots import FOLDER, FONT, check, compare, open_browser, reduced, take
from test_console import begin

WIDTHS = [375, 768, 1280]
THEMES = ["light", "dark"]


@pytest.fixture(scope="module")
def components(binary, playwright, tmp_path_factory):
    """The page of the sandbox that shows all components, without a pointer over it."""
    assert FONT.exists(), f"the screenshots need {FONT}, of Debian's package fonts-dejavu-core: run Scripts/setup test"
    data = tmp_path_factory.mktemp("screenshots") / "data"
    with running_server(binary, data, sandbox=True) as server:
        browser = open_browser(playwright)
        visitor = browser.new_page()
        begin(visitor, ask_for_link(binary, data))
        page = browser.new_context(storage_state=visitor.context.storage_state(), reduced_motion="reduce").new_page()
        page.goto(f"{server['console']}/design")
        page.get_by_role("heading", name="Dialog").wait_for()
        yield page
        browser.close()


def show(components, theme, width):
    components.emulate_media(color_scheme=theme)
    components.set_viewport_size({"width": width, "height": 900})


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_components_look_as_before(components, tmp_path, theme, width):
    show(components, theme, width)
    check(take(components, tmp_path / "page.png"), f"design-{theme}-{width}", tmp_path)


@pytest.mark.parametrize("style", [
    ".primary { padding-inline: calc(var(--s3) + 1px) }",
    ".tag { padding-inline: calc(var(--s2) + 1px) }",
    "input { padding-block: .375rem }",
    ":root { --success-soft: #d8f0e2 }",
    ":root { --muted: #6b7385 }",
    ":root { --border: #cdd3dd }",
    ":root { --round: 8px }",
    "th { text-align: center }",
])
def test_a_small_change_of_the_style_is_found(components, tmp_path, style):
    show(components, "light", 768)
    components.evaluate(
        """style => {
            const sheet = new CSSStyleSheet()
            sheet.replaceSync(style)
            document.adoptedStyleSheets = [sheet]
        }""", style)
    try:
        picture = take(components, tmp_path / "page.png")
    finally:
        components.evaluate("document.adoptedStyleSheets = []")
    problem = compare(FOLDER / "design-light-768.png", picture, tmp_path / "changed")
    assert problem and "differ" in problem and str(tmp_path / "changed-difference.png") in problem
    marks = numpy.asarray(Image.open(tmp_path / "changed-difference.png"))
    assert (marks == (220, 0, 0)).all(axis=2).any() and (tmp_path / "changed-new.png").exists()


@pytest.mark.parametrize("theme", THEMES)
def test_anti_aliasing_is_no_difference(tmp_path, theme):
    """Changes each pixel at an edge by up to 24 levels, as another version of the libraries that draw letters could."""
    path = FOLDER / f"design-{theme}-768.png"
    reference = Image.open(path).convert("RGB")
    gray = numpy.asarray(reference.convert("L"), dtype=numpy.int16)
    edges = numpy.hypot(*numpy.gradient(gray.astype(float))) > 8
    noise = (numpy.random.default_rng(7).integers(-24, 25, gray.shape) * edges)[..., None]
    assert (noise != 0).sum() > 10_000
    # A level outside 0 to 255 would make a run of equal pixels, so the noise has the other sign there.
    levels = numpy.asarray(reference) + noise
    levels = numpy.where(((levels < 0) | (levels > 255)).any(axis=2, keepdims=True), levels - 2 * noise, levels)
    noisy = Image.fromarray(levels.clip(0, 255).astype(numpy.uint8))
    assert compare(path, noisy, tmp_path / "noisy") is None


def test_fewer_colors_look_the_same(tmp_path):
    """The pattern has more surfaces in different colors than any page."""
    across, down = numpy.meshgrid(numpy.arange(360), numpy.arange(216))
    picture = Image.fromarray(numpy.stack([across // 60 * 50, down // 36 * 50, (across + down) % 60 // 10 * 50], axis=2).astype(numpy.uint8))
    reduced(picture).save(tmp_path / "picture.png")
    assert compare(tmp_path / "picture.png", picture, tmp_path / "reduced") is None


def test_another_size_and_a_missing_screenshot_are_named(tmp_path):
    picture = Image.new("RGB", (40, 40), "white")
    assert "missing" in compare(tmp_path / "none.png", picture, tmp_path / "output")
    picture.save(tmp_path / "small.png")
    problem = compare(tmp_path / "small.png", Image.new("RGB", (40, 48), "white"), tmp_path / "output")
    assert "(40, 40) and is (40, 48)" in problem and "and 47 pixels from the top" in problem
