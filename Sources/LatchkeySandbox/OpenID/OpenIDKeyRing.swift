import LatchkeySecrets

/// The keys of the pretend OpenID provider: the newest signs, all are published.
///
/// The first one is made when it is first needed, because an RSA key takes a while.
struct OpenIDKeyRing: Sendable {
    /// How many keys are published at most; the oldest goes.
    static let maxKeys = 5

    private let algorithm: SandboxSigningAlgorithm
    private let random: RandomTokens
    /// Signs again after a reset.
    private var first: OpenIDKey?
    /// Newest first.
    private var later: [OpenIDKey] = []
    private var isFirstPublished = true

    init(_ algorithm: SandboxSigningAlgorithm, random: RandomTokens) {
        self.algorithm = algorithm
        self.random = random
    }

    /// Newest first.
    mutating func published() throws -> [OpenIDKey] {
        let first = try firstKey()
        return isFirstPublished ? later + [first] : later
    }

    mutating func signing() throws -> OpenIDKey {
        if let newest = later.first { return newest }
        return try firstKey()
    }

    /// - Parameter keepsOld: Whether the present keys stay published, as in a rotation that gives clients time.
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

    /// A key that nobody knows, under the name of the one that signs.
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
