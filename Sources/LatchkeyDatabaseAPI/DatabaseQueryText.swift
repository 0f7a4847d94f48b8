import Foundation

/// The query of a request over HTTP, with blanks as different clients write them.
///
/// Forms write a blank as `+` (`urlencode` of Python and PHP, `URLSearchParams` of JavaScript, Go's `url.Values`), and the live service
/// reads it so. The Admin SDK for Python sends a `+` of its own as it is, in `equal_to("+49...")`: at the beginning of a text in quotes
/// `+` is itself.
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
