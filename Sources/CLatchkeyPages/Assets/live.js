// Keeps an open page of the console up to date. Content marked data-live is fetched again with its page every two seconds. While the server
// does not respond, every page shows a notice and blocks form submission. Also adds buttons that copy or download, and a prompt before unsaved
// changes are discarded. Adapts tables: times in the time zone of the browser, rows as cards on narrow screens, and the selection of rows.

const pause = 2000;
// A dialog changes the address of the window.
const address = location.href;
const notice = document.querySelector("[data-offline]");
const live = () => document.querySelector("[data-live]");

// XMLHttpRequest parses a page without running its scripts, as the content security policy of the page requires.
const ask = (address, type) => new Promise((answered, failed) => {
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = type;
  request.timeout = 10_000;
  request.onload = () => answered(request);
  request.onerror = request.ontimeout = failed;
  request.send();
});

// Preserves the keyboard focus and the scroll position inside the replaced part.
const replace = (before, after) => {
  // A selection is kept until it is used.
  if (before.querySelector("[name=uid]:checked")) return;
  adapt(after);
  if (before.outerHTML === after.outerHTML) return;
  const table = (part) => part.querySelector(".scroll");
  const held = before.contains(document.activeElement) ? document.activeElement : null;
  const left = table(before)?.scrollLeft ?? 0;
  before.replaceWith(after);
  if (table(after)) table(after).scrollLeft = left;
  showSelection();
  const isSame = (part) => held.href ? part.href === held.href : part.name === held.name && part.value === held.value;
  if (held) ([...after.querySelectorAll("a, input, button")].find(isSame) ?? table(after))?.focus();
};

// Times are shown in the time zone of the browser, with UTC as their title. Cells get the names of their columns, because narrow screens
// show each row as a card.
const adapt = (part) => {
  for (const table of part.querySelectorAll("table")) {
    if (!table.tHead) continue;
    const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent.replace("(UTC)", "").trim());
    for (const row of table.rows) {
      row.role = "row";
      row.parentElement.role = "rowgroup";
      for (const cell of row.cells) {
        cell.role = cell.tagName === "TD" ? "cell" : cell.scope === "row" ? "rowheader" : "columnheader";
        if (cell.tagName === "TD") cell.dataset.label = names[cell.cellIndex] ?? "";
      }
    }
    // Their display as blocks would otherwise take the meaning of tables from some screen readers.
    table.role = "table";
    table.classList.add("cards");
  }
  for (const all of part.querySelectorAll(".all")) all.hidden = false;
  // Browsers allow copying over HTTPS and on localhost only.
  if (navigator.clipboard) for (const button of part.querySelectorAll("[data-copy]")) button.hidden = false;
  for (const time of part.querySelectorAll("time[datetime]")) {
    const date = new Date(time.dateTime);
    if (time.title || !time.dateTime.includes("T") || Number.isNaN(date.getTime())) continue;
    const two = (number) => String(number).padStart(2, "0");
    const parts = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-")
      + ` ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
    time.title = `${time.dateTime.replace("T", " ").slice(0, 19)} UTC`;
    time.textContent = parts.slice(0, time.textContent.length);
  }
  for (const zone of part.querySelectorAll(".zone")) zone.hidden = true;
};
adapt(document);

// The drawer of the user list adds entries to the history. After its page was reloaded, they lead to another page of the same document.
addEventListener("popstate", () => {
  if (!document.querySelector("body > .drawer") && location.pathname !== new URL(address).pathname) location.reload();
});

const look = async () => {
  const part = live();
  const request = await ask(part ? address : notice.dataset.offline, part ? "document" : "text");
  notice.hidden = true;
  // The session has ended: reloading leads to the sign-in page.
  if (part && request.responseURL.split("?")[0] !== address.split("?")[0]) location.reload();
  const next = part && request.status === 200 && request.response?.querySelector("[data-live]");
  if (next) replace(part, document.adoptNode(next));
};

const turn = async () => {
  if (document.visibilityState === "visible") {
    try { await look(); } catch { notice.hidden = false; }
  }
  setTimeout(turn, pause);
};

if (notice) {
  setTimeout(turn, pause);
  document.addEventListener("submit", (event) => {
    if (notice.hidden) return;
    event.preventDefault();
    notice.focus();
  });
}

// A button copies the element before it.
document.addEventListener("click", async (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const source = button.previousElementSibling;
  const from = source.querySelector("input") ?? source;
  try { await navigator.clipboard.writeText(from.value ?? from.innerText); } catch { return; }
  const told = button.querySelector("[aria-live]");
  const before = told.textContent;
  if (before === "Copied") return;
  told.textContent = "Copied";
  button.classList.add("done");
  setTimeout(() => {
    told.textContent = before;
    button.classList.remove("done");
  }, pause);
});

// A button saves the text of an element as a file.
for (const button of document.querySelectorAll("[data-download]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([document.getElementById(button.dataset.from).textContent]));
    link.download = button.dataset.download;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), pause);
  });
}

// The number of selected rows, and a checkbox that selects all.
const picks = () => [...document.querySelectorAll("[name=uid][type=checkbox]")];
const showSelection = () => {
  const count = picks().filter((pick) => pick.checked).length;
  const all = document.querySelector("[data-all]");
  const told = document.querySelector("[data-selected]");
  if (!all || !told) return;
  all.checked = count > 0 && count === picks().length;
  all.indeterminate = count > 0 && !all.checked;
  told.textContent = count ? `${count} selected` : "";
};
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-all]")) for (const pick of picks()) pick.checked = event.target.checked;
  if (event.target.matches("[data-all], [name=uid]")) showSelection();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.target.matches("[name=uid], [data-all]")) event.preventDefault();
});
// With the Shift key, a click changes all rows since the last one.
let lastPick;
document.addEventListener("click", (event) => {
  if (!event.target.matches("[name=uid][type=checkbox]")) return;
  const all = picks();
  const [from, to] = [all.indexOf(lastPick), all.indexOf(event.target)];
  if (event.shiftKey && from >= 0) {
    for (const pick of all.slice(Math.min(from, to), Math.max(from, to) + 1)) pick.checked = event.target.checked;
    showSelection();
  }
  lastPick = event.target;
});
showSelection();

// A filter is applied when it is changed with the pointer. With the keyboard, each key would leave the page, so its button applies it.
for (const field of document.querySelectorAll("[data-apply]")) {
  let isPointed = false;
  field.addEventListener("pointerdown", () => { isPointed = true; });
  field.addEventListener("keydown", () => { isPointed = false; });
  field.addEventListener("change", () => { if (isPointed) field.form.requestSubmit(); });
}

// Unsaved changes: forms or fields that were changed, and content that the server marks as never saved.
const isChanged = (field) =>
  field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
    : ["INPUT", "TEXTAREA"].includes(field.tagName) && field.type !== "hidden" && field.value !== field.defaultValue;
const isUnsent = (part) => part.dataset.keep === "always" || [...part.elements ?? [part]].some(isChanged);
let sent;
document.addEventListener("submit", (event) => {
  // A form that targets a frame does not leave the page.
  if (!event.submitter?.formTarget) sent = event.defaultPrevented ? undefined : event.target;
});
window.addEventListener("beforeunload", (event) => {
  const parts = [...document.querySelectorAll("[data-keep]")];
  if (parts.some((part) => (part.form ?? part) !== sent && isUnsent(part))) event.preventDefault();
});
