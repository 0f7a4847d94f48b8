// The secret of an administrator's link is in its fragment, which browsers do not send to the server. This script moves it into the form
// and removes it from the URL, so that it does not stay in the history. In an invitation, the e-mail address follows the secret, for
// password managers.
const field = document.querySelector("[data-secret]");
const takeSecret = () => {
  if (!field || location.hash.length < 2) return;
  const [secret, email] = location.hash.slice(1).split("&");
  field.value = secret;
  history.replaceState(null, "", location.pathname + location.search);
  const whose = document.querySelector("[data-whose]");
  if (whose && email) {
    whose.querySelector("input").value = decodeURIComponent(email);
    whose.hidden = false;
  }
};
takeSecret();
// The user opened the link again in the tab that shows the form.
window.addEventListener("hashchange", takeSecret);
