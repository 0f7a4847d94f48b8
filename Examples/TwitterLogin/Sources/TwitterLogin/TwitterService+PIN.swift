public import Foundation

extension TwitterService {
    /// The sign-in of a program that nobody can be sent back to: Twitter shows a PIN, and the person types it in.
    ///
    /// The PIN is the verifier. It comes by the person's own hand, so there is no callback to be compared with the token.
    ///
    /// - Parameter ask: Shows the page and gives what was typed. Blanks in it do not matter.
    @discardableResult
    public func authorizeWithPIN(_ ask: (_ page: URL) async throws -> String) async throws -> TwitterCredential {
        guard configuration.callback == TwitterConfiguration.outOfBand else { throw TwitterLoginError.wrongCallback }
        let token = try await requestOAuthToken()
        let pin = try await ask(try authorizeURL(for: token)).filter { !$0.isWhitespace }
        guard !pin.isEmpty else { throw TwitterLoginError.noPIN }
        let credential = try await requestAccessToken(token, answer: .verified(pin))
        self.credential = credential
        return credential
    }
}
