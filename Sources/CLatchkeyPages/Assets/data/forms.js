// The forms of rows: a value is edited, a child is added, a row is renamed or deleted. The rows and requests are those of data.js.

/** The forms of the page of a location that a row can contain, with their first field. */
const kinds = {
  edit: { shown: "form[data-edit]", field: "json", hint: "Press Enter to save or Escape to cancel. Put strings in \"quotes\"." },
  add: { shown: "form[action$='/add']", field: "key", hint: "The value is JSON. Put strings in \"quotes\"." },
  rename: { shown: "form[action$='/rename']", field: "name", hint: "Press Enter to rename or Escape to cancel." },
  delete: { shown: "form[action$='/delete']", field: null, hint: "This is too large to be restored with Undo. Export it first if you may need it." },
};

/** Shows an error below a row; without words, removes it. */
const complainBelow = (row, words) => {
  row.querySelector(":scope > .trouble")?.remove();
  if (!words) return;
  const trouble = document.createElement("p");
  trouble.className = "trouble";
  trouble.setAttribute("role", "alert");
  trouble.textContent = words;
  line(row).after(trouble);
};

const leave = (row) => {
  form(row)?.remove();
  const change = line(row).querySelector("[data-change]");
  if (change) change.hidden = false;
  (row.opener?.isConnected ? row.opener : change ?? link(row)).focus();
  // The value may have been deleted while the form kept the row.
  waiting.add(pathOf(row));
  work();
};

/** Moves a form of a fetched page into a row, together with the page's message about it. */
const enter = (row, page, kind) => {
  const { shown, field, hint } = kinds[kind];
  const found = page?.querySelector(shown);
  if (!found) throw new Error("This is not possible here. Open the value by its name.");
  const made = document.adoptNode(found);
  made.className = "inplace";
  made.dataset.kind = kind;
  const words = document.createElement("p");
  words.className = "quiet";
  words.dataset.note = "";
  words.setAttribute("role", "status");
  const message = page.querySelector("main [role=alert]")?.textContent;
  const long = made.querySelector("[data-long]")?.textContent;
  words.textContent = message ?? long ?? hint;
  const stay = document.createElement("button");
  stay.type = "button";
  stay.textContent = "Cancel";
  stay.addEventListener("click", () => leave(row));
  const actions = made.querySelector("p:last-of-type");
  actions.className = "row";
  actions.append(stay);
  actions.before(words);
  const current = page.querySelector(".message pre")?.textContent;
  if (current !== undefined && current !== null) words.textContent += ` Current value: ${current}`;
  complainBelow(row);
  form(row)?.remove();
  line(row).after(made);
  if (kind === "edit") line(row).querySelector("[data-change]").hidden = true;
  const text = made.elements.json;
  if (text) text.rows = Math.min(12, Math.max(1, text.value.split("\n").length));
  const first = field ? made.elements[field] : made.querySelector("input[type=checkbox]");
  first.focus();
  first.select?.();
};

const pageOf = async (row) => {
  const request = await ask("GET", link(row).href);
  if (isSignIn(request) || request.status !== 200) throw new Error(signedOut);
  return request.response;
};

const open = async (row, kind, opener) => {
  row.opener = opener;
  enter(row, await pageOf(row), kind);
};

const save = async (row) => {
  const made = form(row);
  const { kind } = made.dataset;
  const request = await ask("POST", made.action, new URLSearchParams(new FormData(made)));
  if (isSignIn(request)) return note(row, signedOut);
  if (request.status !== 200) return enter(row, request.response, kind);
  const list = row.parentElement.path;
  const added = kind === "rename" ? below(list, made.elements.name.value) : kind === "add" ? below(pathOf(row), made.elements.key.value) : null;
  leave(row);
  if (kind === "add" && !inner(row)) await toggle(row, true);
  if (added !== null) focusSoon(added);
  waiting.add(list);
  work();
};

