// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import LatchkeySecrets

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

    /// A sequence of its own for each test, so that what others do does not change it.
    public func dice(_ name: String) -> Dice { Dice(random: .seeded(seed(for: name))) }

    /// The seed of such a sequence.
    public func seed(for name: String) -> UInt64 {
        name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// Runs a round again and again: as many as the sample has, or until the time is over.
    public func rounds(_ sample: Int, _ round: (Int) async throws -> Void) async rethrows {
        let end = seconds.map { ContinuousClock.now + .seconds($0) }
        var number = 0
        while end.map({ ContinuousClock.now < $0 }) ?? (number < sample) {
            try await round(number)
            number += 1
            // A round may never wait for anything, and others want to go on.
            await Task.yield()
        }
    }
}

/// Chance that can be repeated.
public struct Dice: Sendable {
    let random: RandomTokens

    /// A number below a limit.
    public func below(_ limit: Int) -> Int {
        let bytes = random.data(count: 8)
        return Int(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % UInt64(max(1, limit)))
    }

    /// One of several.
    public func pick<T>(_ all: [T]) -> T { all[below(all.count)] }

    /// Whether it is one of the cases that are wanted of many.
    public func chance(_ one: Int, in many: Int) -> Bool { below(many) < one }

    /// Any bytes.
    public func bytes(_ count: Int) -> [UInt8] { Array(random.data(count: count)) }
}
