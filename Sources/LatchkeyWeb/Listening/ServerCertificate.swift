package import Foundation
package import NIOSSL
import Synchronization

/// The certificate of the server, which can be replaced while the server runs. New connections use the new one.
///
/// Scope: one node.
package final class ServerCertificate: Sendable {
    /// Where certificates come from.
    package enum Source: Sendable, Equatable {
        /// Files that the operator replaces.
        case files
        /// A certificate authority, by ACME.
        case authority
    }

    /// The state of the certificate, for reports.
    package struct Status: Sendable, Equatable {
        package var source = Source.files
        /// Whether there is a certificate. Before the first one, no handshake succeeds.
        package var isPresent = true
        /// When the certificate became valid.
        package var beganAt: Date?
        /// When the certificate expires.
        package var expiresAt: Date?
        /// Why the last replacement was refused, or the last request for a certificate failed; nil if it was not.
        package var problem: String?
    }

    private struct State {
        var context: NIOSSLContext?
        var status: Status
        /// The answers to challenges of a certificate authority, by host name.
        var answers: [String: NIOSSLContext] = [:]
    }

    private let state: Mutex<State>

    /// Creates the certificate of a server from files.
    ///
    /// - Throws: `NIOSSLError` if certificate and key do not belong together.
    package init(_ configuration: TLSConfiguration, beganAt: Date? = nil, expiresAt: Date?) throws {
        let status = Status(beganAt: beganAt, expiresAt: expiresAt)
        state = Mutex(State(context: try Self.context(configuration), status: status))
    }

    /// Creates the place of a certificate that an authority is going to issue.
    package init() {
        state = Mutex(State(context: nil, status: Status(source: .authority, isPresent: false)))
    }

    /// Replaces the certificate.
    ///
    /// - Throws: `NIOSSLError` if certificate and key do not belong together; the previous ones stay.
    package func replace(with configuration: TLSConfiguration, beganAt: Date? = nil, expiresAt: Date?) throws {
        let context = try Self.context(configuration)
        state.withLock {
            $0.context = context
            $0.status = Status(source: $0.status.source, beganAt: beganAt, expiresAt: expiresAt)
        }
    }

    private static func context(_ configuration: TLSConfiguration) throws -> NIOSSLContext {
        var configuration = configuration
        configuration.applicationProtocols = HTTPVersionNames.all
        return try NIOSSLContext(configuration: configuration)
    }

    /// Records why a replacement was refused; `nil` when the files are those of the current certificate again.
    package func refuse(because problem: String?) {
        state.withLock { $0.status.problem = problem }
    }

    /// The state of the current certificate.
    package var status: Status { state.withLock { $0.status } }

    // MARK: Connections

    /// The way in which a new connection gets its certificate.
    enum Choice {
        case context(NIOSSLContext)
        /// By the first message of the client.
        case byClientHello
    }

    var choice: Choice {
        state.withLock { state in
            if let context = state.context, state.answers.isEmpty { .context(context) } else { .byClientHello }
        }
    }

    /// The context for a client: that of a challenge, that of the certificate, or nil before the first certificate.
    func context(for hello: ClientHello?) -> (context: NIOSSLContext, isAnswer: Bool)? {
        state.withLock { state in
            if let hello, hello.applicationProtocols == [Self.challengeProtocol] {
                return hello.serverName.flatMap { state.answers[$0.lowercased()] }.map { ($0, true) }
            }
            return state.context.map { ($0, false) }
        }
    }

    /// The protocol with which a certificate authority asks for the answer to a challenge (RFC 8737, section 4).
    private static let challengeProtocol = "acme-tls/1"

    /// Answers the challenge of a certificate authority for a host name (TLS-ALPN-01).
    ///
    /// - Parameter configuration: The certificate of the answer; nil to answer no longer.
    /// - Throws: `NIOSSLError` if certificate and key do not belong together.
    package func answerChallenge(for name: String, with configuration: TLSConfiguration?) throws {
        guard var configuration else {
            state.withLock { $0.answers[name] = nil }
            return
        }
        configuration.applicationProtocols = [Self.challengeProtocol]
        let context = try NIOSSLContext(configuration: configuration)
        state.withLock { $0.answers[name] = context }
    }
}
