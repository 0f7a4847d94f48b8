// Shows the page of a user, and the form for a new one, in a dialog over the list of users. The dialog has the address of the page, so that
// reloading and sharing it lead to the page. Without this script, the links open the pages. adapt, isUnsent and replace are of live.js.

// The link that skips the menu changes only the fragment.
const here = () => location.href.split("#")[0];
const list = here();
const drawer = document.createElement("dialog");
drawer.className = "drawer";
document.body.append(drawer);
let opener;
// The page that the drawer shows.
let shown;
let isListOld = false;
let isPending = false;

const ask = (method, address, body) => new Promise((answered, failed) => {
  const request = new XMLHttpRequest();
  request.open(method, address);
  request.responseType = "document";
  request.timeout = 20_000;
  request.onload = () => answered(request);
  request.onerror = request.ontimeout = failed;
  request.send(body);
});

const make = (name, properties) => Object.assign(document.createElement(name), properties);

/** Shows the content of a page. Anything that is no page of the console, such as the sign-in page, is opened instead. */
const fill = (request) => {
  const content = request.response?.querySelector("main.page");
  if (!content) return location.assign(request.responseURL);
  const close = make("button", { type: "button", className: "plain close", textContent: "×" });
  close.setAttribute("aria-label", "Close");
  close.addEventListener("click", leave);
  drawer.replaceChildren(close, ...[...content.childNodes].map((node) => document.adoptNode(node)));
  const title = drawer.querySelector("h1");
  Object.assign(title, { id: "drawer-title", tabIndex: -1 });
  drawer.setAttribute("aria-labelledby", title.id);
  adapt(drawer);
  if (!drawer.open) drawer.showModal();
  drawer.scrollTop = 0;
  title.focus();
  document.title = request.response.title;
  shown = here();
};

const open = async (address) => {
  isPending = true;
  try {
    const request = await ask("GET", address);
    // The user may have gone back meanwhile.
    if (here() === address.split("#")[0]) fill(request);
  } catch {
    location.assign(address);
  }
  isPending = false;
};

const isDiscarded = () =>
  ![...drawer.querySelectorAll("[data-keep]")].some(isUnsent) || confirm("Discard your unsaved changes?");
const leave = () => { if (isDiscarded()) drawer.close(); };

const renew = async () => {
  isListOld = false;
  const request = await ask("GET", list);
  const [before, after] = [document, request.response].map((page) => page?.querySelector("[data-list]"));
  if (before && after) replace(before, document.adoptNode(after));
};

const pageTitle = document.title;
drawer.addEventListener("close", async () => {
  drawer.replaceChildren();
  document.title = pageTitle;
  if (here() !== list) history.back();
  if (isListOld) await renew().catch(() => {});
  // The link may have been replaced, because the list is fetched again while it is open.
  const link = opener?.isConnected ? opener : [...document.querySelectorAll("[data-drawer]")].find((other) => other.href === opener?.href);
  link?.focus();
});
drawer.addEventListener("cancel", (event) => { if (!isDiscarded()) event.preventDefault(); });

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-drawer]");
  if (!link || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  // The second click of a double click.
  if (isPending || drawer.open) return;
  opener = link;
  history.pushState(null, "", link.href);
  open(link.href);
});

drawer.addEventListener("click", (event) => {
  if (event.target === drawer) return leave();
  const link = event.target.closest("a[href]");
  if (!link) return;
  const place = link.getAttribute("href");
  if (place.startsWith("#")) {
    event.preventDefault();
    drawer.querySelector(place)?.scrollIntoView();
  } else if (link.matches("[data-close], .back a")) {
    event.preventDefault();
    leave();
  }
});

drawer.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isPending) return;
  isPending = true;
  const form = event.target;
  let request;
  try {
    request = await ask("POST", form.action, new URLSearchParams(new FormData(form, event.submitter)));
  } catch {
    const told = make("p", { className: "message", role: "alert", textContent: "The server isn’t responding. Nothing was saved." });
    return drawer.querySelector("h1").after(told);
  } finally {
    isPending = false;
  }
  isListOld = true;
  const isDone = request.status === 200;
  // A deleted user has no page.
  if (isDone && new URL(request.responseURL).pathname === new URL(list).pathname) return drawer.close();
  if (isDone) history.replaceState(null, "", request.responseURL);
  fill(request);
});

window.addEventListener("popstate", () => {
  if (here() !== list) return open(here());
  if (!drawer.open || isDiscarded()) return drawer.close();
  history.pushState(null, "", shown);
});
