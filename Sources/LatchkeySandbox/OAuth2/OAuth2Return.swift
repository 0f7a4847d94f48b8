import LatchkeyOAuth

/// The outcome of an authorisation on its way back to the application.
struct OAuth2Return: Sendable, Equatable {
    /// How the outcome travels (OAuth 2.0 Multiple Response Type Encoding Practices; Form Post Response Mode).
    enum Mode: String, Sendable {
        case query, fragment
        case formPost = "form_post"
    }

    let redirectURI: String
    let mode: Mode
    let parameters: FormParameters
    var isDenied = false

    /// Where the browser goes; `nil` when it sends a form instead.
    var address: String? {
        switch mode {
        case .query: redirectURI.appendingQuery(parameters)
        case .fragment: "\(redirectURI)#\(parameters.formEncoded)"
        case .formPost: nil
        }
    }
}

/// The way back, known before the outcome is.
struct OAuth2ReturnPath: Sendable {
    let redirectURI: String
    var mode: OAuth2Return.Mode
    let state: String?
    /// Sent along as `iss` (RFC 9207), so that an application with several providers is not led to the wrong one.
    let issuer: String?

    func answer(_ parameters: FormParameters, isDenied: Bool = false) -> OAuth2Return {
        var parameters = parameters
        if let state { parameters.append("state", state) }
        if let issuer { parameters.append("iss", issuer) }
        return OAuth2Return(redirectURI: redirectURI, mode: mode, parameters: parameters, isDenied: isDenied)
    }

    func error(_ code: String, _ text: String) -> OAuth2Return {
        answer(["error": code, "error_description": HeaderText.clean(text)], isDenied: code == "access_denied")
    }
}
