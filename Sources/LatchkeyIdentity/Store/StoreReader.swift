/// Read access to a store.
///
/// The faces of the administration have nothing else: they change the store through services, which write the audit log.
package struct StoreReader: Sendable {
    private let store: any AccountStore

    package init(_ store: any AccountStore) {
        self.store = store
    }

    /// Reads from one consistent snapshot; see ``AccountStore/read(_:)``.
    package func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T {
        try await store.read(body)
    }

    /// A number that changes after every write; see ``AccountStore/revision``.
    package var revision: Int { get async { await store.revision } }
}
