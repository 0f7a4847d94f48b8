// The code editor of rules: CodeMirror in the place of the text field of the form.

/** The maximum numbers of problems that are marked in the text, and of messages below their lines. The list has all of them. */
const maxMarks = 500;
const maxMessages = 50;
const wrapKey = "latchkey-rules-wrap";

const gutterMark = (kind, title) => {
  const mark = document.createElement("span");
  mark.className = `mark ${kind}`;
  mark.textContent = signs[kind];
  mark.title = title;
  return mark;
};

const messageBelow = (problem) => {
  const row = document.createElement("div");
  row.className = `message-below ${problem.kind}`;
  const message = document.createElement("bdi");
  message.textContent = `${signs[problem.kind]} ${problem.message} ${problem.hint ?? ""}`.trim();
  row.append(message);
  return row;
};

/** The results of the rules of each line: by signs and numbers, not by color only. */
const addCoverage = (editor, list) => {
  const lines = new Map();
  for (const row of list.querySelectorAll("li")) {
    const line = Number(row.firstElementChild.dataset.line) - 1;
    const known = lines.get(line) ?? { granted: 0, refused: 0, missed: 0, words: [] };
    for (const name of ["granted", "refused", "missed"]) known[name] += Number(row.dataset[name] ?? 0);
    known.words.push(row.textContent.trim());
    lines.set(line, known);
  }
  const short = (count) => (count < 1000 ? count : count < 1e6 ? `${Math.floor(count / 1000)}k` : `${Math.floor(count / 1e6)}M`);
  editor.setOption("gutters", ["marks", "coverage", "CodeMirror-linenumbers"]);
  editor.operation(() => {
    for (const [line, { granted, refused, missed, words }] of lines) {
      const mark = document.createElement("span");
      const isNever = granted + refused === 0;
      mark.className = `covered ${isNever ? "never" : missed || !granted || !refused ? "partly" : "whole"}`;
      mark.textContent = isNever ? "never" : `${short(granted)}✓ ${short(refused)}✕${missed ? " !" : ""}`;
      mark.title = words.join("\n");
      editor.setGutterMarker(line, "coverage", mark);
    }
  });
  // The counts are those of the saved text.
  editor.on("change", (_, { from, to }) => {
    editor.eachLine(from.line, Math.min(to.line + 1, editor.lineCount()), (line) => { editor.setGutterMarker(line, "coverage", null); });
  });
};

/** A screen reader and the label of the field have to find the editor in its place. */
const name = (editor, text) => {
  const field = editor.getInputField();
  const label = document.querySelector(`label[for="${text.id}"]`);
  label.id = `${text.id}-label`;
  label.removeAttribute("for");
  label.addEventListener("click", () => editor.focus());
  field.role = "textbox";
  field.ariaMultiLine = "true";
  field.setAttribute("aria-labelledby", label.id);
  field.setAttribute("aria-describedby", `${text.getAttribute("aria-describedby")} keys`);
};

/** Long lines are scrolled or wrapped, as the user chose last. */
const addWrapSwitch = (editor, box) => {
  const remember = (isOn) => { try { localStorage.setItem(wrapKey, isOn); } catch { /* Storage may be disabled. */ } };
  let isOn = false;
  try { isOn = localStorage.getItem(wrapKey) === "true"; } catch { /* As above. */ }
  box.checked = isOn;
  editor.setOption("lineWrapping", isOn);
  box.closest("label").hidden = false;
  box.addEventListener("change", () => {
    editor.setOption("lineWrapping", box.checked);
    remember(box.checked);
  });
};

/** Offers completions while the user types a name, and after a dot or the quote of a key. */
const completeWhileTyping = (editor) => {
  editor.on("change", (_, change) => {
    if (change.origin !== "+input" || !/^[\w.$"]$/.test(change.text[0]) || change.text.length > 1) return;
    const { state, type } = editor.getTokenAt(editor.getCursor());
    const isKey = state.within === "json" && ["keyword", "property"].includes(type);
    if ((state.within === "rule" && type !== "string-2" && type !== "comment" && type !== "number") || isKey) editor.showHint();
  });
};

/**
 * Typed text is inserted here. The browser would leave it in the page for a moment, in which it could be lost, and would merge lines with
 * inline styles, which the policy of the page forbids.
 */
const insertTypedText = (editor) => {
  editor.getInputField().addEventListener("beforeinput", (event) => {
    if (event.inputType !== "insertText" || event.data === null || event.isComposing || editor.isReadOnly()) return;
    event.preventDefault();
    editor.replaceSelection(event.data, "end", "+input");
    const { line, ch } = editor.getCursor();
    if (/^\s*[}\]]$/.test(editor.getLine(line).slice(0, ch))) editor.indentLine(line);
  });
};

