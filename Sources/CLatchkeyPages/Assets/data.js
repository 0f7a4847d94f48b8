// The data tree: rows expand, can be edited in place and update live. Each list is part of a server-rendered page and is fetched again when
// its data changes. Without this script, each node is a page with equivalent forms.

const data = document.querySelector("[data-data]");
const { here, db, path: place, events } = data.dataset;
const state = data.querySelector("[data-state]");
const pause = 250;
const markTime = 2000;
/** The number of rows that are fetched on each side of a change. */
const around = 40;

// MARK: Requests

// XMLHttpRequest parses a page without running its scripts, as the content security policy of the page requires.
const ask = (method, address, body, headers = {}, progress = null) => new Promise((answered, failed) => {
  const request = new XMLHttpRequest();
  request.open(method, address);
  request.responseType = "document";
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
  request.onload = () => answered(request);
  request.onerror = failed;
  if (progress) request.upload.onprogress = progress;
  request.send(body);
});

const say = (words) => { if (state.textContent !== words) state.textContent = words; };
const mayEdit = data.dataset.mayEdit !== undefined;
const isSignIn = (request) => request.responseURL.split("?")[0].endsWith("/sign-in");
const silent = "The server isn’t responding. Your changes are still here.";
const signedOut = "Your session may have expired. Copy your changes and reload the page.";

/** Loads a range of the children of a location: their rows, and the link to more if there is one. */
const load = async (path, after, until) => {
  const query = new URLSearchParams({ db, path });
  if (after !== null) query.set("after", after);
  if (until !== null) query.set("until", until);
  const request = await ask("GET", `${here}?${query}`);
  const list = request.status === 200 && request.response?.querySelector("[data-list]");
  if (!list) throw new Error(signedOut);
  if (path === place) {
    const [before, now] = [data.querySelector("[data-head]"), request.response.querySelector("[data-head]")];
    if (before.outerHTML !== now.outerHTML) before.replaceWith(document.adoptNode(now));
  }
  const rows = [...list.querySelectorAll("[data-row]")].map((row) => dress(document.adoptNode(row)));
  const more = list.querySelector(".more");
  return { rows, more: more && document.adoptNode(more) };
};

// MARK: Keys, in the order of the database: 32-bit integers first, then all other keys by UTF-16 code units.

const numberOf = (key) => {
  if (!/^-?[0-9]+$/.test(key)) return null;
  const number = Number(key);
  return number >= -2147483648 && number <= 2147483647 ? number : null;
};
const compare = (left, right) => {
  const [a, b] = [numberOf(left), numberOf(right)];
  if (a !== null && b !== null && a - b !== 0) return a - b;
  if (a !== null && b !== null && left.length !== right.length) return left.length - right.length;
  if ((a === null) !== (b === null)) return a === null ? 1 : -1;
  return left === right ? 0 : left < right ? -1 : 1;
};
const below = (path, key) => (path === "/" ? "" : path) + "/" + key;
const partsOf = (path) => path.split("/").filter((part) => part !== "");

// MARK: Rows

const line = (row) => row.querySelector(":scope > .line");
const link = (row) => row.querySelector(":scope > .line > a");
const what = (row) => row.querySelector(":scope > .line > [data-what]");
const inner = (row) => row.querySelector(":scope > ul");
const form = (row) => row.querySelector(":scope > form");
const whole = (row) => row.querySelector(":scope > .whole");
const rowsOf = (list) => [...list.children].filter((row) => row.key !== undefined);
const moreOf = (list) => list.querySelector(":scope > .more");
const pathOf = (row) => below(row.parentElement.path, row.key);

const deed = (row, name, words, label) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "plain deed";
  button.dataset.deed = name;
  button.textContent = words;
  button.setAttribute("aria-label", `${label} ${row.key}`);
  return button;
};

const dress = (row) => {
  row.key = link(row).textContent;
  if (mayEdit) {
    if (row.hasAttribute("data-node")) line(row).append(deed(row, "add", "Add", "Add a child to"));
    line(row).append(deed(row, "rename", "Rename", "Rename"), deed(row, "delete", "Delete", "Delete"));
  }
  if (row.hasAttribute("data-node")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "toggle";
    button.setAttribute("aria-expanded", "false");
    button.setAttribute("aria-label", `Children of ${row.key}`);
    line(row).prepend(button);
  }
  return row;
};

const mark = (row) => {
  line(row).classList.add("changed");
  clearTimeout(row.fading);
  row.fading = setTimeout(() => line(row)?.classList.remove("changed"), markTime);
};

const setMore = (list, more) => {
  moreOf(list)?.remove();
  if (more) list.append(more);
};

const toggle = async (row, isOpen = !inner(row)) => {
  line(row).querySelector(".toggle").setAttribute("aria-expanded", String(isOpen));
  inner(row)?.remove();
  if (!isOpen) return;
  const list = document.createElement("ul");
  list.className = "tree";
  list.path = pathOf(row);
  list.start = null;
  row.append(list);
  const before = heard;
  const { rows, more } = await load(list.path, null, null);
  list.replaceChildren(...rows);
  setMore(list, more);
  askAgain(list, before);
};

