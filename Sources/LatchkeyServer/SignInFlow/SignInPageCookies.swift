// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeySecrets

/// What the sign-in page keeps in the browser: its session, and a provider's word that waits to be linked.
struct SignInPageCookies: Sendable {
    let publicAddress: PublicAddress

    private enum Name: String {
        case session, pending, linking
    }

    func session(of request: Request) -> Secret<String>? { value(.session, of: request).map { Secret($0) } }
    func pending(of request: Request) -> Secret<String>? { value(.pending, of: request).map { Secret($0) } }
    func isLinking(_ request: Request) -> Bool { value(.linking, of: request) == "1" }

    func setSession(_ token: Secret<String>, on response: inout Response) {
        set(.session, token.expose(), maxAgeSeconds: 30 * 86_400, on: &response)
        set(.pending, "", maxAgeSeconds: 0, on: &response)
        set(.linking, "", maxAgeSeconds: 0, on: &response)
    }

    func setPending(_ token: Secret<String>, on response: inout Response) {
        set(.pending, token.expose(), maxAgeSeconds: 3600, on: &response)
    }

    func setLinking(_ links: Bool, on response: inout Response) {
        set(.linking, links ? "1" : "", maxAgeSeconds: links ? 600 : 0, on: &response)
    }

    func clear(on response: inout Response) {
        for name in [Name.session, .pending, .linking] { set(name, "", maxAgeSeconds: 0, on: &response) }
    }

    private func value(_ name: Name, of request: Request) -> String? {
        guard let value = request.cookies[cookieName(name)]?.value, !value.isEmpty, value.utf8.count <= 256, value.isBase64URL
        else {
            return nil
        }
        return value
    }

    private func set(_ name: Name, _ value: String, maxAgeSeconds: Int, on response: inout Response) {
        response.setCookie(
            Cookie(
                name: cookieName(name), value: value, maxAge: maxAgeSeconds, path: "/", secure: publicAddress.isSecure, httpOnly: true,
                sameSite: .lax))
    }

    private func cookieName(_ name: Name) -> String {
        (publicAddress.isSecure ? "__Host-" : "") + "latchkey_page_" + name.rawValue
    }
}
