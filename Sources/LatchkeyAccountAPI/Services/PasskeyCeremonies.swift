package import LatchkeyIdentity
import LatchkeyWeb

/// The two passkey ceremonies, and the relying party of a caller's passkeys.
package struct PasskeyCeremonies: Sendable {
    package let enrollment: PasskeyEnrollment
    package let signIn: PasskeySignIn
    let publicAddress: PublicAddress

    init(_ basics: ServerBasics, sessions: Sessions) {
        enrollment = PasskeyEnrollment(store: basics.store, sessions: sessions, now: basics.now, random: basics.random)
        signIn = PasskeySignIn(store: basics.store, sessions: sessions, now: basics.now, random: basics.random)
        publicAddress = basics.publicAddress
    }

    private init(_ other: Self, at address: PublicAddress) {
        (enrollment, signIn) = (other.enrollment, other.signIn)
        publicAddress = address
    }

    /// Returns the ceremonies of pages that are served at another address.
    package func at(_ address: PublicAddress) -> Self { Self(self, at: address) }

    /// Returns the relying party for a caller: the page's host for a page on an authorized domain of the project, and the host of the
    /// server's public address for the server's own pages and native apps.
    ///
    /// - Throws: ``SignInError``: `UNAUTHORIZED_DOMAIN` for a page of any other site; `OPERATION_NOT_ALLOWED` if browsers do not support
    ///   passkeys there: for an IP address, and without TLS except on localhost.
    func relyingParty(for caller: Caller) throws -> RelyingParty {
        let own = WebOrigin(publicAddress.url)
        if caller.project.policies.isLenient, caller.origin == nil { return .emulator }
        guard let text = caller.origin, text != "null" else { return try Self.relyingParty(at: own) }
        guard let origin = WebOrigin(text), origin == own || origin.isAuthorized(by: caller.project.authorizedDomains) else {
            throw SignInError(.init(rawValue: "UNAUTHORIZED_DOMAIN"), message: "Passkeys require an authorized domain of the project.")
        }
        return try Self.relyingParty(at: origin)
    }

    /// The relying party of the server's own pages; `nil` if they cannot use passkeys.
    package var ownRelyingParty: RelyingParty? { try? Self.relyingParty(at: WebOrigin(publicAddress.url)) }

    private static func relyingParty(at origin: WebOrigin?) throws -> RelyingParty {
        guard let origin, origin.host.utf8.count <= 253, !origin.host.hasPrefix("["), origin.host.contains(where: { $0.isLetter }),
            origin.scheme == "https" || origin.host == "localhost" || origin.host.hasSuffix(".localhost")
        else {
            throw SignInError(
                .operationNotAllowed, message: "Browsers support passkeys only for host names over https and for http://localhost.")
        }
        return RelyingParty(id: origin.host, origin: origin.text)
    }
}
