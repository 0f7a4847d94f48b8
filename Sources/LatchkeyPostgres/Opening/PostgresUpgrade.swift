import LatchkeyIdentity
public import LatchkeySecrets

/// The steps of the schema that a store in PostgreSQL has, and those that this version of the program adds.
public struct PostgresUpgrade: Sendable, Equatable {
    /// The steps that the store has, sorted by name.
    public let applied: [String]
    /// The steps that it lacks, or lacked before they were added.
    public let pending: [String]

    /// Whether nodes of the version that wrote the store can run when it has the pending steps.
    public var isRolling: Bool { pending.allSatisfy(PostgresOpening.isRolling) }

    /// Reads the steps of a store without changing it, also while servers use it.
    ///
    /// - Throws: ``StoreOpenError`` if this version cannot open the store.
    public init(ofStoreAt address: String, password: Secret<String>? = nil) throws {
        (applied, pending) = try PostgresStore.with(PostgresLogin(address: address, password: password)) { connection in
            let opening = PostgresOpening(connection: connection)
            guard try !opening.isEmpty() else { throw StoreOpenError.noStore(connection.database) }
            try opening.checkSteps(isMove: false)
            return try opening.steps()
        }
    }

    private init(applied: [String], pending: [String]) {
        (self.applied, self.pending) = (applied, pending)
    }

    /// Adds the steps that a store lacks. Two processes can do this at the same time.
    ///
    /// - Returns: The steps that were added, as ``pending``.
    /// - Throws: ``StoreOpenError``, also if nodes run that could not continue. Nothing is changed then.
    public static func run(onStoreAt address: String, password: Secret<String>? = nil) throws -> PostgresUpgrade {
        try PostgresStore.with(PostgresLogin(address: address, password: password)) { connection in
            let opening = PostgresOpening(connection: connection)
            let added = try opening.upgrade()
            return PostgresUpgrade(applied: try opening.steps().applied, pending: added)
        }
    }
}
