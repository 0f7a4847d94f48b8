/// The settings of a project for clients of the first two generations.
public struct LegacySettings: Sendable, Equatable {
    /// The session length for such clients, in seconds; 0 for sessions without an end, as for current clients.
    public var sessionSeconds: Int
    /// Whether apps may request reverse auth for the Twitter accounts of a device.
    public var reverseAuth: Bool
    /// Whether the HTTP routes of both generations are enabled, for original clients that can be configured with another host.
    public var routes: Bool

    /// The default of Simple Login: 30 days.
    public static let defaultSessionSeconds = 30 * 86_400
    /// The valid session lengths, in seconds: one minute to ten years. The limits of Firebase's dashboard are no longer known.
    package static let sessionRange = 60...315_360_000

    /// Creates the settings. By default both legacy interfaces are off.
    public init(sessionSeconds: Int = defaultSessionSeconds, reverseAuth: Bool = false, routes: Bool = false) {
        self.sessionSeconds = sessionSeconds
        self.reverseAuth = reverseAuth
        self.routes = routes
    }
}
