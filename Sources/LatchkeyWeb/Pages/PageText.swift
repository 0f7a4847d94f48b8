package import Mustache

/// Escapes values for pages.
///
/// The template library's own escaping compares grapheme clusters, in which a quote with a combining accent differs from a quote. A
/// browser would still end the attribute there.
package struct PageText: MustacheContentType {
    package init() {}

    private static let name = "PAGE"

    /// Returns a template that escapes its values this way.
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
