public import HTTPTypes

/// Carries one request to the server.
///
/// An implementation follows no redirects, gives up after a time, and refuses replies beyond a size.
public protocol AuthTransport: Sendable {
    /// Sends a request and gives the whole reply, whatever its status.
    ///
    /// - Throws: Anything; it becomes ``AuthErrorCode/networkError`` with the error as its underlying one.
    func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8])
}

/// The longest reply that is read, in bytes.
let maxReplyBytes = 1_048_576
