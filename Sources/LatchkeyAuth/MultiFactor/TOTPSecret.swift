import LatchkeyOAuth
import LatchkeyWire

#if canImport(UIKit) && !os(watchOS)
import Foundation
import UIKit
#endif

/// The secret for an authenticator app. The factor is enrolled only after the app has shown a valid code.
public final class TOTPSecret: Sendable {
    private let key: String
    private let parameters: Parameters
    let sessionInfo: String

    /// Creates a secret from a response.
    ///
    /// - Throws: ``AuthErrorCode/internalError`` if the response is incomplete.
    init(_ seed: TotpFactorSession) throws {
        guard let key = seed.sharedSecretKey, !key.isEmpty, let sessionInfo = seed.sessionInfo, !sessionInfo.isEmpty else {
            throw AuthError.make(.internalError, reason: "The server's response lacks the secret.")
        }
        self.key = key
        self.sessionInfo = sessionInfo
        var parameters: Parameters = []
        if let algorithm = seed.hashingAlgorithm { parameters.append("algorithm", algorithm) }
        if let digits = seed.verificationCodeLength { parameters.append("digits", String(digits)) }
        if let period = seed.periodSec { parameters.append("period", String(period)) }
        self.parameters = parameters
    }

    /// Returns the secret in Base32, as users type it into an authenticator app.
    public func sharedSecretKey() -> String { key }

    /// Returns the `otpauth://` URL to show as a QR code.
    ///
    /// - Parameters:
    ///   - accountName: The name that the authenticator app shows, for example the account's email address.
    ///   - issuer: The name of your app.
    public func generateQRCodeURL(withAccountName accountName: String, issuer: String) -> String {
        var query: Parameters = ["secret": key, "issuer": issuer]
        query.append(contentsOf: parameters)
        return "otpauth://totp/\(PercentEncoding.encode(issuer)):\(PercentEncoding.encode(accountName))?\(query.formEncoded)"
    }

    #if canImport(UIKit) && !os(watchOS)
    /// Opens the user's authenticator app with a URL from ``generateQRCodeURL(withAccountName:issuer:)``.
    ///
    /// This part is type-checked on Linux against stand-ins for Apple's modules and has never been run. Please report problems.
    @MainActor
    public func openInOTPApp(withQRCodeURL qrCodeURL: String) {
        if let url = URL(string: qrCodeURL) { UIApplication.shared.open(url) }
    }
    #endif
}
