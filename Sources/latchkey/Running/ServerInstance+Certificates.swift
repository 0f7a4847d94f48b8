import Foundation
import HummingbirdCore
import LatchkeyIdentity
import LatchkeyWeb
import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle

extension ServerInstance {
    func serverCertificate() throws -> ServerCertificate? {
        if settings.acme != nil { return ServerCertificate() }
        return try settings.tls.map { try ServerCertificate($0.configuration, beganAt: $0.beganAt, expiresAt: $0.expiresAt) }
    }

    /// The renewal of the certificate from an authority; `nil` without one.
    func certificateRenewal(_ certificate: ServerCertificate?, in folder: DataFolder) throws -> CertificateRenewal? {
        guard let acme = settings.acme, let certificate else { return nil }
        do {
            return try CertificateRenewal(
                acme, dataFolder: folder.path, certificate: certificate, now: { Date() }, logger: logger)
        } catch {
            throw Failure("The folder \(folder.path)/acme cannot be used: \(error)")
        }
    }

    /// The port for HTTP-01; `nil` if the challenge does not need it.
    func challengeListener(_ renewal: CertificateRenewal?) -> (any Service)? {
        guard let renewal, let acme = settings.acme, let port = acme.httpPort else { return nil }
        let responder = HTTPChallengeResponder(answers: renewal.answers, origin: settings.redirectOrigin(of: acme))
        let handling = RequestHandling(responder, drain: drain, logger: logger)
        return listener(
            "HTTP-01 port", on: .port(port, host: settings.host), loops: MultiThreadedEventLoopGroup.singleton,
            connections: Self.challengeLimit.perPort, counts: nil, certificate: nil,
            serving: LoopBoundChannel(
                responder: handling.closure, idleTimeout: Self.idleTimeout,
                register: ConnectionRegister(
                    capacity: Self.challengeLimit.accepted, answered: Self.challengeLimit.answered, trustedProxies: []))
        ) { _ in renewal.bell.portIsOpen() }
    }

    /// The connections to the port for HTTP-01.
    static let challengeLimit = ConnectionLimit(accepted: 256, answered: 16)
}

extension ServeSettings {
    /// Whether the server itself speaks TLS.
    var servesTLS: Bool { tls != nil || acme != nil }

    /// The origin to which the port for HTTP-01 redirects: the public URL, or the first name of the certificate.
    func redirectOrigin(of acme: ACMESettings) -> String {
        if let publicURL, publicURL.hasPrefix("https://") { return publicURL }
        return "https://" + (acme.names.first ?? "localhost") + (port == 443 ? "" : ":\(port)")
    }
}
