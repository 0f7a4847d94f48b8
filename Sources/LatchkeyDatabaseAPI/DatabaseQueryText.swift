import Foundation

/// Parses the query string of a REST request, with spaces as different clients encode them.
///
/// Form encoders write a space as `+` (`urlencode` in Python and PHP, `URLSearchParams` in JavaScript, Go's `url.Values`), and the Firebase
/// service decodes it as such. The Admin SDK for Python does not encode a `+` in a value, as in `equal_to("+49...")`. Therefore, a `+` at
/// the beginning of a quoted string is kept.
enum DatabaseQueryText {
    static func parameters(of query: String) -> [String: String] {
        var found: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first, !name.isEmpty else { continue }
            found[decoded(name)] = parts.count > 1 ? decoded(parts[1]) : ""
        }
        return found
    }

    private static func decoded(_ text: Substring) -> String {
        var text = text
        var start = ""
        for quote in ["\"+", "%22+"] where text.hasPrefix(quote) {
            start = "\"+"
            text = text.dropFirst(quote.count)
        }
        let spaced = text.contains("+") ? text.replacing("+", with: " ") : text
        return start + (spaced.removingPercentEncoding ?? String(spaced))
    }
}
