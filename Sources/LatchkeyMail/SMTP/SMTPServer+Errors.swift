import NIOCore
import NIOPosix
import NIOSSL

extension SMTPServer {
    var timeoutError: DeliveryError { .temporary("\(url) took too long.") }

    /// Returns the delivery error for a failure of the connection. None of them is about the mail, so none is permanent.
    func deliveryError(_ error: any Error) -> DeliveryError {
        switch error {
        case let error as DeliveryError: error
        case is InvalidReply: .temporary("\(url) does not answer as a mail server.")
        case let error as NIOConnectionError where error.connectionErrors.isEmpty: .temporary("The name \(host) cannot be resolved.")
        case let error as NIOConnectionError where error.connectionErrors.allSatisfy({ Self.isTimeout($0.error) }): timeoutError
        case is NIOConnectionError: .temporary("Cannot connect to \(url).")
        case ChannelError.connectTimeout: timeoutError
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError: tlsError(error)
        default: .temporary("\(url): \(error).")
        }
    }

    private func tlsError(_ error: any Error) -> DeliveryError {
        let text = "\(error)"
        let isAboutCertificate = text.contains("CERTIFICATE_VERIFY_FAILED") || error as? NIOSSLExtraError == .failedToValidateHostname
        return .temporary(
            isAboutCertificate ? "The certificate of \(url) cannot be verified: \(text)." : "TLS with \(url) failed: \(text).")
    }

    private static func isTimeout(_ error: any Error) -> Bool {
        if case ChannelError.connectTimeout = error { true } else { false }
    }
}
