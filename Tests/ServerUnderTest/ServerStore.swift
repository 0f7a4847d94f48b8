import Foundation
package import Testing

/// The store of the servers that the tests start.
package enum ServerStore {
    /// Whether the store is in the data folder. It is in PostgreSQL if the tests run with `Scripts/with-postgres`.
    package static let isInFolder = ProcessInfo.processInfo.environment["LATCHKEY_TEST_STORE"] == nil
}

extension Trait where Self == ConditionTrait {
    /// The test needs a store in the data folder.
    package static var storeInFolder: Self { .enabled(if: ServerStore.isInFolder, "needs a store in the data folder") }
}
