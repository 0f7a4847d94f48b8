public import Foundation

extension TwitterService {
    /// Performs the sign-in of a program that cannot receive a callback: Twitter shows a PIN, and the user enters it.
    ///
    /// The PIN is the verifier. The user enters it directly, so there is no callback token to compare.
    ///
    /// - Parameter readPIN: Shows the page and returns the user's input. White space is ignored.
    @discardableResult
    public func authorizeWithPIN(_ readPIN: (_ page: URL) async throws -> String) async throws -> TwitterCredential {
        guard configuration.callback == TwitterConfiguration.outOfBand else { throw TwitterLoginError.wrongCallback }
        let token = try await requestOAuthToken()
        let pin = try await readPIN(try authorizeURL(for: token)).filter { !$0.isWhitespace }
        guard !pin.isEmpty else { throw TwitterLoginError.noPIN }
        let credential = try await requestAccessToken(token, reply: .verified(pin))
        self.credential = credential
        return credential
    }
}
