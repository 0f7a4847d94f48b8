package import Hummingbird
package import LatchkeyIdentity
package import LatchkeySecrets

/// The first-party cookie that binds a sign-in to the browser that started it.
///
/// Without it, an attacker could start a sign-in and make a victim's browser finish it (login CSRF, RFC 9700 section 4.7).
package struct BrowserCookie: Sendable {
    package let publicAddress: PublicAddress
    package let random: RandomTokens

    package init(publicAddress: PublicAddress, random: RandomTokens) {
        self.publicAddress = publicAddress
        self.random = random
    }

    /// The name of the cookie. Over HTTPS, the `__Host-` prefix makes the browser enforce host and path.
    private var name: String { publicAddress.isSecure ? "__Host-latchkey_browser" : "latchkey_browser" }

    /// Returns the browser's token, if the request contains a valid one.
    package func token(of request: Request) -> String? {
        // The value is written back, so it must contain only characters that are valid in a cookie.
        guard let value = request.cookies[name]?.value, value.utf8.count == 43, value.isBase64URL else { return nil }
        return value
    }

    package func fingerprint(of request: Request) -> Fingerprint? {
        token(of: request).map(Fingerprint.init(of:))
    }

    package func newToken() -> String {
        random.token()
    }

    /// Sets the cookie until the browser is closed. `Lax`, because the provider redirects the browser from its own site.
    package func set(_ token: String, on response: inout Response) {
        response.setCookie(
            Cookie(name: name, value: token, path: "/", secure: publicAddress.isSecure, httpOnly: true, sameSite: .lax))
    }

    /// Returns the token that a form must repeat, so that no other site can send the form.
    package func formToken(for browserToken: String) -> String {
        Fingerprint(of: "form:" + browserToken).hex
    }

    /// Returns a mark that shows that this server wrote a text for this browser, for texts in URLs.
    package func mark(of text: String, for browserToken: String) -> String {
        Fingerprint(of: "text:" + browserToken + Fingerprint(of: text).hex).hex
    }
}
