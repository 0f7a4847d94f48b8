// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import LatchkeyOAuth

/// How far this machine's clock is from a provider's, as the `Date` of a reply tells it.
struct ClockReading: Sendable, Equatable {
    /// Positive when this machine is ahead.
    let aheadSeconds: Int

    /// Providers allow minutes; ID tokens of a server whose clock is off by more than this are refused elsewhere.
    private static let acceptableSeconds = 60

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, section 5.6.7).
    private static let dateForm = Date.ParseStrategy(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt)

    /// - Returns: `nil` when the reply has no date.
    init?(_ reply: ProviderReply, asked: Date, answered: Date) {
        guard let text = reply.head.headerFields[.date], let date = try? Date(text, strategy: Self.dateForm) else { return nil }
        let middle = asked.addingTimeInterval(answered.timeIntervalSince(asked) / 2)
        // The header counts whole seconds, half a second too few on average.
        aheadSeconds = Int((middle.timeIntervalSince(date) - 0.5).rounded())
    }

    var isAcceptable: Bool { abs(aheadSeconds) <= Self.acceptableSeconds }

    /// For the sentence “this clock is … of the provider's”.
    var text: String { aheadSeconds < 0 ? "about \(-aheadSeconds) seconds behind" : "about \(aheadSeconds) seconds ahead" }
}
