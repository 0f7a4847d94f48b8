// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyOAuth

/// Reads what `signInWithIdp` was sent: `postBody` and the query and fragment of `requestUri` together.
///
/// Firebase's clients differ: iOS sends a `postBody` without escapes, JavaScript one that begins with an empty pair. Both are read.
struct IdpCredential: Sendable {
    let parameters: Parameters

    static let maxBytes = 65_536
    /// Tokens in whose text a blank can only be a `+` that went through form decoding.
    private static let tokens: Set<String> = ["access_token", "oauth_token_secret", "id_token"]

    init(requestURI: String, postBody: String?) {
        var pairs: [Parameter] = []
        func take(_ text: Substring) {
            for pair in text.split(separator: "&") {
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                let name = Self.decoded(halves[0])
                var value = halves.count > 1 ? Self.decoded(halves[1]) : ""
                if Self.tokens.contains(name) { value = value.replacing(" ", with: "+") }
                // The last one wins: the fragment over the body over the query.
                pairs.removeAll { $0.name == name }
                pairs.append(Parameter(name, value))
            }
        }
        let (rest, fragment) = Self.split(Substring(requestURI), at: "#")
        take(Self.split(rest, at: "?").1)
        take(Substring(postBody ?? ""))
        take(fragment)
        parameters = Parameters(pairs)
    }

    var providerID: String? {
        parameters["providerId"]?.lowercased()
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
