import HTTPTypes
import Hummingbird
import LatchkeyOAuth

/// A response of GitHub's OAuth endpoints: a form, unless `Accept` requests JSON or XML.
struct GitHubReply: Sendable {
    let parameters: FormParameters

    init(_ parameters: FormParameters) {
        self.parameters = parameters
    }

    func response(accept: String?, headers: HTTPFields = [:]) throws -> Response {
        switch Self.form(for: accept) {
        case .json:
            let members = parameters.map { ($0.name, value(of: $0)) }
            return .json(.object(Dictionary(members) { $1 }), headers: headers)
        case .xml:
            let pairs = parameters.map { Pair(name: $0.name, value: $0.value) }
            let text = try Templates.gitHubXML.render(View(pairs: pairs))
            return .text(text, type: "application/xml; charset=utf-8", headers: headers)
        case .form:
            return .form(parameters, headers: headers)
        }
    }

    private enum Form { case form, json, xml }

    /// Returns the format of the first supported media type in the header.
    private static func form(for accept: String?) -> Form {
        for item in (accept ?? "").lowercased().split(separator: ",") {
            let type = item.split(separator: ";").first?.split(separator: " ").joined() ?? ""
            switch type {
            case "application/json", "application/vnd.github+json": return .json
            case "application/xml", "text/xml": return .xml
            case "application/x-www-form-urlencoded", "*/*": return .form
            default: continue
            }
        }
        return .form
    }

    /// Returns the JSON value of a parameter; numbers are JSON numbers.
    private func value(of pair: LatchkeyOAuth.Parameter) -> JSON {
        let isNumber = pair.name == "interval" || pair.name == "expires_in"
        return isNumber ? Int64(pair.value).map { .integer($0) } ?? JSON(pair.value) : JSON(pair.value)
    }

    private struct View: Sendable {
        let pairs: [Pair]
    }

    private struct Pair: Sendable {
        let name: String
        let value: String
    }
}
