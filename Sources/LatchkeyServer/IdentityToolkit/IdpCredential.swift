import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// Reads what `signInWithIdp` was sent: `postBody` and the query and fragment of `requestUri` together.
///
/// Firebase's clients differ: iOS sends a `postBody` without escapes, JavaScript one that begins with an empty pair. Both are read.
struct IdpCredential: Sendable {
    let parameters: Parameters

    static let maxBytes = 65_536
    /// Credentials have about ten.
    static let maxPairs = 64
    /// Tokens and nonces in whose text a blank can only be a `+` that went through form decoding.
    private static let tokens: Set<String> = ["access_token", "oauth_token_secret", "id_token", "nonce"]

    /// - Parameter keepsFirst: Takes the first of several equal names in a source, as Google's emulator does.
    /// - Throws: ``SignInError``: `INVALID_REQUEST_URI` for more than ``maxPairs``, `INVALID_ARGUMENT` for a parameter that appears twice
    ///   in one of the sources.
    init(requestURI: String, postBody: String?, keepsFirst: Bool = false) throws {
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
                // Claims that an emulator takes for a token are JSON, in which a blank is a blank.
                if Self.tokens.contains(name), !value.hasPrefix("{") { value = value.replacing(" ", with: "+") }
                // The last one wins: the fragment over the body over the query.
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

    var providerID: String? {
        parameters["providerId"].unlessEmpty?.lowercased()
    }

    /// Whether it contains a provider's name and token, so that it can be read without a flow of this server.
    var hasToken: Bool {
        providerID != nil && (parameters["id_token"].unlessEmpty ?? parameters["access_token"].unlessEmpty) != nil
    }

    private static func split(_ text: Substring, at mark: Character) -> (Substring, Substring) {
        guard let index = text.firstIndex(of: mark) else { return (text, "") }
        return (text[..<index], text[text.index(after: index)...])
    }

    /// A text with invalid escapes is taken as it stands.
    private static func decoded(_ text: Substring) -> String {
        PercentEncoding.decode(String(text), plusIsSpace: true) ?? String(text)
    }
}
