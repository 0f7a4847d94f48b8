// Hands the outcome of a sign-in to the page of the app from which it began. Who may have it, the server has decided.

const delivery = document.getElementById('delivery');
const { kind, url, origin, event, apiKey, appName } = delivery.dataset;
const key = `${apiKey}:${appName}`;
// It can be used once; nothing that looks at the page later shall find it.
delete delivery.dataset.event;

const complain = text => {
  const place = document.getElementById('delivery-problem');
  place.textContent = text;
  place.hidden = false;
};

/** Our frame in the page that opened this window. Of other origins' frames nothing can be read. */
const frameOfApp = () => {
  const frames = window.opener?.frames ?? [];
  for (let index = 0; index < frames.length; index++) {
    try {
      const { location: place } = frames[index];
      const query = new URLSearchParams(place.search);
      if (place.origin === location.origin && query.get('apiKey') === apiKey && query.get('appName') === appName) return frames[index];
    } catch {
      continue;
    }
  }
  return undefined;
};

const toFrame = () => {
  const frame = frameOfApp();
  if (!frame) {
    complain('The page of the app is gone, or has no frame of this server. Close this window and try again.');
    return;
  }
  const eventId = String(Math.random()).slice(2);
  addEventListener('message', message => {
    const { eventType, eventId: answered, status } = message.data ?? {};
    if (message.source !== frame || message.origin !== location.origin) return;
    if (eventType !== 'authEventTaken' || answered !== eventId || status === 'ACK') return;
    complain('The app no longer waits for this sign-in. Close this window and try again.');
  });
  frame.postMessage(
    { eventType: 'sendAuthEvent', eventId, data: { authEvent: JSON.parse(event), storageKey: key }, origin }, location.origin);
};

const toStorage = () => {
  try {
    sessionStorage.setItem(`firebase:redirectEvent:${key}`, JSON.stringify({ origin, authEvent: JSON.parse(event) }));
    location.replace(url);
  } catch {
    complain('This browser keeps nothing for this page, so the app cannot be told. Let it keep data of this server, or use a popup.');
  }
};

// The provider's answer stands in this page's address.
history.replaceState(null, '', location.pathname);
if (kind === 'popup') {
  toFrame();
} else if (kind === 'redirect') {
  toStorage();
} else if (kind === 'refusal') {
  window.opener?.postMessage({ latchkey: 'refusal', apiKey, appName, authEvent: JSON.parse(event) }, origin);
} else {
  location.replace(url);
}
