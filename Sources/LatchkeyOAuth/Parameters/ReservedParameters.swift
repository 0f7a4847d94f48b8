/// The parameters that Latchkey sets itself and that an application's custom parameters can never replace.
public enum ReservedParameters {
    private static let names: Set<String> = [
        "client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
        "code_challenge", "code_challenge_method", "code_verifier",
        // Entire requests in one parameter, which would take precedence over Latchkey's parameters (RFC 9101, section 6.3).
        "request", "request_uri",
    ]

    /// Returns whether a name is reserved, case-insensitively; all names that start with `oauth_` are.
    public static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || name.hasPrefix("oauth_")
    }

    /// Returns the parameters that may be sent to the provider.
    public static func removing(from custom: Parameters) -> Parameters {
        custom.filter { !isReserved($0.name) }
    }

    /// Returns the parameters that may be sent to the provider, for a dictionary such as Firebase's `customParameters`.
    public static func removing(from custom: [String: String]) -> [String: String] {
        custom.filter { !isReserved($0.key) }
    }
}
