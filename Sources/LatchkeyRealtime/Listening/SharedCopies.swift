import Synchronization

/// What was made of one event to send it to somebody, for all others who are told the same: a thousand who listen to one place get the
/// same bytes.
public final class SharedCopies: Sendable {
    private let copies = Mutex<[String: [UInt8]]>([:])

    init() {}

    /// - Parameters:
    ///   - form: Tells apart what differs by more than the event.
    ///   - make: Is called by the first one who asks for that form.
    public func copy(_ form: String, make: () -> [UInt8]) -> [UInt8] {
        copies.withLock { copies in
            if let copy = copies[form] { return copy }
            let copy = make()
            copies[form] = copy
            return copy
        }
    }
}
