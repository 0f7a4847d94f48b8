import LatchkeyIdentity
import LatchkeyWeb

/// The two ceremonies, and the rule that says which relying party a caller's passkeys belong to.
struct PasskeyCeremonies: Sendable {
    let enrolment: PasskeyEnrolment
    let signIn: PasskeySignIn
    let publicAddress: PublicAddress

    init(_ parts: ServerParts, sessions: Sessions) {
        enrolment = PasskeyEnrolment(store: parts.store, sessions: sessions, now: parts.now, random: parts.random)
        signIn = PasskeySignIn(store: parts.store, sessions: sessions, now: parts.now, random: parts.random)
        publicAddress = parts.publicAddress
    }

    /// A page on one of the project's authorized domains has passkeys of its own host; everybody else, our own pages and native apps
    /// included, those of the server's public address.
    ///
    /// - Throws: ``SignInError``: `UNAUTHORIZED_DOMAIN` for a page of any other site; `OPERATION_NOT_ALLOWED` where browsers make no
    ///   passkeys: under an address without a name, and without TLS.
    func relyingParty(for caller: Caller) throws -> RelyingParty {
        let own = WebOrigin(publicAddress.url)
        if caller.project.policies == .emulator, caller.origin == nil { return .emulator }
        guard let text = caller.origin, text != "null" else { return try Self.relyingParty(at: own) }
        guard let origin = WebOrigin(text), origin == own || origin.isAuthorized(by: caller.project.authorizedDomains) else {
            throw SignInError(.init(rawValue: "UNAUTHORIZED_DOMAIN"), message: "Passkeys are for the project's authorized domains.")
        }
        return try Self.relyingParty(at: origin)
    }

    /// The server's own pages; `nil` where they cannot have passkeys.
    var ownRelyingParty: RelyingParty? { try? Self.relyingParty(at: WebOrigin(publicAddress.url)) }

    private static func relyingParty(at origin: WebOrigin?) throws -> RelyingParty {
        guard let origin, origin.host.utf8.count <= 253, !origin.host.hasPrefix("["), origin.host.contains(where: { $0.isLetter }),
            origin.scheme == "https" || origin.host == "localhost" || origin.host.hasSuffix(".localhost")
        else {
            throw SignInError(
                .operationNotAllowed, message: "Browsers make passkeys for host names over https, and for http://localhost, only.")
        }
        return RelyingParty(id: origin.host, origin: origin.text)
    }
}
