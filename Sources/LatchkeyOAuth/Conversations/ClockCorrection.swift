import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Learns the provider's clock from a response that rejects a timestamp, at most once per conversation.
struct ClockCorrection: Sendable {
    private let now: @Sendable () -> Date
    private var hasLearnt = false
    /// How far the provider's clock is ahead of this machine's.
    private(set) var offset: Duration

    init(offset: Duration, now: @escaping @Sendable () -> Date) {
        self.offset = offset
        self.now = now
    }

    /// Sets the offset from the `Date` header.
    ///
    /// Throws `refusal` when it is not about the clock, when the header is missing, or on the second call.
    mutating func learn(from reply: ProviderReply, refusal: OAuthError) throws {
        guard refusal.code == .clockSkew, !hasLearnt, let date = reply.head.headerFields[.date].flatMap(HTTPDate.parse) else {
            throw refusal
        }
        hasLearnt = true
        offset = .seconds(Int64(date.timeIntervalSince(now()).rounded()))
    }
}
