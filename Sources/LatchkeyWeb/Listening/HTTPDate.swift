import Foundation
import Synchronization

/// The current time as the `Date` header of a response (RFC 9110, section 5.6.7), formatted once a second.
final class HTTPDate: Sendable {
    private let last = Mutex<(second: Int, text: String)>((0, ""))

    /// - Parameter now: The time in seconds since 1970.
    func text(at now: Int) -> String {
        last.withLock { last in
            if last.second != now || last.text.isEmpty { last = (now, Self.format(now)) }
            return last.text
        }
    }

    private static func format(_ seconds: Int) -> String {
        var (time, parts) = (time_t(seconds), tm())
        gmtime_r(&time, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        // Not strftime: its names depend on the locale.
        let day = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(parts.tm_wday)]
        let month = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][Int(parts.tm_mon)]
        return "\(day), \(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900) "
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
    }
}
