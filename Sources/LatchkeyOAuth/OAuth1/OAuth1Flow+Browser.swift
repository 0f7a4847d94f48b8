import LatchkeySecrets

extension OAuth1Flow {
    /// The two pages that a provider may have.
    public enum Page: Sendable {
        /// Asks only a person who has not agreed before: for signing in.
        case authenticate
        /// Asks every time: for granting access.
        case authorize
    }

    /// Leg two: where to send the browser.
    ///
    /// - Parameters:
    ///   - forceLogin: Makes Twitter ask for the password even when the person is signed in there.
    ///   - screenName: The user name to suggest.
    ///   - language: The language of the page, as `fr`.
    ///   - custom: Further parameters; reserved names and those set by the others are left out.
    public func authorizationURL(
        for issued: OAuth1Token, page: Page = .authenticate, forceLogin: Bool? = nil, screenName: String? = nil,
        language: String? = nil, custom: Parameters = [:]
    ) -> String {
        var query: Parameters = ["oauth_token": issued.token]
        if let forceLogin { query.append("force_login", forceLogin ? "true" : "false") }
        if let screenName { query.append("screen_name", screenName) }
        if let language { query.append("lang", language) }
        let set = query
        query.append(contentsOf: ReservedParameters.removing(from: custom).filter { set[$0.name] == nil })
        let base =
            switch page {
            case .authenticate: endpoints.authenticate
            case .authorize: endpoints.authorize
            }
        return base + (base.contains("?") ? "&" : "?") + query.formEncoded
    }

    /// The verifier out of the callback's query.
    ///
    /// The callback must carry the request token of this flow, compared in constant time, or an attacker could finish a flow
    /// of theirs in somebody else's browser. Throws ``OAuthError`` with ``OAuthError/Code/accessDenied`` when the person said
    /// no, ``OAuthError/Code/tokenMismatch`` or ``OAuthError/Code/missingVerifier``.
    public func verifier(fromCallback parameters: Parameters, issued: OAuth1Token) throws -> String {
        // Twitter puts the request token under this name when the person cancels, and sends no oauth_token.
        if let denied = parameters.only("denied"), denied.equalsInConstantTime(issued.token) {
            throw OAuthError(.accessDenied, detail: "the person cancelled at the provider", hint: OAuthError.Code.accessDenied.hint)
        }
        guard let token = parameters.only("oauth_token"), token.equalsInConstantTime(issued.token) else {
            throw OAuthError(
                .tokenMismatch, detail: "the callback's oauth_token is missing, doubled or of another flow",
                hint: "Start the sign-in again in this browser.")
        }
        guard let verifier = parameters.only("oauth_verifier"), !verifier.isEmpty else {
            if let error = ProviderErrorBody(parameters) { throw OAuthError(callback: error) }
            throw OAuthError(.missingVerifier, detail: "the callback has no oauth_verifier", hint: "Start the sign-in again.")
        }
        return verifier
    }

    /// The verifier out of what a person typed in the PIN flow; blanks around it and between its digits do not matter.
    ///
    /// Throws ``OAuthError`` with ``OAuthError/Code/missingVerifier``.
    public func verifier(fromPIN typed: String) throws -> String {
        let pin = String(typed.filter { !$0.isWhitespace })
        guard !pin.isEmpty, pin.utf8.count <= 128, ByteSet.visibleASCII.containsAll(of: pin) else {
            throw OAuthError(.missingVerifier, detail: "no PIN was typed", hint: "Type the digits that the provider's page shows.")
        }
        return pin
    }
}
