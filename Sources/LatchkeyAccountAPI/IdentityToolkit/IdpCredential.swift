import LatchkeyIdentity
package import LatchkeyOAuth
import LatchkeyWeb

/// The parameters of a `signInWithIdp` request: `postBody` and the query and fragment of `requestUri` combined.
///
/// Firebase's SDKs differ: iOS sends `postBody` without escapes, and JavaScript starts it with an empty pair. Both are accepted.
package struct IdpCredential: Sendable {
    package let parameters: Parameters

    package static let maxBytes = 65_536
    /// Credentials have about ten parameters.
    static let maxPairs = 64
    /// The tokens and nonces in which a space can only be a form-decoded `+`.
    private static let tokens: Set<String> = ["access_token", "oauth_token_secret", "id_token", "nonce"]

    /// - Parameter keepsFirst: Whether the first of several equal names in a source is used, as in Google's emulator.
    /// - Throws: ``SignInError``: `INVALID_REQUEST_URI` for more than ``maxPairs``, `INVALID_ARGUMENT` for a parameter that appears twice
    ///   in one of the sources.
    package init(requestURI: String, postBody: String?, keepsFirst: Bool = false) throws {
        var pairs: [Parameter] = []
        var room = Self.maxPairs
        func take(_ text: Substring) throws {
            var names: Set<String> = []
            for pair in text.split(separator: "&", maxSplits: Self.maxPairs) {
                guard room > 0 else {
                    throw SignInError(
                        .init(rawValue: "INVALID_REQUEST_URI"),
                        message: "requestUri and postBody hold more than \(Self.maxPairs) parameters.")
                }
                room -= 1
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = Self.decoded(halves[0])
                guard names.insert(name).inserted else {
                    if keepsFirst { continue }
                    throw SignInError(
                        .init(rawValue: "INVALID_ARGUMENT"), message: "The parameter “\(name.prefix(64))” appears more than once.")
                }
                var value = halves.count > 1 ? Self.decoded(halves[1]) : ""
                // An emulator accepts JSON claims in place of a token. Spaces in JSON are literal.
                if Self.tokens.contains(name), !value.hasPrefix("{") { value = value.replacing(" ", with: "+") }
                // The fragment takes precedence over the body, and the body over the query.
                pairs.removeAll { $0.name == name }
                pairs.append(Parameter(name, value))
            }
        }
        let (rest, fragment) = Self.split(Substring(requestURI), at: "#")
        try take(Self.split(rest, at: "?").1)
        try take(Substring(postBody ?? ""))
        try take(fragment)
        parameters = Parameters(pairs)
    }

    package var providerID: String? {
        parameters["providerId"].unlessEmpty?.lowercased()
    }

    /// Whether the parameters include a provider and a token, so that no flow of this server is needed.
    var hasToken: Bool {
        providerID != nil && (parameters["id_token"].unlessEmpty ?? parameters["access_token"].unlessEmpty) != nil
    }

    private static func split(_ text: Substring, at mark: Character) -> (Substring, Substring) {
        guard let index = text.firstIndex(of: mark) else { return (text, "") }
        return (text[..<index], text[text.index(after: index)...])
    }

    /// Returns the decoded text, or the text unchanged if it has invalid escapes.
    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(String(text), plusIsSpace: true) ?? String(text)
    }
}
