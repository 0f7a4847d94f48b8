import LatchkeyTree

/// What the server of a database sees of who is signed in: what its rules have as `auth`, and until when.
package struct DatabaseIntroduction: Sendable {
    /// `String`, `Bool`, `Int`, `Double`, arrays and dictionaries.
    package let auth: [String: any Sendable]
    /// Seconds since 1970.
    package let expires: Double?
}

extension Database {
    /// Waits until the server believes whoever is signed in.
    ///
    /// - Throws: ``DatabaseErrorCode/permissionDenied`` and its relatives when it does not, ``DatabaseErrorCode/unavailable`` when it cannot
    ///   be asked within half a minute.
    package func introduction() async throws -> DatabaseIntroduction {
        guard let connection = repo.connection as? PersistentConnection else {
            throw DatabaseError.make(.unavailable, "There is no server.")
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

    /// Nulls are left out.
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
