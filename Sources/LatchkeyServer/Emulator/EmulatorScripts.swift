// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The scripts of the account chooser and of the frame by which Firebase's web client hears of it.
enum EmulatorScripts {
    static let framePath = "/assets/emulator-frame.js"
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

    /// Gives the answer to whom it is for: the frame in the window that opened this one, the app's page, or another program.
    private static let handler = """
        'use strict';
        function toggleForm() {
          const details = document.querySelector('details');
          details.open = !details.open;
        }
        (() => {
          const delivery = document.getElementById('delivery');
          if (!delivery) return;
          const { kind, url, event, apiKey, appName } = delivery.dataset;
          const key = apiKey + ':' + appName;
          const complain = text => {
            const place = document.getElementById('delivery-problem');
            place.textContent = text;
            place.hidden = false;
          };
          const frameOfApp = () => {
            const frames = window.opener ? window.opener.frames : [];
            for (let index = 0; index < frames.length; index++) {
              try {
                const query = new URLSearchParams(frames[index].location.search);
                if (frames[index].location.origin === location.origin && query.get('apiKey') === apiKey &&
                    query.get('appName') === appName) return frames[index];
              } catch (otherOrigin) { continue; }
            }
          };
          if (kind === 'popup') {
            const frame = frameOfApp();
            if (!frame) return complain('The page of the app is gone, or has no frame of this server. Close this window and try again.');
            const eventId = String(Math.random()).slice(2);
            frame.postMessage({ eventType: 'sendAuthEvent', eventId, data: { authEvent: JSON.parse(event), storageKey: key } },
              location.origin);
          } else if (kind === 'redirect') {
            sessionStorage.setItem('firebase:redirectEvent:' + key, event);
            location.replace(url);
          } else {
            location.replace(url);
          }
        })();
        """

    /// Speaks with Firebase's web client through the library that the client itself loads from Google.
    private static let frame = """
        'use strict';
        (() => {
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
            send(kept ? JSON.parse(kept) :
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

/// `/emulator/auth/iframe`: a frame in the app's page that nobody sees.
enum EmulatorFrame {
    /// No policy about scripts: the library loads its parts from Google, as it does in the app's own page.
    static var page: Response {
        var response = Response(
            status: .ok, headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .init(
                byteBuffer: ByteBuffer(
                    string: """
                        <!doctype html>
                        <html lang="en"><head><meta charset="utf-8"><title>Auth Emulator frame</title>
                        <script src="\(EmulatorScripts.framePath)" defer></script></head><body></body></html>
                        """)))
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}