/** Offers to write a deleted value again. */
const offerUndo = ({ path, key, json, csrf }) => {
  const box = document.querySelector("[data-undo]");
  const words = document.createElement("span");
  const name = document.createElement("bdi");
  name.textContent = key;
  words.append("Deleted ", name, ". ");
  const undo = document.createElement("button");
  undo.type = "button";
  undo.textContent = "Undo";
  const close = document.createElement("button");
  close.type = "button";
  close.textContent = "Dismiss";
  close.addEventListener("click", () => { box.hidden = true; document.querySelector("main").focus(); });
  undo.addEventListener("click", async () => {
    undo.disabled = true;
    try {
      const request = await ask("POST", `${here}/add`, new URLSearchParams({ csrf, db, path, key, child: json }));
      if (isSignIn(request)) throw new Error(signedOut);
      if (request.status !== 200) throw new Error(request.response?.querySelector("main [role=alert]")?.textContent ?? silent);
      box.hidden = true;
      focusSoon(below(path, key));
      waiting.add(path);
      work();
    } catch (error) {
      words.textContent = error instanceof Error ? error.message : silent;
      undo.disabled = false;
    }
  });
  box.replaceChildren(words, undo, close);
  box.hidden = false;
  undo.focus();
};

/** Deletes a value that its page contains as a whole, so that it can be written again. For a larger one, the row asks first. */
const erase = async (row, opener) => {
  const page = await pageOf(row);
  const asked = page.querySelector(kinds.delete.shown);
  if (!asked) throw new Error("This value no longer exists.");
  const value = page.querySelector(kinds.edit.shown);
  row.opener = opener;
  if (value.querySelector("[data-long]")) return enter(row, page, "delete");
  const fields = new URLSearchParams(new FormData(asked));
  const kept = { path: row.parentElement.path, key: row.key, json: value.elements.json.value, csrf: fields.get("csrf") };
  const request = await ask("POST", asked.getAttribute("action"), fields);
  if (isSignIn(request)) throw new Error(signedOut);
  if (request.status !== 200) throw new Error(request.response?.querySelector("main [role=alert]")?.textContent ?? silent);
  row.remove();
  offerUndo(kept);
};

const showWhole = async (row, opener) => {
  opener.setAttribute("aria-expanded", String(!whole(row)));
  if (whole(row)) return whole(row).remove();
  const box = document.createElement("div");
  box.className = "whole";
  box.append(...document.adoptNode((await pageOf(row)).querySelector("[data-head]")).childNodes);
  const value = box.querySelector("pre");
  if (value) {
    // The keyboard can scroll it.
    value.tabIndex = 0;
    value.role = "region";
    value.ariaLabel = `Value of ${row.key}`;
  }
  line(row).after(box);
};

const upload = async (made) => {
  const [file] = made.querySelector("[data-chosen]").files;
  const seen = new URLSearchParams({ seen: made.elements.seen.value, mode: made.elements.mode?.value ?? "replace" });
  const button = made.querySelector(".primary");
  button.disabled = true;
  button.ariaBusy = "true";
  const bar = document.createElement("progress");
  bar.max = 100;
  bar.value = 0;
  bar.setAttribute("aria-label", `Import of ${file.name}`);
  button.after(bar);
  const progress = (event) => {
    bar.value = 100 * event.loaded / event.total;
    say(`Importing ${file.name}: ${Math.floor(bar.value)} %`);
  };
  try {
    const headers = { "x-latchkey-form": made.elements.csrf.value, "content-type": "application/json" };
    const request = await ask("POST", `${made.dataset.file}&${seen}`, file, headers, progress);
    if (request.status === 200 && !isSignIn(request)) return location.assign(request.responseURL);
    const told = request.response?.querySelector("main [role=alert]") ?? request.response?.querySelector("main p");
    complain(made, isSignIn(request) ? signedOut : told?.textContent ?? silent);
    const now = request.response?.querySelector("form[data-edit]")?.elements.seen.value;
    if (now) made.elements.seen.value = now;
  } finally {
    say("");
    bar.remove();
    button.ariaBusy = null;
    button.disabled = false;
  }
};

const complain = (made, words) => {
  let place = made.querySelector("[data-complaint]");
  if (!place) {
    place = document.createElement("p");
    place.className = "message";
    place.dataset.complaint = "";
    place.setAttribute("role", "alert");
    made.prepend(place);
  }
  place.textContent = words;
};
