/// A finished span.
package struct SpanRecord: Sendable {
    package let context: TraceContext
    /// The span above; `nil` for the first of a trace.
    package let parent: SpanID?
    package let kind: SpanKind
    package var name: String
    /// In nanoseconds since 1970.
    package let begin: UInt64
    package var end: UInt64
    package var attributes: [(key: SpanKey, value: SpanValue)] = []
    package var hasFailed = false
}

/// The side of a call that a span describes, with OTLP's numbers.
package enum SpanKind: Int, Sendable {
    /// Work inside of the server.
    case `internal` = 1
    /// A request to the server.
    case server = 2
    /// A call of the server to another program.
    case client = 3
}

/// The attributes that spans have. The list is closed, so that no span contains a name, an address, an id of a user, a token or a path.
///
/// The names with a dot that do not begin with `latchkey` are OpenTelemetry's semantic conventions.
package enum SpanKey: String, Sendable {
    /// The method; `_OTHER` for methods that RFC 9110 and RFC 5789 do not define.
    case method = "http.request.method"
    /// The pattern of the path, with the names of its parameters in place of their values.
    case route = "http.route"
    case status = "http.response.status_code"
    case scheme = "url.scheme"
    /// The host of the server that is called: this server's own, a provider's, a hook's or a mail server's.
    case serverAddress = "server.address"
    case serverPort = "server.port"
    /// A code of the API, a status of HTTP, or the name of a type.
    case errorType = "error.type"
    case databaseSystem = "db.system.name"
    /// The port of this server: `server` or `database`.
    case port = "latchkey.port"
    /// The milliseconds that a password waited for the threads that hash.
    case queueMilliseconds = "latchkey.queue_ms"
    /// The kind of a message, such as a password reset.
    case messageKind = "latchkey.message.kind"
    case messageChannel = "latchkey.message.channel"
    /// The number of this attempt to deliver a message.
    case messageAttempt = "latchkey.message.attempt"
}

/// The value of an attribute.
package enum SpanValue: Sendable, Equatable {
    case text(String)
    case integer(Int)
    case number(Double)

    /// The maximum length of a text in bytes, which limits the memory of the queue.
    static let maxBytes = 256

    /// The value with the limit applied.
    var bounded: SpanValue {
        guard case .text(let text) = self, text.utf8.count > Self.maxBytes else { return self }
        var short = ""
        for scalar in text.unicodeScalars {
            guard short.utf8.count + UTF8.width(scalar) <= Self.maxBytes else { break }
            short.unicodeScalars.append(scalar)
        }
        return .text(short)
    }
}
