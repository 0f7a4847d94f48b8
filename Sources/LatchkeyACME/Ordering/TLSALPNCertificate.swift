import Crypto
package import Foundation
package import LatchkeySecrets
import SwiftASN1
import X509

/// The certificate that answers a challenge of the kind TLS-ALPN-01 (RFC 8737, section 3): for the name only, signed by itself, with the
/// digest of the key authorization in a critical extension. It proves the control of the name, and no client trusts it.
package struct TLSALPNCertificate: Sendable {
    /// The certificate in PEM.
    package let certificate: String
    /// Its private key in PEM.
    package let key: Secret<String>

    /// id-pe-acmeIdentifier.
    static let identifier: ASN1ObjectIdentifier = [1, 3, 6, 1, 5, 5, 7, 1, 31]

    package init(_ proof: ChallengeProof, at now: Date) throws {
        let key = P256.Signing.PrivateKey()
        self.key = Secret(key.pemRepresentation)
        let signer = Certificate.PrivateKey(key)
        var serializer = DER.Serializer()
        try serializer.serialize(ASN1OctetString(contentBytes: proof.digest[...]))
        let digest = Certificate.Extension(oid: Self.identifier, critical: true, value: serializer.serializedBytes[...])
        let subject = try DistinguishedName { CommonName("Latchkey ACME challenge") }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(), publicKey: signer.publicKey, notValidBefore: now.addingTimeInterval(-86_400),
            notValidAfter: now.addingTimeInterval(86_400), issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                SubjectAlternativeNames([.dnsName(proof.name)])
                digest
            },
            issuerPrivateKey: signer)
        self.certificate = try certificate.serializeAsPEM().pemString
    }
}
