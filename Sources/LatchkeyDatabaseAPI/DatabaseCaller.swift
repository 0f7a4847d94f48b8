package import Foundation
package import LatchkeyRealtime
package import LatchkeyRules

/// On whose behalf a client of the database comes, and for how long.
package struct DatabaseCaller: Sendable {
    var requester: Requester
    /// Who it is, for the record of what administrators change; nil where nobody is known.
    var actor: String?
    /// What an administrator's token says that `auth` is; no rule sees it.
    var administratorsAuth = AuthValue.null
    /// When the credential ends; nil for one that does not.
    var expiresAt: Date?
    /// Asks whether what the credential rests on, a session for instance, is there still; nil for nobody, who has none.
    var isGood: (@Sendable () async throws -> Bool)?
    /// It was promised that this is asked at each use.
    var isAskedAtEachUse = false
    /// Is told which rules were asked.
    var isDebug = false
    /// What is written is asked of the rules, and not done.
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
