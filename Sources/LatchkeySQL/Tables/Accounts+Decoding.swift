import Foundation
package import LatchkeyIdentity

extension Account {
    /// The value of the column, which is not nullable, for an account without a sign-in.
    private static let never = Date(timeIntervalSince1970: 0)

    private static func unlessNever(_ date: Date) -> Date? { date == never ? nil : date }

    package static let columns = """
        id, project, tenant, email, email_verified, initial_email, display_name, photo_url, phone_number, screen_name,
        password_configuration, password_hash, password_salt, password_rounds, password_memory_cost, password_updated_at, custom_claims,
        disabled, created_at, last_sign_in_at, last_refresh_at, valid_since, custom_auth, email_link_sign_in
        """

    /// The columns to read, and whether the account has a passkey and a second factor.
    package static let readColumns = """
        \(columns), EXISTS (
            SELECT 1 FROM passkey
            WHERE passkey.project = account.project AND passkey.tenant = account.tenant AND passkey.account = account.id
        ), EXISTS (
            SELECT 1 FROM second_factor AS factor
            WHERE factor.project = account.project AND factor.tenant = account.tenant AND factor.account = account.id)
        """

    /// The columns of ``readColumns``, for a statement that joins another table.
    static let joinedColumns = readColumns.replacing(columns, with: columns.qualified(by: "account"))
    /// The number of columns of ``readColumns``.
    static let readColumnCount = Int32(columns.split(separator: ",").count) + 2

    /// Decodes the account without its identities.
    package init(_ row: inout StoredRow) throws {
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
        hasSecondFactor = try row.next()
    }

    package var values: Values {
        [
            ":id": id, ":project": realm.project, ":tenant": realm.tenant, ":email": email, ":email_verified": emailVerified,
            ":initial_email": initialEmail, ":display_name": displayName, ":photo_url": photoURL, ":phone_number": phoneNumber,
            ":screen_name": screenName, ":password_configuration": password?.configuration, ":password_hash": password?.hash,
            ":password_salt": password?.salt, ":password_rounds": password?.storedCosts.rounds,
            ":password_memory_cost": password?.storedCosts.memoryCost,
            ":password_updated_at": passwordUpdatedAt, ":custom_claims": customClaims, ":disabled": disabled,
            ":created_at": createdAt, ":last_sign_in_at": lastSignInAt ?? Self.never, ":last_refresh_at": lastRefreshAt,
            ":valid_since": validSince, ":custom_auth": customAuth, ":email_link_sign_in": emailLinkSignIn,
        ]
    }
}

extension String {
    /// Returns a list of columns with the name of their table.
    func qualified(by table: String) -> String {
        split { $0 == "," || $0.isWhitespace }.map { "\(table).\($0)" }.joined(separator: ", ")
    }
}

extension PasswordHash {
    /// The costs to store. Those of an imported hash are in its configuration, so the values in the row have no meaning.
    fileprivate var storedCosts: ScryptParameters {
        if case .own(let parameters) = method { parameters } else { Self.noCosts }
    }

    private static let noCosts: ScryptParameters = {
        guard let least = ScryptParameters(rounds: 1, memoryCost: 1) else { preconditionFailure("the least costs are in bounds") }
        return least
    }()
}

extension StoredRow {
    /// Reads the next five columns: configuration, hash, salt, rounds and memory cost. The schema requires all or none of the last four.
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

    /// Reads the next two columns: rounds and memory cost.
    package mutating func scryptParameters() throws -> ScryptParameters {
        let start = self
        guard let parameters = ScryptParameters(rounds: try next(), memoryCost: try next()) else {
            throw start.corruption(expected: "ScryptParameters")
        }
        return parameters
    }
}
