package import LatchkeySecrets
import Synchronization

extension RandomTokens {
    /// Returns a source of the same bytes for the same seed, in every run and on every machine.
    ///
    /// Copies share one sequence, so that values made from them differ. Use it only for tests.
    package static func seeded(_ seed: UInt64) -> RandomTokens {
        let generator = SplitMix64(seed: seed)
        return RandomTokens { generator.bytes(count: $0) }
    }
}

/// The generator SplitMix64 by Steele, Lea and Flood (OOPSLA 2014): one addition and three mixing steps per eight bytes.
private final class SplitMix64: Sendable {
    private let state: Mutex<UInt64>

    init(seed: UInt64) {
        state = Mutex(seed)
    }

    func bytes(count: Int) -> [UInt8] {
        state.withLock { state in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(count + 8)
            while bytes.count < count {
                withUnsafeBytes(of: Self.next(&state).littleEndian) { bytes.append(contentsOf: $0) }
            }
            return Array(bytes.prefix(count))
        }
    }

    private static func next(_ state: inout UInt64) -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
