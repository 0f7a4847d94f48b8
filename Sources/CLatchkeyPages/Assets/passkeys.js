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
    get: async (options, more) => {
      const used = await navigator.credentials.get({ publicKey: options, ...more });
      return [used, {
        authenticatorData: text(used.response.authenticatorData),
        signature: text(used.response.signature),
        userHandle: text(used.response.userHandle),
      }];
    },
  };
  const request = async (form) => {
    const answer = await fetch(form.dataset.options, {
      method: "POST", body: new URLSearchParams({ csrf: form.elements.csrf.value }), credentials: "same-origin",
    });
    const options = await answer.json();
    if (!answer.ok) throw new Error(options.message);
    options.challenge = bytes(options.challenge);
    return options;
  };
  const run = async (form, options, more) => {
    const [credential, response] = await ceremonies[form.dataset.passkey](options, more);
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
  // A challenge is valid for five minutes (`PasskeyChallenge.lifetimeSeconds`).
  const replacedAfterMilliseconds = 240_000;
  let offered;
  const whenVisible = () => new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener("visibilitychange", resolve, { once: true });
  });
  // Offers passkeys in the completion of the field for the address (WebAuthn Level 3, conditional mediation). The request waits until the
  // user selects a passkey there. Its challenge is replaced before it expires, while the page is visible.
  const offer = async (form) => {
    if (!document.querySelector("input[autocomplete~=webauthn]") || !PublicKeyCredential.isConditionalMediationAvailable) return;
    if (!await PublicKeyCredential.isConditionalMediationAvailable()) return;
    const own = offered = new AbortController();
    while (offered === own) {
      const options = await request(form);
      if (offered !== own) return;
      const round = new AbortController();
      own.signal.addEventListener("abort", () => round.abort(), { once: true });
      const timer = setTimeout(() => whenVisible().then(() => round.abort()), replacedAfterMilliseconds);
      try {
        return await run(form, options, { mediation: "conditional", signal: round.signal });
      } catch (problem) {
        if (!round.signal.aborted) throw problem;
      } finally {
        clearTimeout(timer);
      }
    }
  };
  // The page works without this offer, so the user is not told about a failure.
  const offerQuietly = (form) => offer(form).catch(() => {});
  const withdraw = () => {
    if (offered) offered.abort();
    offered = undefined;
  };
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    form.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const button = form.querySelector("button");
      button.disabled = true;
      // Browsers handle one request at a time.
      withdraw();
      request(form).then((options) => run(form, options)).catch((problem) => {
        say(form, problem);
        if (form.dataset.passkey === "get") offerQuietly(form);
      }).finally(() => { button.disabled = false; });
    });
    if (form.dataset.passkey === "get") offerQuietly(form);
  }
})();
