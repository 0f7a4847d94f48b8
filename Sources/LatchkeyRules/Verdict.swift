/// Whether an operation may happen.
public enum Verdict: Sendable, Equatable {
    case allowed
    case denied

    public var isAllowed: Bool { self == .allowed }
}
