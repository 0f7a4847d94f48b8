import HTTPTypes
import Hummingbird

/// An error with Twitter's message, and a header with the detailed reason, which the real Twitter does not reveal.
struct TwitterRefusal: HTTPResponseError {
    /// The format of the body; API v2 has its own format.
    enum Form: Sendable {
        case json, xml, text
    }

    let status: HTTPResponse.Status
    /// Twitter's error number; plain text errors have none.
    let code: Int?
    let message: String
    var form = Form.json
    var reason = ""
    var headers: HTTPFields = [:]

    func response(from request: Request, context: some RequestContext) throws -> Response {
        var headers = headers
        if !reason.isEmpty { headers[.sandboxReason] = HeaderText.clean(reason) }
        if ProviderPath(request.uri.path).bare.hasPrefix("/2/") { return problem(headers) }
        switch form {
        case .json:
            return .json(["errors": [["code": JSON(code ?? 0), "message": JSON(message)]]], status: status, headers: headers)
        case .xml:
            let text = try Templates.twitterErrorXML.render(TwitterErrorView(code: code ?? 0, message: message))
            return .text(text, type: "application/xml; charset=utf-8", status: status, headers: headers)
        case .text:
            return .text(message, type: "text/html; charset=utf-8", status: status, headers: headers)
        }
    }

    /// Returns the problem document of API v2 (RFC 7807).
    private func problem(_ headers: HTTPFields) -> Response {
        let title = status == .tooManyRequests ? "Too Many Requests" : status.reasonPhrase
        return .json(
            ["title": JSON(title), "type": "about:blank", "status": JSON(status.code), "detail": JSON(title)],
            type: "application/problem+json; charset=utf-8", status: status, headers: headers)
    }
}

struct TwitterErrorView: Sendable {
    let code: Int
    let message: String
}
