// The secret of an administrator's link stands behind its #, which browsers send to no server. It moves into the form, and out of
// the address, where it would stay in the history. Behind an invitation's secret stands whose it is, for programs that keep passwords.
const field = document.querySelector("[data-secret]");
const takeSecret = () => {
  if (!field || location.hash.length < 2) return;
  const [secret, email] = location.hash.slice(1).split("&");
  field.value = secret;
  history.replaceState(null, "", location.pathname);
  const whose = document.querySelector("[data-whose]");
  if (whose && email) {
    whose.querySelector("input").value = decodeURIComponent(email);
    whose.hidden = false;
  }
};
takeSecret();
// The link opened again in the tab that shows the form.
window.addEventListener("hashchange", takeSecret);
