/// The decision about an operation.
public enum Verdict: Sendable, Equatable {
    case allowed
    case denied

    /// Whether the operation is allowed.
    public var isAllowed: Bool { self == .allowed }
}
