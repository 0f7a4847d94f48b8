package import LatchkeyTracing

/// What the sealed part of a message contains.
package struct OpenedMessage: Codable, Sendable {
    package let content: MessageContent
    /// The position in the trace of the request that wrote the message; `nil` if there was no trace.
    package let origin: TraceContext?

    package init(content: MessageContent, origin: TraceContext?) {
        self.content = content
        self.origin = origin
    }

    private enum CodingKeys: String, CodingKey {
        case origin = "traceparent"
    }

    package init(from decoder: any Decoder) throws {
        content = try MessageContent(from: decoder)
        origin = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .origin)
            .flatMap { TraceContext(traceparent: $0) }
    }

    /// The members of the content stay at the top level, where messages of earlier versions have them.
    package func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(origin?.traceparent, forKey: .origin)
    }
}
