import Crypto
import Foundation
import LatchkeySecrets

/// The folder with the account at an authority and the certificate: the part `acme` of the data folder.
///
/// The account and the certificate belong to one directory URL: after a change of the authority, both are requested again.
package struct ACMEFolder: Sendable {
    package let path: String
    package let directory: String

    var accountFile: String { path + "/account.json" }
    package var certificateFile: String { path + "/certificate.pem" }

    private static let maxBytes = 524_288
    private static let mark = "Directory: "

    /// Creates the folder if it does not exist.
    ///
    /// - Throws: An error with a text for the operator.
    package init(in dataFolder: String, directory: String) throws {
        path = dataFolder + "/acme"
        self.directory = directory
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    }

    // MARK: The account

    /// The stored account.
    package struct Account: Sendable {
        package let key: AccountKey
        /// `nil` before the authority confirmed it.
        package var url: String?
        package var contact: [String]

        package init(key: AccountKey, url: String?, contact: [String]) {
            (self.key, self.url, self.contact) = (key, url, contact)
        }
    }

    private struct StoredAccount: Codable {
        let directory: String
        let url: String?
        let contact: [String]
        let key: String
    }

    /// The account at this authority; `nil` if there is none.
    package var account: Account? {
        guard let text = PrivateFile.read(accountFile, maxBytes: Self.maxBytes),
            let stored = try? JSONDecoder().decode(StoredAccount.self, from: Data(text.utf8)), stored.directory == directory,
            let key = try? AccountKey(pem: Secret(stored.key))
        else { return nil }
        return Account(key: key, url: stored.url, contact: stored.contact)
    }

    package func save(_ account: Account) throws {
        let stored = StoredAccount(
            directory: directory, url: account.url, contact: account.contact, key: account.key.pem.expose())
        try PrivateFile.write(String(decoding: try SignedRequest.encoder.encode(stored), as: UTF8.self), to: accountFile)
    }

    // MARK: The certificate

    /// A certificate from the folder.
    package struct StoredCertificate: Sendable {
        package let certificate: IssuedCertificate
        /// Whether the present authority issued it.
        package let isOfDirectory: Bool
    }

    /// The stored certificate; `nil` if there is none, or the file is damaged.
    package var certificate: StoredCertificate? {
        guard let text = PrivateFile.read(certificateFile, maxBytes: Self.maxBytes),
            let chain = text.firstRange(of: "-----BEGIN CERTIFICATE-----"),
            let begin = text.firstRange(of: "-----BEGIN PRIVATE KEY-----"),
            let key = try? P256.Signing.PrivateKey(pemRepresentation: String(text[begin.lowerBound..<chain.lowerBound])),
            let certificate = try? IssuedCertificate(chain: Array(text[chain.lowerBound...].utf8), key: key)
        else { return nil }
        let isOfDirectory = text.split(separator: "\n").first.map { $0 == Self.mark + directory } ?? false
        return StoredCertificate(certificate: certificate, isOfDirectory: isOfDirectory)
    }

    /// Stores key and chain in one file, so that they always belong together. Text before PEM is a comment (RFC 7468, section 2).
    package func save(_ certificate: IssuedCertificate) throws {
        let key = certificate.keyPEM.expose()
        try PrivateFile.write(
            "\(Self.mark)\(directory)\n" + key + (key.hasSuffix("\n") ? "" : "\n") + (try certificate.chainPEM), to: certificateFile)
    }
}
