"""What every page must fulfill, in both themes and at each width: accessibility, size of targets, contrast, and text that is not cut."""

from axe_playwright_python.base import AXE_SCRIPT

WIDTHS = {375: "phone", 768: "tablet", 1280: "desktop"}
THEMES = ["light", "dark"]

# Of a page as it is shown: borders of fields and icons without enough contrast (WCAG 2.2, 1.4.11), targets that are too small (2.5.8, with its
# exceptions for targets in a sentence and those with enough space around them), text that is cut, and how much wider than the window it is.
MEASURE = """() => {
    const channels = text => {
        const numbers = text.match(/[0-9.]+/g).map(Number)
        return text.startsWith("color(") ? [...numbers.slice(0, 3).map(value => value * 255), ...numbers.slice(3)] : numbers
    }
    const luminance = ([red, green, blue]) => [red, green, blue].map(value => value / 255)
        .map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
        .reduce((sum, value, index) => sum + value * [0.2126, 0.7152, 0.0722][index], 0)
    const contrast = (one, two) => {
        const [high, low] = [luminance(one), luminance(two)].sort((a, b) => b - a)
        return (high + 0.05) / (low + 0.05)
    }
    const style = element => getComputedStyle(element)
    const background = element => {
        for (; element; element = element.parentElement) {
            const color = channels(style(element).backgroundColor)
            if (color.length < 4 || color[3] === 1) return color
        }
        return [255, 255, 255]
    }
    const name = element => element.outerHTML.replace(/\\s+/g, " ").slice(0, 160)
    const isHidden = element => !element.checkVisibility({ visibilityProperty: true }) || element.closest(".hush, .skip, thead:has(+ tbody)")
        && style(element.closest(".hush, .skip, thead")).clipPath !== "none" || element.closest(".skip")
    // Behind an open dialog, nothing can be used.
    const root = document.querySelector("dialog:modal") ?? document.body
    const all = [...root.querySelectorAll("*")].filter(element => !isHidden(element))

    const faint = []
    for (const element of all) {
        const isText = element.matches("input:not([type=checkbox], [type=radio], [type=hidden], [type=file]), textarea, select")
        if (isText && !element.matches(":disabled")) {
            const ratio = contrast(channels(style(element).borderTopColor), background(element.parentElement))
            if (ratio < 3) faint.push(`border ${ratio.toFixed(2)}: ${name(element)}`)
        }
        if (element.matches("svg.icon, svg.logo") && !element.closest(":disabled")) {
            const color = element.matches(".logo") ? style(element).fill : style(element).color
            const ratio = contrast(channels(color), background(element.parentElement))
            if (ratio < 3) faint.push(`icon ${ratio.toFixed(2)}: ${name(element.parentElement)}`)
        }
    }

    // A label belongs to the target of its field. A link in several lines has a box for each.
    const boxOf = element => {
        const boxes = [element, element.closest("label"), ...(element.labels ?? [])].filter(Boolean).map(each => each.getBoundingClientRect())
        const [left, top] = [Math.min(...boxes.map(box => box.left)), Math.min(...boxes.map(box => box.top))]
        const [right, bottom] = [Math.max(...boxes.map(box => box.right)), Math.max(...boxes.map(box => box.bottom))]
        const lines = style(element).display === "inline" ? [...element.getClientRects()] : [{ left, top, right, bottom }]
        return { element, left, top, right, bottom, lines }
    }
    const targets = all.filter(element => element.matches("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]")).map(boxOf)
    const isSmall = box => Math.min(box.right - box.left, box.bottom - box.top) < 23.5
    const isInSentence = element => style(element).display === "inline" && [...element.parentNode.childNodes].some(
        node => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
    const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2]
    const reaches = ([x, y], box, radius) => box.lines.some(line => Math.hypot(
        Math.max(line.left - x, 0, x - line.right), Math.max(line.top - y, 0, y - line.bottom)) < radius)
    const crowded = box => targets.some(other => other.element !== box.element && (isSmall(other)
        ? Math.hypot(middle(box)[0] - middle(other)[0], middle(box)[1] - middle(other)[1]) < 24
        : reaches(middle(box), other, 12)) && !other.element.contains(box.element) && !box.element.contains(other.element))
    const small = targets.filter(box => isSmall(box) && !isInSentence(box.element) && crowded(box)).map(box => name(box.element))

    const scrolls = element => element && (["auto", "scroll"].includes(style(element).overflowX) || scrolls(element.parentElement))
    const cut = all.filter(element => {
        const { display, overflowY, textOverflow } = style(element)
        const hasText = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent.trim())
        if (!hasText || display.startsWith("inline") && display !== "inline-block" && display !== "inline-flex") return false
        if (element.matches("input, select, textarea, option, svg *")) return false
        const wide = element.scrollWidth > element.clientWidth + 1 && !scrolls(element) && textOverflow !== "ellipsis"
        const high = element.scrollHeight > element.clientHeight + 1 && ["hidden", "clip"].includes(overflowY)
        return wide || high
    }).map(name)
    return { faint, small, cut, counts: [all.length, targets.length], overflow: document.documentElement.scrollWidth - innerWidth }
}"""

VIOLATIONS = """async () => (await axe.run()).violations.flatMap(
    violation => violation.nodes.map(node => `${violation.id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? ""}`))"""


def problems(page):
    """Returns what is wrong with a page in each theme and at each width. It unfolds all details, except for operations of the API."""
    page.evaluate("document.querySelectorAll('details:not(.operation)').forEach(details => { details.open = true })")
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found = []
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            measured = page.evaluate(MEASURE)
            here = [f"{kind}: {each}" for kind in ("faint", "small", "cut") for each in measured[kind]]
            here += [f"wider than the window by {measured['overflow']} pixels"] if measured["overflow"] > 0 else []
            found += [f"{theme} {width}: {each}" for each in here + page.evaluate(VIOLATIONS)]
    return found
