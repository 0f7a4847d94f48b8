import Foundation

/// What a collector did with a batch.
///
/// <https://opentelemetry.io/docs/specs/otlp/#otlphttp-response>
package enum CollectorReply: Sendable, Equatable {
    /// It has the spans, except for a number of them that it rejected.
    case accepted(rejected: Int)
    /// The same request would be refused again.
    case refused(String)
    /// The request may succeed later, after a number of seconds if the collector named one.
    case unavailable(String, retryAfterSeconds: Int? = nil)

    /// - Parameters:
    ///   - body: The body of the response, which is read only for a success.
    ///   - retryAfter: The header `Retry-After`.
    package init(status: Int, body: [UInt8], retryAfter: String?) {
        switch status {
        case 200..<300: self = .accepted(rejected: Self.rejected(in: body))
        case 429, 502, 503, 504:
            self = .unavailable("It responded with status \(status).", retryAfterSeconds: retryAfter.flatMap { Int($0) }.map { max(0, $0) })
        default: self = .refused("It responded with status \(status).")
        }
    }

    private struct Response: Decodable {
        struct PartialSuccess: Decodable {
            let rejectedSpans: Number?
        }

        /// A 64-bit integer: a string, but receivers have to accept a number too.
        struct Number: Decodable {
            let value: Int

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                value = try (try? container.decode(Int.self)) ?? Int(container.decode(String.self)) ?? 0
            }
        }

        let partialSuccess: PartialSuccess?
    }

    private static func rejected(in body: [UInt8]) -> Int {
        max(0, (try? JSONDecoder().decode(Response.self, from: Data(body)))?.partialSuccess?.rejectedSpans?.value ?? 0)
    }
}
