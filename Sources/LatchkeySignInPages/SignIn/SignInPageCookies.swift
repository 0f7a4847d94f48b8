import Hummingbird
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb

/// The cookies of the sign-in page: its session, a pending provider link, and the address of a sent email link.
struct SignInPageCookies: Sendable {
    let publicAddress: PublicAddress
    /// The realm of the page; `nil` for the standard project. Each realm has its own session.
    let realm: Realm?

    private enum Name: String {
        case session, pending, linking, email
    }

    func session(of request: Request) -> Secret<String>? { value(.session, of: request).map { Secret($0) } }
    func pending(of request: Request) -> Secret<String>? { value(.pending, of: request).map { Secret($0) } }
    /// The address for which this browser requested an email link.
    func email(of request: Request) -> EmailAddress? {
        value(.email, of: request).flatMap { Base64URL.decode($0) }.flatMap { EmailAddress(String(decoding: $0, as: UTF8.self)) }
    }
    func isLinking(_ request: Request) -> Bool { value(.linking, of: request) == "1" }

    func setSession(_ token: Secret<String>, on response: inout Response) {
        set(.session, token.expose(), maxAgeSeconds: 30 * 86_400, on: &response)
        for name in [Name.pending, .linking, .email] { set(name, "", maxAgeSeconds: 0, on: &response) }
    }

    func setEmail(_ email: EmailAddress, on response: inout Response) {
        set(.email, Base64URL.encode(email.text.utf8), maxAgeSeconds: 6 * 3600, on: &response)
    }

    func setPending(_ token: Secret<String>, on response: inout Response) {
        set(.pending, token.expose(), maxAgeSeconds: 3600, on: &response)
    }

    func clearPending(on response: inout Response) { set(.pending, "", maxAgeSeconds: 0, on: &response) }

    func setLinking(_ links: Bool, on response: inout Response) {
        set(.linking, links ? "1" : "", maxAgeSeconds: links ? 600 : 0, on: &response)
    }

    func clear(on response: inout Response) {
        for name in [Name.session, .pending, .linking, .email] { set(name, "", maxAgeSeconds: 0, on: &response) }
    }

    private func value(_ name: Name, of request: Request) -> String? {
        guard let value = request.cookies[cookieName(name)]?.value, !value.isEmpty, value.utf8.count <= 512, value.isBase64URL
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
        // Names of projects and tenants can contain characters that cookie names cannot.
        let suffix = realm.map { "_" + Fingerprint(of: $0.project.rawValue + "/" + $0.tenant.rawValue).hex.prefix(16) } ?? ""
        return (publicAddress.isSecure ? "__Host-" : "") + "latchkey_page_" + name.rawValue + suffix
    }
}
