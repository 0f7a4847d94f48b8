// What Firebase's JavaScript library does on the wire for popups and redirects, implemented from its published protocol: the frame through
// gapi.iframes, the handler's address, the event and its consumers, and the final call. It stores no account; the tests do.

const config = JSON.parse(document.getElementById('config').textContent);
const appName = '[DEFAULT]';
const pendingKey = `firebase:pendingRedirect:${config.apiKey}:${appName}`;
const redirectTypes = ['signInViaRedirect', 'linkViaRedirect', 'reauthViaRedirect', 'unknown'];
const closedPollMilliseconds = 200;
const closedGraceMilliseconds = 800;

const failure = (code, more = {}) => ({ code: `auth/${code}`, ...more });

const call = async (name, body) => {
  const answer = await fetch(`${config.server}/identitytoolkit.googleapis.com/v1/accounts:${name}?key=${config.apiKey}`, {
    method: 'POST', headers: { 'content-type': 'application/json', 'x-client-version': 'Chrome/JsCore/12.0.0/FirebaseCore-web' },
    body: JSON.stringify(body), referrerPolicy: 'strict-origin-when-cross-origin',
  });
  const json = await answer.json();
  if (!answer.ok) throw failure(json.error.message.split(' : ')[0].toLowerCase().replaceAll('_', '-'), { response: json });
  return json;
};

const consumers = new Set();
let queued;
let hasHandledRedirect = false;

const isNothing = ({ type, error }) => type === 'unknown' && error?.code === 'auth/no-auth-event';
const isRedirect = event => redirectTypes.slice(0, 3).includes(event.type) || isNothing(event);

const give = (event, consumer) => {
  if (event.error && !isNothing(event)) consumer.fail(failure(event.error.code?.split('auth/')[1] || 'internal-error'));
  else consumer.take(event);
};

const onEvent = event => {
  let handled = false;
  for (const consumer of consumers) {
    if (!consumer.types.includes(event.type)) continue;
    if (consumer.eventId !== null && consumer.eventId !== event.eventId) continue;
    handled = true;
    give(event, consumer);
  }
  if (hasHandledRedirect || !isRedirect(event)) return handled;
  hasHandledRedirect = true;
  if (!handled) {
    queued = event;
    handled = true;
  }
  return handled;
};

const openFrame = () => window.gapi.iframes.getContext().open({
  where: document.body,
  url: `${config.server}/emulator/auth/iframe?${new URLSearchParams({ apiKey: config.apiKey, appName, v: '12.0.0' })}`,
  messageHandlersFilter: window.gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER,
  attributes: { style: { position: 'absolute', top: '-100px', width: '1px', height: '1px' }, 'aria-hidden': 'true', tabindex: '-1' },
  dontclear: true,
}, frame => new Promise(async (resolve, reject) => {
  await frame.restyle({ setHideOnLeave: false });
  const error = failure('network-request-failed');
  const timer = setTimeout(() => reject(error), 5000);
  const done = () => {
    clearTimeout(timer);
    resolve(frame);
  };
  frame.ping(done).then(done, () => reject(error));
}));

