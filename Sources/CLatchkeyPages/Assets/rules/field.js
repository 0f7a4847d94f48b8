// The plain editor of rules: a text field with line numbers and marks beside its visible lines. It is used if the program contains no code
// editor, or if that did not load.

const signs = { error: "✕", warning: "!", granted: "✓", refused: "✕" };

const countLines = (value) => {
  let count = 1;
  for (let at = value.indexOf("\n"); at >= 0; at = value.indexOf("\n", at + 1)) count += 1;
  return count;
};

/** The offset at which a line begins. Lines count from 1. */
const startOf = (value, line) => {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const end = value.indexOf("\n", at);
    if (end < 0) break;
    at = end + 1;
  }
  return at;
};

/** Columns of the server count Unicode code points; browsers count UTF-16 code units. */
const unitsOf = (line, { column, length }) => {
  const characters = [...line.slice(0, 4096)];
  const start = characters.slice(0, Number(column) - 1).join("").length;
  const count = characters.slice(Number(column) - 1, Number(column) - 1 + Number(length || 1)).join("").length;
  return [start, start + count];
};

const plainField = (text, gutter) => {
  const style = getComputedStyle(text);
  const lineHeight = parseFloat(style.lineHeight);
  const top = parseFloat(style.paddingTop) + parseFloat(style.borderTopWidth);
  /** The class of the mark beside a line, by line number. */
  let marks = new Map();
  let lineCount = countLines(text.value);

  /** Draws the gutter of the visible lines only. */
  const draw = () => {
    const first = Math.max(1, Math.floor((text.scrollTop - top) / lineHeight) + 1);
    const last = Math.min(lineCount, first + Math.ceil(text.clientHeight / lineHeight) + 1);
    const rows = [];
    for (let line = first; line <= last; line += 1) {
      const row = document.createElement("div");
      const mark = marks.get(line);
      row.textContent = (mark ? signs[mark] + " " : "") + line;
      if (mark) row.className = mark;
      row.style.top = `${top + (line - 1) * lineHeight - text.scrollTop}px`;
      rows.push(row);
    }
    gutter.replaceChildren(...rows);
  };

  let isDue = false;
  const drawSoon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => { isDue = false; draw(); });
  };
  text.addEventListener("scroll", drawSoon, { passive: true });
  new ResizeObserver(drawSoon).observe(text);

  return {
    get text() { return text.value; },
    onChange(changed) {
      text.addEventListener("input", () => {
        lineCount = countLines(text.value);
        changed();
        drawSoon();
      });
    },
    show(problems, verdicts) {
      marks = new Map(verdicts);
      for (const problem of [...problems].reverse()) marks.set(problem.line, problem.kind);
      drawSoon();
    },
    go(place) {
      const start = startOf(text.value, Number(place.line));
      const [from, to] = unitsOf(text.value.slice(start, start + 4096).split("\n")[0], place);
      text.focus();
      text.setSelectionRange(start + from, start + to);
      text.scrollTop = Math.max(0, (Number(place.line) - 4) * lineHeight);
      draw();
    },
  };
};
