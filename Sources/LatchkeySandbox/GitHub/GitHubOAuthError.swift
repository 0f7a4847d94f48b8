import HTTPTypes
import Hummingbird
import LatchkeyOAuth

/// An error of GitHub's OAuth endpoints: status 200 in the format that `Accept` requests, or the parameters of a callback.
struct GitHubOAuthError: HTTPResponseError, Equatable {
    /// The value of `error`, for programs.
    let code: String
    /// The value of `error_description`.
    let text: String
    /// The detailed reason, which the real GitHub does not reveal.
    var reason = ""
    /// The new interval of `slow_down`.
    var intervalSeconds: Int?

    /// GitHub sends OAuth errors with a success status.
    var status: HTTPResponse.Status { .ok }

    static let redirectMismatchText = "The redirect_uri MUST match the registered callback URL for this application."

    private var address: String {
        let isDevice = ["authorization_pending", "slow_down", "expired_token", "incorrect_device_code", "device_flow_disabled"]
        let page = isDevice.contains(code) ? "authorizing-oauth-apps" : "troubleshooting-oauth-app-access-token-request-errors"
        return "https://docs.github.com/apps/\(page)#\(code.split(separator: "_").joined(separator: "-"))"
    }

    var parameters: FormParameters {
        var parameters: FormParameters = ["error": code, "error_description": text, "error_uri": address]
        if let intervalSeconds { parameters.append("interval", String(intervalSeconds)) }
        return parameters
    }

    /// Returns the callback URL with the error in its query.
    func callback(_ address: String, state: String?) -> String {
        var parameters = parameters
        if let state { parameters.append("state", state) }
        return address.appendingQuery(parameters)
    }

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers: HTTPFields = [:]
        if !reason.isEmpty { headers[.sandboxReason] = HeaderText.clean(reason) }
        return try GitHubReply(parameters).response(accept: request.headers[.accept], headers: headers)
    }
}

extension GitHubOAuthError {
    static func incorrectClientCredentials(_ reason: String) -> Self {
        Self(
            code: "incorrect_client_credentials", text: "The client_id and/or client_secret passed are incorrect.",
            reason: reason)
    }

    static func redirectMismatch(_ reason: String) -> Self {
        Self(code: "redirect_uri_mismatch", text: redirectMismatchText, reason: reason)
    }

    static func badVerificationCode(_ reason: String) -> Self {
        Self(code: "bad_verification_code", text: "The code passed is incorrect or expired.", reason: reason)
    }

    static let unverifiedEmail = Self(
        code: "unverified_user_email", text: "The user must have a verified primary email.",
        reason: "a fault is switched on")

    static let unsupportedGrantType = Self(
        code: "unsupported_grant_type", text: "The grant type is not supported.",
        reason: "grant_type must be authorization_code or urn:ietf:params:oauth:grant-type:device_code")

    static let deviceFlowDisabled = Self(
        code: "device_flow_disabled", text: "Device Flow must be explicitly enabled for this App",
        reason: "the application's settings do not allow the device flow")

    static func invalidScope(_ reason: String) -> Self {
        Self(code: "invalid_scope", text: "The scopes requested are invalid.", reason: reason)
    }

    static let authorizationPending = Self(
        code: "authorization_pending", text: "The authorization request is still pending.")

    static func slowDown(_ seconds: Int) -> Self {
        Self(
            code: "slow_down", text: "Too many requests have been made in the same timeframe.",
            reason: "polled before the interval was over", intervalSeconds: seconds)
    }

    static let expiredToken = Self(code: "expired_token", text: "The `device_code` has expired.")

    static func incorrectDeviceCode(_ reason: String) -> Self {
        Self(code: "incorrect_device_code", text: "The device_code provided is not valid.", reason: reason)
    }

    static let accessDenied = Self(code: "access_denied", text: "The authorization request was denied.")
}
