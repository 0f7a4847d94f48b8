import HTTPTypes
import Hummingbird
import LatchkeyWeb
import NIOCore

/// The scripts of the account chooser, and of the frame that passes its result to Firebase's web client.
package enum EmulatorScripts {
    package static let framePath = "/assets/emulator-frame.js"
    private static let handlerPath = "/assets/emulator-handler.js"
    static let paths = [handlerPath, framePath]

    static func add(to router: Router<ServerContext>) {
        for (path, text) in [(handlerPath, handler), (framePath, frame)] {
            router.get(RouterPath(path)) { _, _ in
                var response = Response(
                    status: .ok, headers: [.contentType: "text/javascript; charset=utf-8", .cacheControl: "no-cache"],
                    body: .init(byteBuffer: ByteBuffer(string: text)))
                response.headers[.xContentTypeOptions] = "nosniff"
                return response
            }
        }
    }

    /// Opens the form for a new account. Tests of Firebase's web client find the button by its class.
    private static let handler = """
        'use strict';
        // Without a list, the form is open from the start and stays open, because test scripts click the button before they fill it in.
        const hasList = () => document.getElementById('accounts-list') !== null;
        function toggleForm() {
          const details = document.querySelector('details');
          details.open = !details.open || !hasList();
        }
        document.querySelector('.js-new-account').addEventListener('click', event => {
          if (!hasList()) event.preventDefault();
        });
        """

    /// Passes results to Firebase's web client with the library that the client itself loads from Google. Pages with Latchkey's loader do
    /// not need it.
    private static let frame = """
        'use strict';
        (() => {
          // The page uses Latchkey's loader.
          if (new URLSearchParams(location.hash.slice(1)).has('latchkey-app')) return;
          const query = new URLSearchParams(location.search);
          const key = query.get('apiKey') + ':' + query.get('appName');
          const storageKey = 'firebase:redirectEvent:' + key;
          let client;
          const send = authEvent => new Promise(resolve => client.send(
            'authEvent', { type: 'authEvent', authEvent }, resolve, gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER));
          const waiting = [];
          const tell = authEvent => client ? send(authEvent) : waiting.push(authEvent);
          window.addEventListener('message', message => {
            if (message.origin !== location.origin || !message.data || message.data.eventType !== 'sendAuthEvent') return;
            if (message.data.data.storageKey === key) tell(message.data.data.authEvent);
          });
          const begin = () => {
            client = gapi.iframes.getContext().getParentIframe();
            client.register('webStorageSupport', () => ({ status: 'ACK', webStorageSupport: true }),
              gapi.iframes.CROSS_ORIGIN_IFRAMES_FILTER);
            const kept = sessionStorage.getItem(storageKey);
            sessionStorage.removeItem(storageKey);
            send(kept ? JSON.parse(kept).authEvent :
              { type: 'unknown', error: { code: 'auth/no-auth-event', message: 'An internal error has occurred.' } });
            waiting.splice(0).forEach(send);
          };
          window.latchkeyFrameLoaded = () => gapi.load('gapi.iframes', begin);
          const library = document.createElement('script');
          library.src = 'https://apis.google.com/js/api.js?onload=latchkeyFrameLoaded';
          document.head.append(library);
        })();
        """
}
