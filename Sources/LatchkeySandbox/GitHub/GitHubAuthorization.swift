import LatchkeyOAuth

/// A validated authorization request, from the query of `/login/oauth/authorize`.
struct GitHubAuthorization: Sendable {
    static let maxStateLength = 500

    let app: SandboxApp
    /// The URI that the browser is redirected to.
    let redirectURI: String
    /// The `redirect_uri` of the request; `nil` when the registered callback is used.
    let givenRedirectURI: String?
    let scopes: [GitHubScope]
    let state: String?
    let challenge: String?
    /// The login to preselect.
    let login: String?
    /// Whether the application requests to show the account chooser even when no consent is needed.
    let asksForAccount: Bool

    /// Validates a request; throws ``GitHubAuthorizationRefusal``.
    init(_ query: FormParameters, apps: AppRegister) throws {
        if let name = query.repeatedName {
            throw GitHubAuthorizationRefusal.page("The parameter \(HeaderText.clean(name, maxLength: 50)) appears twice.")
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

/// The reason for rejecting an authorization request.
enum GitHubAuthorizationRefusal: Error, Sendable, Equatable {
    /// There is no valid callback: show a page.
    case page(String, isUnknown: Bool = false)
    /// Redirect to the application's callback with the error.
    case leave(String, app: String)
}
