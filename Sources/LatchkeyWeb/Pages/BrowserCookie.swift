package import Hummingbird
package import LatchkeySecrets

/// The first-party cookie that binds a sign-in to the browser that began it.
///
/// A callback that arrives in another browser is somebody else's: without this, an attacker's half-finished sign-in could be slipped to
/// a victim (login CSRF, RFC 9700 section 4.7).
package struct BrowserCookie: Sendable {
    package let publicAddress: PublicAddress
    package let random: RandomTokens

    package init(publicAddress: PublicAddress, random: RandomTokens) {
        self.publicAddress = publicAddress
        self.random = random
    }

    /// Over https the browser itself guarantees host and path.
    private var name: String { publicAddress.isSecure ? "__Host-latchkey_browser" : "latchkey_browser" }

    /// The browser's token, if it has one of ours.
    package func token(of request: Request) -> String? {
        // It is written back, so nothing may pass that could not stand in a cookie.
        guard let value = request.cookies[name]?.value, value.utf8.count == 43, value.isBase64URL else { return nil }
        return value
    }

    package func fingerprint(of request: Request) -> Fingerprint? {
        token(of: request).map(Fingerprint.init(of:))
    }

    package func newToken() -> String {
        random.token()
    }

    /// Kept while the browser is open. `Lax`, because the provider sends the browser back from its own site.
    package func set(_ token: String, on response: inout Response) {
        response.setCookie(
            Cookie(name: name, value: token, path: "/", secure: publicAddress.isSecure, httpOnly: true, sameSite: .lax))
    }

    /// What a form has to repeat, so that no other site can send it.
    package func formToken(for browserToken: String) -> String {
        Fingerprint(of: "form:" + browserToken).hex
    }
}
