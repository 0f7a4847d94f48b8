// Delivers the result of a sign-in to the page of the app that started it. The server has already decided which origin may receive it.

const delivery = document.getElementById('delivery');
const { kind, url, origin, event, apiKey, appName } = delivery.dataset;
const key = `${apiKey}:${appName}`;
// The event can be used once. Removing it keeps scripts that inspect the page later from finding it.
delete delivery.dataset.event;

const complain = text => {
  const place = document.getElementById('delivery-problem');
  place.textContent = text;
  place.hidden = false;
};

/** The frame of this server in the page that opened this window. Frames of other origins cannot be read. */
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
    complain('The page of the app was closed or has no frame of this server. Close this window and try again.');
    return;
  }
  const eventId = String(Math.random()).slice(2);
  addEventListener('message', message => {
    const { eventType, eventId: answered, status } = message.data ?? {};
    if (message.source !== frame || message.origin !== location.origin) return;
    if (eventType !== 'authEventTaken' || answered !== eventId || status === 'ACK') return;
    complain('The app is no longer waiting for this sign-in. Close this window and try again.');
  });
  frame.postMessage(
    { eventType: 'sendAuthEvent', eventId, data: { authEvent: JSON.parse(event), storageKey: key }, origin }, location.origin);
};

const toStorage = () => {
  try {
    sessionStorage.setItem(`firebase:redirectEvent:${key}`, JSON.stringify({ origin, authEvent: JSON.parse(event) }));
    location.replace(url);
  } catch {
    complain('This browser blocks storage for this page, so the app cannot receive the result. Allow site data for this server, or use a popup.');
  }
};

// The URL of this page contains the provider's response.
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
