// Replaces Google's loader (api.js). It implements what the Firebase JavaScript SDK uses to keep a frame of this server in the page.
// A page loads it before the SDK: <script src="https://auth.example.org/__/auth/loader.js"></script>

'use strict';
(() => {
  const gapi = window.gapi ?? {};
  if (gapi.iframes?.Iframe) return;
  window.gapi = gapi;

  // The SDK gives up after five seconds.
  const readyMilliseconds = 4000;
  const loadedMilliseconds = 500;
  const maxHeld = 16;

  const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');

  /** The frame, as the SDK uses it. Messages are sent to and accepted from one origin only, and must carry the shared channel name. */
  class Iframe {
    #element;
    #address;
    #channel = random();
    #peer;
    #refused = false;
    #handlers = new Map();
    #held = [];
    #answers = new Map();
    #last = 0;
    #begin;
    #ready = new Promise(resolve => { this.#begin = resolve; });

    constructor(url, attributes, where) {
      this.#address = new URL(url, location.href);
      const fragment = new URLSearchParams({ 'latchkey-app': location.origin, 'latchkey-channel': this.#channel });
      this.#element = document.createElement('iframe');
      for (const [name, value] of Object.entries(attributes ?? {})) {
        if (name === 'style') Object.assign(this.#element.style, value);
        else this.#element.setAttribute(name, value);
      }
      addEventListener('message', message => this.#receive(message));
      this.#element.addEventListener('load', () => setTimeout(() => this.#diagnose(), loadedMilliseconds), { once: true });
      this.#element.src = `${this.#address.href.split('#')[0]}#${fragment}`;
      where.append(this.#element);
    }

    #receive({ source, origin, data }) {
      if (source === this.#element.contentWindow && data?.latchkey === this.#channel) {
        if (data.name === 'ready' && !this.#peer) {
          this.#peer = origin;
          this.#begin();
        } else if (origin !== this.#peer) return;
        else if (data.answer !== undefined) {
          this.#answers.get(data.answer)?.(data.data);
          this.#answers.delete(data.answer);
        } else this.#take(data);
      } else if (data?.latchkey === 'refusal' && [this.#address.origin, this.#peer].includes(origin)) this.#refuse(data);
    }

    /** Reports why a popup did not start a sign-in. A popup can report errors only; results come through the frame. */
    #refuse({ apiKey, appName, authEvent }) {
      const query = this.#address.searchParams;
      if (apiKey !== query.get('apiKey') || appName !== query.get('appName') || !authEvent?.error || authEvent.urlResponse) return;
      this.#take({ name: 'authEvent', data: { type: 'authEvent', authEvent } });
    }

    async #take({ name, id, data }) {
      const handler = this.#handlers.get(name);
      if (!handler) {
        if (this.#held.length < maxHeld) this.#held.push({ name, id, data });
        return;
      }
      let answer;
      try {
        answer = await handler(data);
      } catch {
        answer = { status: 'ERROR' };
      }
      if (id !== undefined && this.#peer) this.#post({ answer: id, data: answer });
    }

    #post(message) {
      this.#element.contentWindow?.postMessage({ latchkey: this.#channel, ...message }, this.#peer);
    }

    /** Finds out why the frame does not respond. If this page may not embed it, the popup still reports that to the user and to the SDK. */
    async #diagnose() {
      if (this.#peer || this.#refused) return;
      const key = this.#address.searchParams.get('apiKey') ?? '';
      let problem;
      try {
        const answer = await fetch(`${this.#address.origin}/v1/projects?key=${encodeURIComponent(key)}`);
        const { authorizedDomains = [] } = await answer.json();
        if (!answer.ok) problem = `${this.#address.origin} does not know this API key.`;
        else if (!authorizedDomains.some(domain => domain === '*' || domain.toLowerCase() === location.hostname)) {
          problem = `${location.hostname} is not among the authorized domains of the project.`;
        }
      } catch {
        problem = undefined;
      }
      if (this.#peer || this.#refused || !problem) return;
      this.#refused = true;
      console.error(`Sign-in by popup or redirect will not work on this page: ${problem}`);
      this.#begin();
      this.#take({ name: 'authEvent', data: { type: 'authEvent', authEvent: { type: 'unknown', error: { code: 'auth/no-auth-event' } } } });
    }

    ping(done) {
      const { promise: late, reject } = Iframe.#promise();
      const timer = setTimeout(() => this.#diagnose().then(() => reject(new Error('The frame does not respond.'))), readyMilliseconds);
      const ready = this.#ready.then(() => {
        clearTimeout(timer);
        const answer = [{ status: 'ACK' }];
        done?.(answer);
        return answer;
      });
      return Promise.race([ready, late]);
    }

    static #promise() {
      let reject;
      const promise = new Promise((_, no) => { reject = no; });
      // Avoids an unhandled rejection.
      promise.catch(() => {});
      return { promise, reject };
    }

    async restyle(style) {
      for (const name of ['width', 'height']) if (style?.[name]) this.#element.style[name] = style[name];
      return [];
    }

    register(name, handler) {
      this.#handlers.set(name, handler);
      const held = this.#held;
      this.#held = [];
      for (const message of held) this.#take(message);
    }

    unregister(name) {
      this.#handlers.delete(name);
    }

    async send(name, data, done) {
      const answer = await this.#ask(name, data);
      try {
        done?.(answer);
      } catch {
        // The SDK throws at the end of this callback, whatever the response was.
      }
      return answer;
    }

    async #ask(name, data) {
      await this.#ready;
      if (this.#refused) return [{ status: 'ACK', [name]: true }];
      this.#last += 1;
      const id = this.#last;
      return new Promise(resolve => {
        this.#answers.set(id, resolve);
        this.#post({ name, id, data });
      });
    }

    getIframeEl() {
      return this.#element;
    }

    getId() {
      return this.#element.id;
    }

    close() {
      this.#element.remove();
    }
  }

  const open = async ({ url, attributes, where }, done) => {
    const frame = new Iframe(url, attributes, where ?? document.body);
    return (await done?.(frame)) ?? frame;
  };

  gapi.load ??= (names, options) => queueMicrotask(typeof options === 'function' ? options : options.callback);
  gapi.iframes = { Iframe, CROSS_ORIGIN_IFRAMES_FILTER: () => true, getContext: () => ({ open }) };
})();
