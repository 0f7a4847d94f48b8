import LatchkeyIdentity

/// An error of PostgreSQL, or of the connection to it.
struct PostgresError: Error, CustomStringConvertible {
    /// The SQLSTATE (appendix A of PostgreSQL's documentation); empty if the server sent no response.
    let state: String
    /// PostgreSQL's primary message, which has no values of rows.
    let message: String
    /// The name of the violated constraint.
    let constraint: String?
    /// Whether the client library is missing or unsuitable.
    let isOfLibrary: Bool

    init(state: String = "", message: String, constraint: String? = nil, isOfLibrary: Bool = false) {
        self.isOfLibrary = isOfLibrary
        self.state = state
        self.message = message
        self.constraint = constraint
    }

    /// The server sent nothing for too long.
    static let timeout = PostgresError(message: "the server does not respond")
    var isTimeout: Bool { self.message == Self.timeout.message && state.isEmpty }

    /// A statement did not change the rows that it has to change.
    static func unexpectedRowCount(_ count: Int) -> PostgresError {
        PostgresError(state: "P0001", message: "a statement changed \(count) rows, which is not what the transaction has read")
    }

    var description: String { state.isEmpty ? message : "\(message) (SQLSTATE \(state))" }
}

extension StoreConflict {
    /// Creates the conflict for a failed constraint; `nil` for every other error.
    ///
    /// - Parameter parent: The parent of the table's rows, if a foreign key failed.
    init?(_ error: PostgresError, parent: Subject) {
        switch error.state {
        case "23505": self.init(Self.subject(ofConstraint: error.constraint ?? ""), detail: error.message)
        case "23503": self.init(parent, detail: error.message)
        // Other constraints, values that a column cannot have, and values that are too large for an index.
        case let state where ["22", "23", "54"].contains(state.prefix(2)): self.init(.other, detail: error.message)
        default: return nil
        }
    }

    /// Returns the subject of a unique constraint or index.
    static func subject(ofConstraint name: String) -> Subject {
        switch name {
        case "account_pkey": .account
        case "account_by_email": .email
        case "account_by_phone_number": .phoneNumber
        case "identity_by_raw_id": .identity
        case "identity_by_account": .provider
        case "second_factor_pkey", "second_factor_by_phone_number": .secondFactor
        case "passkey_pkey": .passkey
        case "project_pkey": .project
        default: .other
        }
    }
}

extension StoreTrouble {
    /// Creates the error for a problem of the database server or of the connection to it.
    ///
    /// - Returns: `nil` for an error of the statement itself, such as a failed constraint.
    init?(_ error: any Error) {
        guard let error = error as? PostgresError, error.state.isEmpty || Self.classes.contains(String(error.state.prefix(2))) else {
            return nil
        }
        self.init(cause: error.description)
    }

    /// The classes of SQLSTATE for connections, read-only servers, rolled-back transactions, resources, interventions and system errors.
    private static let classes: Set<String> = ["08", "25", "40", "53", "55", "57", "58", "XX"]
}
