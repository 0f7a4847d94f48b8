import LatchkeyIdentity

/// The time that the usage page covers.
struct UsagePeriod {
    struct Choice {
        let name: String
        let href: String
        let chosen: Bool
    }

    private static let all = [(1, "24 hours"), (7, "7 days"), (30, "30 days"), (90, "90 days")]

    /// The number of days; 1 for 24 hours.
    let days: Int

    /// - Parameter text: The parameter of the address. Other values give 30 days.
    init(_ text: String?) { days = Self.all.first { String($0.0) == text }?.0 ?? 30 }

    var name: String { Self.all.first { $0.0 == days }?.1 ?? "" }

    /// The days of the plots, the oldest first. 24 hours touch two days, because events are counted by day.
    func shownDays(until today: UTCDay) -> [UTCDay] {
        let count = max(2, days)
        return (0..<count).map { today.later($0 - count + 1) }
    }

    func choices(at path: String) -> [Choice] {
        Self.all.map { Choice(name: $0.1, href: path + "?days=\($0.0)", chosen: $0.0 == days) }
    }
}
