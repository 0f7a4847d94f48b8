import HTTPTypes
import LatchkeyOAuth

/// A minimal browser for the pages: it keeps the cookie and fills in forms.
struct TestBrowser: Sendable {
    let sandbox: TestSandbox
    private(set) var cookie: String?
    private(set) var page = ""
    private var path = ""

    init(_ sandbox: TestSandbox) {
        self.sandbox = sandbox
    }

    @discardableResult
    mutating func open(_ path: String) async throws -> ProviderReply {
        self.path = path
        return keep(try await sandbox.get(path, headers: headers))
    }

    /// Submits the page's form with the given values; hidden fields are filled in unless they are overridden.
    ///
    /// - Parameter action: The target of the form, if it is not its own page.
    @discardableResult
    mutating func submit(_ fields: LatchkeyOAuth.Parameters, to action: String? = nil) async throws -> ProviderReply {
        let hidden = hiddenFields.filter { fields[$0.name] == nil }
        return keep(try await sandbox.post(action ?? path, form: hidden + fields, headers: headers))
    }

    /// The link of the page between sandbox and application.
    var continuation: String? {
        page.range(between: "<a id=\"continue\" class=\"primary\" href=\"", and: "\"").map(Self.unescaped)
    }

    /// The target of the page's automatic refresh.
    var refresh: String? {
        page.range(between: "<meta http-equiv=\"refresh\" content=\"0;url=", and: "\"").map(Self.unescaped)
    }

    var csrf: String { hiddenFields["csrf"] ?? "" }

    private var headers: HTTPFields {
        cookie.map { [.cookie: $0] } ?? [:]
    }

    private var hiddenFields: LatchkeyOAuth.Parameters {
        var fields: LatchkeyOAuth.Parameters = [:]
        let form = page.range(between: "<form", and: "</form>") ?? ""
        for piece in form.split(separator: "<input type=\"hidden\" name=\"").dropFirst() {
            let name = String(piece.prefix { $0 != "\"" })
            let value = String(piece).range(between: "value=\"", and: "\"") ?? ""
            fields.append(name, Self.unescaped(value))
        }
        return fields
    }

    private mutating func keep(_ reply: ProviderReply) -> ProviderReply {
        if let set = reply.head.headerFields[.setCookie] { cookie = String(set.prefix { $0 != ";" }) }
        page = reply.text
        return reply
    }

    private static func unescaped(_ text: String) -> String {
        [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")].reduce(text) { text, pair in
            text.split(separator: pair.0, omittingEmptySubsequences: false).joined(separator: pair.1)
        }
    }
}

extension String {
    func range(between start: String, and end: String) -> String? {
        guard let from = firstRange(of: start)?.upperBound, let to = self[from...].firstRange(of: end)?.lowerBound else {
            return nil
        }
        return String(self[from..<to])
    }
}
