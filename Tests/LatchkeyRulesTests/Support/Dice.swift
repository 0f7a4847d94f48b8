// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Chance that is the same in every run, unless `LATCHKEY_SEED` says otherwise. `LATCHKEY_SOAK` multiplies the number of rounds.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    /// How many times more rounds than usual there shall be.
    static let soak = max(1, ProcessInfo.processInfo.environment["LATCHKEY_SOAK"].flatMap { Int($0) } ?? 1)

    init(_ name: String) {
        let seed = ProcessInfo.processInfo.environment["LATCHKEY_SEED"].flatMap { UInt64($0) } ?? 1
        state = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(max(1, limit))) }

    mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }
}
