import LatchkeySecrets

extension OAuth1Flow {
    /// The provider's consent page to open.
    public enum Page: Sendable {
        /// Requests consent only if the user has not granted access before; for sign-in.
        case authenticate
        /// Requests consent every time; for granting access.
        case authorize
    }

    /// Leg two: returns the URL to open in the browser.
    ///
    /// - Parameters:
    ///   - forceLogin: Makes Twitter request the password even if the user is already signed in there.
    ///   - screenName: The user name to suggest.
    ///   - language: The language of the page, such as `fr`.
    ///   - custom: Additional parameters; reserved names and names set by the other arguments are omitted.
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

    /// Returns the verifier from the callback's query.
    ///
    /// The callback must contain the request token of this flow, compared in constant time. Otherwise an attacker could complete
    /// their own flow in another user's browser. Throws ``OAuthError`` with ``OAuthError/Code/accessDenied`` when the user
    /// denied access, ``OAuthError/Code/tokenMismatch`` or ``OAuthError/Code/missingVerifier``.
    public func verifier(fromCallback parameters: Parameters, issued: OAuth1Token) throws -> String {
        // Twitter sends the request token under this name when the user cancels, and omits oauth_token.
        if let denied = parameters.only("denied"), denied.equalsInConstantTime(issued.token) {
            throw OAuthError(.accessDenied, detail: "the user cancelled at the provider", hint: OAuthError.Code.accessDenied.hint)
        }
        guard let token = parameters.only("oauth_token"), token.equalsInConstantTime(issued.token) else {
            throw OAuthError(
                .tokenMismatch, detail: "the callback's oauth_token is missing, repeated or belongs to another flow",
                hint: "Start the sign-in again in this browser.")
        }
        guard let verifier = parameters.only("oauth_verifier"), !verifier.isEmpty else {
            if let error = ProviderErrorBody(parameters) { throw OAuthError(callback: error) }
            throw OAuthError(.missingVerifier, detail: "the callback has no oauth_verifier", hint: "Start the sign-in again.")
        }
        return verifier
    }

    /// Returns the verifier from a PIN that the user entered; whitespace is ignored.
    ///
    /// Throws ``OAuthError`` with ``OAuthError/Code/missingVerifier``.
    public func verifier(fromPIN typed: String) throws -> String {
        let pin = String(typed.filter { !$0.isWhitespace })
        guard !pin.isEmpty, pin.utf8.count <= 128, ByteSet.visibleASCII.containsAll(of: pin) else {
            throw OAuthError(.missingVerifier, detail: "no valid PIN was entered", hint: "Enter the digits that the provider's page shows.")
        }
        return pin
    }
}
