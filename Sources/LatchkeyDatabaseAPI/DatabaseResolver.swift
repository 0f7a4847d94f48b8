import HTTPTypes
import Hummingbird
package import LatchkeyIdentity
package import LatchkeyRealtime
import LatchkeyRules
import LatchkeySecrets
import LatchkeyTree
import LatchkeyWeb

/// Finds the database and the caller of a request.
package struct DatabaseResolver: Sendable {
    private let parts: DatabaseParts
    private let sessions: Sessions
    private let grant: ServiceAccountGrant
    private let secrets: DatabaseSecrets

    package init(_ parts: DatabaseParts) {
        self.parts = parts
        let accounts = parts.accounts
        sessions = Sessions(
            store: accounts.store, authority: accounts.authority, throttle: accounts.throttle,
            outbox: Outbox(sealer: accounts.sealer, random: accounts.random), now: accounts.now, random: accounts.random)
        grant = ServiceAccountGrant(store: accounts.store, now: accounts.now, random: accounts.random)
        secrets = DatabaseSecrets(store: accounts.store, sealer: accounts.sealer, now: accounts.now)
    }

    var isLenient: Bool { parts.accounts.isLenient }

    /// Logs that a credential was refused.
    func note(refusal reason: String, from address: String?) {
        parts.accounts.securityLog?.noteDatabase(refusal: reason, from: address)
    }

    /// The suffix that Firebase adds to the name of a project's default database.
    private static let defaultEnding = "-default-rtdb"
    private static let maxNameBytes = 128
    /// The initial rules of an emulator's database: open, as in Firebase's emulator.
    private static let openRules = """
        {
          "rules": {
            ".read": true,
            ".write": true
          }
        }
        """

    /// Returns the database with a name.
    ///
    /// - Parameter namespace: The `ns` query parameter; `nil` for the default database of the default project.
    /// - Throws: `DatabaseRefusal` with status 404 if the database does not exist.
    package func database(_ namespace: String?) async throws -> RealtimeDatabase {
        let name = namespace.unlessEmpty ?? parts.accounts.standardProject.rawValue
        if let database = parts.directory.opened(name) { return database }
        try parts.directory.requireNotElsewhere(name)
        guard !name.hasPrefix(ProjectID.console.rawValue) else { throw Self.unknown(name) }
        guard name.utf8.count <= Self.maxNameBytes else { throw Self.unknown(name) }
        if let id = try await parts.trees.database(named: name), let database = try await parts.directory.database(id) { return database }
        var project = name
        if project.hasSuffix(Self.defaultEnding) { project.removeLast(Self.defaultEnding.count) }
        let id: DatabaseID
        if parts.accounts.isLenient {
            let standard = parts.accounts.standardProject.rawValue
            id = DatabaseID(project: standard, name: project == standard ? project : name)
        } else if try await exists(project) {
            id = DatabaseID(project: project, name: project)
        } else {
            throw Self.unknown(name)
        }
        let rules = parts.accounts.isLenient ? Self.openRules : SecurityRules.ownUsersOnly.text
        guard let database = try await parts.directory.database(id, making: rules) else { throw Self.unknown(name) }
        return database
    }

    private static func unknown(_ name: String) -> DatabaseRefusal {
        DatabaseRefusal(.notFound, "There is no database \"\(name.prefix(64))\".")
    }

    private func exists(_ project: String) async throws -> Bool {
        try await parts.accounts.store.read { try $0.project(ProjectID(rawValue: project)) } != nil
    }

    /// Returns the caller that a credential identifies for the databases of a project.
    ///
    /// - Parameters:
    ///   - token: The `auth` query parameter: an ID token, a version 0 token or a database secret.
    ///   - accessToken: The `access_token` parameter or the bearer token in `Authorization`: the access token of a service account.
    ///   - override: The value of `auth` that an administrator requests.
    ///   - project: The project of the database.
    ///   - client: The client that sent the credential.
    /// - Throws: `DatabaseRefusal` with status 401 if the credential is invalid.
    func caller(
        token: String?, accessToken: String?, override: JSONValue?, project: String, from client: ClientDescription
    ) async throws -> DatabaseCaller {
        let form: CredentialForm? =
            if let accessToken { .accessToken(accessToken) } else { token.map { CredentialForm(token: $0) } }
        return try await caller(form, override: override, of: ProjectID(rawValue: project), from: client)
    }

    /// Returns the caller that a credential sent over a socket identifies. The form of the credential determines its kind.
    func caller(
        credential: String, override: JSONValue?, project: String, from client: ClientDescription
    ) async throws -> DatabaseCaller {
        let isOwner = parts.accounts.isLenient && credential == Self.owner
        let form = isOwner || ServiceAccountGrant.isFormOfToken(credential) ? .accessToken(credential) : CredentialForm(token: credential)
        return try await caller(form, override: override, of: ProjectID(rawValue: project), from: client)
    }

    /// Checks a credential according to its form. A credential that fails as one kind is not tried as another.
    private func caller(
        _ form: CredentialForm?, override: JSONValue?, of project: ProjectID, from client: ClientDescription
    ) async throws -> DatabaseCaller {
        // New networks are not recorded in the lenient mode.
        let client = isLenient ? ClientDescription() : client
        var caller: DatabaseCaller =
            switch form {
            case nil: .nobody
            case .accessToken(let token): try await program(token, of: project)
            case .secret(let text): try await holder(ofSecret: text, of: project)
            case .legacyToken(let token): try await legacyUser(token, of: project, from: client)
            case .idToken(let token): try await user(token, of: project, from: client)
            }
        // Any caller may request to be unauthenticated, because that grants no additional access.
        if let override, caller.isAdministrator || override == .scalar(.null) { caller.requester = .user(AuthValue(override)) }
        return caller
    }

    /// The token of an emulator's administrators.
    private static let owner = "owner"
    /// The actor for holders of a database secret, which does not identify a user.
    private static let secretHolder = "database secret"

    private func program(_ token: String, of project: ProjectID) async throws -> DatabaseCaller {
        if parts.accounts.isLenient, token == Self.owner { return DatabaseCaller(requester: .administrator, actor: Self.owner) }
        let grant = grant
        guard let access = try await grant.access(by: token, opening: .databases), access.project.id == project else {
            throw DatabaseRefusal.badToken
        }
        return DatabaseCaller(
            requester: .administrator, actor: access.actor, expiresAt: access.expiresAt,
            isGood: { try await grant.access(by: token, opening: .databases) != nil })
    }

    private func holder(ofSecret text: String, of project: ProjectID) async throws -> DatabaseCaller {
        let secrets = secrets
        guard let secret = try await secrets.secret(text, of: project) else { throw DatabaseRefusal.badToken }
        return DatabaseCaller(
            requester: .administrator, actor: Self.secretHolder, isGood: { try await secrets.isGood(secret, of: project) },
            isAskedAtEachUse: true)
    }

    private func legacyUser(_ text: String, of project: ProjectID, from client: ClientDescription) async throws -> DatabaseCaller {
        let secrets = secrets
        do {
            let (token, session) = try await secrets.check(text, of: project)
            if let session { await sessions.noteNetwork(of: session, from: client) }
            let auth = AuthValue.map(token.data.mapValues { AuthValue($0) })
            return DatabaseCaller(
                requester: token.isAdministrator ? .administrator : .user(auth), actor: Self.secretHolder, administratorsAuth: auth,
                expiresAt: token.expiresAt, isGood: { try await secrets.isGood(token, of: project) }, isAskedAtEachUse: true,
                isDebug: token.isDebug, isSimulated: token.isSimulated)
        } catch LegacyTokenError.expired {
            throw DatabaseRefusal.expiredToken
        } catch LegacyTokenError.invalid(let cause) {
            throw DatabaseRefusal.badToken(cause)
        }
    }

    private func user(_ token: String, of id: ProjectID, from client: ClientDescription) async throws -> DatabaseCaller {
        let store = parts.accounts.store
        let key = KnownCallers.Key(token: Fingerprint(of: token), project: id)
        let revision = await store.revision
        if let known = parts.knownCallers.known(key, revision: revision, now: parts.accounts.now()) {
            // The same token may arrive from another network.
            if let holder = known.holder { await sessions.noteNetwork(of: holder, from: client) }
            return known.caller
        }
        let known = try await checkedUser(token, of: id, from: client)
        parts.knownCallers.remember(known, as: key, revision: revision)
        return known.caller
    }

    private func checkedUser(_ token: String, of id: ProjectID, from client: ClientDescription) async throws -> KnownCallers.Known {
        if let claims = parts.accounts.authority.mockUser(token) {
            return .init(caller: DatabaseCaller(requester: .user(AuthValue(current: claims)), isGood: { true }), holder: nil)
        }
        guard let project = try await parts.accounts.store.read({ try $0.project(id) }) else { throw DatabaseRefusal.badToken }
        let sessions = sessions
        do {
            let holder = try await sessions.check(token, from: Caller(project: project, client: client))
            let caller = DatabaseCaller(
                requester: .user(AuthValue(current: holder.claims)), expiresAt: holder.claims.expiresAt,
                isGood: { try await sessions.isGood(holder) })
            return .init(caller: caller, holder: holder)
        } catch is TenantNotFound {
            throw DatabaseRefusal.badToken
        } catch let error as SignInError {
            throw error.code == .tokenExpired ? DatabaseRefusal.expiredToken : DatabaseRefusal.badToken(error.cause)
        }
    }
}

extension AuthValue {
    /// Creates the value of `auth` in rules for an ID token: `uid`, `provider` in its short form, and all claims as `token`.
    init(current claims: IDTokenClaims) {
        self = .current(
            uid: claims.subject.rawValue, provider: claims.firebase.signInProvider,
            token: Dictionary(claims.members.map { ($0.name, AuthValue($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }

    package init(_ value: ClaimValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .boolean(value)
            case .integer(let value): .number(Double(value))
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let values): .list(values.map { AuthValue($0) })
            case .object(let members): .map(members.mapValues { AuthValue($0) })
            }
    }
}
