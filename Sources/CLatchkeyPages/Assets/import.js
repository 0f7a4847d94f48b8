// Reads a file of users in the browser and sends them in parts. A part without a response is sent again: users that the server had already
// imported are reported as unchanged.

const form = document.querySelector("[data-import]");
const report = document.querySelector("[data-report]");
const find = (name) => report.querySelector(`[data-${name}]`);
const button = form.querySelector("button.primary");
const stop = form.querySelector("[data-stop]");

const maxFileBytes = 64 * 1024 * 1024;
const maxUsers = 250;
const maxCharacters = 200_000;
const maxRowsShown = 500;

/** An error that the user can fix, with a message for them. */
class Problem extends Error {}

const read = async (file) => {
  if (!file) throw new Problem("Choose a file first.");
  if (file.size > maxFileBytes) throw new Problem("This file is larger than 64 MB. Use latchkey users import instead.");
  let tree;
  try {
    tree = JSON.parse(await file.text());
  } catch (error) {
    throw new Problem(`This file is not valid JSON: ${error.message}`);
  }
  const users = Array.isArray(tree) ? tree : tree?.users;
  if (!Array.isArray(users)) throw new Problem("This file has no “users” array.");
  if (users.length === 0) throw new Problem("This file contains no users.");
  return users.map((user) => JSON.stringify(user));
};

/** The end index of the part that starts at an index. */
const partFrom = (users, start) => {
  let end = start;
  let characters = 0;
  while (end < users.length && end - start < maxUsers && (end === start || characters + users[end].length <= maxCharacters)) {
    characters += users[end].length;
    end += 1;
  }
  return end;
};

const pause = (seconds) => new Promise((over) => { setTimeout(over, seconds * 1000); });

const send = async (users) => {
  const body = new URLSearchParams({ csrf: form.csrf.value, users: users.join("\n"), hashConfig: form.hashConfig.value.trim() });
  if (form.overwrite.checked) body.set("overwrite", "yes");
  for (let attempt = 1; ; attempt += 1) {
    let answer;
    try {
      answer = await fetch(form.action, { method: "POST", body, redirect: "manual", signal: AbortSignal.timeout(120_000) });
    } catch {
      if (attempt < 3) { await pause(attempt); continue; }
      throw new Problem("The server isn’t responding. Users sent so far are kept. Resume when it is back.");
    }
    if ((answer.status === 429 || answer.status === 503) && attempt < 10) {
      await pause(Number(answer.headers.get("Retry-After")) || attempt);
      continue;
    }
    if (answer.ok) return answer.json();
    if (answer.status === 400) throw new Problem((await answer.json()).message);
    if (answer.type === "opaqueredirect" || answer.status === 403) {
      throw new Problem("You are no longer signed in as an editor. Sign in in another tab, then resume.");
    }
    throw new Problem(`The server could not import these users (status ${answer.status}). See its log for the cause.`);
  }
};

/** The state of an import: what was sent, and the results. */
const begin = (users) => ({ users, at: 0, sums: { created: 0, replaced: 0, unchanged: 0, kept: 0, refused: 0 }, rows: [], stopped: false });

const describe = (line) => {
  const user = JSON.parse(line);
  return user?.email ?? user?.phoneNumber ?? user?.localId ?? "";
};

const showRow = ({ row, user, message }) => {
  const line = document.createElement("tr");
  for (const text of [String(row), user, message]) {
    const cell = line.appendChild(document.createElement("td"));
    cell.appendChild(document.createElement("bdi")).textContent = text;
  }
  find("rows").hidden = false;
  find("rows").querySelector("tbody").append(line);
};

const names = { created: "created", replaced: "replaced", unchanged: "unchanged", kept: "kept (differs from the file)", refused: "rejected" };

const show = (job, ended) => {
  find("progress").max = job.users.length;
  find("progress").value = job.at;
  const sums = Object.entries(job.sums).filter(([, count]) => count > 0).map(([name, count]) => `${count} ${names[name]}`);
  const state = `${job.at} of ${job.users.length} users sent${sums.length > 0 ? ": " + sums.join(", ") : ""}.`;
  find("state").textContent = ended ? `${state} ${job.at === job.users.length ? "Done." : "Stopped."}` : state;
};

const run = async (job) => {
  report.hidden = false;
  find("problem").hidden = find("goon").hidden = true;
  button.disabled = true;
  button.ariaBusy = "true";
  stop.hidden = false;
  job.stopped = false;
  stop.onclick = () => { job.stopped = true; };
  try {
    while (job.at < job.users.length && !job.stopped) {
      show(job, false);
      const end = partFrom(job.users, job.at);
      const answer = await send(job.users.slice(job.at, end));
      for (const name of Object.keys(job.sums)) job.sums[name] += answer[name];
      for (const { index, message } of answer.rows) {
        const row = { row: job.at + index + 1, user: describe(job.users[job.at + index]), message };
        job.rows.push(row);
        if (job.rows.length <= maxRowsShown) showRow(row);
      }
      job.at = end;
    }
  } catch (error) {
    find("problem").textContent = error instanceof Problem ? error.message : `Import failed: ${error.message}`;
    find("problem").hidden = false;
  }
  show(job, true);
  button.disabled = false;
  button.ariaBusy = null;
  stop.hidden = true;
  const isOpen = job.at < job.users.length;
  find("goon").hidden = !isOpen;
  find("goon").querySelector("button").onclick = () => run(job);
  const whole = new Blob([JSON.stringify({ ...job.sums, sent: job.at, users: job.users.length, rows: job.rows }, null, 2)], { type: "application/json" });
  find("save").hidden = false;
  find("save").querySelector("a").href = URL.createObjectURL(whole);
};

button.disabled = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  find("rows").hidden = true;
  find("rows").querySelector("tbody").replaceChildren();
  try {
    await run(begin(await read(form.file.files[0])));
  } catch (error) {
    report.hidden = false;
    find("state").textContent = "Nothing was sent.";
    find("problem").textContent = error.message;
    find("problem").hidden = false;
  }
});

window.addEventListener("beforeunload", (event) => {
  if (!stop.hidden) event.preventDefault();
});
