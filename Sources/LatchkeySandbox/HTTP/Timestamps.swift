import Foundation

extension Date {
    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    var httpDate: String {
        let parts = UTCParts(self)
        return "\(parts.weekday), \(parts.day) \(parts.month) \(parts.year) \(parts.time) GMT"
    }

    /// `Sat May 09 17:58:22 +0000 2009`, the format of Twitter's API 1.1.
    var twitterDate: String {
        let parts = UTCParts(self)
        return "\(parts.weekday) \(parts.month) \(parts.day) \(parts.time) +0000 \(parts.year)"
    }

    /// `2011-01-26T19:01:12Z`, GitHub's format.
    var gitHubDate: String {
        let parts = UTCParts(self)
        return "\(parts.year)-\(parts.monthNumber)-\(parts.day)T\(parts.time)Z"
    }

    /// `2009-05-09T17:58:22.000Z`, the format of Twitter's API v2.
    var twitterV2Date: String {
        let parts = UTCParts(self)
        return "\(parts.year)-\(parts.monthNumber)-\(parts.day)T\(parts.time).000Z"
    }

    /// Whole seconds since 1970.
    var epochSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}

private struct UTCParts {
    let weekday: String
    let day: String
    let month: String
    let monthNumber: String
    let year: String
    let time: String

    init(_ date: Date) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        weekday = weekdays[((parts.weekday ?? 1) - 1) % 7]
        day = Self.padded(parts.day ?? 1)
        month = months[((parts.month ?? 1) - 1) % 12]
        monthNumber = Self.padded(parts.month ?? 1)
        let yearText = String(parts.year ?? 1970)
        year = String(repeating: "0", count: max(0, 4 - yearText.count)) + yearText
        time = [parts.hour, parts.minute, parts.second].map { Self.padded($0 ?? 0) }.joined(separator: ":")
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
