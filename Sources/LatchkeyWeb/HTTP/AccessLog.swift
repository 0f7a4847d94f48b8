import HTTPTypes
import Hummingbird
package import LatchkeyIdentity
package import Logging
import NIOCore

/// Logs one line for each request.
///
/// Of the URL, only the path is logged, without email addresses. Queries contain codes, states, passwords and one-time results, which must
/// not appear in logs.
package struct AccessLog: Sendable {
    private let logger: Logger
    private let level: Logger.Level
    private let port: String
    private let clientAddress: ClientAddress

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - port: The name of the port in the lines.
    ///   - trustedProxies: The proxies whose forwarding headers are trusted.
    package init(_ logger: Logger, level: Logger.Level, port: String, trustedProxies: [AddressRange]) {
        self.logger = logger
        self.level = level
        self.port = port
        clientAddress = ClientAddress(trustedProxies: trustedProxies)
    }

    /// - Parameter duration: The time until the response began.
    func note(_ request: Request, _ response: Response, after duration: Duration, on channel: any Channel) {
        logger.log(
            level: level, "answered",
            metadata: [
                "method": "\(request.method.rawValue)", "path": "\(LoggedPath.text(request.uri.path))", "status": "\(response.status.code)",
                "port": "\(port)", "milliseconds": "\((duration / .milliseconds(1) * 10).rounded() / 10)",
                "address": "\(clientAddress.address(from: channel.remoteAddress?.ipAddress, headers: request.headers) ?? "-")",
            ])
    }
}
