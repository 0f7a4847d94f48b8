public import LatchkeySecrets

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A sign-in under way at a provider: kept on the server, found by the fingerprint of its unguessable `state`, used once.
public struct SignInFlow: Sendable, Equatable {
    public let id: Fingerprint
    public let realm: Realm
    public let provider: ProviderID
    /// Fingerprint of the session id whose preimage the starter has to show at the end.
    public let session: Fingerprint
    /// Fingerprint of the starter's first-party cookie; absent where no browser of ours is involved before the end.
    public let browser: Fingerprint?
    /// The URL registered with the provider that this flow comes back to.
    public let callback: String
    /// Where the result goes, as JSON text of whoever started the flow.
    public let returnTarget: String
    /// Request-token secret or PKCE verifier, sealed.
    public let sealedState: SealedSecret
    public let createdAt: Date
    public let expiresAt: Date

    public init(
        id: Fingerprint, realm: Realm, provider: ProviderID, session: Fingerprint, browser: Fingerprint?, callback: String,
        returnTarget: String, sealedState: SealedSecret, createdAt: Date, expiresAt: Date
    ) {
        self.id = id
        self.realm = realm
        self.provider = provider
        self.session = session
        self.browser = browser
        self.callback = callback
        self.returnTarget = returnTarget
        self.sealedState = sealedState
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// How long a person may take at the provider.
    public static let lifetimeSeconds: Double = 600

    public static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "sign_in_flow", row: id.hex, column: "sealed_state")
    }
}

/// What a finished flow left behind for its starter: taken once, within ten minutes, by whoever knows the session id.
public struct FlowResult: Sendable, Equatable {
    public let id: Fingerprint
    public let realm: Realm
    public let provider: ProviderID
    public let session: Fingerprint
    public let sealedAssertion: SealedSecret
    public let expiresAt: Date

    public init(
        id: Fingerprint, realm: Realm, provider: ProviderID, session: Fingerprint, sealedAssertion: SealedSecret, expiresAt: Date
    ) {
        self.id = id
        self.realm = realm
        self.provider = provider
        self.session = session
        self.sealedAssertion = sealedAssertion
        self.expiresAt = expiresAt
    }

    public static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "flow_result", row: id.hex, column: "sealed_assertion")
    }
}

/// A provider's word that could not be used yet, because the account of the same address has to be proved first.
///
/// Only success consumes it, so that a mistyped password does not lose it.
public struct PendingCredential: Sendable, Equatable {
    public let id: Fingerprint
    public let realm: Realm
    public let key: IdentityKey
    /// The account that stood in the way.
    public let account: AccountID?
    public let sealedAssertion: SealedSecret
    public let expiresAt: Date

    public init(
        id: Fingerprint, realm: Realm, key: IdentityKey, account: AccountID?, sealedAssertion: SealedSecret, expiresAt: Date
    ) {
        self.id = id
        self.realm = realm
        self.key = key
        self.account = account
        self.sealedAssertion = sealedAssertion
        self.expiresAt = expiresAt
    }

    public static let lifetimeSeconds: Double = 3600

    public static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "pending_credential", row: id.hex, column: "sealed_assertion")
    }
}
