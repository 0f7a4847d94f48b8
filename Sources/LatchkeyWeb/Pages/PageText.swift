package import Mustache

/// How values are written into a page.
///
/// The template library's own way looks at characters as people see them, and a quote with an accent on it is another character than
/// a quote: a browser would still end the attribute there.
package struct PageText: MustacheContentType {
    package init() {}

    private static let name = "PAGE"

    /// A template whose values are written this way.
    package static func template(_ text: String) throws -> MustacheTemplate {
        MustacheContentTypes.register(PageText(), named: name)
        return try MustacheTemplate(string: "{{% CONTENT_TYPE:\(name)}}" + text)
    }

    package func escapeText(_ text: String) -> String {
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "<": escaped.append(contentsOf: "&lt;".unicodeScalars)
            case ">": escaped.append(contentsOf: "&gt;".unicodeScalars)
            case "&": escaped.append(contentsOf: "&amp;".unicodeScalars)
            case "\"": escaped.append(contentsOf: "&quot;".unicodeScalars)
            case "'": escaped.append(contentsOf: "&#39;".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }
}
