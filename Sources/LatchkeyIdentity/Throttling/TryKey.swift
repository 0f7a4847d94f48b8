/// A keyed hash of 128 bits that stands for what is counted: short and of fixed size, however long the text that a client sends.
///
/// Two different subjects have the same key with a probability of 2⁻¹²⁸. A client cannot search for such a pair, because the hash (SipHash)
/// depends on a random number of the process, unless `SWIFT_DETERMINISTIC_HASHING` is set in its environment, as in builds and tests.
struct TryKey: Hashable, Sendable {
    private let high: Int
    private let low: Int

    /// - Parameter parts: The hash of all parts of the subject.
    init(_ parts: Hasher) {
        var further = parts
        further.combine(true)
        high = further.finalize()
        low = parts.finalize()
    }

    func hash(into hasher: inout Hasher) { hasher.combine(low) }
}
