#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The date of a `Date` or `Retry-After` header (RFC 9110, section 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Parses a date in the preferred format; `nil` for any other format. The day name is not compared with the date.
    public static func parse(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].utf8.last == UInt8(ascii: ","), words[5] == "GMT",
            let day = number(words[1], digits: 2), (1...31).contains(day),
            let month = months.firstIndex(where: { $0 == words[2] }).map({ $0 + 1 }),
            let year = number(words[3], digits: 4)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3,
            let hour = number(clock[0], digits: 2), hour < 24,
            let minute = number(clock[1], digits: 2), minute < 60,
            let second = number(clock[2], digits: 2), second <= 60
        else { return nil }
        let seconds = ((daysSince1970(year: year, month: month, day: day) * 24 + hour) * 60 + minute) * 60 + second
        return Date(timeIntervalSince1970: Double(seconds))
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    /// Counts in years that begin in March, so that the leap day is the last day of a year.
    private static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        let monthFromMarch = (month + 9) % 12
        let yearFromMarch = month <= 2 ? year - 1 : year
        // Shifted by 400 years, a complete cycle of 146097 days, so that the divisions below never see a negative year.
        let shifted = yearFromMarch + 400
        let days = 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthFromMarch + 2) / 5 + day - 1
        return days - 146_097 - 719_468
    }
}
