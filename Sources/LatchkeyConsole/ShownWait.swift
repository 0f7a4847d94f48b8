import LatchkeyIdentity

extension TooManyAttempts {
    /// The remaining wait as text, for example "30 seconds".
    var shownWait: String {
        func shown(_ count: Int, _ unit: String) -> String { "\(count) \(unit)\(count == 1 ? "" : "s")" }
        return retryAfterSeconds < 120 ? shown(retryAfterSeconds, "second") : shown((retryAfterSeconds + 59) / 60, "minute")
    }
}
