import LatchkeyOAuth

/// The authorization response to the application.
struct OAuth2Return: Sendable, Equatable {
    /// The response mode (OAuth 2.0 Multiple Response Type Encoding Practices; Form Post Response Mode).
    enum Mode: String, Sendable {
        case query, fragment
        case formPost = "form_post"
    }

    let redirectURI: String
    let mode: Mode
    let parameters: FormParameters
    var isDenied = false

    /// The URL to redirect the browser to; `nil` for a form post.
    var address: String? {
        switch mode {
        case .query: redirectURI.appendingQuery(parameters)
        case .fragment: "\(redirectURI)#\(parameters.formEncoded)"
        case .formPost: nil
        }
    }
}

/// The parameters of an authorization response that are known before its result.
struct OAuth2ReturnPath: Sendable {
    let redirectURI: String
    var mode: OAuth2Return.Mode
    let state: String?
    /// The value of `iss` (RFC 9207), which protects applications with several providers against mix-up attacks.
    let issuer: String?

    func respond(_ parameters: FormParameters, isDenied: Bool = false) -> OAuth2Return {
        var parameters = parameters
        if let state { parameters.append("state", state) }
        if let issuer { parameters.append("iss", issuer) }
        return OAuth2Return(redirectURI: redirectURI, mode: mode, parameters: parameters, isDenied: isDenied)
    }

    func error(_ code: String, _ text: String) -> OAuth2Return {
        respond(["error": code, "error_description": HeaderText.clean(text)], isDenied: code == "access_denied")
    }
}
