import LatchkeyTree
import Synchronization

/// One observer of a view.
final class Registration: Sendable {
    /// What the app removes it by.
    let handle: UInt
    /// Nil for one that only keeps the data coming.
    let type: DataEventType?
    /// Whether the first event is the last.
    let isOnce: Bool
    /// Whether the app asked for the data to be kept coming.
    let isKept: Bool
    private let sink: Sink
    private let isActive = Atomic(true)

    /// Where events go.
    enum Sink: Sendable {
        case none
        /// To the main actor, where apps expect them.
        case main(event: @MainActor @Sendable (ViewEvent) -> Void, cancel: (@MainActor @Sendable (any Error) -> Void)?)
        /// To whoever tells them, at once.
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

    /// What was told already and is on its way to the main actor is not told any more.
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

    /// Whether anybody hears that it is canceled.
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
