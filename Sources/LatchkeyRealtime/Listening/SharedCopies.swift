import Synchronization

/// The encoded forms of one event, shared by all listeners that receive it: 1,000 listeners at one location get the same bytes.
public final class SharedCopies: Sendable {
    private let copies = Mutex<[String: [UInt8]]>([:])

    init() {}

    /// Returns an encoded form of the event, and creates it on first use.
    ///
    /// - Parameters:
    ///   - form: A name that distinguishes the encodings of the same event.
    ///   - make: Called once per form.
    public func copy(_ form: String, make: () -> [UInt8]) -> [UInt8] {
        copies.withLock { copies in
            if let copy = copies[form] { return copy }
            let copy = make()
            copies[form] = copy
            return copy
        }
    }
}
