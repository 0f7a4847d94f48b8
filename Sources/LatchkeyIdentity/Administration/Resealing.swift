import LatchkeySecrets

/// Seals all secrets of a store with the current master key.
package struct Resealing: Sendable {
    private let store: any AccountStore
    private let sealer: Sealer

    package init(store: any AccountStore, sealer: Sealer) {
        self.store = store
        self.sealer = sealer
    }

    /// The values of one transaction, so that it is short.
    private static let batch = 200

    /// What one pass found.
    package struct Result: Sendable, Equatable {
        /// The number of values that are now sealed with the current key.
        package var replaced = 0
        /// The number of values that cannot be opened: no key is known, or they were modified.
        package var unreadable = 0
        /// The columns of these values.
        package var unreadableColumns: Set<SealedColumn> = []
    }

    /// Seals all values with the current key that are sealed with another one. It can be repeated after an interruption.
    package func pass() async throws -> Result {
        var result = Result()
        for column in SealedColumn.allCases {
            var last: SealedValue?
            while true {
                try Task.checkCancellation()
                let (after, header) = (last, sealer.currentHeader)
                let found = try await store.read { try $0.sealedValues(of: column, without: header, after: after, limit: Self.batch) }
                guard !found.isEmpty else { break }
                last = found.last
                let new = found.compactMap { value in seal(value).map { (value, $0) } }
                if found.count > new.count { result.unreadableColumns.insert(column) }
                result.unreadable += found.count - new.count
                guard !new.isEmpty else { continue }
                result.replaced += try await store.write { transaction in
                    try new.count { try transaction.replace($0.0, with: $0.1) }
                }
            }
        }
        return result
    }

    private func seal(_ value: SealedValue) -> SealedSecret? {
        for context in value.contexts {
            if let clear = try? sealer.open(value.secret, for: context) { return try? sealer.seal(clear.expose(), for: context) }
        }
        return nil
    }
}
