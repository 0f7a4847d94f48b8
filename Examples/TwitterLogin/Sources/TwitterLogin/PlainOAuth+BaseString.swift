import Foundation
public import LatchkeyOAuth

// snippet.S4.8.base
extension PlainOAuth {
    /// The text that is signed: method, address and parameters, each escaped, with `&` between them (RFC 5849, section 3.4.1).
    ///
    /// - Parameters:
    ///   - url: With its query, which is signed among the parameters. Throws ``TwitterLoginError/malformedURL``.
    ///   - params: Those of the header, and those of a form body.
    public static func signatureBaseString(method: String, url: String, params: Parameters) throws -> String {
        guard let parts = URLComponents(string: url, encodingInvalidCharacters: false) else { throw TwitterLoginError.malformedURL }
        let query = try (parts.percentEncodedQuery ?? "").urlQueryParameters
        return [
            method.uppercased(), try baseAddress(parts), signatureParameterString(params: query + params),
        ].map(\.urlEncoded).joined(separator: "&")
    }

    /// The address as both sides write it, however it was typed: no query, no fragment, no port that goes without saying.
    private static func baseAddress(_ parts: URLComponents) throws -> String {
        guard let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost?.lowercased(), !host.isEmpty else {
            throw TwitterLoginError.malformedURL
        }
        let port: String? =
            switch (scheme, parts.port) {
            case (_, nil), ("http", 80), ("https", 443): nil
            case (_, let port?): ":\(port)"
            }
        // As it was sent, escapes and all: they are escaped once more.
        let path = parts.percentEncodedPath
        return scheme + "://" + host + (port ?? "") + (path.isEmpty ? "/" : path)
    }
}
// snippet.end
