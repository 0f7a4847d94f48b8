import LatchkeyTree

/// The server's view of the signed-in user: the `auth` value in the rules and its expiration.
package struct DatabaseIntroduction: Sendable {
    /// The members of `auth`: `String`, `Bool`, `Int`, `Double`, arrays and dictionaries.
    package let auth: [String: any Sendable]
    /// The expiration in seconds since 1970.
    package let expires: Double?
}

extension Database {
    /// Waits until the server has authenticated the signed-in user.
    ///
    /// - Throws: ``DatabaseErrorCode/permissionDenied`` or a similar error if the server rejects the token,
    ///   ``DatabaseErrorCode/unavailable`` if the server does not respond within 30 seconds.
    package func introduction() async throws -> DatabaseIntroduction {
        guard let connection = repo.connection as? PersistentConnection else {
            throw DatabaseError.make(.unavailable, "No server is configured.")
        }
        repo.start()
        let data = try await withCheckedThrowingContinuation { continuation in
            connection.introduction { continuation.resume(with: $0.mapError { DatabaseError.make($0) as any Error }) }
        }
        return DatabaseIntroduction(auth: data["auth"]?.plainMembers ?? [:], expires: data["expires"]?.number)
    }
}

extension JSONValue {
    fileprivate var plainMembers: [String: any Sendable]? { plain as? [String: any Sendable] }

    /// The value without nulls.
    private var plain: (any Sendable)? {
        switch self {
        case .scalar(.null): nil
        case .scalar(.boolean(let flag)): flag
        case .scalar(.number(let number)): Int(exactly: number) ?? number
        case .scalar(.string(let text)): text
        case .array(let elements): elements.compactMap(\.plain)
        case .object(let members):
            Dictionary(members.compactMap { member in member.value.plain.map { (member.name, $0) } }, uniquingKeysWith: { $1 })
        }
    }
}
