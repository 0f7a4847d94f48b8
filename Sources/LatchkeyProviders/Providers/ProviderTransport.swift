import AsyncHTTPClient
import HTTPTypes
public import LatchkeyOAuth
import LatchkeyTracing
import NIOCore
import NIOHTTP1

/// Sends requests to providers.
public protocol ProviderTransport: Sendable {
    /// Sends a request and returns the response.
    ///
    /// - Parameter deadline: The time limit for the connection, the response head, and the whole body.
    /// - Throws: `OAuthError` with `providerUnavailable`, `addressRefused` or `replyTooLarge`.
    func send(_ request: ProviderRequest, within deadline: Duration) async throws -> ProviderReply
}

/// Calls providers and hooks over HTTP, at checked addresses. It does not follow redirects: a provider's API does not need them, and
/// following one would send the server's credentials to another host.
public struct HTTPProviderTransport: ProviderTransport {
    private let client: TargetClient

    /// Creates a transport that sends its requests with a client.
    public init(client: TargetClient) {
        self.client = client
    }

    /// Sends a request and returns the response, which may be up to 1 MiB long.
    public func send(_ request: ProviderRequest, within deadline: Duration) async throws -> ProviderReply {
        try await ActiveSpan.below("call", .client) { span in
            guard let span else { return try await exchangeInTime(request, within: deadline) }
            span.setRoute(nil, method: request.head.method.rawValue)
            span.set(.method, .text(request.head.method.rawValue))
            if let place = CallTargets.Place(url: request.url) {
                span.set(.serverAddress, .text(place.host))
                span.set(.serverPort, .integer(place.port))
            }
            let reply = try await exchangeInTime(request, within: deadline)
            span.set(.status, .integer(reply.head.status.code))
            if reply.head.status.code >= 400 {
                span.set(.errorType, .text(String(reply.head.status.code)))
                span.fail()
            }
            return reply
        }
    }

    private func exchangeInTime(_ request: ProviderRequest, within deadline: Duration) async throws -> ProviderReply {
        try await withThrowingTaskGroup(of: ProviderReply.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await exchange(request, within: deadline) }
            // The client's own timeout ends with the response head and does not limit a slow body.
            group.addTask {
                try await Task.sleep(for: deadline)
                throw OAuthError(.providerUnavailable, detail: "The provider took too long to respond.", hint: nil)
            }
            guard let reply = try await group.next() else { throw CancellationError() }
            return reply
        }
    }

    private func exchange(_ request: ProviderRequest, within deadline: Duration) async throws -> ProviderReply {
        var outgoing = HTTPClientRequest(url: request.url)
        outgoing.method = .init(rawValue: request.head.method.rawValue)
        for field in request.head.headerFields {
            outgoing.headers.add(name: field.name.canonicalName, value: field.value)
        }
        if let context = ActiveSpan.current?.context { outgoing.headers.add(name: TraceContext.parentHeader, value: context.traceparent) }
        if !request.body.isEmpty { outgoing.body = .bytes(request.body) }
        do {
            return try await client.execute(outgoing, timeout: deadline, Self.reply(to:))
        } catch let error as OAuthError {
            throw error
        } catch let error as TargetRefusal {
            throw OAuthError(.addressRefused, detail: error.problem, hint: error.remedy)
        } catch let error as HostLookup.Failure {
            throw OAuthError(.providerUnavailable, detail: error.description, hint: nil, isForOperator: true)
        } catch {
            throw OAuthError(.providerUnavailable, detail: "The provider could not be reached.", hint: nil)
        }
    }

    private static func reply(to response: HTTPClientResponse) async throws -> ProviderReply {
        let code = Int(response.status.code)
        guard (100...599).contains(code) else {
            throw OAuthError(.providerUnavailable, detail: "The provider's response has an invalid HTTP status.", hint: nil)
        }
        var fields = HTTPFields()
        for (name, value) in response.headers {
            if let name = HTTPField.Name(name) { fields.append(HTTPField(name: name, value: value)) }
        }
        do {
            let body = try await response.body.collect(upTo: ProviderReply.maxBytes)
            return ProviderReply(
                status: .init(code: code), headerFields: fields, body: Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw OAuthError(.replyTooLarge, detail: "The provider's response is longer than 1 MiB.", hint: nil)
        } catch {
            throw OAuthError(.providerUnavailable, detail: "The provider's response was incomplete.", hint: nil)
        }
    }
}
