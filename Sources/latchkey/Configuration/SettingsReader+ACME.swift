import Foundation
import LatchkeyACME
import NIOSSL

extension SettingsReader {
    static let acmeKeys = [
        "acme-domain", "acme-contact", "acme-agree-terms", "acme-directory", "acme-ca-file", "acme-challenge", "acme-http-port",
    ]

    /// Reads the settings of certificates from an authority, and records problems.
    mutating func acmeSettings() -> ACMESettings? {
        guard let names = acmeNames() else {
            for key in Self.acmeKeys where text(key) != nil {
                note(key, "requires acme-domain.", "Set acme-domain, or remove this setting.")
            }
            return nil
        }
        for key in ["tls-cert", "tls-key"] where text(key) != nil {
            note(key, "cannot be used together with acme-domain.", "Remove one of the two settings.")
        }
        if flag("emulator") {
            note("acme-domain", "is not available in the emulator, which stores nothing.", "Remove this setting.")
        }
        if !flag("acme-agree-terms") {
            note(
                "acme-agree-terms", "is missing.",
                "Read the terms of service of the certificate authority (for Let's Encrypt: https://letsencrypt.org/repository/), and set it "
                    + "to true if you agree.")
        }
        let challenge = acmeChallenge()
        let port = number("acme-http-port", in: 1...65_535)
        if challenge != .http01, text("acme-http-port") != nil {
            note("acme-http-port", "is not used with acme-challenge: \(challenge.rawValue).", "Remove this setting.")
        }
        return ACMESettings(
            names: names, contact: acmeContact(), directory: acmeDirectory(), authorityFile: acmeAuthorities(), challenge: challenge,
            httpPort: challenge == .http01 ? port ?? ACMESettings.defaultHTTPPort : nil)
    }

    /// The entries of a list that is separated by commas.
    private func list(_ key: String) -> [String]? {
        text(key).map { $0.split(separator: ",").map { String($0).filter { $0 != " " } }.filter { !$0.isEmpty } }
    }

    private mutating func acmeNames() -> [String]? {
        guard let given = list("acme-domain") else { return nil }
        var names: [String] = []
        for name in given.map({ $0.lowercased() }) {
            if let problem = DomainName.problem(of: name) {
                note("acme-domain", "\(name) \(problem).", "Use the form auth.example.org, separated by commas.")
            }
            if !names.contains(name) { names.append(name) }
        }
        if names.isEmpty { note("acme-domain", "contains no name.", "Use the form auth.example.org, separated by commas.") }
        if names.count > ACMESettings.maxNames {
            note("acme-domain", "contains more than \(ACMESettings.maxNames) names.", "Certificate authorities issue no such certificate.")
        }
        return names
    }

    private mutating func acmeContact() -> [String] {
        let addresses = list("acme-contact") ?? []
        for address in addresses {
            let parts = address.split(separator: "@", omittingEmptySubsequences: false)
            // RFC 8555, section 7.3: one address without header fields.
            guard parts.count != 2 || parts[0].isEmpty || parts[1].isEmpty || address.contains(where: { "?%:/ ".contains($0) }) else {
                continue
            }
            note("acme-contact", "\(address) is not a mail address.", "Use the form operator@example.org, separated by commas.")
        }
        return addresses.map { "mailto:" + $0 }
    }

    private mutating func acmeDirectory() -> String {
        let url = text("acme-directory") ?? ACMESettings.letsEncrypt
        if !url.hasPrefix("https://") || url.count <= "https://".count || url.contains(where: { " @#\\".contains($0) }) {
            note("acme-directory", "\(url) is not an https URL.", "Use the URL of the authority's directory: \(ACMESettings.letsEncrypt).")
        }
        return url
    }

    private mutating func acmeAuthorities() -> String? {
        guard let file = text("acme-ca-file") else { return nil }
        if let problem = FilePermissions.obstacle(to: file) {
            note("acme-ca-file", problem, "Use a PEM file with certificate authorities.")
        } else if (try? NIOSSLCertificate.fromPEMFile(file))?.isEmpty ?? true {
            note("acme-ca-file", "\(file) contains no certificate in PEM.", "Use a PEM file with certificate authorities.")
        }
        return file
    }

    private mutating func acmeChallenge() -> ChallengeKind {
        guard let name = text("acme-challenge") else { return .http01 }
        guard let kind = ChallengeKind(rawValue: name) else {
            note("acme-challenge", "\(name) is not supported.", "Use http-01 or tls-alpn-01.")
            return .http01
        }
        return kind
    }
}
