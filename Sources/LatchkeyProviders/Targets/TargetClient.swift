public import AsyncHTTPClient
import NIOCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Sends HTTP requests to hosts that ``CallTargets`` lets the server call.
///
/// It resolves the host, checks the addresses and connects to one of them. If the DNS response changes afterwards and points into the
/// server's own network (DNS rebinding), no connection goes there.
public final class TargetClient: Sendable {
    private let targets: CallTargets
    private let clients: PinnedClients

    /// The number of addresses to try if a connection fails.
    private static let maxAddresses = 3

    private init(_ targets: CallTargets, configuration: HTTPClient.Configuration) {
        self.targets = targets
        clients = PinnedClients(configuration: configuration)
    }

    /// Runs `body` with a client, and closes its connections afterwards.
    ///
    /// - Parameter configuration: Its redirect configuration must be `.disallow`, because redirects would not be checked. It must use
    ///   HTTP/1.1 only.
    public static func with<Result>(
        _ targets: CallTargets, configuration: HTTPClient.Configuration, _ body: (TargetClient) async throws -> Result
    ) async throws -> Result {
        let client = TargetClient(targets, configuration: configuration)
        do {
            let result = try await body(client)
            await client.clients.shutDown()
            return result
        } catch {
            await client.clients.shutDown()
            throw error
        }
    }

    /// Sends a request and hands the response to `body`, which may read the response's body.
    ///
    /// - Parameter timeout: For resolving the host, connecting, and receiving the head of the response.
    /// - Throws: ``TargetRefusal``, ``HostLookup/Failure``, or the errors of the HTTP client and of `body`.
    public func execute<Result>(
        _ request: HTTPClientRequest, timeout: Duration, _ body: (HTTPClientResponse) async throws -> Result
    ) async throws -> Result {
        let deadline = NIODeadline.now() + TimeAmount(timeout)
        guard let place = CallTargets.Place(url: request.url) else { throw HTTPClientError.invalidURL }
        let addresses = clients.knownFirst(try await targets.addresses(of: place), of: place.host).prefix(Self.maxAddresses)
        for (index, address) in addresses.enumerated() {
            let isLast = index == addresses.count - 1
            let result = try await clients.with(.init(host: place.host, address: address)) { client -> Result? in
                let response: HTTPClientResponse
                do {
                    response = try await client.execute(request, deadline: deadline)
                } catch  where !isLast && Self.isBeforeConnection(error) {
                    return nil
                }
                return try await body(response)
            }
            if let result { return result }
        }
        throw HTTPClientError.connectTimeout
    }

    /// Whether the request cannot have been sent.
    private static func isBeforeConnection(_ error: any Error) -> Bool {
        switch error {
        case let error as HTTPClientError: error == .connectTimeout
        case let error as IOError:
            [ECONNREFUSED, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EADDRNOTAVAIL, EAFNOSUPPORT].contains(error.errnoCode)
        default: false
        }
    }
}
