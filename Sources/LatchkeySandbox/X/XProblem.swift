import HTTPTypes
import Hummingbird

/// An error of X's API v2: a problem document (RFC 9457).
struct XProblem: HTTPResponseError, Equatable {
    let status: HTTPResponse.Status
    var title: String?
    var detail: String?
    var reason = ""
    var headers: HTTPFields = [:]

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        if !reason.isEmpty { headers[.sandboxReason] = HeaderText.clean(reason) }
        let title = title ?? status.reasonPhrase
        return .json(
            ["title": JSON(title), "type": "about:blank", "status": JSON(status.code), "detail": JSON(detail ?? title)],
            type: "application/problem+json; charset=utf-8", status: status, headers: headers)
    }
}

extension XProblem {
    static func unauthorized(_ reason: String) -> Self { Self(status: .unauthorized, reason: reason) }
    static func forbidden(_ reason: String) -> Self { Self(status: .forbidden, reason: reason) }

    static func rateLimited(_ reading: CallWindow.Reading) -> Self {
        Self(
            status: .tooManyRequests, title: "Too Many Requests",
            reason: "more calls than the window allows, or a fault is switched on", headers: reading.headers)
    }

    static let serverError = Self(status: .internalServerError, reason: "a fault is switched on")
}
