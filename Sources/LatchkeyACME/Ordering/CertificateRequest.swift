import Crypto
import SwiftASN1
import X509

/// The request for a certificate (PKCS #10, RFC 2986) that finalizes an order.
enum CertificateRequest {
    /// Returns the request in DER. The names are in the extension only: a common name has at most 64 characters.
    static func bytes(for names: [String], key: P256.Signing.PrivateKey) throws -> [UInt8] {
        let extensions = ExtensionRequest(
            extensions: try Certificate.Extensions { SubjectAlternativeNames(names.map { .dnsName($0) }) })
        let request = try CertificateSigningRequest(
            version: .v1, subject: DistinguishedName(), privateKey: Certificate.PrivateKey(key),
            attributes: try CertificateSigningRequest.Attributes([.init(extensions)]), signatureAlgorithm: .ecdsaWithSHA256)
        var serializer = DER.Serializer()
        try serializer.serialize(request)
        return serializer.serializedBytes
    }
}