/** The text field has its content only when the form is submitted, so it is marked as changed. */
const askBeforeLeaving = (editor, text) => {
  if (text.dataset.keep !== "") return;
  editor.on("change", () => { text.dataset.keep = editor.isClean() ? "" : "always"; });
};

/** Completions with a name for screen readers. */
const namedCompletions = (editor) => {
  const found = completions(editor);
  if (found) CodeMirror.on(found, "shown", () => { document.querySelector(".CodeMirror-hints").ariaLabel = "Completions"; });
  return found;
};

/** The search of the browser finds the visible lines only. */
const find = (editor) => {
  editor.execCommand("findPersistent");
  editor.getWrapperElement().querySelector(".CodeMirror-search-field").ariaLabel = "Search";
};

const codeEditor = (text) => {
  CodeMirror.defineMode("latchkey-rules", rulesMode);
  const editor = CodeMirror.fromTextArea(text, {
    mode: "latchkey-rules", theme: "latchkey", inputStyle: "contenteditable", direction: "ltr", lineNumbers: true, gutters: ["marks", "CodeMirror-linenumbers"],
    matchBrackets: true, indentUnit: 2, tabSize: 2, readOnly: text.readOnly, spellcheck: false, autocorrect: false, autocapitalize: false,
    cursorScrollMargin: 40,
    // Characters without a shape are shown as a dot, also those that change the order of the text around them.
    specialChars: /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffc]/g,
    // The Tab key moves the focus, so that the keyboard can leave the editor.
    extraKeys: { Tab: false, "Shift-Tab": false, "Ctrl-Space": () => editor.showHint(), "Ctrl-F": find, "Cmd-F": find },
    hintOptions: { hint: namedCompletions, container: document.querySelector("main"), completeSingle: false, closeCharacters: /[\s()[\]{};:>,'"]/ },
  });
  name(editor, text);
  const coverage = document.querySelector("[data-coverage]");
  if (coverage) addCoverage(editor, coverage);
  addWrapSwitch(editor, document.querySelector("[data-wrap]"));
  completeWhileTyping(editor);
  insertTypedText(editor);
  document.querySelector("#keys").hidden = false;
  // The form submits the text field.
  document.addEventListener("submit", () => editor.save(), { capture: true });
  askBeforeLeaving(editor, text);

  let shown = [];
  const clear = () => {
    for (const mark of shown) mark.clear();
    shown = [];
    editor.clearGutter("marks");
  };
  const markText = (problem) => {
    const line = problem.line - 1;
    const [from, to] = unitsOf(editor.getLine(line) ?? "", problem);
    shown.push(editor.markText({ line, ch: from }, { line, ch: to }, { className: `marked ${problem.kind}`, title: problem.message }));
  };

  return {
    get text() { return editor.getValue(); },
    onChange(changed) { editor.on("change", changed); },
    show(problems, verdicts) {
      editor.operation(() => {
        clear();
        for (const [line, kind] of verdicts) {
          editor.setGutterMarker(line - 1, "marks", gutterMark(kind, kind === "granted" ? "The rule is true." : "The rule is false."));
        }
        for (const problem of problems.slice(0, maxMarks).reverse()) {
          markText(problem);
          editor.setGutterMarker(problem.line - 1, "marks", gutterMark(problem.kind, problem.message));
        }
        for (const problem of problems.slice(0, maxMessages)) {
          shown.push(editor.addLineWidget(Math.min(problem.line, editor.lineCount()) - 1, messageBelow(problem), { noHScroll: true, above: false }));
        }
      });
    },
    go(place) {
      const line = Number(place.line) - 1;
      const [from, to] = unitsOf(editor.getLine(line) ?? "", place);
      editor.focus();
      editor.setSelection({ line, ch: from }, { line, ch: to });
      editor.scrollIntoView({ line, ch: from }, 80);
    },
  };
};
