"""Compares screenshots with those in the repository. Anti-aliasing may differ; places and colors may not."""

import os
import pathlib

import numpy
from PIL import Image, ImageFilter

FOLDER = pathlib.Path(__file__).resolve().parent / "screenshots"
FONT = pathlib.Path("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")

# What may differ, in levels of a channel (0 to 255). Anti-aliasing changes pixels at edges, up and down, so the mean of nine pixels changes
# little. A run of equal pixels is a surface, a line or the stem of a letter, which has no anti-aliasing.
MOVED, RECOLORED = 24, 8
RUN = 5
# A part of a page that differs has more pixels than this.
PIXELS = 20

RENEW = "If the page should look like this, renew the screenshots: LATCHKEY_RENEW_SCREENSHOTS=1 .venv/bin/pytest Interop/test_screenshots.py"


def open_browser(playwright):
    """A browser with fixed fonts, and text without hinting and subpixels."""
    return playwright.chromium.launch(
        executable_path="/usr/bin/chromium", env={**os.environ, "FONTCONFIG_FILE": str(FOLDER / "fonts.conf")},
        args=["--no-sandbox", "--disable-lcd-text", "--font-render-hinting=none", "--force-color-profile=srgb", "--hide-scrollbars"])


def take(page, path):
    """Takes a screenshot of a whole page at rest."""
    page.screenshot(path=path, full_page=True, animations="disabled", caret="hide")
    return Image.open(path).convert("RGB")


def differing(reference, picture):
    """Returns which pixels of two pictures of the same size differ visibly."""
    recolored = distance(reference, picture) > RECOLORED
    if not recolored.any():
        return recolored
    moved = distance(reference.filter(ImageFilter.BoxBlur(1)), picture.filter(ImageFilter.BoxBlur(1))) > MOVED
    for axis in (0, 1):
        moved |= recolored & in_run(reference, axis) & in_run(picture, axis)
    return moved


def levels(picture):
    return numpy.asarray(picture, dtype=numpy.int16)


def distance(one, other):
    return numpy.abs(levels(one) - levels(other)).max(axis=2)


def in_run(picture, axis):
    """Returns which pixels are in the middle of equal ones, in a column (axis 0) or a row (axis 1)."""
    colors = numpy.asarray(picture, dtype=numpy.uint32) @ numpy.array([1 << 16, 1 << 8, 1], dtype=numpy.uint32)
    same = colors == numpy.roll(colors, 1, axis)
    half = RUN // 2
    return numpy.logical_and.reduce([numpy.roll(same, step, axis) for step in range(-half, half)])


def check(picture, name, folder):
    """Compares a picture with the one of the repository, or replaces that if LATCHKEY_RENEW_SCREENSHOTS is set.

    A failed comparison writes three pictures to `folder`: the expected one, the new one, and one that marks the differences in red.

    """
    path = FOLDER / f"{name}.png"
    problem = compare(path, picture, pathlib.Path(folder) / name)
    if problem and os.environ.get("LATCHKEY_RENEW_SCREENSHOTS"):
        reduced(picture).save(path, optimize=True)
    else:
        assert problem is None, problem


def compare(path, picture, output):
    """Returns a description of what differs, or None."""
    if not path.exists():
        return f"{path} is missing. {RENEW}"
    reference = Image.open(path).convert("RGB")
    size = (max(reference.width, picture.width), max(reference.height, picture.height))
    differences = differing(on_canvas(reference, size), on_canvas(picture, size))
    count = int(differences.sum())
    if reference.size == picture.size and count <= PIXELS:
        return None
    files = {kind: output.with_name(f"{output.name}-{kind}.png") for kind in ("expected", "new", "difference")}
    reference.save(files["expected"])
    picture.save(files["new"])
    marked(on_canvas(picture, size), differences).save(files["difference"])
    sizes = "" if reference.size == picture.size else f" The size was {reference.size} and is {picture.size}."
    top, bottom = (numpy.flatnonzero(differences.any(axis=1))[[0, -1]]) if count else (0, 0)
    return (
        f"{path.name}: {count} pixels differ visibly, between {top} and {bottom} pixels from the top.{sizes}\n"
        f"{files['difference']} marks them in red; {files['new'].name} and {files['expected'].name} are beside it. {RENEW}")


def on_canvas(picture, size):
    canvas = Image.new("RGB", size, (255, 0, 255))
    canvas.paste(picture)
    return canvas


def marked(picture, differences):
    """The picture in gray and faint, with the differences in red and a little larger."""
    faint = levels(picture.convert("L").convert("RGB")) // 3 + 160
    large = Image.fromarray((differences * 255).astype(numpy.uint8)).filter(ImageFilter.MaxFilter(3))
    faint[levels(large) > 0] = (220, 0, 0)
    return Image.fromarray(faint.astype(numpy.uint8))


def reduced(picture):
    """The picture with 256 colors, which is a third of the size: the most frequent ones unchanged, then those farthest from them."""
    pixels = numpy.asarray(picture)
    colors, index, counts = numpy.unique(pixels.reshape(-1, 3), axis=0, return_inverse=True, return_counts=True)
    order = numpy.argsort(-counts, kind="stable")
    colors = colors[order].astype(numpy.int16)
    palette = list(colors[:64])
    far = numpy.abs(colors[:, None] - colors[None, :64]).max(axis=2).min(axis=1)
    while len(palette) < 256 and far.max() > 0:
        palette.append(colors[far.argmax()])
        far = numpy.minimum(far, numpy.abs(colors - palette[-1]).max(axis=1))
    palette = numpy.array(palette)
    nearest = numpy.empty(len(colors), dtype=numpy.uint8)
    nearest[order] = numpy.abs(colors[:, None] - palette[None]).max(axis=2).argmin(axis=1)
    small = Image.fromarray(nearest[index.ravel()].reshape(pixels.shape[:2]), "P")
    small.putpalette(palette.astype(numpy.uint8).tobytes())
    return small
