// The rules page: problems while the user types, and marks in the editor. Without this script, the page is a form that shows the same
// problems when it is submitted.

const form = document.querySelector("[data-rules]");
const field = form.querySelector("#text");
const list = form.querySelector("[data-problems]");
const state = form.querySelector("[data-state]");
const pause = 300;
const verdicts = new Map();
let asked = 0;
let timer;

// The user may have typed before this script ran, and some browsers restore the content of a form.
const isTyped = field.value !== field.defaultValue;
const editor = window.CodeMirror ? codeEditor(field) : plainField(field, form.querySelector("[data-gutter]"));

const item = (problem) => {
  const row = document.createElement("li");
  row.className = problem.kind;
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = `${problem.line}:${problem.column} ${problem.kind}`;
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

/** The problems of the list, which the server has rendered or a check has replaced. */
const listed = () => [...list.children].map((row) => {
  const { line, column, length } = row.firstElementChild.dataset;
  const [message, hint] = [...row.querySelectorAll("bdi")].map((part) => part.textContent);
  return { line: Number(line), column: Number(column), length: Number(length), kind: row.className, message, hint };
});

const say = (words) => { if (state.textContent !== words) state.textContent = words; };

const check = async () => {
  asked += 1;
  const mine = asked;
  const body = new URLSearchParams({ csrf: form.elements.csrf.value, db: form.elements.db.value, text: editor.text });
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
  const found = [
    ...checked.problems.map((problem) => ({ ...problem, kind: "error" })), ...checked.warnings.map((problem) => ({ ...problem, kind: "warning" }))];
  list.replaceChildren(...found.map(item));
  say(found.length === 0 ? "No problems found." : `${found.length} problem${found.length === 1 ? "" : "s"}.`);
  editor.show(found, verdicts);
};

editor.onChange(() => {
  verdicts.clear();
  clearTimeout(timer);
  // Discards the response to a check of the previous text.
  asked += 1;
  timer = setTimeout(check, pause);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-line]");
  if (button) editor.go(button.dataset);
});

for (const button of document.querySelectorAll("[data-mark]")) {
  // A rule that was evaluated several times is marked as refused if it refused once.
  const line = Number(button.dataset.line);
  if (verdicts.get(line) !== "refused") verdicts.set(line, button.dataset.mark);
}
if (isTyped) {
  verdicts.clear();
  check();
}
editor.show(listed(), verdicts);
document.querySelector("[data-verdict]")?.focus();
