public import HTTPTypes

/// A transport that sends one request to the server.
///
/// Implementations must not follow redirects, must time out, and must reject responses above a size limit.
public protocol AuthTransport: Sendable {
    /// Sends a request and returns the whole response with any status.
    ///
    /// - Throws: Any error; it is reported as ``AuthErrorCode/networkError`` with the error as its underlying error.
    func send(_ request: HTTPRequest, body: [UInt8]) async throws -> (response: HTTPResponse, body: [UInt8])
}

/// The size limit of a response body, in bytes.
let maxReplyBytes = 1_048_576