const showMore = async (list) => {
  const last = rowsOf(list).at(-1)?.key ?? list.start;
  const before = heard;
  const { rows, more } = await load(list.path, last, null);
  const hadFocus = moreOf(list)?.contains(document.activeElement);
  setMore(list, null);
  list.append(...rows);
  setMore(list, more);
  if (hadFocus && rows.length) link(rows[0]).focus();
  askAgain(list, before);
};

// MARK: Changes

const note = (row, words) => {
  const place = form(row).querySelector("[data-note]");
  if (place.textContent !== words) place.textContent = words;
};

/** The value of a row without the state of its link to the whole value. */
const valueOf = (row) => what(row).outerHTML.replace(/ aria-expanded="[a-z]*"/, "");

const update = (row, now) => {
  if (valueOf(row) === valueOf(now)) return;
  whole(row)?.remove();
  if (form(row)) {
    what(row).replaceWith(what(now));
    note(row, "This value has changed. You will be asked before it is overwritten.");
  } else if (row.hasAttribute("data-node") === now.hasAttribute("data-node")) {
    what(row).replaceWith(what(now));
  } else {
    const hadFocus = row.contains(document.activeElement);
    row.replaceWith(now);
    if (hadFocus) link(now).focus();
    row = now;
  }
  mark(row);
};

const remove = (row) => {
  // A row that is being edited stays until the user closes its form.
  if (form(row)) return note(row, "This value was deleted. You will be asked before it is written again.");
  const hadFocus = row.contains(document.activeElement);
  const next = row.nextElementSibling ?? row.previousElementSibling;
  row.remove();
  if (hadFocus) (next?.querySelector("a") ?? document.querySelector("main")).focus();
};

/** The path of a row that the user has just made, and that gets the focus when it arrives soon. */
let expected = null;
const focusSoon = (path) => {
  const there = [...data.querySelectorAll("[data-row]")].find((row) => pathOf(row) === path);
  if (there) return link(there).focus();
  expected = path;
  setTimeout(() => { if (expected === path) expected = null; }, markTime);
};

/** Replaces the rows after one key, up to and including another, with the current ones. */
const reconcile = (list, after, until, now) => {
  const isMeant = (row) => (after === null || compare(row.key, after) > 0) && (until === null || compare(row.key, until) <= 0);
  const keys = new Set(now.map((row) => row.key));
  for (const row of rowsOf(list)) if (isMeant(row) && !keys.has(row.key)) remove(row);
  let next = rowsOf(list).find(isMeant) ?? rowsOf(list).find((row) => after !== null && compare(row.key, after) > 0) ?? moreOf(list);
  for (const row of now) {
    while (next?.key !== undefined && compare(next.key, row.key) < 0) next = next.nextElementSibling;
    if (next?.key === row.key) {
      const following = next.nextElementSibling;
      update(next, row);
      next = following;
    } else {
      list.insertBefore(row, next ?? null);
      mark(row);
      if (pathOf(row) === expected) {
        expected = null;
        link(row).focus();
      }
    }
  }
};

const refresh = async (list, after, until) => {
  for (let from = after; ;) {
    const { rows, more } = await load(list.path, from, until);
    if (!list.isConnected) return;
    const last = more && rows.length ? rows.at(-1).key : until;
    // Only one part of the rows added at the end is loaded. The rest stays behind the "Load more" link.
    const isEnd = more && until === null;
    reconcile(list, from, isEnd ? null : last, rows);
    if (isEnd) setMore(list, more);
    if (!more || isEnd) return;
    from = last;
  }
};

/** Reloads the rows around the given keys, or all rows. */
const follow = async (list, keys) => {
  let rows = rowsOf(list);
  if (keys === null) {
    const until = moreOf(list) && rows.length ? rows.at(-1).key : null;
    return refresh(list, list.start, until);
  }
  let done = null;
  for (const key of [...keys].sort(compare)) {
    if (done !== null && compare(key, done) <= 0) continue;
    rows = rowsOf(list);
    const found = rows.findIndex((row) => compare(row.key, key) >= 0);
    const index = found < 0 ? rows.length : found;
    const isBeyond = found < 0 && moreOf(list) || list.start !== null && compare(key, list.start) <= 0;
    if (isBeyond && rows.length) continue;
    const first = Math.max(0, index - around);
    const last = Math.min(rows.length - 1, index + around);
    const until = last === rows.length - 1 && !moreOf(list) ? null : rows[last]?.key ?? null;
    await refresh(list, first > 0 ? rows[first - 1].key : list.start, until);
    if (until === null) return;
    done = until;
  }
};

const lists = () => [data.querySelector("[data-list]"), ...data.querySelectorAll("[data-list] .tree")];

const apply = async (paths) => {
  const changes = paths.map(partsOf);
  for (const list of lists()) {
    if (!list.isConnected) continue;
    const own = partsOf(list.path);
    const near = changes.filter((parts) => own.every((part, index) => index >= parts.length || parts[index] === part));
    if (near.length === 0) continue;
    const isWhole = near.some((parts) => parts.length <= own.length);
    await follow(list, isWhole ? null : new Set(near.map((parts) => parts[own.length])));
  }
};

