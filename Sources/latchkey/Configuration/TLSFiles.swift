import Foundation
import NIOCore
import NIOSSL

/// The PEM files of the server's certificate.
struct TLSFiles: Sendable, Equatable {
    let certificateFile: String
    let keyFile: String

    /// Changes when one of the files changes.
    var stamps: [FileStamp?] { [FileStamp(of: certificateFile), FileStamp(of: keyFile)] }

    /// Returns the mistake if this user cannot read the file of a setting.
    static func obstacle(to file: String, of key: String) -> ConfigurationMistake? {
        FilePermissions.obstacle(to: file).map {
            ConfigurationMistake(key: key, problem: $0, mend: "Use a PEM file that this user can read.")
        }
    }

    /// Reads the files.
    ///
    /// - Throws: ``ConfigurationMistake`` with the key of the setting.
    func load() throws(ConfigurationMistake) -> LoadedCertificate {
        let stamps = stamps
        for (key, file) in [("tls-cert", certificateFile), ("tls-key", keyFile)] {
            if let mistake = Self.obstacle(to: file, of: key) { throw mistake }
        }
        guard let chain = try? NIOSSLCertificate.fromPEMFile(certificateFile), let own = chain.first else {
            throw ConfigurationMistake(
                key: "tls-cert", problem: "\(certificateFile) contains no certificate in PEM.",
                mend: "Use a file with the certificate and those of its authorities.")
        }
        guard let key = try? NIOSSLPrivateKey(file: keyFile, format: .pem) else {
            throw ConfigurationMistake(
                key: "tls-key", problem: "\(keyFile) contains no private key in PEM, or an encrypted one.",
                mend: "Use a private key without a passphrase.")
        }
        let configuration = TLSConfiguration.ofServer(chain, key)
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw ConfigurationMistake(
                key: "tls-key", problem: "\(keyFile) does not belong to the certificate in \(certificateFile).",
                mend: "Use the private key of this certificate.")
        }
        return LoadedCertificate(
            files: self, stamps: stamps, configuration: configuration,
            beganAt: Date(timeIntervalSince1970: TimeInterval(own.notValidBefore)),
            expiresAt: Date(timeIntervalSince1970: TimeInterval(own.notValidAfter)))
    }
}

/// A certificate with its private key, as they were in the files.
struct LoadedCertificate: Sendable {
    let files: TLSFiles
    /// Taken before reading, so that changes during reading are detected later.
    let stamps: [FileStamp?]
    let configuration: TLSConfiguration
    let beganAt: Date
    let expiresAt: Date
}

extension TLSConfiguration {
    /// The configuration of this server's ports.
    static func ofServer(_ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey) -> TLSConfiguration {
        var configuration = makeServerConfiguration(certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        // RFC 8996: earlier versions must not be used.
        configuration.minimumTLSVersion = .tlsv12
        // A client that does not confirm the end of a connection keeps its file open for so long. The default is five seconds.
        configuration.shutdownTimeout = .seconds(1)
        return configuration
    }
}
