// The frame in the page of an app: passes the result of a sign-in through the loader (web-loader.js) to the page that started it.
//
// The loader names the origin of its page in the fragment of the frame's URL. A page that names another origin receives nothing, because
// the browser delivers a message only to the origin that it is addressed to.

const given = new URLSearchParams(location.hash.slice(1));
const app = given.get('latchkey-app');
const channel = given.get('latchkey-channel');
const query = new URLSearchParams(location.search);
const key = `${query.get('apiKey')}:${query.get('appName')}`;
const storageKey = `firebase:redirectEvent:${key}`;
const answerMilliseconds = 10000;

const waiting = new Map();
let last = 0;

const post = message => parent.postMessage({ latchkey: channel, ...message }, app);

/** Sends an event to the app. The result tells whether the app was waiting for it. */
const tell = authEvent => new Promise(resolve => {
  last += 1;
  const id = last;
  const end = answer => {
    clearTimeout(timer);
    waiting.delete(id);
    resolve(answer?.status === 'ACK' ? 'ACK' : 'ERROR');
  };
  const timer = setTimeout(end, answerMilliseconds);
  waiting.set(id, end);
  post({ name: 'authEvent', id, data: { type: 'authEvent', authEvent } });
});

const nothing = { type: 'unknown', error: { code: 'auth/no-auth-event', message: 'No redirect sign-in has completed here.' } };

/** Returns the result that a redirect sign-in stored for this page, and removes it. */
const kept = () => {
  try {
    const { origin, authEvent } = JSON.parse(sessionStorage.getItem(storageKey)) ?? {};
    if (!authEvent || (origin && origin !== app)) return nothing;
    sessionStorage.removeItem(storageKey);
    return authEvent;
  } catch {
    // The browser blocks storage, or the stored value is malformed.
    return nothing;
  }
};

const fromLoader = ({ name, id, answer, data }) => {
  if (answer !== undefined) waiting.get(answer)?.(data);
  else if (name === 'webStorageSupport') post({ answer: id, data: [{ status: 'ACK', webStorageSupport: true }] });
};

const fromHandler = async (source, { eventId, data, origin }) => {
  const isOurs = data?.storageKey === key && (!origin || origin === app);
  const status = isOurs ? await tell(data.authEvent) : 'ERROR';
  source?.postMessage({ eventType: 'authEventTaken', eventId, status }, location.origin);
};

const begin = () => {
  addEventListener('message', message => {
    const data = message.data ?? {};
    if (message.source === parent && message.origin === app && data.latchkey === channel) fromLoader(data);
    else if (message.origin === location.origin && data.eventType === 'sendAuthEvent') fromHandler(message.source, data);
  });
  post({ name: 'ready' });
  tell(kept());
};

if (app && channel && parent !== window) begin();
else if (!('emulator' in document.documentElement.dataset)) {
  console.error(`Load ${location.origin}/__/auth/loader.js in a script element before Firebase's library, which loads Google's otherwise.`);
}
