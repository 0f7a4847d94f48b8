import Foundation
import LatchkeyConsole
import LatchkeyDatabaseAPI
import LatchkeyIdentity
import LatchkeyRealtime
import LatchkeyRules
import LatchkeySecrets
import LatchkeyTree

/// A simulated operation on the current data of a database. Nothing is changed, counted or stored.
struct RulesTrial: Sendable {
    let form: RulesTrialForm
    let uid: String
    let rules: SecurityRules
    let database: RealtimeDatabase
    /// The claims of the named user, if the account exists in the project.
    let known: IDTokenClaims?

    /// The form input does not form a valid request.
    struct Unclear: Error {
        let message: String
    }

    /// The maximum size of an explanation on a page, in bytes.
    private static let maxBytes = 60_000

    /// Simulates the operation.
    ///
    /// - Returns: The explanation, or `nil` if no rule applies.
    /// - Throws: ``Unclear``.
    @concurrent func run() async throws -> Explanation? { try explained()?.cut(toBytes: Self.maxBytes) }

    private func explained() throws -> Explanation? {
        let requester = try requester()
        do {
            let path = try TreePath(form.path)
            switch form.operation {
            case .read: return database.explainRead(path, by: requester, under: rules)
            case .set: return try explain(.set(try Node(json: try bytes()), at: path), requester)
            case .remove: return try explain(.set(.empty, at: path), requester)
            case .update:
                var reader = UpdateReader()
                try reader.read(try bytes())
                return try explain(try .update(try reader.finish(), at: path), requester)
            }
        } catch let error as TreeError {
            throw Unclear(message: error.description)
        } catch let error as DatabaseError {
            throw Unclear(message: DatabaseRefusal(error).message)
        }
    }

    private func explain(_ operation: WriteOperation, _ requester: Requester) throws(DatabaseError) -> Explanation? {
        try database.explainWrite(operation, by: requester, under: rules)
    }

    private func bytes() throws(Unclear) -> [UInt8] {
        guard !form.data.isEmpty else { throw Unclear(message: "Enter the data as JSON, for example {\"name\": \"Ada\"}.") }
        return Array(form.data.utf8)
    }

    private func requester() throws(Unclear) -> Requester {
        switch form.who {
        case .nobody: return .nobody
        case .administrator: return .administrator
        case .user:
            guard !uid.isEmpty else { throw Unclear(message: "Enter the UID or address of the user, or choose “Unauthenticated”.") }
            var token = Dictionary(
                (known?.members ?? []).map { ($0.name, AuthValue($0.value)) }, uniquingKeysWith: { first, _ in first })
            if !form.claims.isEmpty {
                guard case .object(let members)? = try? JSONValue(json: form.claims.utf8) else {
                    throw Unclear(message: "Claims must be a JSON object, for example {\"admin\": true}.")
                }
                for (name, value) in members { token[name] = AuthValue(value) }
            }
            // Every token has these claims.
            for name in ["sub", "user_id"] where token[name] == nil { token[name] = .string(uid) }
            return .user(.current(uid: uid, provider: Self.provider(of: token), token: token))
        }
    }

    /// Returns the sign-in provider of a token.
    private static func provider(of token: [String: AuthValue]) -> String {
        if case .map(let members)? = token["firebase"], case .string(let name)? = members["sign_in_provider"] { return name }
        return "password"
    }
}

extension IDTokenClaims {
    /// Creates the claims of a token of the account's newest session or, if it has none, of a sign-in with its first sign-in method.
    ///
    /// - Returns: `nil` if the project has no such account outside its tenants.
    init?(of uid: String, in project: Project, issuer: String, at now: Date, _ view: any StoreReading) throws {
        let realm = Realm(project: project.id)
        guard let account = try view.account(AccountID(rawValue: uid), in: realm) else { return nil }
        let method = account.signInMethods.first ?? (account.phoneNumber == nil ? .anonymous : .phone)
        let session =
            try view.sessions(of: account.id, in: realm).first { !$0.isOver(at: now) }
            ?? Session(
                id: SessionID(rawValue: ""), account: account.id, realm: realm, refreshToken: Fingerprint(of: ""), createdAt: now,
                method: method)
        self.init(issuer: issuer, account: account, session: session, at: now)
    }
}
