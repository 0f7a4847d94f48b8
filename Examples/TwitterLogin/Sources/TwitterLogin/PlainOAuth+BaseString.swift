import Foundation
public import LatchkeyOAuth

// snippet.S4.8.base
extension PlainOAuth {
    /// Returns the text that is signed: the method, URL and parameters, each escaped, joined with `&` (RFC 5849, section 3.4.1).
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - url: The URL. Its query is signed with the parameters. An invalid URL throws ``TwitterLoginError/malformedURL``.
    ///   - params: The parameters of the header and of a form body.
    public static func signatureBaseString(method: String, url: String, params: Parameters) throws -> String {
        guard let parts = URLComponents(string: url, encodingInvalidCharacters: false) else { throw TwitterLoginError.malformedURL }
        let query = try (parts.percentEncodedQuery ?? "").urlQueryParameters
        return [
            method.uppercased(), try baseAddress(parts), signatureParameterString(params: query + params),
        ].map(\.urlEncoded).joined(separator: "&")
    }

    /// Returns the normalized URL: without query, fragment and default port.
    private static func baseAddress(_ parts: URLComponents) throws -> String {
        guard let scheme = parts.scheme?.lowercased(), let host = parts.encodedHost?.lowercased(), !host.isEmpty else {
            throw TwitterLoginError.malformedURL
        }
        let port: String? =
            switch (scheme, parts.port) {
            case (_, nil), ("http", 80), ("https", 443): nil
            case (_, let port?): ":\(port)"
            }
        // The path as it is sent, including its escapes, which are escaped again.
        let path = parts.percentEncodedPath
        return scheme + "://" + host + (port ?? "") + (path.isEmpty ? "/" : path)
    }
}
// snippet.end
