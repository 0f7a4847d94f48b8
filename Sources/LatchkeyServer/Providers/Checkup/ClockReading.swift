import HTTPTypes
import LatchkeyOAuth

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How far this machine's clock is from a provider's, as the `Date` of a reply tells it.
struct ClockReading: Sendable, Equatable {
    /// Positive when this machine is ahead.
    let aheadSeconds: Int

    /// Providers allow minutes; ID tokens of a server whose clock is off by more than this are refused elsewhere.
    private static let acceptableSeconds = 60

    /// - Returns: `nil` when the reply has no date.
    init?(_ reply: ProviderReply, asked: Date, answered: Date) {
        guard let date = reply.head.headerFields[.date].flatMap(HTTPDate.parse) else { return nil }
        let middle = asked.addingTimeInterval(answered.timeIntervalSince(asked) / 2)
        // The header counts whole seconds, half a second too few on average.
        aheadSeconds = Int((middle.timeIntervalSince(date) - 0.5).rounded())
    }

    var isAcceptable: Bool { abs(aheadSeconds) <= Self.acceptableSeconds }

    /// For the sentence “this clock is … of the provider's”.
    var text: String { aheadSeconds < 0 ? "about \(-aheadSeconds) seconds behind" : "about \(aheadSeconds) seconds ahead" }
}
