import HTTPTypes
import Synchronization

/// Takes down what the server answers while its routes are put together.
package final class APIRecord: Sendable {
    package init() {}

    private let taken = Mutex<[APIOperation]>([])

    package var operations: [APIOperation] { taken.withLock { $0 } }

    package func add(_ operation: APIOperation) {
        taken.withLock { $0.append(operation) }
    }
}
