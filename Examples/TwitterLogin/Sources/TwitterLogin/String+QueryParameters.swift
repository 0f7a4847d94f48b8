import Foundation
public import LatchkeyOAuth

// snippet.S4.5.query
extension String {
    /// The parameters of a query or a form body, `param1=value1&param2=value2`, unescaped and in order.
    ///
    /// The result is a list instead of a dictionary, because a name may occur twice and a signature covers both. An invalid escape throws
    /// ``TwitterLoginError/malformedQuery``, because the client and the server could decode it differently.
    public var urlQueryParameters: Parameters {
        get throws {
            var parameters: Parameters = [:]
            // Splits scalars, not characters: in Swift, "=" followed by a combining accent is a single character, which does not equal "=".
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
        // In forms and queries a plus sign is a space; a literal plus sign is written %2B.
        let text = String(String.UnicodeScalarView(text.map { $0 == "+" ? " " : $0 }))
        guard let unescaped = text.removingPercentEncoding else { throw TwitterLoginError.malformedQuery }
        return unescaped
    }
}
// snippet.end
