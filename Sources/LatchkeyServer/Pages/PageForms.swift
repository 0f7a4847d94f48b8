// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// Forms of our own pages: what no other site can send.
struct PageForms: Sendable {
    let cookie: BrowserCookie

    static let maxBytes = 16_384

    /// A form that was not given to this browser by us, or whose cookie is gone.
    struct ForeignForm: Error {}

    /// The form of a request and the browser that sent it.
    ///
    /// - Throws: ``ForeignForm``.
    func read(_ request: Request, upTo maxBytes: Int = maxBytes) async throws -> (form: QueryParameters, browser: String) {
        let bytes = try await request.bytes(upTo: maxBytes)
        guard let form = try? QueryParameters(formEncoded: String(decoding: bytes, as: UTF8.self)), let browser = cookie.token(of: request),
            let sent = form["csrf"], sent.equalsInConstantTime(cookie.formToken(for: browser)),
            request.isSameOrigin(as: cookie.publicAddress)
        else {
            throw ForeignForm()
        }
        return (form, browser)
    }
}
