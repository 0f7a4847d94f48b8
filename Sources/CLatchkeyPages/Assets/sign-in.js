// For the pages of a site: signs users in at the server's sign-in page and returns them to the site.
//
//     import { signIn, handleReturn } from "https://auth.example.org/__/auth/sign-in.js";
//     const user = await handleReturn();               // the user who has just signed in, or null
//     button.onclick = () => signIn({ apiKey: "..." });
//
// The code in the return URL cannot be exchanged without the verifier, which stays in the session storage of this tab (RFC 7636).

const kept = (state) => `latchkey:sign-in:${state}`;

/** A failed sign-in. `code` is the error code of the server, for example `INVALID_SIGN_IN_CODE`, or `NETWORK`. */
export class SignInError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "SignInError";
    this.code = code;
  }
}

/**
 * Opens the sign-in page. The user returns to `continueUrl`, by default the current page. Its host must be one of the authorized domains
 * of the project.
 *
 * @param {{apiKey: string, continueUrl?: string, lang?: string, tenantId?: string, server?: string}} options
 */
export async function signIn({ apiKey, continueUrl, lang, tenantId, server = new URL(import.meta.url).origin }) {
  if (!apiKey) throw new SignInError("MISSING_API_KEY", "The apiKey of the project is missing.");
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
 * Completes a sign-in. Call it when the page at `continueUrl` loads. It removes the code from the URL and exchanges it for tokens.
 *
 * @returns {Promise<{idToken: string, refreshToken: string, localId: string, email: ?string, expiresIn: number} | null>} null if
 *     the page load is not the return from a sign-in that this tab began.
 * @throws {SignInError}
 */
export const handleReturn = () => complete();

/** `isOwn` tells from the options of a sign-in whether to complete it. */
async function complete(isOwn = () => true) {
  const query = new URL(location.href).searchParams;
  const [code, state] = [query.get("code"), query.get("state")];
  const began = code && state && sessionStorage.getItem(kept(state));
  if (!began) {
    // The sign-in began in another tab, as with e-mail links. Only that tab can exchange the code, so the code is removed from the URL.
    if (code && /^[\w-]{43}$/.test(state ?? "")) history.replaceState(history.state, "", clean(location.href));
    return null;
  }
  const { verifier, ...options } = JSON.parse(began);
  if (!isOwn(options)) return null;
  sessionStorage.removeItem(kept(state));
  history.replaceState(history.state, "", clean(location.href));
  const reply = await call("v1/accounts:signInWithCode", options, { code, codeVerifier: verifier, returnSecureToken: true });
  const { idToken, refreshToken, localId, email = null, expiresIn } = reply;
  return { idToken, refreshToken, localId, email, expiresIn: Number(expiresIn) };
}

/** `<latchkey-sign-in api-key="..." lang="de">Anmelden</latchkey-sign-in>`: a button that calls `signIn`. */
export class LatchkeySignIn extends HTMLElement {
  connectedCallback() {
    if (this.querySelector("button")) return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...(this.textContent.trim() ? this.childNodes : ["Sign in"]));
    button.addEventListener("click", () => {
      const [apiKey, continueUrl, lang, tenantId] = ["api-key", "continue-url", "lang", "tenant-id"].map((name) => this.getAttribute(name));
      signIn({ apiKey, continueUrl, lang, tenantId }).catch((error) => this.dispatchEvent(new ErrorEvent("error", { error, message: error.message })));
    });
    this.replaceChildren(button);
  }
}
if (!customElements.get("latchkey-sign-in")) customElements.define("latchkey-sign-in", LatchkeySignIn);

/** Makes a call of the server within 20 seconds. It is finished even if the page is left meanwhile. */
async function call(path, { server, apiKey, tenantId }, body) {
  let answer, reply;
  try {
    answer = await fetch(`${server}/${path}?key=${encodeURIComponent(apiKey)}`, {
      method: "POST", headers: { "content-type": "application/json" }, credentials: "omit", keepalive: true,
      signal: AbortSignal.timeout(20_000), body: JSON.stringify({ ...body, tenantId }),
    });
    reply = await answer.json();
  } catch {
    throw new SignInError("NETWORK", "The server cannot be reached.");
  }
  if (!answer.ok) {
    const message = reply.error?.message ?? "";
    throw new SignInError(message.split(" : ")[0], message);
  }
  return reply;
}

/** The URL without the parameters that a sign-in added. The rest is unchanged, byte for byte. */
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
