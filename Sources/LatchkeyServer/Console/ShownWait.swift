import LatchkeyIdentity

extension TooManyAttempts {
    /// How long somebody has to wait, as a person says it.
    var shownWait: String {
        func shown(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
        return retryAfterSeconds < 120 ? shown(retryAfterSeconds, "second") : shown((retryAfterSeconds + 59) / 60, "minute")
    }
}
