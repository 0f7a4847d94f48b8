import Foundation
import LatchkeyACME
import LatchkeyIdentity
import LatchkeySecrets
import LatchkeyWeb
import NIOSSL
import Synchronization

/// Answers the challenges of a certificate authority on the ports of the server.
///
/// Scope: one node.
final class ChallengeAnswers: ChallengeResponder {
    private let certificate: ServerCertificate
    private let now: WallClock
    /// The key authorizations of HTTP-01, by token.
    private let texts = Mutex<[String: String]>([:])

    init(certificate: ServerCertificate, now: @escaping WallClock) {
        (self.certificate, self.now) = (certificate, now)
    }

    /// The answer for a token (RFC 8555, section 8.3); `nil` if no challenge has it.
    func text(for token: String) -> String? { texts.withLock { $0[token] } }

    func show(_ proof: ChallengeProof) throws {
        switch proof.kind {
        case .http01: texts.withLock { $0[proof.token] = proof.keyAuthorization }
        case .tlsALPN01:
            let answer = try TLSALPNCertificate(proof, at: now())
            let key = try NIOSSLPrivateKey(bytes: Array(answer.key.expose().utf8), format: .pem)
            let own = try NIOSSLCertificate(bytes: Array(answer.certificate.utf8), format: .pem)
            var configuration = TLSConfiguration.makeServerConfiguration(
                certificateChain: [.certificate(own)], privateKey: .privateKey(key))
            configuration.minimumTLSVersion = .tlsv12
            try certificate.answerChallenge(for: proof.name, with: configuration)
        }
    }

    func hide(_ proof: ChallengeProof) {
        switch proof.kind {
        case .http01: texts.withLock { $0[proof.token] = nil }
        case .tlsALPN01: try? certificate.answerChallenge(for: proof.name, with: nil)
        }
    }
}
