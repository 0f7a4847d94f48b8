import Foundation

/// The duration and the seed of randomized tests.
///
/// `make soak` sets `LATCHKEY_SOAK` to a number of seconds for each test, and each run uses a new seed. By default, tests run a
/// sample that is always the same. To repeat a run, set `LATCHKEY_SEED` to the printed seed.
package struct Soak: Sendable {
    /// The seed of all random sequences.
    package let seed: UInt64
    /// The duration in seconds; `nil` for a sample.
    package let seconds: Double?

    /// The settings from the environment.
    package static let standard: Soak = {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["LATCHKEY_SOAK"].flatMap(Double.init)
        let seed = environment["LATCHKEY_SEED"].flatMap(UInt64.init) ?? (seconds == nil ? 1 : .random(in: 1...(.max)))
        if seconds != nil { print("soak: LATCHKEY_SEED=\(seed)") }
        return Soak(seed: seed, seconds: seconds)
    }()

    /// Whether this is a long run, not a sample.
    package var isLong: Bool { seconds != nil }

    /// Returns the seed of the random sequence with this name.
    package func seed(for name: String) -> UInt64 {
        name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Returns the round numbers from 0: the number of rounds in the sample, or until the end of the duration in a long run.
    ///
    /// A long run has at least as many rounds as the sample, even on a busy machine, because tests rely on a minimum number of events.
    ///
    /// Yields before each round except the first, because a round may run without any suspension and block other tasks.
    package func rounds(_ sample: Int) -> Rounds {
        Rounds(sample: sample, end: seconds.map { ContinuousClock.now + .seconds($0) })
    }

    /// The sequence of round numbers; see ``Soak/rounds(_:)``.
    package struct Rounds: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let sample: Int
        let end: ContinuousClock.Instant?
        private var number = 0

        init(sample: Int, end: ContinuousClock.Instant?) {
            self.sample = sample
            self.end = end
        }

        /// Returns the sequence itself.
        package func makeAsyncIterator() -> Self { self }

        /// Returns the next round number; `nil` at the end.
        package mutating func next() async -> Int? {
            if number > 0 { await Task.yield() }
            guard number < sample || end.map({ ContinuousClock.now < $0 }) ?? false else { return nil }
            defer { number += 1 }
            return number
        }
    }
}
