public import Foundation
public import LatchkeySecrets

/// A pending sign-in at a provider. It is stored on the server, found by the fingerprint of its unguessable `state`, and used once.
public struct SignInFlow: Sendable, Equatable {
    /// The fingerprint of `state`.
    public let id: Fingerprint
    /// The project and the tenant in which the user signs in.
    public let realm: Realm
    /// The provider at which the user authenticates.
    public let provider: ProviderID
    /// The fingerprint of the session id, which the client has to present at the end.
    public let session: Fingerprint
    /// The fingerprint of the browser's first-party cookie; `nil` if no browser visits this server before the end.
    public let browser: Fingerprint?
    /// The callback URL registered with the provider.
    public let callback: String
    /// The destination of the result, as JSON text in the format of the component that started the flow.
    public let returnTarget: String
    /// The sealed request-token secret or PKCE verifier.
    public package(set) var sealedState: SealedSecret
    /// The time at which the flow was started.
    public let createdAt: Date
    /// The first instant at which the provider's callback is refused.
    public let expiresAt: Date

    /// Creates a flow from its stored values.
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

    /// The time limit for the sign-in at the provider, in seconds.
    package static let lifetimeSeconds: Double = 600

    package static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "sign_in_flow", row: id.hex, column: "sealed_state")
    }
}

/// The result of a finished flow. It can be taken once, within ten minutes, with the session id.
public struct FlowResult: Sendable, Equatable {
    /// The fingerprint of the token with which the result is taken.
    public let id: Fingerprint
    /// The project and the tenant in which the user signs in.
    public let realm: Realm
    /// The provider at which the user authenticated.
    public let provider: ProviderID
    /// The fingerprint of the session id, which the client has to present.
    public let session: Fingerprint
    /// The provider's assertion about the user, encrypted with the master key.
    public package(set) var sealedAssertion: SealedSecret
    /// The first instant at which the result cannot be taken.
    public let expiresAt: Date

    /// Creates a result from its stored values.
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

    package static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "flow_result", row: id.hex, column: "sealed_assertion")
    }

    /// Returns the context of the grant of a site's code, which is stored in place of an assertion.
    package static func grantContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "flow_result", row: id.hex, column: "sealed_grant")
    }
}

/// A provider's assertion that cannot be used yet, because the holder of the account with the same address has to sign in first.
///
/// It is deleted on success only, so that a mistyped password does not lose it.
public struct PendingCredential: Sendable, Equatable {
    /// The fingerprint of `pendingToken`.
    public let id: Fingerprint
    /// The project and the tenant in which the credential is valid.
    public let realm: Realm
    /// The identity that is linked after the sign-in.
    public let key: IdentityKey
    /// The account of the same address.
    public let account: AccountID?
    /// The provider's assertion about the user, encrypted with the master key.
    public package(set) var sealedAssertion: SealedSecret
    /// The first instant at which the credential is invalid.
    public let expiresAt: Date

    /// Creates a pending credential from its stored values.
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

    package static let lifetimeSeconds: Double = 3600

    package static func sealingContext(project: ProjectID, id: Fingerprint) -> SealingContext {
        SealingContext(project: project, table: "pending_credential", row: id.hex, column: "sealed_assertion")
    }
}
