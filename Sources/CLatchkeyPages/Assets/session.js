// For the pages of a site: keeps the user of sign-in.js signed in, over reloads and in several tabs. It is served in one file with sign-in.js.
//
//     import { Session } from "https://auth.example.org/__/auth/sign-in.js";
//     const session = new Session({ apiKey: "...", storage: "local" });
//     session.onChange((user) => show(user));      // now, and at each change
//     await session.handleReturn();
//     fetch("/api", { headers: { authorization: `Bearer ${await session.getIdToken()}` } });

/** The errors after which the user is signed out. After all others, the session may still exist. */
const endings = ["TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "USER_DISABLED"];

/**
 * The session of a site in this browser. The constructor restores it.
 *
 * @param {{apiKey: string, storage?: "memory" | "session" | "local", lang?: string, tenantId?: string, server?: string}} options
 *     `storage`: where the tokens are kept. In memory, which is the default, they are lost with the page. If the browser blocks the
 *     storage, memory is used.
 */
export class Session {
  #options;
  #key;
  #storage;
  #memory = null;
  #user = null;
  #callbacks = new Set();
  #renewal;
  #timer;
  #failures = 0;

  constructor({ server = new URL(import.meta.url).origin, storage = "memory", ...options }) {
    if (!options.apiKey) throw new SignInError("MISSING_API_KEY", "The apiKey of the project is missing.");
    if (!/^(memory|session|local)$/.test(storage)) throw new SignInError("INVALID_STORAGE", "storage is memory, session or local.");
    this.#options = { ...options, server };
    this.#key = keyOf(this.#options);
    try {
      // Undefined for memory.
      this.#storage = window[`${storage}Storage`];
    } catch {
      // The browser blocks it.
    }
    // Another tab changed the storage, perhaps while this page was in the cache of the Back button.
    for (const event of ["storage", "pageshow"]) addEventListener(event, () => this.#changed());
    this.#changed();
  }

  /** The user who is signed in: `{ localId, email, emailVerified, displayName, photoURL }`, or null. */
  get currentUser() {
    return this.#user;
  }

  /** The URL of the page on which users manage their account. */
  get accountURL() {
    const { server, ...parameters } = this.#options;
    const page = new URL("/account", server);
    for (const [name, value] of Object.entries(parameters)) if (value) page.searchParams.set(name, value);
    return page.href;
  }

  /** Calls back with the current user, and after each change. Returns a function that ends this. */
  onChange(callback) {
    this.#callbacks.add(callback);
    callback(this.#user);
    return () => this.#callbacks.delete(callback);
  }

  /** Opens the sign-in page, as `signIn` does. */
  signIn(options) {
    return signIn({ ...this.#options, ...options });
  }

  /** Completes a sign-in of the same project and tenant, as `handleReturn` does, and keeps its session. Returns the current user. */
  async handleReturn() {
    const user = await complete((options) => keyOf(options) === this.#key);
    if (user) this.#keep(user);
    return this.#user;
  }

  /**
   * Returns an ID token that is valid for some minutes, or null if no user is signed in.
   *
   * @param {boolean=} renew Whether to get a new one in any case, for example after a change of the account.
   * @throws {SignInError} `NETWORK` if the token has expired and the server cannot be reached.
   */
  async getIdToken(renew) {
    const kept = this.#read();
    if (!kept || (!renew && isAhead(kept.renewAt))) return kept?.idToken ?? null;
    try {
      // A renewal that already runs may have begun before the change.
      if (renew) await this.#renewal?.catch(() => {});
      return (await this.#renew(renew))?.idToken ?? null;
    } catch (error) {
      if (renew || !isAhead(kept.expiresAt)) throw error;
      return kept.idToken;
    }
  }

  /** Signs the user out here at once, and ends the session at the server if it can be reached. */
  async signOut() {
    const kept = this.#read();
    this.#keep();
    if (!kept) return;
    try {
      const { idToken } = isAhead(kept.expiresAt) ? kept : await this.#exchange(kept);
      await call("v2/accounts/sessions:end", this.#options, { idToken });
    } catch {
      // The session has ended already, or ends as every other session does.
    }
  }

  /** Renews the token once for all callers of all tabs, if it is time, or in any case. */
  #renew(always) {
    const renew = async () => {
      const kept = this.#read();
      if (!kept || (!always && isAhead(kept.renewAt))) return kept;
      const renewed = await this.#exchange(kept).catch((error) => {
        if (!endings.includes(error.code)) throw error;
      });
      this.#failures = 0;
      // Another tab may have signed out, or signed in, in the meantime.
      if (this.#read()?.refreshToken === kept.refreshToken) this.#keep(renewed);
      return this.#read();
    };
    // Browsers share locks among the tabs of an origin. Without them (over http), each tab renews on its own.
    return this.#renewal ??= (navigator.locks?.request(this.#key, renew) ?? renew()).finally(() => this.#renewal = undefined);
  }

  async #exchange({ refreshToken }) {
    const reply = await call("v1/token", this.#options, { grant_type: "refresh_token", refresh_token: refreshToken });
    return { idToken: reply.id_token, refreshToken: reply.refresh_token, expiresIn: reply.expires_in };
  }

  /** Keeps the tokens, or signs out without them. An ID token is renewed when it has five minutes left, or half of its life. */
  #keep({ idToken, refreshToken, expiresIn } = {}) {
    const end = (seconds) => Date.now() + seconds * 1000;
    const kept = idToken
      ? { idToken, refreshToken, renewAt: end(Math.max(expiresIn - 300, expiresIn / 2)), expiresAt: end(expiresIn) } : null;
    this.#memory = kept;
    try {
      if (kept) this.#storage?.setItem(this.#key, JSON.stringify(kept));
      else this.#storage?.removeItem(this.#key);
    } catch {
      // The storage is full. It must not restore an earlier user.
      this.#storage.removeItem(this.#key);
      this.#storage = null;
    }
    this.#changed();
  }

  /** Returns the tokens; null if there are none, or the storage has something else. */
  #read() {
    if (!this.#storage) return this.#memory;
    try {
      const kept = JSON.parse(this.#storage.getItem(this.#key));
      return typeof kept.refreshToken === "string" && userOf(kept).localId ? kept : null;
    } catch {
      return null;
    }
  }

  #changed() {
    const kept = this.#read();
    const user = kept && userOf(kept);
    clearTimeout(this.#timer);
    if (kept) this.#timer = setTimeout(() => this.#renewSoon(), isAhead(kept.renewAt) ? kept.renewAt - Date.now() : 0);
    if (JSON.stringify(user) === JSON.stringify(this.#user)) return;
    this.#user = user;
    for (const callback of this.#callbacks) callback(user);
  }

  async #renewSoon() {
    try {
      // Sets the timer again, unless the user is signed out.
      await this.#renew();
      this.#changed();
    } catch {
      // After 1, 2, 4 seconds and so on, at most a minute.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#renewSoon(), Math.min(2 ** this.#failures++, 60) * 1000);
    }
  }
}

/** The name of a session in the storage. */
const keyOf = ({ server, apiKey, tenantId }) => `latchkey:session:${server}:${apiKey}:${tenantId ?? ""}`;

/** Whether a time is to come within an hour, the life of a token. It can be later after the clock was set back. */
const isAhead = (time) => time > Date.now() && time <= Date.now() + 3.6e6;

/** The user that an ID token names. Its signature is for back ends to verify. */
function userOf({ idToken }) {
  const bytes = Uint8Array.from(atob(idToken.split(".")[1].replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));
  const { sub, email = null, email_verified = false, name = null, picture = null } = JSON.parse(new TextDecoder().decode(bytes));
  return { localId: sub, email, emailVerified: email_verified, displayName: name, photoURL: picture };
}
