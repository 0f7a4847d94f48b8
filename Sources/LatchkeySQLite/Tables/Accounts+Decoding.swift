import LatchkeyIdentity

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Account {
    /// What the column, which is never empty, holds for an account that was never signed in to.
    private static let never = Date(timeIntervalSince1970: 0)

    private static func unlessNever(_ date: Date) -> Date? { date == never ? nil : date }

    static let columns = """
        id, project, tenant, email, email_verified, initial_email, display_name, photo_url, phone_number, screen_name,
        password_configuration, password_hash, password_salt, password_rounds, password_memory_cost, password_updated_at, custom_claims,
        disabled, created_at, last_sign_in_at, last_refresh_at, valid_since, custom_auth, email_link_sign_in
        """

    /// What is read: the columns, and whether there is a passkey.
    static let readColumns = """
        \(columns), EXISTS (
            SELECT 1 FROM passkey
            WHERE passkey.project = account.project AND passkey.tenant = account.tenant AND passkey.account = account.id)
        """

    /// Reads the account itself, without its identities.
    init(_ row: inout StoredRow) throws {
        self.init(
            id: try row.next(), realm: try row.realm(), email: try row.next(), emailVerified: try row.next(),
            initialEmail: try row.next(), displayName: try row.next(), photoURL: try row.next(), phoneNumber: try row.next(),
            screenName: try row.next(), password: try row.passwordHash(), passwordUpdatedAt: try row.next(),
            customClaims: try row.next(), disabled: try row.next(), createdAt: try row.next(),
            lastSignInAt: Self.unlessNever(try row.next()),
            lastRefreshAt: try row.next(), validSince: try row.next())
        customAuth = try row.next()
        emailLinkSignIn = try row.next()
        hasPasskey = try row.next()
    }

    var values: Values {
        [
            ":id": id, ":project": realm.project, ":tenant": realm.tenant, ":email": email, ":email_verified": emailVerified,
            ":initial_email": initialEmail, ":display_name": displayName, ":photo_url": photoURL, ":phone_number": phoneNumber,
            ":screen_name": screenName, ":password_hash": password?.hash, ":password_salt": password?.salt,
            ":password_rounds": password?.storedCosts.rounds, ":password_memory_cost": password?.storedCosts.memoryCost,
            ":password_configuration": password?.configuration,
            ":password_updated_at": passwordUpdatedAt, ":custom_claims": customClaims, ":disabled": disabled,
            ":created_at": createdAt, ":last_sign_in_at": lastSignInAt ?? Self.never, ":last_refresh_at": lastRefreshAt,
            ":valid_since": validSince, ":custom_auth": customAuth, ":email_link_sign_in": emailLinkSignIn,
        ]
    }
}

extension PasswordHash {
    /// Costs of an imported hash are in its configuration; what stands in the account's row then means nothing.
    fileprivate var storedCosts: ScryptParameters {
        if case .own(let parameters) = method { parameters } else { Self.noCosts }
    }

    private static let noCosts: ScryptParameters = {
        guard let least = ScryptParameters(rounds: 1, memoryCost: 1) else { preconditionFailure("the least costs are in bounds") }
        return least
    }()
}

extension StoredRow {
    /// The next five columns: configuration, hash, salt, rounds and memory cost. The schema has all of the last four or none.
    fileprivate mutating func passwordHash() throws -> PasswordHash? {
        let configuration: Int? = try next()
        guard let hash = try next([UInt8]?.self) else {
            skip(3)
            return nil
        }
        let salt: [UInt8] = try next()
        let costs = try scryptParameters()
        return PasswordHash(hash: hash, salt: salt, method: configuration.map(PasswordHash.Method.imported) ?? .own(costs))
    }

    /// The next two columns: rounds and memory cost.
    mutating func scryptParameters() throws -> ScryptParameters {
        let start = self
        guard let parameters = ScryptParameters(rounds: try next(), memoryCost: try next()) else {
            throw start.corruption(expected: "ScryptParameters")
        }
        return parameters
    }
}
