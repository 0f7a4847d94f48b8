import LatchkeySecrets

/// The keys of the mock OpenID provider: the newest one signs, all are published.
///
/// The first key is created on first use, because creating an RSA key is slow.
struct OpenIDKeyRing: Sendable {
    /// The maximum number of published keys; the oldest is removed.
    static let maxKeys = 5

    private let algorithm: SandboxSigningAlgorithm
    private let random: RandomTokens
    /// The initial key, which also signs after a reset.
    private var first: OpenIDKey?
    /// The keys from rotations, newest first.
    private var later: [OpenIDKey] = []
    private var isFirstPublished = true

    init(_ algorithm: SandboxSigningAlgorithm, random: RandomTokens) {
        self.algorithm = algorithm
        self.random = random
    }

    /// Returns the published keys, newest first.
    mutating func published() throws -> [OpenIDKey] {
        let first = try firstKey()
        return isFirstPublished ? later + [first] : later
    }

    mutating func signing() throws -> OpenIDKey {
        if let newest = later.first { return newest }
        return try firstKey()
    }

    /// Adds a new signing key.
    ///
    /// - Parameter keepsOld: Whether the current keys stay published, as in a rotation with a grace period for clients.
    mutating func rotate(to algorithm: SandboxSigningAlgorithm, keepsOld: Bool) throws -> OpenIDKey {
        _ = try firstKey()
        let key = try OpenIDKey.generate(algorithm, id: newID())
        if keepsOld {
            later = Array(([key] + later).prefix(Self.maxKeys - 1))
        } else {
            later = [key]
            isFirstPublished = false
        }
        return key
    }

    /// Returns an unpublished key with the ID of the signing key.
    mutating func foreign() throws -> OpenIDKey {
        let own = try signing()
        return try OpenIDKey.generate(own.algorithm, id: own.id)
    }

    mutating func reset() {
        later = []
        isFirstPublished = true
    }

    private mutating func firstKey() throws -> OpenIDKey {
        if let first { return first }
        let key = try OpenIDKey.generate(algorithm, id: newID())
        first = key
        return key
    }

    private func newID() -> String { random.text(length: 20, from: "0123456789abcdef") }
}
