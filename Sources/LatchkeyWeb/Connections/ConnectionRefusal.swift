package import Hummingbird
package import HummingbirdCore
package import LatchkeyWire
package import NIOCore

/// The reason why the server rejects the requests of a connection.
package enum ConnectionRefusal: Error, Equatable {
    /// The network of the client already has its share of the connections.
    case networkShare
    /// The server has as many connections as it can hold.
    case full

    /// Connections are freed at any time, so clients may retry soon.
    private static let retryAfterSeconds = 5

    package var status: HTTPResponse.Status { self == .full ? .serviceUnavailable : .tooManyRequests }

    package var message: String {
        switch self {
        case .networkShare: "Your network has too many connections to this server. Close some of them, or try again later."
        case .full: "The server has reached its maximum number of connections. Try again later."
        }
    }

    /// Rejects the first request of a connection and closes its outgoing half. The client closes the connection when it has read the response.
    ///
    /// - Parameter body: The response body, which is JSON in the format of the port's other errors.
    @concurrent package func respond(_ body: [UInt8], writer: consuming ResponseWriter, on channel: any Channel) async throws {
        var response = Response.json(bytes: body, status: status)
        response.headers[.connection] = "close"
        response.headers[.retryAfter] = String(Self.retryAfterSeconds)
        // Web pages can read it, as they can read other errors.
        response.headers[.accessControlAllowOrigin] = "*"
        response.headers[.contentLength] = String(body.count)
        try await writer.write(response: response.head, body: response.body)
        channel.close(mode: .output, promise: nil)
    }
}

extension ConnectionRefusal: ErrorWithEnvelope {
    package var envelope: WireErrorEnvelope {
        WireErrorEnvelope(code: status.code, message: message, status: self == .full ? "UNAVAILABLE" : "RESOURCE_EXHAUSTED")
    }
}
