import NIOCore
import NIOSSL
import SwiftASN1
import X509

extension SMTPServer {
    /// Checks that the certificate of a mail server names its host.
    ///
    /// NIOSSL has verified the chain, but it accepts a certificate for the IP address of the connection instead of one for the name. An
    /// attacker with control of name lookups has an address, and can have a certificate for it.
    ///
    /// - Throws: ``DeliveryError``.
    func requireName(in certificate: NIOSSLCertificate?) throws {
        guard !isHostAddress else { return }
        let parsed = try certificate.map { try Certificate(derEncoded: $0.toDERBytes()) }
        let names = try parsed?.extensions.subjectAlternativeNames.map(Array.init) ?? []
        let isNamed = names.contains { name in
            if case .dnsName(let pattern) = name { Self.matches(pattern, dnsName) } else { false }
        }
        guard isNamed else {
            throw DeliveryError.temporary("The certificate of \(url) cannot be verified: it does not contain the name \(dnsName).")
        }
    }

    /// Whether a name in a certificate is for a host (RFC 9525, section 6.3): the same name, or `*` for its first label.
    static func matches(_ pattern: String, _ host: String) -> Bool {
        let (pattern, host) = (pattern.lowercased(), host.lowercased())
        guard pattern.hasPrefix("*.") else { return pattern == host }
        guard let dot = host.firstIndex(of: "."), dot != host.startIndex else { return false }
        // Not for the first label of a top-level domain: "*.org" is for no host.
        return pattern.dropFirst() == host[dot...] && pattern.dropFirst(2).contains(".")
    }
}
