public import AsyncHTTPClient

/// Sends a request to a webhook within a timeout, and returns the status of the response.
///
/// It must not follow redirects, because the body is for this URL only.
public typealias WebhookSending = @Sendable (HTTPClientRequest, Duration) async throws -> UInt

/// One request to a webhook, with a timeout for the connection, the request and the response together.
struct TimedRequest: Sendable {
    let send: WebhookSending
    let timeout: Duration

    /// Sends the request and returns the status. The body of the response is not read, because it may repeat the request.
    ///
    /// - Throws: A temporary ``DeliveryError``, or `CancellationError`.
    func status(of request: HTTPClientRequest) async throws -> UInt {
        try await withThrowingTaskGroup(of: UInt.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                do {
                    return try await send(request, timeout)
                } catch is CancellationError {
                    throw CancellationError()
                } catch let error as DeliveryError {
                    throw error
                } catch {
                    throw DeliveryError.temporary("The webhook cannot be reached: \(ConnectionProblem.text(error)).")
                }
            }
            // The timeout of the client ends with the head of the response.
            group.addTask {
                try await Task.sleep(for: timeout)
                throw DeliveryError.temporary("The webhook took longer than \(timeout.components.seconds) seconds.")
            }
            guard let reply = try await group.next() else { throw CancellationError() }
            return reply
        }
    }
}
