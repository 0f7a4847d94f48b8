// The frame in an app's page: passes the outcome of a sign-in on to the page that began it, through the loader (web-loader.js).
//
// The loader says behind the # of the frame's address which page it is in. A page that says the wrong thing hears nothing, because a
// browser gives a message only to the origin that it is addressed to.

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

/** Gives an event to the app; it says whether anybody waited for it. */
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

const nothing = { type: 'unknown', error: { code: 'auth/no-auth-event', message: 'No sign-in by redirect has ended here.' } };

/** What a sign-in by redirect left for this page, once. */
const kept = () => {
  try {
    const { origin, authEvent } = JSON.parse(sessionStorage.getItem(storageKey)) ?? {};
    if (!authEvent || (origin && origin !== app)) return nothing;
    sessionStorage.removeItem(storageKey);
    return authEvent;
  } catch {
    // Nothing is stored in this browser, or nothing that can be read.
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
