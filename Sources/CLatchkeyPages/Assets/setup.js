// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

// The secret of an administrator's link stands behind its #, which browsers send to no server. It moves into the form, and out of
// the address, where it would stay in the history.
const field = document.querySelector("[data-secret]");
const takeSecret = () => {
  if (!field || location.hash.length < 2) return;
  field.value = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
};
takeSecret();
// The link opened again in the tab that shows the form.
window.addEventListener("hashchange", takeSecret);
