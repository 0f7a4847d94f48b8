import HTTPTypes
import LatchkeyOAuth

/// The little of a browser that the pages need: it keeps the cookie and fills in forms.
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

    /// Sends the page's form with what is filled in; hidden fields are filled in already unless they are overridden.
    ///
    /// - Parameter action: Where the form leads, if not back to its page.
    @discardableResult
    mutating func submit(_ fields: LatchkeyOAuth.Parameters, to action: String? = nil) async throws -> ProviderReply {
        let hidden = hiddenFields.filter { fields[$0.name] == nil }
        return keep(try await sandbox.post(action ?? path, form: hidden + fields, headers: headers))
    }

    /// Where the page between sandbox and application leads.
    var continuation: String? {
        page.range(between: "<a id=\"continue\" class=\"primary\" href=\"", and: "\"").map(Self.unescaped)
    }

    /// Where the page refreshes to by itself.
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
