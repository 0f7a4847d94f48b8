import LatchkeyOAuth
import LatchkeyWire

#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit
#endif

/// The secret that an authenticator program is given; it is not enrolled until the program has shown a code.
public final class TOTPSecret: Sendable {
    private let key: String
    private let parameters: Parameters
    let sessionInfo: String

    /// - Throws: ``AuthErrorCode/internalError`` when the server's answer lacks a part.
    init(_ seed: TotpFactorSession) throws {
        guard let key = seed.sharedSecretKey, !key.isEmpty, let sessionInfo = seed.sessionInfo, !sessionInfo.isEmpty else {
            throw AuthError.make(.internalError, reason: "The reply of the server lacks the secret.")
        }
        self.key = key
        self.sessionInfo = sessionInfo
        var parameters: Parameters = []
        if let algorithm = seed.hashingAlgorithm { parameters.append("algorithm", algorithm) }
        if let digits = seed.verificationCodeLength { parameters.append("digits", String(digits)) }
        if let period = seed.periodSec { parameters.append("period", String(period)) }
        self.parameters = parameters
    }

    /// The secret as people type it into their program, in base32.
    public func sharedSecretKey() -> String { key }

    /// The `otpauth://` address to show as a QR code.
    ///
    /// - Parameters:
    ///   - accountName: What the program shows the person, for example the account's address.
    ///   - issuer: The name of the app.
    public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
        var query: Parameters = ["secret": key, "issuer": issuer]
        query.append(contentsOf: parameters)
        return "otpauth://totp/\(PercentEncoding.encode(issuer)):\(PercentEncoding.encode(accountName))?\(query.formEncoded)"
    }

    #if canImport(UIKit) && !os(watchOS)
    /// Opens the person's authenticator program with an address of ``generateQRCodeURL(withAccountName:issuer:)``.
    ///
    /// On Linux, where the project is built and tested, this part is type-checked against stand-ins for Apple's modules, and never runs:
    /// report what does not work.
    @MainActor
    public func openInOTPApp(withQRCodeURL qrCodeURL: String) {
        if let url = URL(string: qrCodeURL) { UIApplication.shared.open(url) }
    }
    #endif
}
