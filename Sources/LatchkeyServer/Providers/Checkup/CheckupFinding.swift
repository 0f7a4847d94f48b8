/// One thing that was looked at, and what is to be done about it.
public struct CheckupFinding: Codable, Sendable, Equatable {
    /// What was looked at, in a few words.
    public var subject: String
    public var ok: Bool
    /// What was found.
    public var detail: String
    /// What to do about it; only where something is wrong.
    public var mend: String?

    public static func ok(_ subject: String, _ detail: String) -> CheckupFinding {
        CheckupFinding(subject: subject, ok: true, detail: detail)
    }

    public static func wrong(_ subject: String, _ detail: String, mend: String?) -> CheckupFinding {
        CheckupFinding(subject: subject, ok: false, detail: detail, mend: mend)
    }
}
