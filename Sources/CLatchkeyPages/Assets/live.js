// Keeps an open page of the console true. What is marked data-live is fetched again with its page every two seconds; every page says when
// the server does not answer, and keeps what somebody wrote from being sent into nothing. What is to be taken elsewhere can be copied, and what
// is not sent yet is not left without a question.

const pause = 2000;
const notice = document.querySelector("[data-offline]");
const live = () => document.querySelector("[data-live]");

// XMLHttpRequest parses a page without running any of it, which is all that the page's policy allows.
const ask = (address, type) => new Promise((answered, failed) => {
  const request = new XMLHttpRequest();
  request.open("GET", address);
  request.responseType = type;
  request.timeout = 10_000;
  request.onload = () => answered(request);
  request.onerror = request.ontimeout = failed;
  request.send();
});

// Where the keyboard and the scroll bar were inside the part that is replaced, they are afterwards.
const replace = (before, after) => {
  if (before.outerHTML === after.outerHTML) return;
  const table = (part) => part.querySelector(".scroll");
  const held = before.contains(document.activeElement) ? document.activeElement : null;
  const left = table(before)?.scrollLeft ?? 0;
  before.replaceWith(after);
  if (table(after)) table(after).scrollLeft = left;
  if (held?.href) [...after.querySelectorAll("a")].find((link) => link.href === held.href)?.focus();
  else if (held) table(after)?.focus();
};

const look = async () => {
  const part = live();
  const request = await ask(part ? location.href : notice.dataset.offline, part ? "document" : "text");
  notice.hidden = true;
  // The session is over: the server shows where to sign in.
  if (part && request.responseURL.split("?")[0] !== location.href.split("?")[0]) location.reload();
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

// Beside what a button copies it stands; browsers let pages copy over https and on the machine itself alone.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const told = button.firstElementChild;
    const source = button.previousElementSibling;
    const from = source.querySelector("input") ?? source;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try { await navigator.clipboard.writeText(from.value ?? from.innerText); } catch { return; }
      told.textContent = "Copied";
      setTimeout(() => { told.textContent = "Copy"; }, pause);
    });
  }
}

// What is kept: forms, or fields, that were changed; and what the server says was never saved.
const isChanged = (field) =>
  field.type === "checkbox" || field.type === "radio" ? field.checked !== field.defaultChecked
    : ["INPUT", "TEXTAREA"].includes(field.tagName) && field.type !== "hidden" && field.value !== field.defaultValue;
const isUnsent = (part) => part.dataset.keep === "always" || [...part.elements ?? [part]].some(isChanged);
let sent;
document.addEventListener("submit", (event) => {
  // What opens in a frame leaves the page where it is.
  if (!event.submitter?.formTarget) sent = event.defaultPrevented ? undefined : event.target;
});
window.addEventListener("beforeunload", (event) => {
  const parts = [...document.querySelectorAll("[data-keep]")];
  if (parts.some((part) => (part.form ?? part) !== sent && isUnsent(part))) event.preventDefault();
});
