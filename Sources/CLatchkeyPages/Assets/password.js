// Shows what is typed into a password field. The buttons are hidden in the page, because they need this script.
"use strict";
(() => {
  for (const button of document.querySelectorAll(".show")) {
    const field = button.parentElement.querySelector("input");
    const show = (shown) => {
      field.type = shown ? "text" : "password";
      button.setAttribute("aria-pressed", String(shown));
    };
    // Some browsers send the text of other fields to a spelling service.
    field.spellcheck = false;
    field.autocapitalize = "off";
    button.hidden = false;
    button.addEventListener("click", () => show(field.type === "password"));
    // Browsers offer to store the text of a password field only, and store that of other fields for completion.
    field.form.addEventListener("submit", () => show(false));
  }
})();
