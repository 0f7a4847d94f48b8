import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A certificate authority that exists only in memory and issues a single server certificate.
///
/// Its private key is never stored and is discarded after the server's certificate is signed, so that trusting the
/// authority poses no later risk.
struct LocalAuthority: Sendable {
    /// The host names in the server's certificate.
    static let names = ["localhost", "api.twitter.com", "api.x.com", "api.github.com", "github.com"]
    /// 127.0.0.1 and ::1.
    static let addresses: [[UInt8]] = [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]]
    static let lifetimeDays = 90

    /// The authority's certificate, which clients must trust.
    let certificatePEM: String
    private let serverPEM: String
    private let serverKeyPEM: String

    init(now: Date = Date()) throws {
        let from = now.addingTimeInterval(-300)
        let to = now.addingTimeInterval(Double(Self.lifetimeDays) * 86_400)
        let authorityKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        let authorityName = try DistinguishedName {
            CommonName("Latchkey sandbox authority")
            OrganizationName("Latchkey sandbox")
        }
        let authority = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: authorityKey.publicKey, notValidBefore: from,
            notValidAfter: to, issuer: authorityName, subject: authorityName,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                SubjectKeyIdentifier(hash: authorityKey.publicKey)
            },
            issuerPrivateKey: authorityKey)

        let serverKey = P256.Signing.PrivateKey()
        let serverPublicKey = Certificate.PrivateKey(serverKey).publicKey
        let server = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: serverPublicKey, notValidBefore: from, notValidAfter: to,
            issuer: authorityName, subject: DistinguishedName { CommonName("Latchkey sandbox") },
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectKeyIdentifier(hash: serverPublicKey)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: authorityKey.publicKey).keyIdentifier)
                SubjectAlternativeNames(
                    Self.names.map { GeneralName.dnsName($0) }
                        + Self.addresses.map { .ipAddress(ASN1OctetString(contentBytes: $0[...])) })
            },
            issuerPrivateKey: authorityKey)

        certificatePEM = try authority.serializeAsPEM().pemString
        serverPEM = try server.serializeAsPEM().pemString
        serverKeyPEM = serverKey.pemRepresentation
    }

    func serverConfiguration() throws -> TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(serverPEM.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(serverKeyPEM.utf8), format: .pem)))
        configuration.applicationProtocols = ["http/1.1"]
        return configuration
    }

    /// Writes the authority's certificate; throws ``SandboxError`` when the file cannot be written.
    func writeCertificate(to path: String) throws {
        do {
            try Data(certificatePEM.utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw SandboxError(
                .cannotListen, "the certificate cannot be written to \(path): \(error)")
        }
    }
}
