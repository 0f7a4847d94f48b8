import Synchronization

/// A signal that the client of a connection has disconnected, so that work without a recipient is not started.
///
/// The server gives one to the tasks of each connection. It does not cancel tasks: started work, such as a transaction, is finished.
package final class Departure: Sendable {
    /// The signal of the connection that the current task serves; `nil` in commands and in tests without a connection.
    @TaskLocal package static var current: Departure?

    private struct State {
        var isOver = false
        var last = 0
        var listeners: [Int: Listener] = [:]
    }

    private final class Listener: Sendable {
        let act: @Sendable () -> Void

        init(_ act: @escaping @Sendable () -> Void) {
            self.act = act
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Whether the client has disconnected.
    package var hasHappened: Bool { state.withLock { $0.isOver } }

    /// Marks the client as disconnected. Later calls have no effect.
    package func happen() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return state.listeners.values.map { $0 }
        }
        for listener in listeners { listener.act() }
    }

    /// Calls `act` once when the client disconnects, or immediately if it already has.
    ///
    /// - Returns: The number to pass to ``ignore(_:)``.
    func listen(_ act: @escaping @Sendable () -> Void) -> Int {
        let listener = Listener(act)
        let number = state.withLock { state -> Int? in
            if state.isOver { return nil }
            state.last += 1
            state.listeners[state.last] = listener
            return state.last
        }
        guard let number else {
            listener.act()
            return 0
        }
        return number
    }

    func ignore(_ number: Int) {
        state.withLock { $0.listeners[number] = nil }
    }
}
