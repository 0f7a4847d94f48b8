import LatchkeyOAuth

/// An authorisation request that passed every check, as the query of `/login/oauth/authorize` asks for it.
struct GitHubAuthorization: Sendable {
    static let maxStateLength = 500

    let app: SandboxApp
    /// Where the browser goes afterwards.
    let redirectURI: String
    /// As it was given; `nil` when the registered callback stands in.
    let givenRedirectURI: String?
    let scopes: [GitHubScope]
    let state: String?
    let challenge: String?
    /// The login to offer first.
    let login: String?
    /// Whether the person wants to choose an account even if nothing needs asking.
    let asksForAccount: Bool

    /// Throws ``GitHubAuthorizationRefusal``.
    init(_ query: FormParameters, apps: AppRegister) throws {
        if let name = query.repeatedName {
            throw GitHubAuthorizationRefusal.page("The parameter \(HeaderText.clean(name, maxLength: 50)) stands there twice.")
        }
        guard let app = query.filled("client_id").flatMap({ apps.app($0, at: .github) }),
            let registered = app.callbacks.first
        else {
            throw GitHubAuthorizationRefusal.page("No application has this client_id, or it has no callback.", isUnknown: true)
        }
        let state = query["state"]
        func refusal(_ code: String, _ text: String, to address: String, reason: String) -> GitHubAuthorizationRefusal {
            .leave(GitHubOAuthError(code: code, text: text, reason: reason).callback(address, state: state), app: app.name)
        }
        givenRedirectURI = query.filled("redirect_uri")
        redirectURI = givenRedirectURI ?? registered
        if let given = givenRedirectURI {
            guard let address = CallbackAddress(given), CallbackRule.gitHubAccepts(address, for: app) else {
                throw refusal(
                    "redirect_uri_mismatch", GitHubOAuthError.redirectMismatchText, to: registered,
                    reason: "redirect_uri is not at or below a registered callback")
            }
        }
        guard query["response_type"] == nil || query["response_type"] == "code" else {
            throw refusal(
                "unsupported_response_type", "The response_type must be code.", to: redirectURI,
                reason: "response_type is not code")
        }
        guard (state ?? "").unicodeScalars.count <= Self.maxStateLength else {
            throw refusal(
                "invalid_request", "The state is too long.", to: redirectURI,
                reason: "state has more than \(Self.maxStateLength) characters")
        }
        guard let scopes = GitHubScope.list(query["scope"] ?? "") else {
            throw refusal(
                "invalid_scope", "The scopes requested are invalid.", to: redirectURI, reason: "a scope does not exist")
        }
        do {
            challenge = try PKCEChallenge.read(query)
        } catch let error as SandboxError {
            throw refusal("invalid_request", error.detail, to: redirectURI, reason: error.detail)
        }
        guard ["", "select_account"].contains(query["prompt"] ?? "") else {
            throw refusal("invalid_request", "The prompt is unknown.", to: redirectURI, reason: "prompt is not select_account")
        }
        self.app = app
        self.scopes = scopes
        self.state = state
        login = query.filled("login")
        asksForAccount = query.filled("prompt") != nil
    }
}

/// Why an authorisation request came to nothing.
enum GitHubAuthorizationRefusal: Error, Sendable, Equatable {
    /// Nowhere to go: the person sees a page.
    case page(String, isUnknown: Bool = false)
    /// The application is told through its callback.
    case leave(String, app: String)
}
