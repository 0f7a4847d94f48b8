package import Crypto
package import Foundation
package import LatchkeySecrets
import SwiftASN1
package import X509

/// A certificate from an authority, with its chain and its key.
package struct IssuedCertificate: Sendable {
    /// The certificate, followed by those of its authorities.
    package let chain: [Certificate]
    package let key: P256.Signing.PrivateKey
    package let names: Set<String>
    package let notBefore: Date
    package let notAfter: Date

    static let maxCertificates = 16

    /// - Throws: ``ACMEError/unsupported(_:)`` if the text is not a chain, or is not for this key.
    package init(chain pem: [UInt8], key: P256.Signing.PrivateKey) throws(ACMEError) {
        guard let text = String(validating: pem, as: UTF8.self), let documents = try? PEMDocument.parseMultiple(pemString: text),
            (1...Self.maxCertificates).contains(documents.count),
            let chain = try? documents.map({ try Certificate(pemDocument: $0) }), let own = chain.first
        else { throw .unsupported("The certificate authority sent no chain of certificates in PEM.") }
        guard own.publicKey == Certificate.PrivateKey(key).publicKey else {
            throw .unsupported("The certificate authority sent a certificate for another key.")
        }
        self.chain = chain
        self.key = key
        (notBefore, notAfter) = (own.notValidBefore, own.notValidAfter)
        let alternatives = (try? own.extensions.subjectAlternativeNames) ?? SubjectAlternativeNames([])
        names = Set(alternatives.compactMap { if case .dnsName(let name) = $0 { name.lowercased() } else { nil } })
    }

    /// The certificates in PEM.
    package var chainPEM: String {
        get throws { try chain.map { try $0.serializeAsPEM().pemString }.joined(separator: "\n") + "\n" }
    }

    package var keyPEM: Secret<String> { Secret(key.pemRepresentation) }
}
