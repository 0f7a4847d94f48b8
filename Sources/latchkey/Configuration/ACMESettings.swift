import LatchkeyACME

/// The settings of certificates from an authority.
struct ACMESettings: Sendable, Equatable {
    /// The names of the certificate, in lower case.
    let names: [String]
    /// The mail addresses that the authority may write to.
    let contact: [String]
    /// The URL of the authority's directory.
    let directory: String
    /// A PEM file with the authorities to trust for the directory; `nil` for those of the system.
    let authorityFile: String?
    let challenge: ChallengeKind
    /// The port for HTTP-01 and for redirects to https; `nil` if the challenge does not need it.
    let httpPort: Int?

    static let letsEncrypt = "https://acme-v02.api.letsencrypt.org/directory"
    static let defaultHTTPPort = 80
    /// The limit of Let's Encrypt.
    static let maxNames = 100
}
