import LatchkeyOAuth

/// The seed of an authenticator app, as pages show it.
package struct AuthenticatorSeed: Sendable {
    package struct Picture: Sendable {
        package let size: Int
        package let path: String
    }

    private static let maxKeyCharacters = 64

    /// The key as the page submits it, so that it can be shown again after a wrong code.
    package let key: String
    /// The key in groups of four characters, for typing.
    package let text: String
    package let link: String
    /// The link as a QR code; `nil` if it is too long for one.
    package let picture: Picture?
    package let sessionInfo: String

    /// - Parameters:
    ///   - written: The seed in Base32. The page submits it, so it may contain anything. It is shown only to the user that submitted it.
    ///   - account: The name of the account in the app.
    ///   - issuer: The name of the site in the app.
    package init(key written: String, sessionInfo: String, account: String, issuer: String) {
        let key = String(written.prefix(Self.maxKeyCharacters).filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        let (name, site) = (PercentEncoding.encode(account), PercentEncoding.encode(issuer))
        self.key = key
        text = stride(from: 0, to: key.count, by: 4).map { String(key.dropFirst($0).prefix(4)) }.joined(separator: " ")
        link = "otpauth://totp/\(site):\(name)?secret=\(key)&issuer=\(site)"
        picture = QRCode(link).map { Picture(size: $0.pictureSize, path: $0.path) }
        self.sessionInfo = sessionInfo
    }
}
