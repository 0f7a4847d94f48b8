import HTTPTypes
import Synchronization

/// Collects the operations of the server while its routes are added.
package final class APIRecord: Sendable {
    package init() {}

    private let taken = Mutex<[APIOperation]>([])

    package var operations: [APIOperation] { taken.withLock { $0 } }

    package func add(_ operation: APIOperation) { add([operation]) }

    package func add(_ operations: [APIOperation]) {
        taken.withLock { $0 += operations }
    }
}
