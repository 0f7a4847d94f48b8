import AsyncHTTPClient
import HTTPTypes
public import LatchkeyOAuth
import NIOCore
import NIOHTTP1

/// Carries a request to a provider and its reply back.
public protocol ProviderTransport: Sendable {
    /// - Parameter deadline: For everything: the connection, the head of the reply and its whole body.
    /// - Throws: `OAuthError` with `providerUnavailable`, `addressRefused` or `replyTooLarge`.
    func send(_ request: ProviderRequest, within deadline: Duration) async throws -> ProviderReply
}

/// Calls providers and hooks over HTTP, at checked addresses. It does not follow redirects: a provider's API does not need them, and
/// following one would send our credentials to another host.
public struct HTTPProviderTransport: ProviderTransport {
    private let client: TargetClient

    public init(client: TargetClient) {
        self.client = client
    }

    public func send(_ request: ProviderRequest, within deadline: Duration) async throws -> ProviderReply {
        try await withThrowingTaskGroup(of: ProviderReply.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await exchange(request, within: deadline) }
            // The client's own deadline ends with the head of the reply; a body may drip for as long as it likes.
            group.addTask {
                try await Task.sleep(for: deadline)
                throw OAuthError(.providerUnavailable, detail: "The provider took too long to answer.", hint: nil)
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
            throw OAuthError(.providerUnavailable, detail: "The provider's reply has no status that HTTP knows.", hint: nil)
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
            throw OAuthError(.replyTooLarge, detail: "The provider's reply is longer than 1 MiB.", hint: nil)
        } catch {
            throw OAuthError(.providerUnavailable, detail: "The provider's reply broke off.", hint: nil)
        }
    }
}
