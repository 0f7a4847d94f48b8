import LatchkeyOAuth

/// A validated authorization request (RFC 6749, section 4.1.1; OpenID Connect Core, section 3.1.2.1).
struct OAuth2Authorization: Sendable {
    static let maxNonceLength = 500

    let app: SandboxApp
    let back: OAuth2ReturnPath
    /// `code` or `id_token`.
    let responseType: String
    let scopes: [String]
    let challenge: String?
    /// The nonce for the ID token.
    let nonce: String?
    /// The expected person: an email address or an ID.
    let hint: String?
    let prompts: Set<String>
    /// Whether the request has a `max_age`: consent is then requested again, and the ID token contains the authentication time.
    let wantsAuthTime: Bool

    /// Validates a request; throws ``OAuth2AuthorizationRefusal``.
    ///
    /// - Parameter base: The scheme and host of the URL that the browser opened.
    init(_ query: FormParameters, rules: OAuth2Rules, base: String, apps: AppRegister) throws {
        if let name = query.repeatedName {
            throw OAuth2AuthorizationRefusal.page("The parameter \(HeaderText.clean(name, maxLength: 50)) appears twice.")
        }
        guard let app = query.filled("client_id").flatMap({ apps.app($0, at: rules.provider) }) else {
            throw OAuth2AuthorizationRefusal.page("No application has this client_id.", isUnknown: true)
        }
        // Never redirect to an unregistered URL, not even with an error.
        guard let redirectURI = query.filled("redirect_uri"), CallbackRule.isExactly(redirectURI, of: app) else {
            throw OAuth2AuthorizationRefusal.page("redirect_uri_mismatch: the redirect_uri is missing or not registered.")
        }
        self.app = app
        let responseType = query["response_type"] ?? ""
        var back = OAuth2ReturnPath(
            redirectURI: redirectURI, mode: responseType.contains("token") && rules.openID != nil ? .fragment : .query,
            state: query["state"], issuer: rules.openID?.namesIssuerInCallbacks == true ? rules.issuer(at: base) : nil)
        func refusal(_ code: String, _ text: String) -> OAuth2AuthorizationRefusal {
            .leave(back.error(code, text), app: app.name)
        }
        guard (query["state"] ?? "").unicodeScalars.count <= rules.maxStateLength else {
            throw refusal("invalid_request", "The state has more than \(rules.maxStateLength) characters.")
        }
        if let received = query["response_mode"] {
            guard let mode = OAuth2Return.Mode(rawValue: received), rules.responseModes.contains(mode),
                !(back.mode == .fragment && mode == .query),
                mode != .formPost || redirectURI.hasPrefix("http://") || redirectURI.hasPrefix("https://")
            else { throw refusal("invalid_request", "The response_mode is unknown or not valid for the request.") }
            back.mode = mode
        }
        guard rules.responseTypes.contains(responseType) else {
            throw refusal(
                "unsupported_response_type", "The response_type must be \(rules.responseTypes.joined(separator: " or ")).")
        }
        scopes = try Self.scopes(of: query, rules, refusal)
        challenge = try Self.challenge(of: query, rules, isCodeFlow: responseType == "code", of: app, refusal)
        self.responseType = responseType
        let extras = rules.openID == nil ? [:] : query
        for name in ["request", "request_uri", "registration"] where extras[name] != nil {
            throw refusal("\(name)_not_supported", "The parameter \(name) is not supported.")
        }
        nonce = extras.filled("nonce")
        guard responseType == "code" || nonce != nil, (nonce ?? "").unicodeScalars.count <= Self.maxNonceLength else {
            throw refusal("invalid_request", "The nonce is missing or has more than \(Self.maxNonceLength) characters.")
        }
        prompts = Set((extras["prompt"] ?? "").split(separator: " ").map(String.init))
        guard prompts.isSubset(of: ["none", "login", "consent", "select_account"]), !prompts.contains("none") || prompts.count == 1
        else { throw refusal("invalid_request", "The prompt is unknown, or none is combined with other values.") }
        let maxAge = extras["max_age"]
        guard maxAge.map({ Int($0).map { $0 >= 0 } ?? false }) ?? true else {
            throw refusal("invalid_request", "The max_age is not a number of seconds.")
        }
        wantsAuthTime = maxAge != nil
        hint = extras.filled("login_hint")
        self.back = back
    }

    private typealias Refusal = (_ code: String, _ text: String) -> OAuth2AuthorizationRefusal

    private static func scopes(of query: FormParameters, _ rules: OAuth2Rules, _ refusal: Refusal) throws -> [String] {
        guard var scopes = rules.list(query["scope"] ?? ""), !scopes.isEmpty else {
            throw refusal("invalid_scope", "The scope is missing, or contains an unknown value.")
        }
        guard rules.requiredScope.map(scopes.contains) ?? true else {
            throw refusal("invalid_scope", "The scope must contain \(rules.requiredScope ?? "").")
        }
        if rules.openID?.needsClaimsParameter == true, query["claims"]?.contains("\"email\"") != true {
            scopes.removeAll { $0 == rules.emailScope }
        }
        return scopes
    }

    private static func challenge(
        of query: FormParameters, _ rules: OAuth2Rules, isCodeFlow: Bool, of app: SandboxApp, _ refusal: Refusal
    ) throws -> String? {
        let challenge: String?
        do {
            challenge = try PKCEChallenge.read(query)
        } catch let error as SandboxError {
            throw refusal("invalid_request", error.detail)
        }
        guard challenge != nil || !isCodeFlow || !(rules.challenge == .required || app.isPublicClient) else {
            throw refusal("invalid_request", "A code_challenge with the method S256 is required.")
        }
        guard challenge == nil || rules.challenge != .refused else {
            throw refusal("invalid_request", "This provider does not support PKCE.")
        }
        return challenge
    }

    /// Whether to show a page even after access was granted.
    var mustAsk: Bool { wantsAuthTime || !prompts.isDisjoint(with: ["login", "consent", "select_account"]) }

    /// Returns whether a person matches the application's hint; true without a hint.
    func expects(_ person: SandboxPerson) -> Bool {
        guard let hint = hint?.lowercased() else { return true }
        return person.openID?.email?.lowercased() == hint || person.openID?.subject.lowercased() == hint
    }
}

/// The reason for rejecting an authorization request.
enum OAuth2AuthorizationRefusal: Error, Sendable, Equatable {
    /// There is no valid callback: show a page.
    case page(String, isUnknown: Bool = false)
    /// Return the error to the application.
    case leave(OAuth2Return, app: String)
}
