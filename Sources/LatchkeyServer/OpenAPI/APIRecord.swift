import HTTPTypes
import Synchronization

/// Takes down what the server answers while its routes are put together.
final class APIRecord: Sendable {
    private let taken = Mutex<[APIOperation]>([])

    var operations: [APIOperation] { taken.withLock { $0 } }

    func add(_ operation: APIOperation) {
        taken.withLock { $0.append(operation) }
    }
}
