package import Foundation

/// An administrative act, as it appears in the audit log.
package struct AdministrativeAct: Sendable {
    package let kind: AuthEvent.Kind
    package let realm: Realm
    package let subject: AccountID?
    package let session: SessionID?
    package let method: ProviderID?
    package let reason: String?

    private static let maxReasonScalars = 200

    /// - Parameters:
    ///   - subject: The account that the act concerns.
    ///   - session: The session that the act concerns.
    ///   - method: The provider that the act concerns.
    ///   - reason: What was changed, without secrets and without addresses of users. It is cut after 200 Unicode scalars.
    package init(
        _ kind: AuthEvent.Kind = .configure, in realm: Realm, subject: AccountID? = nil, session: SessionID? = nil,
        method: ProviderID? = nil, _ reason: String? = nil
    ) {
        self.kind = kind
        self.realm = realm
        self.subject = subject
        self.session = session
        self.method = method
        self.reason = reason.map { String($0.unicodeScalars.prefix(Self.maxReasonScalars)) }
    }
}

extension AccountStore {
    /// Executes an administrative act: changes the store and writes the event of the change in one transaction.
    ///
    /// All changes by administrators go through this method, whether they come from the REST API, the console or the command.
    ///
    /// - Parameter body: Makes the change. Returns its result and the act; no act if nothing had to be changed.
    package func administer<Result: Sendable>(
        by author: ActAuthor, at instant: Date,
        _ body: @escaping @Sendable (any StoreWriting) throws -> (Result, AdministrativeAct?)
    ) async throws -> Result {
        let instant = instant.inWholeMilliseconds
        return try await write { transaction in
            let (result, act) = try body(transaction)
            if let act {
                try transaction.append(
                    AuthEvent(
                        at: instant, realm: act.realm, kind: act.kind, outcome: .allowed, actor: author.actor, subject: act.subject,
                        session: act.session, method: act.method, reason: act.reason, address: author.address))
            }
            return result
        }
    }

    /// Writes the event of an act that changes nothing in the store, such as an export.
    package func record(_ act: AdministrativeAct, by author: ActAuthor, at instant: Date) async throws {
        try await administer(by: author, at: instant) { _ in ((), act) }
    }
}

extension StoreReading {
    /// Returns a project that administrators can change.
    ///
    /// - Throws: ``ActRefusal/noProject(_:)``.
    package func administeredProject(_ id: ProjectID) throws -> Project {
        // The console's accounts must never get keys, rules or providers.
        guard id != .console, let project = try project(id) else { throw ActRefusal.noProject(id) }
        return project
    }
}
