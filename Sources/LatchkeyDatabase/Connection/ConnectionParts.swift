import Foundation

/// The dependencies of a connection.
struct ConnectionParts: Sendable {
    var transport: any WebSocketTransport
    var credential = ConnectionCredential.none
    /// Whether unencrypted connections to other machines are allowed.
    var allowsInsecureHTTP = false
    var time = ConnectionTime.system
    /// Returns a number from 0 up to 1. Spreads the reconnects of all clients after a server restart.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Logs a problem that the developer has to fix.
    var warn: @Sendable (String) -> Void = { text in
        try? FileHandle.standardError.write(contentsOf: Data("LatchkeyDatabase: \(text)\n".utf8))
    }
}

/// The credential of a connection.
struct ConnectionCredential: Sendable {
    /// Returns the signed-in user with the cached token.
    var current: @Sendable () -> SignedIn?
    /// Returns the signed-in user with a token that is valid for some minutes, or always a new token if the argument is `true`.
    var token: @Sendable (_ forcingRefresh: Bool) async throws -> SignedIn?

    static let none = ConnectionCredential(current: { nil }, token: { _ in nil })
}

/// A signed-in user and their ID token. The token changes every hour, the user ID does not.
struct SignedIn: Sendable, Equatable {
    var uid: String
    var token: String
}

/// The clocks of a connection.
struct ConnectionTime: Sendable {
    /// Milliseconds since 1970.
    var milliseconds: @Sendable () -> Double
    /// A monotonic clock, which is independent of changes to the system time.
    var uptime: @Sendable () -> Duration
    var sleep: @Sendable (Duration) async throws -> Void

    static let system: ConnectionTime = {
        let start = ContinuousClock.now
        return ConnectionTime(
            milliseconds: { (Date().timeIntervalSince1970 * 1000).rounded() }, uptime: { start.duration(to: .now) },
            sleep: { try await Task.sleep(for: $0) })
    }()
}

/// The delays between connection attempts, which grow to 30 seconds.
struct Backoff: Sendable {
    private var delay = Self.first

    private static let first = 1.0
    private static let factor = 1.3
    private static let longest = 30.0
    /// The fraction of each delay that is random.
    private static let jitter = 0.7

    /// Returns the next delay.
    ///
    /// - Parameter random: A number from 0 up to 1.
    mutating func next(random: Double) -> Duration {
        defer { delay = min(delay * Self.factor, Self.longest) }
        return .milliseconds((delay * (1 - Self.jitter + Self.jitter * random) * 1000).rounded())
    }

    mutating func reset() { delay = Self.first }

    /// Switches to the longest delay, because a retry is unlikely to succeed soon.
    mutating func slowDown() { delay = Self.longest }
}
