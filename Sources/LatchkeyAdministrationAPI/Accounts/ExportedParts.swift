import Foundation
import LatchkeyIdentity
import LatchkeyWire

extension Date {
    /// The time in RFC 3339 form.
    var text: String { rfc3339 }
}

extension ExportedIdentity {
    init(_ identity: Identity) {
        self.init()
        (providerId, origin, rawId) = (identity.key.provider.rawValue, identity.key.origin, identity.key.rawID)
        (email, emailVerified) = (identity.email?.text, identity.addressVerifiedByProvider)
        (displayName, screenName, photoUrl) = (identity.displayName, identity.screenName, identity.photoURL)
        linkedAt = identity.linkedAt.text
    }
}

extension ExportedSecondFactor {
    init(_ factor: SecondFactor) {
        self.init()
        (kind, displayName) = (factor.kind.rawValue, factor.displayName)
        (phoneNumber, enrolledAt) = (factor.phoneNumber?.text, factor.enrolledAt.text)
    }
}

extension ExportedPasskey {
    init(_ passkey: Passkey) {
        self.init()
        (name, relyingPartyId) = (passkey.name, passkey.relyingPartyID)
        (createdAt, lastUsedAt) = (passkey.createdAt.text, passkey.lastUsedAt?.text)
    }
}

extension ExportedSession {
    init(_ session: Session) {
        self.init()
        (method, secondFactor, claims) = (session.method.rawValue, session.secondFactor?.kind.rawValue, session.claims)
        (createdAt, lastUsedAt, endsAt) = (session.createdAt.text, session.lastUsedAt.text, session.endsAt?.text)
        (address, networks) = (session.client.address, session.networks)
        (app, version, userAgent) = (session.client.app, session.client.version, session.client.userAgent)
    }
}

extension ExportedEntry {
    init(_ kind: String, recipient: String?, createdAt: Date?, expiresAt: Date) {
        self.init()
        (self.kind, self.recipient) = (kind, recipient)
        (self.createdAt, self.expiresAt) = (createdAt?.text, expiresAt.text)
    }
}
