import HTTPTypes
import Hummingbird
import LatchkeyOAuth

/// Renders the HTML pages, all with the same strict content security policy.
struct Pages: Sendable {
    /// No scripts and no external resources. After a form, the browser leaves through an intermediate page, not a redirect, because
    /// browsers that apply `form-action` to redirects would not follow a redirect to the application.
    static let policy =
        "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"

    func consent(_ page: ConsentPage, browser: Browser) throws -> Response {
        try html(Templates.consent.render(page), browser: browser)
    }

    func pin(_ pin: String, app: String, browser: Browser) throws -> Response {
        try html(Templates.pin.render(PinView(title: "Almost done", app: app, pin: pin)), browser: browser)
    }

    /// Returns the page between the sandbox and the application: it refreshes to the callback and contains a link as a fallback.
    func leave(to address: String, app: String, isDenied: Bool, browser: Browser) throws -> Response {
        let view = LeaveView(title: "Back to \(app)", app: app, address: address, isDenied: isDenied, refresh: true)
        return try html(Templates.leave.render(view), browser: browser)
    }

    /// Returns the page that posts the result to the application as a form (OAuth 2.0 Form Post Response Mode).
    func formPost(_ back: OAuth2Return, app: String, browser: Browser) throws -> Response {
        let view = FormPostView(
            title: "Back to \(app)", app: app, address: back.redirectURI, isDenied: back.isDenied, script: SubmitScript.path,
            fields: back.parameters.map { .init(name: $0.name, value: $0.value) })
        var response = try html(Templates.formPost.render(view), browser: browser)
        // The form targets another origin, which may redirect anywhere: no other page has forms that leave this origin.
        response.headers[.contentSecurityPolicy] =
            "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'"
        response.headers[HTTPField.Name("referrer-policy")!] = "origin"
        return response
    }

    func done(_ text: String, browser: Browser) throws -> Response {
        try html(Templates.message.render(MessageView(title: "Done", text: text)), browser: browser)
    }

    func message(
        _ error: SandboxError, status: HTTPResponse.Status = .badRequest, browser: Browser
    ) throws -> Response {
        let view = MessageView(title: "This does not work", text: error.detail)
        return try html(Templates.message.render(view), status: status, browser: browser)
    }

    func deviceCode(userCode: String, problem: String?, csrf: String, browser: Browser) throws -> Response {
        let view = DeviceCodeView(title: "Connect a device", userCode: userCode, problem: problem, csrf: csrf)
        return try html(Templates.deviceCode.render(view), status: problem == nil ? .ok : .badRequest, browser: browser)
    }

    func control(_ view: ControlView, status: HTTPResponse.Status, browser: Browser) throws -> Response {
        try html(Templates.control.render(view), status: status, browser: browser)
    }

    private func html(_ text: String, status: HTTPResponse.Status = .ok, browser: Browser) throws -> Response {
        var headers = browser.headers
        headers[.contentSecurityPolicy] = Self.policy
        headers[HTTPField.Name("x-frame-options")!] = "DENY"
        headers[HTTPField.Name("referrer-policy")!] = "same-origin"
        return .text(text, type: "text/html; charset=utf-8", status: status, headers: headers)
    }
}

private struct PinView: Sendable {
    let title: String
    let app: String
    let pin: String
}

private struct LeaveView: Sendable {
    let title: String
    let app: String
    let address: String
    let isDenied: Bool
    let refresh: Bool
}

private struct FormPostView: Sendable {
    struct Field: Sendable {
        let name: String
        let value: String
    }

    let title: String
    let app: String
    let address: String
    let isDenied: Bool
    let script: String
    let fields: [Field]
}

private struct MessageView: Sendable {
    let title: String
    let text: String
}

private struct DeviceCodeView: Sendable {
    let title: String
    let userCode: String
    let problem: String?
    let csrf: String
}

extension Response {
    /// Returns a redirect to the page of a submitted form, as a GET.
    static func seeOther(_ request: ReceivedRequest) -> Response {
        Response(status: .seeOther, headers: [.location: "\(request.path)\(request.query.map { "?\($0)" } ?? "")"])
    }
}
