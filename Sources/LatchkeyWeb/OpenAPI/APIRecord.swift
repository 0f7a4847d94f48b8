import HTTPTypes
import Synchronization

/// Collects the operations of the server while its routes are added.
package final class APIRecord: Sendable {
    package init() {}

    private struct State {
        var operations: [APIOperation] = []
        var openPaths: OpenPaths?
    }

    private let state = Mutex(State())

    package var operations: [APIOperation] { state.withLock { $0.operations } }

    /// The paths that pages of every origin may call.
    func openPaths(administrators: Bool) -> OpenPaths {
        state.withLock { state in
            if let known = state.openPaths { return known }
            let paths = OpenPaths(state.operations, administrators: administrators)
            state.openPaths = paths
            return paths
        }
    }

    package func add(_ operation: APIOperation) { add([operation]) }

    package func add(_ operations: [APIOperation]) {
        state.withLock { state in
            state.operations += operations
            state.openPaths = nil
        }
    }
}
