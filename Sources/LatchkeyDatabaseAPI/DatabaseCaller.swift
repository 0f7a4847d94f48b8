package import Foundation
package import LatchkeyRealtime
package import LatchkeyRules

/// The identity of a database client, and how long it is valid.
package struct DatabaseCaller: Sendable {
    var requester: Requester
    /// The actor for the audit log of changes by administrators; `nil` if unknown.
    var actor: String?
    /// The value of `auth` in an administrator's token. Rules are not evaluated for it.
    var administratorsAuth = AuthValue.null
    /// When the credential expires; `nil` if it does not.
    var expiresAt: Date?
    /// Checks whether the basis of the credential, such as a session, still exists; `nil` for clients without a credential.
    var isGood: (@Sendable () async throws -> Bool)?
    /// Whether the credential must be checked at each use.
    var isAskedAtEachUse = false
    /// Whether the client receives a trace of the evaluated rules.
    var isDebug = false
    /// Whether writes are only evaluated against the rules, and not executed.
    var isSimulated = false

    package init(
        requester: Requester, actor: String? = nil, administratorsAuth: AuthValue = AuthValue.null, expiresAt: Date? = nil,
        isGood: (@Sendable () async throws -> Bool)? = nil, isAskedAtEachUse: Bool = false, isDebug: Bool = false,
        isSimulated: Bool = false
    ) {
        self.requester = requester
        self.actor = actor
        self.administratorsAuth = administratorsAuth
        self.expiresAt = expiresAt
        self.isGood = isGood
        self.isAskedAtEachUse = isAskedAtEachUse
        self.isDebug = isDebug
        self.isSimulated = isSimulated
    }

    static let nobody = DatabaseCaller(requester: .nobody)
}