let initialized;
const initialize = () => initialized ??= (async () => {
  if (!window.gapi?.iframes?.Iframe) throw failure('internal-error');
  const frame = await openFrame();
  frame.register('authEvent', message => {
    if (!message?.authEvent) throw failure('invalid-auth-event');
    return { status: onEvent(message.authEvent) ? 'ACK' : 'ERROR' };
  }, window.gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
  const storage = await new Promise(resolve => frame.send('webStorageSupport', { type: 'webStorageSupport' }, result => {
    resolve(result?.[0]?.webStorageSupport);
    throw failure('internal-error');
  }, window.gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER));
  if (!storage) throw failure('web-storage-unsupported');
})();

const handlerURL = (authType, providerId, eventId, { scopes, customParameters, redirectUrl, apiKey } = {}) => {
  const query = new URLSearchParams({
    apiKey: apiKey ?? config.apiKey, appName, authType, redirectUrl: redirectUrl ?? location.href, v: '12.0.0',
  });
  if (eventId) query.set('eventId', eventId);
  query.set('providerId', providerId);
  if (customParameters) query.set('customParameters', JSON.stringify(customParameters));
  if (scopes) query.set('scopes', scopes.join(','));
  return `${config.server}/emulator/auth/handler?${query}#`;
};

const claims = token => JSON.parse(atob(token.split('.')[1].replaceAll('-', '+').replaceAll('_', '/')));

/** As the library: to sign in, to link to `user`, or to see that it is the same person. */
const finish = async (event, user) => {
  const body = {
    requestUri: event.urlResponse, sessionId: event.sessionId, postBody: event.postBody || undefined, tenantId: event.tenantId || undefined,
    returnSecureToken: true, returnIdpCredential: true,
  };
  if (event.type.startsWith('link')) body.idToken = user.idToken;
  const response = await call('signInWithIdp', body);
  if (response.errorMessage === 'FEDERATED_USER_ID_ALREADY_LINKED') throw failure('credential-already-in-use', { response });
  if (response.errorMessage === 'EMAIL_EXISTS') throw failure('email-already-in-use', { response });
  if (response.needConfirmation) throw failure('account-exists-with-different-credential', { response });
  if (event.type.startsWith('reauth') && claims(response.idToken).sub !== claims(user.idToken).sub) throw failure('user-mismatch');
  return { operation: event.type, response };
};

const eventID = () => String(Math.random()).slice(2, 12);

window.firebaseWire = {
  /** Ends with what happened, an error included: `{ operation, response }` or `{ code }`. */
  async popup(authType, providerId, options = {}) {
    try {
      await initialize();
      const eventId = eventID();
      this.lastEventId = eventId;
      const popup = window.open(handlerURL(authType, providerId, eventId, options), `p${eventId}`, 'width=500,height=600');
      if (!popup) throw failure('popup-blocked');
      return await new Promise((resolve, reject) => {
        const consumer = {
          types: ['signInViaPopup', 'linkViaPopup', 'reauthViaPopup', 'unknown'], eventId,
          take: event => end(finish(event, options.user)), fail: error => end(Promise.reject(error)),
        };
        let grace;
        const poll = setInterval(() => {
          if (popup.closed && !grace) {
            grace = setTimeout(() => end(Promise.reject(failure('popup-closed-by-user'))), closedGraceMilliseconds);
          }
        }, closedPollMilliseconds);
        const end = outcome => {
          popup.close();
          clearInterval(poll);
          clearTimeout(grace);
          consumers.delete(consumer);
          outcome.then(resolve, reject);
        };
        consumers.add(consumer);
      });
    } catch (error) {
      return error.code ? error : { code: String(error) };
    }
  },

  redirect(authType, providerId, options = {}) {
    sessionStorage.setItem(pendingKey, JSON.stringify('true'));
    if (options.user) sessionStorage.setItem('test:redirectUser', JSON.stringify(options.user));
    // Only operations on an existing account have an event ID, with the UID of that account.
    const eventId = options.user ? `${claims(options.user.idToken).sub}:::${eventID()}` : undefined;
    location.assign(handlerURL(authType, providerId, eventId, options));
  },

  async redirectResult() {
    try {
      if (!sessionStorage.getItem(pendingKey)) return null;
      sessionStorage.removeItem(pendingKey);
      await initialize();
      const event = queued ?? await new Promise((resolve, reject) => {
        consumers.add({ types: redirectTypes, eventId: null, take: resolve, fail: reject });
      });
      if (event.error) {
        if (event.type === 'unknown') return null;
        throw failure(event.error.code.split('auth/')[1]);
      }
      return event.type === 'unknown' ? null : await finish(event, JSON.parse(sessionStorage.getItem('test:redirectUser')));
    } catch (error) {
      return error.code ? error : { code: String(error) };
    }
  },

  call,
};
