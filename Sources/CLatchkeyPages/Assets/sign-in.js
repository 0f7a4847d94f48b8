// For pages of a site: signs people in at the server's sign-in page and brings them back.
//
//     import { signIn, handleReturn } from "https://auth.example.org/__/auth/sign-in.js";
//     const user = await handleReturn();               // who has just come back, or null
//     button.onclick = () => signIn({ apiKey: "..." });
//
// The code in the address on the way back is worth nothing without the verifier, which stays in this tab's session storage (RFC 7636).

const kept = (state) => `latchkey:sign-in:${state}`;

/** Why a sign-in did not work: `code` is the server's, for example `INVALID_SIGN_IN_CODE`, or `NETWORK`. */
export class SignInError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "SignInError";
    this.code = code;
  }
}

/**
 * Goes to the sign-in page. The person returns to `continueUrl`, this page unless another is named, whose host has to be among the
 * project's authorized domains.
 *
 * @param {{apiKey: string, continueUrl?: string, lang?: string, tenantId?: string, server?: string}} options
 */
export async function signIn({ apiKey, continueUrl, lang, tenantId, server = new URL(import.meta.url).origin }) {
  if (!apiKey) throw new SignInError("MISSING_API_KEY", "signIn needs the apiKey of the project.");
  const [verifier, state] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
  const page = new URL("/sign-in", server);
  const parameters = {
    apiKey, tenantId, lang, state, continueUrl: new URL(continueUrl ?? clean(location.href), location.href).href,
    code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) if (value) page.searchParams.set(name, value);
  sessionStorage.setItem(kept(state), JSON.stringify({ verifier, apiKey, tenantId, server }));
  location.assign(page);
}

/**
 * Call it when a page loads to which people return. It takes the code out of the address and exchanges it.
 *
 * @returns {Promise<{idToken: string, refreshToken: string, localId: string, email: ?string, expiresIn: number} | null>} null where
 *     nobody comes back from a sign-in that this tab began.
 * @throws {SignInError}
 */
export async function handleReturn() {
  const query = new URL(location.href).searchParams;
  const [code, state] = [query.get("code"), query.get("state")];
  const began = code && state && sessionStorage.getItem(kept(state));
  if (!began) {
    // Begun in another tab, as links in mails are opened: the code can be exchanged there alone, and is not to stay in the address.
    if (code && /^[\w-]{43}$/.test(state ?? "")) history.replaceState(history.state, "", clean(location.href));
    return null;
  }
  sessionStorage.removeItem(kept(state));
  history.replaceState(history.state, "", clean(location.href));
  const { verifier, apiKey, tenantId, server } = JSON.parse(began);
  let answer, reply;
  try {
    answer = await fetch(`${server}/v1/accounts:signInWithCode?key=${encodeURIComponent(apiKey)}`, {
      method: "POST", headers: { "content-type": "application/json" }, credentials: "omit",
      body: JSON.stringify({ code, codeVerifier: verifier, tenantId, returnSecureToken: true }),
    });
    reply = await answer.json();
  } catch {
    throw new SignInError("NETWORK", "The server cannot be reached.");
  }
  if (!answer.ok) {
    const message = reply.error?.message ?? "";
    throw new SignInError(message.split(" : ")[0], message);
  }
  return {
    idToken: reply.idToken, refreshToken: reply.refreshToken, localId: reply.localId, email: reply.email ?? null,
    expiresIn: Number(reply.expiresIn),
  };
}

/** `<latchkey-sign-in api-key="..." lang="de">Anmelden</latchkey-sign-in>`: a button that calls `signIn`. */
export class LatchkeySignIn extends HTMLElement {
  connectedCallback() {
    if (this.querySelector("button")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...(this.textContent.trim() ? this.childNodes : ["Sign in"]));
    button.addEventListener("click", () => {
      signIn({
        apiKey: this.getAttribute("api-key"), continueUrl: this.getAttribute("continue-url") ?? undefined,
        lang: this.getAttribute("lang") ?? undefined, tenantId: this.getAttribute("tenant-id") ?? undefined,
      }).catch((error) => this.dispatchEvent(new ErrorEvent("error", { error, message: error.message })));
    });
    this.replaceChildren(button);
  }
}
if (!customElements.get("latchkey-sign-in")) customElements.define("latchkey-sign-in", LatchkeySignIn);

/** The address without what a sign-in added to it; the rest stays as it was written. */
function clean(address) {
  const [, front, query, fragment] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address);
  const rest = (query ?? "").split("&").filter((pair) => pair && !/^(code|state)(=|$)/.test(pair)).join("&");
  return front + (rest && `?${rest}`) + (fragment ?? "");
}

function randomText() {
  return base64url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64url(bytes) {
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}
