import Crypto
import Foundation
import NIOSSL
import SwiftASN1
import X509

/// A self-signed certificate.
struct SelfMadeCertificate {
    let certificate: NIOSSLCertificate
    private let key: NIOSSLPrivateKey

    /// - Parameters:
    ///   - name: The host name of the server.
    ///   - address: The IPv4 address, as four numbers.
    init(name: String, address: [UInt8]? = nil, end: Date = Date().addingTimeInterval(3600)) throws {
        let key = P256.Signing.PrivateKey()
        let signingKey = Certificate.PrivateKey(key)
        let subject = try DistinguishedName { CommonName(name) }
        let addresses = address.map { [GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...]))] } ?? []
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: signingKey.publicKey, notValidBefore: end.addingTimeInterval(-7200),
            notValidAfter: end, issuer: subject, subject: subject,
            extensions: Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(digitalSignature: true, keyCertSign: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames([.dnsName(name)] + addresses)
            },
            issuerPrivateKey: signingKey)
        self.certificate = try NIOSSLCertificate(bytes: Array(certificate.serializeAsPEM().pemString.utf8), format: .pem)
        self.key = try NIOSSLPrivateKey(bytes: Array(key.pemRepresentation.utf8), format: .pem)
    }

    /// The TLS context of a server with this certificate.
    func serverContext() throws -> NIOSSLContext {
        try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: [.certificate(certificate)], privateKey: .privateKey(key)))
    }
}
