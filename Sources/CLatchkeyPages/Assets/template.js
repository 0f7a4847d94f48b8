// A live preview of a message template. Without this script, a button shows the preview.

const form = document.querySelector("[data-template]");
const state = form.querySelector("[data-state]");
const stage = document.querySelector("[data-stage]");
const subject = document.querySelector("[data-subject]");
const text = document.querySelector("[data-text]");
const pause = 300;
let asked = 0;
let timer;

form.querySelector("[data-show]").hidden = true;

const say = (words) => { if (state.textContent !== words) state.textContent = words; };

const words = () => {
  const body = new URLSearchParams();
  for (const name of ["csrf", "lang", "subject", "text", "html"]) body.set(name, form.elements[name]?.value ?? "");
  return body;
};

/** Posts the template into a new frame, which replaces the old one once it has loaded. This avoids flicker and adds no entry to the browser
    history. */
const draw = (body, mine) => {
  if (!stage) return;
  const old = stage.querySelector("iframe");
  const frame = old.cloneNode();
  frame.removeAttribute("src");
  frame.name = `preview-${mine}`;
  frame.classList.add("next");
  for (const waiting of stage.querySelectorAll(".next")) waiting.remove();
  stage.append(frame);
  const sender = document.createElement("form");
  sender.method = "post";
  sender.action = form.dataset.frame;
  sender.target = frame.name;
  sender.hidden = true;
  for (const [name, value] of body) {
    const field = document.createElement("textarea");
    field.name = name;
    field.value = value;
    sender.append(field);
  }
  frame.addEventListener("load", () => {
    frame.classList.remove("next");
    for (const former of stage.querySelectorAll("iframe")) if (former !== frame && !former.matches(".next")) former.remove();
  }, { once: true });
  document.body.append(sender);
  sender.submit();
  sender.remove();
};

const check = async () => {
  asked += 1;
  const mine = asked;
  const body = words();
  let checked;
  try {
    const answer = await fetch(form.dataset.check, { method: "POST", body });
    if (answer.redirected || !(answer.headers.get("content-type") ?? "").startsWith("application/json")) {
      if (mine === asked) say("The template could not be checked. It may be too long, or your session may have expired. Copy your changes and reload the page.");
      return;
    }
    checked = await answer.json();
  } catch {
    if (mine === asked) say("The server isn’t responding. Your changes are still here and are checked again when you type.");
    return;
  }
  // A newer check is under way.
  if (mine !== asked) return;
  if (checked.problem) {
    say(checked.problem);
    return;
  }
  say("The template is valid.");
  subject.textContent = checked.subject;
  text.textContent = checked.text;
  draw(body, mine);
};

form.addEventListener("input", () => {
  clearTimeout(timer);
  // Discards the response to a check of the previous content.
  asked += 1;
  timer = setTimeout(check, pause);
});

// The user may have typed before this script ran, and some browsers restore the content of a form.
const changed = (field) => field && field.value !== field.defaultValue;
if (["subject", "text", "html"].some((name) => changed(form.elements[name]))) check();
