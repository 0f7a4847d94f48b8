"""Uses a page with the keyboard alone, and checks at every step that the focus moves and can be seen."""

# The focused element: whether its ring has enough contrast with what is around it, and whether it is in the window and nothing covers it.
FOCUS = """() => {
    const element = document.activeElement
    if (!element || element === document.body) return { name: "the page", isVisible: true }
    const channels = text => text.match(/[0-9.]+/g).map(Number)
    const luminance = ([red, green, blue]) => [red, green, blue].map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
    const background = element => {
        for (; element; element = element.parentElement) {
            const color = channels(getComputedStyle(element).backgroundColor)
            if (color.length < 4 || color[3] === 1) return color
        }
        return [255, 255, 255]
    }
    // The ring of the code editor is around its whole box.
    const ringed = element.closest(".CodeMirror") ?? element
    const style = getComputedStyle(ringed)
    const [high, low] = [luminance(channels(style.outlineColor)), luminance(background(ringed.parentElement))].sort((a, b) => b - a)
    const hasRing = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 && (high + 0.05) / (low + 0.05) >= 3
    const box = element.getBoundingClientRect()
    const between = (start, end, length, part) => Math.max(start, 0) + part * (Math.min(end, length) - Math.max(start, 0))
    const isShown = [...element.getClientRects()].some(line => [.1, .5, .9].some(across => [.1, .5, .9].some(down => {
        const found = document.elementFromPoint(
            between(line.left, line.right, innerWidth, across), between(line.top, line.bottom, innerHeight, down))
        return found && (element.contains(found) || element.closest("label")?.contains(found))
    })))
    const name = `<${element.localName}> ${element.getAttribute("aria-label") ?? element.labels?.[0]?.textContent ?? element.textContent}`
    return { name: name.replace(/\\s+/g, " ").slice(0, 80), hasRing, isShown, isVisible: hasRing && isShown, box: [box.left, box.top, box.width, box.height] }
}"""


class Keyboard:
    """The keyboard of a page."""

    STOPS = 200

    def __init__(self, page):
        self.page = page

    def reach(self, target, back=False):
        """Moves the focus to an element with Tab, or backward with Shift and Tab."""
        target = target.first
        target.wait_for()
        for _ in range(self.STOPS):
            # A page that replaces parts of itself may have a new element.
            if target.evaluate("element => element === document.activeElement"):
                return self
            self.step(back)
        raise AssertionError(f"Tab does not reach {target} at {self.page.url}")

    def step(self, back=False):
        before = self.page.evaluate_handle("document.activeElement")
        self.page.keyboard.press("Shift+Tab" if back else "Tab")
        assert self.page.evaluate("before => document.activeElement !== before || before === document.body", before), (
            f"the focus does not leave {self.page.evaluate(FOCUS)} at {self.page.url}")
        focus = self.page.evaluate(FOCUS)
        assert focus["isVisible"], f"the focus is not visible: {focus} at {self.page.url}"
        return focus["name"]

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
        return self

    def type(self, text, replace=False):
        if replace:
            self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        return self

    def fill(self, **texts):
        """Types into the fields with these names, in this order."""
        for label, text in texts.items():
            self.reach(self.page.get_by_label(label.replace("_", " "), exact=True).filter(visible=True)).type(text)
        return self

    def follow(self, name, **options):
        """Reaches a link and presses Enter."""
        return self.reach(self.page.get_by_role("link", name=name, exact=True), **options).press("Enter")

    def click(self, name, **options):
        """Reaches a button and presses Enter."""
        return self.reach(self.page.get_by_role("button", name=name, exact=True), **options).press("Enter")

    def go_around(self):
        """Presses Tab until the focus has been everywhere. Returns the names of the stops."""
        self.page.evaluate("document.activeElement.blur()")
        names = []
        while len(names) < self.STOPS:
            names.append(self.step())
            if names[-1] == "the page":
                return names
        raise AssertionError(f"the focus does not leave {self.page.url}: {names[-5:]}")
