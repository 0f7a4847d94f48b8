/// One result of a provider check.
public struct CheckupFinding: Codable, Sendable, Equatable {
    /// A short name for what was checked.
    public var subject: String
    /// Whether the check passed.
    public var ok: Bool
    /// The details of the result.
    public var detail: String
    /// How to fix the problem; `nil` if there is none or no fix is known.
    public var mend: String?

    /// Creates a result for a check that passed.
    public static func ok(_ subject: String, _ detail: String) -> CheckupFinding {
        CheckupFinding(subject: subject, ok: true, detail: detail)
    }

    /// Creates a result for a check that failed.
    public static func wrong(_ subject: String, _ detail: String, mend: String?) -> CheckupFinding {
        CheckupFinding(subject: subject, ok: false, detail: detail, mend: mend)
    }
}
