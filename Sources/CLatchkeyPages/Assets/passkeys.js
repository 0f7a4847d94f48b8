// Passes passkeys between the server and the browser. Forms that need it are hidden in the page: `data-passkey` names the ceremony,
// `data-options` the URL of its options. Without this script, the pages work without passkeys.
"use strict";
(() => {
  if (!window.PublicKeyCredential || !navigator.credentials) return;
  const bytes = (text) => {
    const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  };
  const text = (buffer) => {
    if (!buffer) return undefined;
    const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
    return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  };
  const ceremonies = {
    create: async (options) => {
      options.user.id = bytes(options.user.id);
      options.excludeCredentials = (options.excludeCredentials || []).map((known) => ({ ...known, id: bytes(known.id) }));
      const made = await navigator.credentials.create({ publicKey: options });
      return [made, {
        attestationObject: text(made.response.attestationObject),
        transports: made.response.getTransports ? made.response.getTransports() : undefined,
      }];
    },
    get: async (options) => {
      const used = await navigator.credentials.get({ publicKey: options });
      return [used, {
        authenticatorData: text(used.response.authenticatorData),
        signature: text(used.response.signature),
        userHandle: text(used.response.userHandle),
      }];
    },
  };
  const run = async (form) => {
    const answer = await fetch(form.dataset.options, {
      method: "POST", body: new URLSearchParams({ csrf: form.elements.csrf.value }), credentials: "same-origin",
    });
    const options = await answer.json();
    if (!answer.ok) throw new Error(options.message);
    options.challenge = bytes(options.challenge);
    const [credential, response] = await ceremonies[form.dataset.passkey](options);
    response.clientDataJSON = text(credential.response.clientDataJSON);
    form.elements.credential.value = JSON.stringify({ id: credential.id, rawId: text(credential.rawId), type: credential.type, response });
    form.submit();
  };
  const say = (form, problem) => {
    const place = form.querySelector("[role=alert]");
    place.textContent = {
      NotAllowedError: place.dataset.cancelled,
      InvalidStateError: place.dataset.known,
      SecurityError: place.dataset.forbidden,
    }[problem.name] || problem.message || place.dataset.failed;
    place.hidden = false;
  };
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      button.disabled = true;
      run(form).catch((problem) => say(form, problem)).finally(() => { button.disabled = false; });
    });
  }
})();
