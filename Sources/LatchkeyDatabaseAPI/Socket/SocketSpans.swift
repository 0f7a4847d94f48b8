import HTTPTypes
import LatchkeyRealtime
import LatchkeyTracing

/// The spans of the requests that clients send over web sockets and long polling. Each is the first of its trace, because such a request has
/// no headers.
struct SocketSpans: Sendable {
    private let tracer: Tracer

    init?(_ tracer: Tracer?) {
        guard let tracer else { return nil }
        self.tracer = tracer
    }

    /// The names of the spans: those of Firebase's profiler where it has one.
    private static let names: [String: StaticString] = [
        "q": "listener-listen", "l": "listener-listen", "n": "listener-unlisten", "u": "listener-unlisten", "g": "realtime-read",
        "p": "realtime-write", "m": "realtime-update", "o": "on-disconnect-put", "om": "on-disconnect-update", "oc": "on-disconnect-cancel",
        "auth": "authenticate", "gauth": "authenticate", "unauth": "unauthenticate",
    ]

    /// Begins the span of a request.
    ///
    /// - Returns: `nil` for an action without an effect.
    func begin(_ action: String) -> ActiveSpan? {
        guard let name = Self.names[action] else { return nil }
        let span = tracer.root(name, .server)
        span.set(.port, .text("database"))
        return span
    }
}

extension ActiveSpan {
    /// Records why a request was refused, by its status in the socket protocol.
    func note(_ error: any Error) {
        let refusal = (error as? DatabaseRefusal) ?? (error as? DatabaseError).map { DatabaseRefusal($0) }
        set(.errorType, .text(refusal?.socketStatus ?? "failed"))
        // As for requests over HTTP, only an error of the server fails the span.
        let isOurs = refusal.map { $0.status.kind == .serverError } ?? !(error is any BadDatabaseRequest)
        if isOurs { fail() }
    }
}
