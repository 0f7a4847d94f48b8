import Mustache

/// HTML escaping for values in a page.
///
/// The template library escapes grapheme clusters: it does not treat a quote with a combining accent as a quote, although a
/// browser would end the attribute there. This type escapes Unicode scalars.
struct PageText: MustacheContentType {
    private static let name = "PAGE"

    /// Returns a template that escapes values this way.
    static func template(_ text: String) throws -> MustacheTemplate {
        MustacheContentTypes.register(PageText(), named: name)
        return try MustacheTemplate(string: "{{% CONTENT_TYPE:\(name)}}" + text)
    }

    func escapeText(_ text: String) -> String {
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
