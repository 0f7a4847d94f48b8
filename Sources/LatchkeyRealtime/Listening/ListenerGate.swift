// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Keeps back what a new listener is told until it was shown what is there.
final class ListenerGate: Sendable {
    private struct State {
        var waiting: [(event: ListenerEvent, copies: SharedCopies)] = []
        var isOpen = false
    }

    private let state = Mutex(State())
    private let sink: ListenerSink

    init(_ sink: @escaping ListenerSink) {
        self.sink = sink
    }

    func take(_ event: ListenerEvent, _ copies: SharedCopies) {
        let isOpen = state.withLock { state in
            if !state.isOpen { state.waiting.append((event, copies)) }
            return state.isOpen
        }
        if isOpen { sink(event, copies) }
    }

    /// Shows what was there, and then hands on what waited. Under the lock, so that nothing new gets before it.
    ///
    /// - Returns: `DatabaseError.denied` where the right to see it was taken away meanwhile: then nothing is shown.
    func open(after show: () -> Void) -> Result<Void, DatabaseError> {
        state.withLock { state in
            defer { state = State(isOpen: true) }
            if case .revoked(let decision)? = state.waiting.last?.event { return .failure(.denied(decision)) }
            show()
            for (event, copies) in state.waiting { sink(event, copies) }
            return .success(())
        }
    }
}
