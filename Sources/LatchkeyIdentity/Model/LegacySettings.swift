/// What a project grants to clients of the first two generations.
public struct LegacySettings: Sendable, Equatable {
    /// How long somebody stays signed in with such a client, in seconds; 0 for no end of its own, as with clients of today.
    public var sessionSeconds: Int
    /// Whether apps may ask for what a device's own Twitter accounts sign (reverse auth).
    public var reverseAuth: Bool
    /// Whether the HTTP routes of both generations answer, for original clients that can be pointed at another host.
    public var routes: Bool

    /// Simple Login's own default: 30 days.
    public static let defaultSessionSeconds = 30 * 86_400
    /// The bounds that Firebase's dashboard knew are lost; a minute to ten years leave room for every choice.
    public static let sessionRange = 60...315_360_000

    public init(sessionSeconds: Int = defaultSessionSeconds, reverseAuth: Bool = false, routes: Bool = false) {
        self.sessionSeconds = sessionSeconds
        self.reverseAuth = reverseAuth
        self.routes = routes
    }
}
