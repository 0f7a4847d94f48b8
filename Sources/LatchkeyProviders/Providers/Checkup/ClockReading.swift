import Foundation
import HTTPTypes
import LatchkeyOAuth

/// The offset between this machine's clock and a provider's, derived from the `Date` header of a response.
struct ClockReading: Sendable, Equatable {
    /// Positive when this machine is ahead.
    let aheadSeconds: Int

    /// Providers tolerate minutes. ID tokens of a server with a larger offset than this are rejected by other systems.
    private static let acceptableSeconds = 60

    /// - Returns: `nil` if the response has no `Date` header.
    init?(_ reply: ProviderReply, sent: Date, answered: Date) {
        guard let date = reply.head.headerFields[.date].flatMap(HTTPDate.parse) else { return nil }
        let middle = sent.addingTimeInterval(answered.timeIntervalSince(sent) / 2)
        // The header is in whole seconds, on average half a second too low.
        aheadSeconds = Int((middle.timeIntervalSince(date) - 0.5).rounded())
    }

    var isAcceptable: Bool { abs(aheadSeconds) <= Self.acceptableSeconds }

    /// For the sentence “this clock is … of the provider's”.
    var text: String { aheadSeconds < 0 ? "about \(-aheadSeconds) seconds behind" : "about \(aheadSeconds) seconds ahead" }
}
