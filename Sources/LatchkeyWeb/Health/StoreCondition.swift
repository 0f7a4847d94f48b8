/// What works of the store, and why the rest does not.
public struct StoreCondition: Sendable, Equatable {
    /// What works of a store.
    public enum State: String, Sendable, Codable {
        /// The store can be read and written.
        case working
        /// The store can be read, but not written, for example because the disk is full.
        case readOnly = "read-only"
        /// The store cannot be read.
        case unavailable
    }

    /// What works of the store.
    public let state: State
    /// The error of the operation that failed; nil if none did.
    public let cause: String?

    package init(_ state: State, cause: String? = nil) {
        self.state = state
        self.cause = cause
    }

    /// What users notice; nil while everything works.
    public var consequence: String? {
        switch state {
        case .working: nil
        case .readOnly:
            "Sessions are refreshed, tokens stay valid, and data is read. Sign-ups, most sign-ins and all changes fail until the store can "
                + "be written again; no restart is needed."
        case .unavailable:
            "Tokens that were issued stay valid, and open databases are read. All other requests fail until the store can be read again; no "
                + "restart is needed."
        }
    }
}
