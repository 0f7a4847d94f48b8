package import Foundation

/// The header `Retry-After`: a number of seconds, or a date (RFC 9110, section 10.2.3).
package enum RetryAfter {
    /// Returns the seconds to wait; `nil` if the text is neither form.
    package static func seconds(_ text: String?, at now: Date) -> Double? {
        guard let text else { return nil }
        if let seconds = UInt32(text) { return Double(seconds) }
        return date(text).map { max(0, $0.timeIntervalSince(now)) }
    }

    /// Parses the form of RFC 9110, section 5.6.7, that servers must send.
    private static func date(_ text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text)
    }
}
