import HTTPTypes
package import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// Reads forms of this server's pages and rejects forms from other sites.
package struct PageForms: Sendable {
    package let cookie: BrowserCookie

    package init(cookie: BrowserCookie) {
        self.cookie = cookie
    }

    package static let maxBytes = 16_384

    /// A form that this server did not give to this browser, or a request without its cookie.
    package struct ForeignForm: Error {}

    /// Returns the form of a request and the token of the browser that sent it.
    ///
    /// - Throws: ``ForeignForm``.
    package func read(_ request: Request, upTo maxBytes: Int = maxBytes) async throws -> (form: QueryParameters, browser: String) {
        let bytes = try await request.bytes(upTo: maxBytes)
        guard let form = try? QueryParameters(formEncoded: String(decoding: bytes, as: UTF8.self), maxBytes: maxBytes) else {
            throw ForeignForm()
        }
        return (form, try browser(request, sent: form["csrf"]))
    }

    private static let tokenHeader = HTTPField.Name("x-latchkey-form")

    /// Checks a request without a form. The page's script sends the form token in a header.
    ///
    /// - Throws: ``ForeignForm``.
    package func check(_ request: Request) throws {
        _ = try browser(request, sent: Self.tokenHeader.flatMap { request.headers[$0] })
    }

    private func browser(_ request: Request, sent token: String?) throws -> String {
        guard let browser = cookie.token(of: request), let token, token.equalsInConstantTime(cookie.formToken(for: browser)),
            request.isSameOrigin(as: cookie.publicAddress)
        else {
            throw ForeignForm()
        }
        return browser
    }
}
