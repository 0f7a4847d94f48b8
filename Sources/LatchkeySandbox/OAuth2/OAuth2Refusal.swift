import HTTPTypes
import Hummingbird

/// An error of a token endpoint (RFC 6749, section 5.2) or of a resource that requires a bearer token (RFC 6750, section 3).
struct OAuth2Refusal: HTTPResponseError, Equatable {
    /// The value of `error`, for programs.
    let code: String
    /// The value of `error_description`.
    let text: String
    var status = HTTPResponse.Status.badRequest
    /// The value of `WWW-Authenticate`.
    var challenge: String?
    var retryAfterSeconds: Int?

    func response(from request: Request, context: some RequestContext) throws -> Response {
        self.response(standardBody)
    }

    /// The body in the standard's form.
    var standardBody: JSON { ["error": JSON(code), "error_description": JSON(HeaderText.clean(text))] }

    /// Returns the response with a body in the form of a provider.
    func response(_ body: JSON) -> Response {
        var headers: HTTPFields = [.sandboxReason: HeaderText.clean(text), HTTPField.Name("pragma")!: "no-cache"]
        headers[.wwwAuthenticate] = challenge
        headers[.retryAfter] = retryAfterSeconds.map(String.init)
        return .json(body, status: status, headers: headers)
    }
}

extension OAuth2Refusal {
    static func invalidRequest(_ text: String) -> Self { Self(code: "invalid_request", text: text) }
    static func invalidGrant(_ text: String) -> Self { Self(code: "invalid_grant", text: text) }
    static func invalidScope(_ text: String) -> Self { Self(code: "invalid_scope", text: text) }

    /// - Parameter isBasic: Whether the request used the `Authorization` header; the response then contains a Basic challenge.
    static func invalidClient(_ text: String, isBasic: Bool) -> Self {
        Self(
            code: "invalid_client", text: text, status: .unauthorized, challenge: isBasic ? "Basic realm=\"sandbox\"" : nil)
    }

    static let unsupportedGrantType = Self(code: "unsupported_grant_type", text: "This grant_type is not supported here.")

    /// The error for a request without a token; its challenge contains the scheme, but no error (RFC 6750, section 3.1).
    static let tokenMissing = Self(
        code: "invalid_token", text: "Authorization: Bearer is missing.", status: .unauthorized,
        challenge: "Bearer realm=\"sandbox\"")

    static func invalidToken(_ text: String) -> Self {
        Self(
            code: "invalid_token", text: text, status: .unauthorized,
            challenge: "Bearer realm=\"sandbox\", error=\"invalid_token\"")
    }

    static func rateLimited(seconds: Int) -> Self {
        Self(
            code: "temporarily_unavailable", text: "Too many requests; a fault is switched on.", status: .tooManyRequests,
            retryAfterSeconds: max(0, seconds))
    }

    static let serverError = Self(
        code: "server_error", text: "Internal error; a fault is switched on.", status: .internalServerError)
}
