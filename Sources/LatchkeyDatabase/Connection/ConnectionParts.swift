import Foundation

/// What a connection is made of.
struct ConnectionParts: Sendable {
    var transport: any WebSocketTransport
    var credential = ConnectionCredential.none
    /// Whether clear text may leave this machine.
    var allowsInsecureHTTP = false
    var time = ConnectionTime.system
    /// From 0 up to 1: spreads the clients of a server that comes back.
    var random: @Sendable () -> Double = { Double.random(in: 0..<1) }
    /// Tells a developer what they have to mend.
    var warn: @Sendable (String) -> Void = { text in
        try? FileHandle.standardError.write(contentsOf: Data("LatchkeyDatabase: \(text)\n".utf8))
    }
}

/// On whose behalf a connection talks.
struct ConnectionCredential: Sendable {
    /// Whoever is signed in now, without asking anybody for a new token.
    var current: @Sendable () -> SignedIn?
    /// Whoever is signed in, with a token that is good for some minutes. With `true` it is a new one in any case.
    var token: @Sendable (_ forcingRefresh: Bool) async throws -> SignedIn?

    static let none = ConnectionCredential(current: { nil }, token: { _ in nil })
}

/// Somebody, and what shows it. The token changes each hour, and the person does not.
struct SignedIn: Sendable, Equatable {
    var uid: String
    var token: String
}

/// The clocks of a connection.
struct ConnectionTime: Sendable {
    /// Milliseconds since 1970.
    var milliseconds: @Sendable () -> Double
    /// Goes on evenly, also when somebody sets the other one.
    var uptime: @Sendable () -> Duration
    var sleep: @Sendable (Duration) async throws -> Void

    static let system: ConnectionTime = {
        let start = ContinuousClock.now
        return ConnectionTime(
            milliseconds: { (Date().timeIntervalSince1970 * 1000).rounded() }, uptime: { start.duration(to: .now) },
            sleep: { try await Task.sleep(for: $0) })
    }()
}

/// How long a client waits before it tries again: longer each time, up to 30 seconds.
struct Backoff: Sendable {
    private var delay = Self.first

    private static let first = 1.0
    private static let factor = 1.3
    private static let longest = 30.0
    /// The part of each delay that is left to chance.
    private static let jitter = 0.7

    /// - Parameter random: from 0 up to 1.
    mutating func next(random: Double) -> Duration {
        defer { delay = min(delay * Self.factor, Self.longest) }
        return .milliseconds((delay * (1 - Self.jitter + Self.jitter * random) * 1000).rounded())
    }

    mutating func reset() { delay = Self.first }

    /// Nothing gets better by trying soon.
    mutating func slowDown() { delay = Self.longest }
}
