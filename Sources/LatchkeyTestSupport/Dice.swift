/// Chance that can be repeated: numbers that follow from a seed, and quickly, because some tests draw millions of them (SplitMix64).
public struct Dice: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// A sequence of its own for each name, so that what other tests do does not change it.
    public init(_ name: String, of soak: Soak = .standard) { self.init(seed: soak.seed(for: name)) }

    /// The same sequence always, whatever the run.
    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// A number below a limit; 0 when there is none.
    public mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &self) }

    /// One of several.
    public mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }

    /// Whether it is one of the cases that are wanted of many.
    public mutating func chance(_ one: Int, in many: Int) -> Bool { below(many) < one }

    /// Any bytes.
    public mutating func bytes(_ count: Int) -> [UInt8] { (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) } }
}
