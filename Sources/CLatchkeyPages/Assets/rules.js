// The rules editor: line numbers and marks beside the visible lines, and problems while the user types. Without this script, the page is a
// form that shows the same problems when it is submitted.

const form = document.querySelector("[data-rules]");
const text = form.querySelector("#text");
const gutter = form.querySelector("[data-gutter]");
const list = form.querySelector("[data-problems]");
const state = form.querySelector("[data-state]");
const pause = 300;
/** The class of the mark beside a line, by line number. */
let problems = new Map();
const verdicts = new Map();
let lineCount = 1;
let asked = 0;
let timer;

const style = getComputedStyle(text);
const lineHeight = parseFloat(style.lineHeight);
const top = parseFloat(style.paddingTop) + parseFloat(style.borderTopWidth);
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

/** Draws the gutter of the visible lines only. */
const draw = () => {
  const first = Math.max(1, Math.floor((text.scrollTop - top) / lineHeight) + 1);
  const last = Math.min(lineCount, first + Math.ceil(text.clientHeight / lineHeight) + 1);
  const rows = [];
  for (let line = first; line <= last; line += 1) {
    const row = document.createElement("div");
    const mark = problems.get(line) ?? verdicts.get(line);
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

const go = ({ line, column, length }) => {
  const value = text.value;
  const start = startOf(value, Number(line));
  const rest = value.slice(start, start + 4096).split("\n")[0];
  // Columns count Unicode code points; selections count UTF-16 code units.
  const characters = [...rest];
  const before = characters.slice(0, Number(column) - 1).join("").length;
  const chosen = characters.slice(Number(column) - 1, Number(column) - 1 + Number(length || 1)).join("").length;
  text.focus();
  text.setSelectionRange(start + before, start + before + chosen);
  text.scrollTop = Math.max(0, (Number(line) - 4) * lineHeight);
  draw();
};

const item = (problem, kind) => {
  const row = document.createElement("li");
  row.className = kind;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = `${problem.line}:${problem.column} ${kind}`;
  button.dataset.line = problem.line;
  button.dataset.column = problem.column;
  button.dataset.length = problem.length;
  const message = document.createElement("bdi");
  message.textContent = problem.message;
  row.append(button, " ", message);
  if (problem.hint) {
    const hint = document.createElement("bdi");
    hint.className = "quiet";
    hint.textContent = problem.hint;
    row.append(" ", hint);
  }
  return row;
};

const mark = () => {
  problems = new Map();
  for (const row of [...list.children].reverse()) problems.set(Number(row.firstElementChild.dataset.line), row.className);
  drawSoon();
};

const say = (words) => { if (state.textContent !== words) state.textContent = words; };

const check = async () => {
  asked += 1;
  const mine = asked;
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, db: form.elements.db.value, text: text.value });
  let checked;
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body });
    if (answer.redirected || !(answer.headers.get("content-type") ?? "").startsWith("application/json")) {
      if (mine === asked) say("The rules could not be checked. Your session may have expired. Copy your changes and reload the page.");
      return;
    }
    checked = await answer.json();
  } catch {
    if (mine === asked) say("The server isn’t responding. Your changes are still here and are checked again when you type.");
    return;
  }
  // A newer check is under way.
  if (mine !== asked) return;
  list.replaceChildren(
    ...checked.problems.map((problem) => item(problem, "error")), ...checked.warnings.map((problem) => item(problem, "warning")));
  const count = checked.problems.length + checked.warnings.length;
  say(count === 0 ? "No problems found." : `${count} problem${count === 1 ? "" : "s"}.`);
  mark();
};

text.addEventListener("input", () => {
  lineCount = countLines(text.value);
  verdicts.clear();
  drawSoon();
  clearTimeout(timer);
  // Discards the response to a check of the previous text.
  asked += 1;
  timer = setTimeout(check, pause);
});
text.addEventListener("scroll", drawSoon, { passive: true });
new ResizeObserver(drawSoon).observe(text);
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-line]");
  if (button) go(button.dataset);
});

for (const button of document.querySelectorAll("[data-mark]")) {
  // A rule that was evaluated several times is marked as refused if it refused once.
  const line = Number(button.dataset.line);
  if (verdicts.get(line) !== "refused") verdicts.set(line, button.dataset.mark);
}
lineCount = countLines(text.value);
mark();
// The user may have typed before this script ran, and some browsers restore the content of a form.
if (text.value !== text.defaultValue) {
  verdicts.clear();
  check();
}
document.querySelector("[data-verdict]")?.focus();
