/// A fast reproducible random number generator for tests (SplitMix64); some tests draw millions of numbers.
package struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a separate sequence for each name, so that tests do not affect each other.
    package init(_ name: String, of soak: Soak = .standard) { self.init(seed: soak.seed(for: name)) }

    /// Creates the same sequence for the same seed in every run.
    package init(seed: UInt64) { state = seed }

    /// Returns the next number of the sequence.
    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number below a limit; 0 when the limit is not positive.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &self) }

    /// Returns a random element; the array must not be empty.
    package mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }

    /// Returns true with a probability of `one` in `many`.
    package mutating func chance(_ one: Int, in many: Int) -> Bool { below(many) < one }

    /// Returns random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}
