import Foundation

/// How long the randomised tests run, and from which seed.
///
/// `make soak` sets `LATCHKEY_SOAK` to a number of seconds for each of them, and every run begins with another seed; without it they
/// take a sample that is the same every time. `LATCHKEY_SEED` repeats a run: a failure says which.
public struct Soak: Sendable {
    /// Of all sequences of chance.
    public let seed: UInt64
    /// `nil` for a sample.
    public let seconds: Double?

    /// As the environment says.
    public static let standard: Soak = {
        let environment = ProcessInfo.processInfo.environment
        let seconds = environment["LATCHKEY_SOAK"].flatMap(Double.init)
        let seed = environment["LATCHKEY_SEED"].flatMap(UInt64.init) ?? (seconds == nil ? 1 : .random(in: 1...(.max)))
        if seconds != nil { print("soak: LATCHKEY_SEED=\(seed)") }
        return Soak(seed: seed, seconds: seconds)
    }()

    /// Whether it is more than a sample.
    public var isLong: Bool { seconds != nil }

    /// The seed of what chance does under a name.
    public func seed(for name: String) -> UInt64 {
        name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// The numbers of rounds from 0: as many as the sample has, and in a long run until the time is over.
    ///
    /// A long run is no shorter than the sample, however busy the machine is: tests count that enough has happened in it.
    ///
    /// A round may never wait for anything, and others want to go on; so each comes after a yield.
    public func rounds(_ sample: Int) -> Rounds {
        Rounds(sample: sample, end: seconds.map { ContinuousClock.now + .seconds($0) })
    }

    /// See ``Soak/rounds(_:)``.
    public struct Rounds: AsyncSequence, AsyncIteratorProtocol, Sendable {
        let sample: Int
        let end: ContinuousClock.Instant?
        private var number = 0

        init(sample: Int, end: ContinuousClock.Instant?) {
            self.sample = sample
            self.end = end
        }

        public func makeAsyncIterator() -> Self { self }

        public mutating func next() async -> Int? {
            if number > 0 { await Task.yield() }
            guard number < sample || end.map({ ContinuousClock.now < $0 }) ?? false else { return nil }
            defer { number += 1 }
            return number
        }
    }
}
