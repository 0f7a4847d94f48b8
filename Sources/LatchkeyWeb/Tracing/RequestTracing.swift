import HTTPTypes
import Hummingbird
package import LatchkeyIdentity
package import LatchkeyTracing
import NIOCore

/// Records a span for each request of a port, and continues the traces of accepted callers.
package struct RequestTracing: Sendable {
    private let tracer: Tracer
    private let port: String
    private let scheme: String
    private let host: String
    private let acceptedCallers: [AddressRange]

    /// - Parameters:
    ///   - port: The name of the port.
    ///   - scheme: `http` or `https`.
    ///   - host: The server's own host, not what a client sends as `Host`.
    ///   - acceptedCallers: The addresses whose `traceparent` is accepted. Others would decide how many traces are recorded.
    package init(_ tracer: Tracer, port: String, scheme: String, host: String, acceptedCallers: [AddressRange]) {
        self.tracer = tracer
        self.port = port
        self.scheme = scheme
        self.host = host
        self.acceptedCallers = acceptedCallers
    }

    private static let parentHeader = HTTPField.Name(TraceContext.parentHeader)
    private static let stateHeader = HTTPField.Name(TraceContext.stateHeader)
    /// The methods of RFC 9110 and RFC 5789. Clients may send any other word.
    private static let methods: Set<String> = ["CONNECT", "DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT", "TRACE"]

    /// Runs `respond` in the span of a request, which ends when the response begins.
    func responding(
        to request: Request, in context: ServerContext, _ respond: () async throws -> Response
    ) async throws -> Response {
        let span = tracer.root("request", .server, parent: parent(of: request, from: context.remoteAddress))
        guard span.context.isSampled else { return try await span.run { _ in try await respond() } }
        let method = Self.methods.contains(request.method.rawValue) ? request.method.rawValue : "_OTHER"
        span.set(.method, .text(method))
        span.set(.scheme, .text(scheme))
        span.set(.serverAddress, .text(host))
        span.set(.port, .text(port))
        return try await span.run { span in
            let response = try await respond()
            guard let span else { return response }
            // A part that has no router sets the route itself. Without a route, `endpointPath` has no leading slash.
            let route = span.route ?? context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil }
            span.setRoute(route, method: method == "_OTHER" ? "HTTP" : method)
            span.set(.status, .integer(response.status.code))
            if response.status.code >= 500 {
                if span.value(of: .errorType) == nil { span.set(.errorType, .text(String(response.status.code))) }
                span.fail()
            }
            return response
        }
    }

    private func parent(of request: Request, from address: String?) -> TraceContext? {
        guard let address, acceptedCallers.contains(where: { $0.contains(address) }), let name = Self.parentHeader,
            let parent = request.headers[name]
        else { return nil }
        return TraceContext(traceparent: parent, tracestate: Self.stateHeader.flatMap { request.headers[$0] })
    }
}

extension ActiveSpan {
    /// The route that was set before; `nil` for none.
    fileprivate var route: String? {
        guard case .text(let route)? = value(of: .route) else { return nil }
        return route
    }

    /// Sets the code of a refusal. The text behind a code may contain what the client sent.
    func note(_ code: String, or status: String?) {
        for text in [code, status ?? ""] {
            let word = text.prefix { $0.isASCII && ($0.isUppercase || $0.isNumber || $0 == "_") }
            guard word.count > 2, word.endIndex == text.endIndex || text[word.endIndex...].hasPrefix(" : ") else { continue }
            return set(.errorType, .text(String(word)))
        }
    }
}
