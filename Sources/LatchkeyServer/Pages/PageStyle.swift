// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import NIOCore

/// The one style sheet, served from the server itself: no page loads anything from elsewhere.
enum PageStyle {
    static func add(to router: Router<ServerContext>) {
        router.get("/assets/latchkey.css") { _, _ in
            var response = Response(
                status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "public, max-age=3600"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
            response.headers[.xContentTypeOptions] = "nosniff"
            return response
        }
    }

    private static let text = """
        :root { --ink: #1d2330; --quiet: #5c6577; --paper: #ffffff; --desk: #eef1f6; --line: #d4dae4; --key: #2a5bd7; --key-ink: #ffffff;
          --alert: #fff3d6; --focus: #f0a500; }
        @media (prefers-color-scheme: dark) { :root { --ink: #e8ebf2; --quiet: #9aa4b8; --paper: #1b2130; --desk: #10141d; --line: #343d50;
          --key: #7aa2ff; --key-ink: #0d1424; --alert: #40351a; } }
        * { box-sizing: border-box; }
        body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--desk); color: var(--ink);
          font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
        .card { width: min(26rem, 100%); background: var(--paper); border: 1px solid var(--line); border-radius: 14px; padding: 2rem;
          box-shadow: 0 8px 30px rgb(20 30 60 / 8%); overflow-wrap: anywhere; }
        .banner { position: fixed; inset: 0 0 auto; margin: 0; padding: .4rem 1rem; text-align: center; font-size: .875rem;
          background: var(--alert); border-bottom: 1px solid var(--line); }
        h1 { margin: 0 0 .25rem; font-size: 1.6rem; line-height: 1.2; }
        p { margin: .5rem 0; } .quiet { color: var(--quiet); margin-top: 0; }
        .message { background: var(--alert); border-radius: 8px; padding: .6rem .8rem; }
        .providers { display: grid; gap: .6rem; margin: 1.2rem 0; } .providers:empty { display: none; }
        .button, button { display: block; width: 100%; padding: .7rem 1rem; border: 1px solid var(--line); border-radius: 9px;
          background: transparent; color: inherit; font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
        .button:hover, button:hover { border-color: var(--key); }
        .plain { display: inline; width: auto; padding: 0; border: 0; color: var(--key); text-decoration: underline; }
        .primary { background: var(--key); border-color: var(--key); color: var(--key-ink); }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
        .divider { display: flex; align-items: center; gap: .8rem; color: var(--quiet); font-size: .875rem; }
        .divider::before, .divider::after { content: ""; flex: 1; border-top: 1px solid var(--line); }
        label { display: block; margin: .7rem 0; font-size: .9rem; font-weight: 600; }
        input { display: block; width: 100%; margin-top: .25rem; padding: .65rem .8rem; border: 1px solid var(--line); border-radius: 9px;
          background: transparent; color: inherit; font: inherit; }
        .line { display: flex; align-items: center; gap: .6rem; margin: .6rem 0; } .line span { flex: 1; } .line button { width: auto; }
        form[data-passkey] { margin: 1.2rem 0; }
        .row { display: grid; grid-template-columns: 1fr 1fr; gap: .6rem; margin-top: 1rem; }
        dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; margin: 1.2rem 0; } dt { color: var(--quiet); } dd { margin: 0; }
        .tag { font-size: .75rem; border: 1px solid var(--line); border-radius: 999px; padding: .05rem .5rem; } a { color: var(--key); }
        .mail { width: 100%; height: 30rem; border: 1px solid var(--line); border-radius: 9px; background: #ffffff; }
        .text { white-space: pre-wrap; font: inherit; font-size: .9rem; color: var(--quiet); }
        #accounts-list { list-style: none; margin: 0 0 1rem; padding: 0; } #accounts-list li { margin: 0 0 .5rem; }
        label.choice { display: flex; flex-direction: row-reverse; justify-content: flex-end; align-items: center; gap: .5rem; }
        label.choice input { width: auto; margin: 0; }
        """
}
