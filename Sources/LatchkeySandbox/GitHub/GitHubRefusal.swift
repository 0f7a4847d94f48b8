import Foundation
import HTTPTypes
import Hummingbird

/// An error of GitHub's REST API.
struct GitHubRefusal: HTTPResponseError {
    let status: HTTPResponse.Status
    let message: String
    var documentation = "https://docs.github.com/rest"
    var reason = ""
    var headers: HTTPFields = [:]
    /// Whether the error is an HTML page, as for requests without `User-Agent`, which a proxy in front of the API rejects.
    var isPage = false

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        if !reason.isEmpty { headers[.sandboxReason] = HeaderText.clean(reason) }
        if isPage { return .text("\(message)\n", type: "text/html; charset=utf-8", status: status, headers: headers) }
        return .json(
            [
                "message": JSON(message), "documentation_url": JSON(documentation), "status": JSON(String(status.code)),
            ], status: status, headers: headers)
    }
}

extension GitHubRefusal {
    static let userAgentMissing = Self(
        status: .forbidden,
        message: "Request forbidden by administrative rules. Please make sure your request has a User-Agent header "
            + "(https://docs.github.com/en/rest/overview/resources-in-the-rest-api#user-agent-required).",
        reason: "User-Agent is missing", isPage: true)

    static func badCredentials(_ reason: String) -> Self {
        Self(status: .unauthorized, message: "Bad credentials", reason: reason)
    }

    static let requiresAuthentication = Self(
        status: .unauthorized, message: "Requires authentication", reason: "Authorization is missing")

    static func notFound(_ reason: String) -> Self {
        Self(status: .notFound, message: "Not Found", reason: reason)
    }

    static func unacceptable(_ accept: String) -> Self {
        Self(
            status: .unsupportedMediaType,
            message: "Unsupported 'Accept' header: '\(HeaderText.clean(accept, maxLength: 100))'. Must accept 'application/json'.",
            reason: "Accept does not include a JSON type")
    }

    static func unsupportedVersion(_ version: String) -> Self {
        Self(
            status: .badRequest,
            message: "'\(HeaderText.clean(version, maxLength: 50))' is not a supported version of the GitHub REST API.",
            reason: "X-GitHub-Api-Version is not 2022-11-28")
    }

    static func malformedBody(_ reason: String) -> Self {
        Self(status: .badRequest, message: "Problems parsing JSON", reason: reason)
    }

    static func invalidRequest(_ reason: String) -> Self {
        Self(status: .unprocessableContent, message: "Validation Failed", reason: reason)
    }

    static let serverError = Self(
        status: .internalServerError, message: "Server Error", reason: "a fault is switched on")

    static func rateLimited(_ reading: CallWindow.Reading, now: Date) -> Self {
        var headers = GitHubRateLimit.headers(
            limit: 5000, remaining: 0, used: 5000, resetAt: reading.resetAt)
        headers[.retryAfter] = String(max(0, reading.resetAt.epochSeconds - now.epochSeconds))
        return Self(
            status: .tooManyRequests, message: "API rate limit exceeded.",
            documentation: "https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api",
            reason: "more calls than the window allows, or a fault is switched on", headers: headers)
    }
}

/// `x-ratelimit-*`.
enum GitHubRateLimit {
    static func headers(limit: Int, remaining: Int, used: Int, resetAt: Date) -> HTTPFields {
        [
            HTTPField.Name("x-ratelimit-limit")!: String(limit),
            HTTPField.Name("x-ratelimit-remaining")!: String(remaining),
            HTTPField.Name("x-ratelimit-used")!: String(used),
            HTTPField.Name("x-ratelimit-reset")!: String(resetAt.epochSeconds),
            HTTPField.Name("x-ratelimit-resource")!: "core",
        ]
    }
}
