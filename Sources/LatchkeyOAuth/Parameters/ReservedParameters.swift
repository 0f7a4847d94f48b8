/// The parameters that Latchkey sets itself, which an application's custom parameters may therefore never replace.
public enum ReservedParameters {
    private static let names: Set<String> = [
        "client_id", "client_secret", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
        "code_challenge", "code_challenge_method", "code_verifier",
        // Whole requests in one parameter, whose contents would stand before ours (RFC 9101, section 6.3).
        "request", "request_uri",
    ]

    /// Whether a name is reserved, in whatever letter case it is written; every `oauth_...` name is.
    public static func isReserved(_ name: String) -> Bool {
        let name = name.lowercased()
        return names.contains(name) || name.hasPrefix("oauth_")
    }

    /// The parameters that may travel to the provider.
    public static func removing(from custom: Parameters) -> Parameters {
        custom.filter { !isReserved($0.name) }
    }

    /// The parameters that may travel to the provider, for a dictionary as Firebase's `customParameters` is one.
    public static func removing(from custom: [String: String]) -> [String: String] {
        custom.filter { !isReserved($0.key) }
    }
}
