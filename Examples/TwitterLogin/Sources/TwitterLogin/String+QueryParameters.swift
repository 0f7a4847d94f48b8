import Foundation
public import LatchkeyOAuth

// snippet.S4.5.query
extension String {
    /// The pairs of a query or a form body, `param1=value1&param2=value2`, unescaped and in their order.
    ///
    /// A list and no dictionary: a name may stand there twice, and a signature covers both. Throws
    /// ``TwitterLoginError/malformedQuery`` for an escape that is none, because whatever we made of it, the other side would
    /// read something else.
    public var urlQueryParameters: Parameters {
        get throws {
            var parameters: Parameters = [:]
            // Scalars, not characters: to Swift "=" and an accent behind it are one character, which is no "=".
            for piece in unicodeScalars.split(separator: "&") {
                let equals = piece.firstIndex(of: "=")
                // A name without "=" has an empty value.
                let value = equals.map { piece[piece.index(after: $0)...] } ?? piece[piece.endIndex...]
                parameters.append(try Self.unescaped(piece[..<(equals ?? piece.endIndex)]), try Self.unescaped(value))
            }
            return parameters
        }
    }

    private static func unescaped(_ text: Substring.UnicodeScalarView) throws -> String {
        // In forms and queries a plus sign is a space; one that is meant is written %2B.
        let text = String(String.UnicodeScalarView(text.map { $0 == "+" ? " " : $0 }))
        guard let unescaped = text.removingPercentEncoding else { throw TwitterLoginError.malformedQuery }
        return unescaped
    }
}
// snippet.end