const waiting = new Set();
/** The number of change messages received. */
let heard = 0;
/** Schedules a reload if a change message arrived while rows were loading: the rows may be older than the change. */
const askAgain = (list, before) => {
  if (heard === before) return;
  waiting.add(list.path);
  work();
};
let isBusy = false;
const work = async () => {
  if (isBusy) return;
  isBusy = true;
  try {
    while (waiting.size) {
      await new Promise((done) => setTimeout(done, pause));
      const paths = [...waiting];
      waiting.clear();
      await apply(paths);
    }
  } catch (error) {
    say(error instanceof Error ? error.message : "The server isn’t responding. Live updates resume when it is back.");
  } finally {
    isBusy = false;
  }
};

let source = null;
let again;
const listen = () => {
  clearTimeout(again);
  source = new EventSource(events);
  // Catches up with changes from before the stream was open.
  source.onopen = () => { say(""); waiting.add(place); work(); };
  source.onmessage = (event) => {
    heard += 1;
    for (const path of JSON.parse(event.data)) waiting.add(path);
    work();
  };
  source.addEventListener("end", () => { source.close(); say(signedOut); });
  source.onerror = () => {
    say("Live updates are interrupted. Reconnecting…");
    if (source.readyState !== EventSource.CLOSED) return;
    again = setTimeout(listen, 5000);
  };
};
// A browser limits the connections to one server, so hidden pages close theirs.
const lookOrLeave = () => {
  clearTimeout(again);
  source?.close();
  if (document.visibilityState === "visible") listen();
};

// MARK: Input

data.addEventListener("click", async (event) => {
  const target = event.target.closest("a, button");
  if (!target || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const row = target.closest("[data-row]");
  if (row) complainBelow(row);
  try {
    if (target.matches(".toggle")) {
      await toggle(row);
    } else if (target.matches("[data-more]")) {
      event.preventDefault();
      await showMore(target.closest("ul"));
    } else if (target.matches("[data-change]")) {
      event.preventDefault();
      await open(row, "edit", target);
    } else if (target.matches("[data-whole]")) {
      event.preventDefault();
      await showWhole(row, target);
    } else if (target.matches("[data-deed=delete]")) {
      // The second click of a double click must not delete another row.
      target.disabled = true;
      try { await erase(row, target); } finally { target.disabled = false; }
    } else if (target.matches("[data-deed]")) {
      await open(row, target.dataset.deed, target);
    }
  } catch (error) {
    const words = error instanceof Error ? error.message : silent;
    if (row?.isConnected) complainBelow(row, words); else say(words);
  }
});

document.addEventListener("submit", async (event) => {
  if (event.defaultPrevented || !event.target.matches("form[data-edit], form.inplace")) return;
  const row = event.target.closest("[data-row]");
  const hasFile = !row && event.target.querySelector("[data-chosen]")?.files.length > 0;
  if (!row && !hasFile) return;
  event.preventDefault();
  try {
    await (row ? save(row) : upload(event.target));
  } catch (error) {
    const words = error instanceof Error ? error.message : silent;
    if (row && form(row)) note(row, words); else complain(event.target, words);
  }
});

data.addEventListener("keydown", (event) => {
  const row = event.target.closest?.("[data-row]");
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("form")) {
    if (event.key === "Escape") leave(row);
    else if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea") && event.target.rows === 1) {
      event.preventDefault();
      form(row).requestSubmit();
    }
    return;
  }
  const rows = [...data.querySelectorAll("[data-row]")];
  const index = rows.indexOf(row);
  const isOpen = inner(row) !== null;
  const go = (to) => { if (to) { event.preventDefault(); link(to).focus(); } };
  switch (event.key) {
    case "ArrowDown": return go(rows[index + 1]);
    case "ArrowUp": return go(rows[index - 1]);
    case "Home": return go(rows[0]);
    case "End": return go(rows.at(-1));
    case "ArrowRight":
      if (isOpen) return go(inner(row).querySelector("[data-row]"));
      if (row.hasAttribute("data-node")) { event.preventDefault(); toggle(row).catch(() => say(silent)); }
      return;
    case "F2": case "Delete": {
      const button = line(row).querySelector(`[data-deed=${event.key === "F2" ? "rename" : "delete"}]`);
      if (event.target !== link(row) || !button) return;
      event.preventDefault();
      return button.click();
    }
    case "ArrowLeft":
      if (isOpen) { event.preventDefault(); toggle(row); } else go(row.parentElement.closest("[data-row]"));
  }
});

const root = data.querySelector("[data-list]");
root.path = place;
root.start = new URLSearchParams(location.search).get("after");
for (const row of root.querySelectorAll("[data-row]")) dress(row);
for (const picker of document.querySelectorAll("[data-picker]")) picker.hidden = false;
document.addEventListener("visibilitychange", lookOrLeave);
lookOrLeave();
