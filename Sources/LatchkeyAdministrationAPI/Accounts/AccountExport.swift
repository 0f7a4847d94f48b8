import Foundation
import LatchkeyAccountAPI
package import LatchkeyDatabaseAPI
package import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyTree
import LatchkeyWeb
package import LatchkeyWire

/// Collects everything that is stored about one person. Every export writes an event.
package struct AccountExport: Sendable {
    private let store: StoreReader
    private let administration: AccountAdministration
    private let userData: UserData?
    private let now: WallClock

    /// The maximum number of events in an export.
    private static let maxEvents = 10_000
    /// The number of a project's messages among which those to the user are found. Messages are deleted after some days.
    private static let maxMessages = 10_000
    /// The maximum size of the data of all paths together, because the reply is kept in memory.
    private static let maxDataBytes = 16 << 20

    /// - Parameter userData: The data in the databases; `nil` for a server without databases.
    package init(store: StoreReader, administration: AccountAdministration, userData: UserData?, now: @escaping WallClock) {
        self.store = store
        self.administration = administration
        self.userData = userData
        self.now = now
    }

    /// Returns everything that is stored about an account.
    ///
    /// - Throws: ``SignInError`` with `USER_NOT_FOUND`.
    package func export(_ id: AccountID, in realm: Realm, by author: ActAuthor) async throws -> ExportAccountReply {
        let instant = now()
        let found = try await store.read { view -> (ExportAccountReply, [DataPath])? in
            guard let account = try view.account(id, in: realm) else { return nil }
            return (try Self.stored(account, view), try view.project(realm.project)?.settings.deletedDataPaths ?? [])
        }
        guard let (stored, paths) = found else { throw SignInError(.userNotFound) }
        var reply = stored
        try await administration.recordExport(of: id, in: realm, by: author)
        reply.exportedAt = instant.text
        if let userData, realm.project != .console {
            var left = Self.maxDataBytes
            reply.data = try await userData.data(of: id, in: realm.project, at: paths).map { found in
                let fits = found.node.estimatedBytes <= left
                if fits { left -= found.node.estimatedBytes }
                return try Self.described(found, withValue: fits)
            }
        }
        return reply
    }

    private static func stored(_ account: Account, _ view: any StoreReading) throws -> ExportAccountReply {
        let (id, realm) = (account.id, account.realm)
        let factors = try view.secondFactors(of: id, in: realm)
        var reply = ExportAccountReply()
        var info = UserInfo(account, factors: factors)
        (info.passwordHash, info.salt, info.version) = (nil, nil, nil)
        reply.account = info
        reply.identities = account.identities.map(ExportedIdentity.init)
        reply.secondFactors = factors.map(ExportedSecondFactor.init)
        reply.recoveryCodes = try view.recoveryCodeCount(of: id, in: realm)
        reply.passkeys = try view.passkeys(of: id, in: realm).map(ExportedPasskey.init)
        reply.sessions = try view.sessions(of: id, in: realm).map(ExportedSession.init)
        reply.pending = try view.pendingEntries(of: id, in: realm).map {
            ExportedEntry($0.kind, recipient: nil, createdAt: $0.createdAt, expiresAt: $0.expiresAt)
        }
        let recipients = Set(
            [account.email?.text, account.phoneNumber].compactMap(\.self) + factors.compactMap(\.phoneNumber?.text)
                + account.identities.compactMap(\.email?.text))
        reply.messages = try view.outboxMessages(of: realm.project, limit: maxMessages)
            .filter { $0.realm == realm && recipients.contains($0.recipient) }
            .map {
                ExportedEntry(
                    "\($0.channel.rawValue) \($0.kind.rawValue)", recipient: $0.recipient, createdAt: $0.createdAt, expiresAt: $0.expiresAt)
            }
        let deliveries = try view.webhookDeliveries(about: id, in: realm).map {
            ExportedEntry(
                "webhook \($0.event.rawValue)", recipient: $0.endpoint, createdAt: $0.createdAt,
                expiresAt: $0.createdAt.addingTimeInterval(WebhookDelivery.keptSeconds))
        }
        reply.messages = (reply.messages ?? []) + deliveries
        let events = try view.events(
            EventFilter(project: realm.project, tenant: realm.tenant, subject: id), limit: maxEvents + 1)
        reply.events = events.prefix(maxEvents).map { EventInfo($0) }
        reply.eventsAreCut = events.count > maxEvents
        return reply
    }

    private static func described(_ found: UserData.Found, withValue: Bool) throws -> ExportedData {
        var data = ExportedData()
        (data.database, data.path, data.bytes) = (found.database, found.path, found.node.estimatedBytes)
        if withValue {
            let json = Array(JSONChunks(found.node, .export).joined())
            data.value = try AnyJSON(json: json, maxDepth: 2 * TreePath.maxKeys, refusesRepeated: false)
        }
        return data
    }
}

/// `POST projects/{project}/accounts:export`: everything that is stored about one person. Firebase has no equivalent.
struct ExportAccountEndpoint: AdminEndpoint {
    static let name = "accounts:export"
    static let words = APIWords(
        "exportAccount", .users, "Exports what is stored about a user",
        """
        Returns everything that is stored about the user with the uid `localId`: the account, sessions, messages, events, and \
        the data in databases. Each export writes an event. Firebase has no such call.
        """,
        errors: [.missingLocalID, .userNotFound, .tenantIDMismatch],
        request: #"{"localId":"gC3vZ0qkVbTt5xkqZ1yH2uT8wZ12"}"#)

    let export: AccountExport

    static func tenant(of input: ExportAccountRequest) -> String? { input.tenantId }

    func respond(to input: ExportAccountRequest, from caller: AdminCaller) async throws -> ExportAccountReply {
        guard let id = input.localId.unlessEmpty else { throw SignInError(.init(rawValue: "MISSING_LOCAL_ID")) }
        return try await export.export(AccountID(rawValue: id), in: caller.caller.realm, by: caller.author)
    }
}
