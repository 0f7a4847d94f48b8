/// Rate limits that prevent guessed passwords and codes, mass sign-ups and floods of messages.
///
/// Scope: all nodes of a deployment together, because each node with counts of its own would allow as many attempts again. ``Throttle``
/// keeps the counts of one process, for a deployment of one node. An implementation may call another process, so no method can be called in
/// a transaction.
public protocol RateLimits: Sendable {
    associatedtype Admission: AdmittedAttempt

    /// Admits an attempt, or throws.
    ///
    /// - Parameters:
    ///   - subject: The target of the attempt, whether or not it exists: an address or a uid.
    ///   - familiar: Whether the account is known to have been opened from the caller's network.
    /// - Throws: ``TooManyAttempts``.
    func admit(_ guess: Throttle.Guess, at subject: String, by caller: Caller, familiar: Bool) async throws -> Admission
    /// Resets all failures at a target, from all networks, because its holder proved their identity in another way.
    func forgive(_ guess: Throttle.Guess, at subject: String, in realm: Realm) async
    /// Consumes one action from the quotas of the caller's network and of its site.
    ///
    /// - Throws: ``TooManyAttempts``.
    func take(_ action: Throttle.Action, of quota: Quota, by caller: Caller) async throws
    /// Consumes one action from the quota of a project, which its tenants share.
    ///
    /// - Throws: ``TooManyAttempts``.
    func take(_ action: Throttle.Action, of quota: Quota, in project: ProjectID) async throws
    /// Consumes one action from the quota of a recipient, for all requesters together or, with a caller, for the requester's site (in
    /// IPv4, its network).
    ///
    /// - Throws: ``TooManyAttempts``.
    func take(_ action: Throttle.Action, of quota: Quota, for recipient: String, in realm: Realm, from caller: Caller?) async throws
    /// Gives back an action that ``take(_:of:by:)`` consumed.
    func giveBack(_ action: Throttle.Action, of quota: Quota, by caller: Caller) async
    /// Gives back an action that was consumed from the quota of a recipient for all requesters together.
    func giveBack(_ action: Throttle.Action, of quota: Quota, for recipient: String, in realm: Realm) async
}

/// An admitted attempt, which counts as failed until its result is reported.
public protocol AdmittedAttempt: Sendable {
    /// Whether the account was opened from the caller's network before.
    var isFamiliar: Bool { get }
    /// Reports a success: resets the network's failures at this account, and makes the network familiar.
    func succeeded() async
    /// Withdraws an attempt without a result, for example because the server was too busy.
    func withdraw() async
}

extension RateLimits {
    /// Consumes one action from the quota of a recipient, for all requesters together.
    ///
    /// - Throws: ``TooManyAttempts``.
    func take(_ action: Throttle.Action, of quota: Quota, for recipient: String, in realm: Realm) async throws {
        try await take(action, of: quota, for: recipient, in: realm, from: nil)
    }
}
