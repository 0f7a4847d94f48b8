import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix

/// Why a server could not be reached, in words. The descriptions of the libraries are for programmers.
package enum ConnectionProblem {
    /// Returns the cause as a part of a sentence, without a period.
    package static func text(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { text($0.error) } ?? "the name \(error.host) cannot be resolved"
        case let error as IOError: text(code: error.errnoCode)
        case let error as HTTPClientError: text(error)
        case ChannelError.connectTimeout: slow
        case ChannelError.eof, ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed: closed
        default: "\(error)"
        }
    }

    private static func text(_ error: HTTPClientError) -> String {
        switch error {
        case .connectTimeout: slow
        case .tlsHandshakeTimeout: "the TLS handshake took too long"
        case .readTimeout, .deadlineExceeded: "it did not respond in time"
        case .remoteConnectionClosed: closed
        default: "\(error)"
        }
    }

    private static let slow = "the connection took too long"
    private static let closed = "it closed the connection without a response"

    private static func text(code: CInt) -> String {
        switch code {
        case ECONNRESET, EPIPE: closed
        case ECONNREFUSED: "it does not accept connections"
        case ETIMEDOUT: slow
        default: String(cString: strerror(code)).lowercased()
        }
    }
}
