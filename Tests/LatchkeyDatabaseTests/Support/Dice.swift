// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// Chance that can be repeated (splitmix64). `LATCHKEY_SEED` gives another sequence.
struct Dice: RandomNumberGenerator {
    private var state: UInt64

    init(_ name: String) {
        let seed = ProcessInfo.processInfo.environment["LATCHKEY_SEED"].flatMap(UInt64.init) ?? 1
        state = name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    mutating func pick<T>(_ all: [T]) -> T { all[below(all.count)] }
    mutating func chance(_ one: Int, in many: Int) -> Bool { below(many) < one }
}

/// A sample of so many tries; with `LATCHKEY_SOAK` as many as go into that number of seconds.
func tries(_ sample: Int) -> some Sequence<Int> {
    let seconds = ProcessInfo.processInfo.environment["LATCHKEY_SOAK"].flatMap(Double.init)
    let end = seconds.map { Date().addingTimeInterval($0) }
    return sequence(first: 0) { number in
        if let end { Date() < end ? number + 1 : nil } else { number + 1 < sample ? number + 1 : nil }
    }
}
