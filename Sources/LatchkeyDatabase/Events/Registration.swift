import LatchkeyTree
import Synchronization

/// An observer of a view.
final class Registration: Sendable {
    /// The handle with which the app removes the observer.
    let handle: UInt
    /// The type of event; `nil` for an observer that only keeps the data synchronized.
    let type: DataEventType?
    /// Whether the observer ends after the first event.
    let isOnce: Bool
    /// Whether the app called `keepSynced`.
    let isKept: Bool
    private let sink: Sink
    private let isActive = Atomic(true)

    /// The destination of events.
    enum Sink: Sendable {
        case none
        /// Called on the main actor, where apps expect events.
        case main(event: @MainActor @Sendable (ViewEvent) -> Void, cancel: (@MainActor @Sendable (any Error) -> Void)?)
        /// Called immediately, on the thread that sends the event.
        case direct(event: @Sendable (ViewEvent) -> Void, cancel: @Sendable (any Error) -> Void)
    }

    private static let lastHandle = Atomic<UInt>(0)

    init(_ type: DataEventType?, isOnce: Bool = false, isKept: Bool = false, sink: Sink = .none) {
        handle = Self.lastHandle.add(1, ordering: .relaxed).newValue
        self.type = type
        self.isOnce = isOnce
        self.isKept = isKept
        self.sink = sink
    }

    /// Stops the observer. Events that are already queued for the main actor are dropped.
    func deactivate() {
        isActive.store(false, ordering: .relaxed)
    }

    func send(_ event: ViewEvent, by main: MainDelivery) {
        switch sink {
        case .none: break
        case .direct(let tell, _): tell(event)
        case .main(let tell, _):
            main.send { [self] in
                if isActive.load(ordering: .relaxed) { tell(event) }
            }
        }
    }

    /// Whether the observer handles cancellations.
    var hearsCancel: Bool {
        switch sink {
        case .none, .main(_, cancel: nil): false
        case .direct, .main: true
        }
    }

    func cancel(_ error: any Error, by main: MainDelivery) {
        switch sink {
        case .none: break
        case .direct(_, let tell): tell(error)
        case .main(_, let tell):
            guard let tell else { return }
            main.send { [self] in
                if isActive.load(ordering: .relaxed) { tell(error) }
            }
        }
    }
}
