/// A problem document (RFC 7807), with the members of RFC 8555, section 6.7.
package struct ACMEProblem: Decodable, Sendable, Equatable {
    /// The kind of the problem, such as `urn:ietf:params:acme:error:rateLimited`.
    package let type: String
    package let detail: String?
    package let subproblems: [Subproblem]?

    /// The part of a problem that belongs to one name.
    package struct Subproblem: Decodable, Sendable, Equatable {
        package let type: String
        package let detail: String?
        package let identifier: ACMEIdentifier?
    }

    package init(type: String, detail: String?, subproblems: [Subproblem]? = nil) {
        (self.type, self.detail, self.subproblems) = (type, detail, subproblems)
    }

    private enum CodingKeys: CodingKey { case type, detail, subproblems }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        // RFC 7807, section 3.1: the type is about:blank if it is absent.
        type = try members.decodeIfPresent(String.self, forKey: .type) ?? "about:blank"
        detail = try members.decodeIfPresent(String.self, forKey: .detail)
        subproblems = try members.decodeIfPresent([Subproblem].self, forKey: .subproblems)
    }

    static let prefix = "urn:ietf:params:acme:error:"

    /// Whether the problem is the one with this name in the table of RFC 8555, section 6.7.
    package func isACME(_ name: String) -> Bool { type == Self.prefix + name }

    /// The details of the problem and its parts, for the log: at most 1,000 characters without control characters.
    package var text: String {
        let parts = (subproblems ?? []).map { "\($0.identifier?.value ?? "-"): \($0.detail ?? $0.type)" }
        return Self.printable(([detail ?? "no detail"] + parts).joined(separator: "; "))
    }

    package static func printable(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }.prefix(1_000)))
    }
}
