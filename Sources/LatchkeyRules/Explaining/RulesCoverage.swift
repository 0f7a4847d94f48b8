// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Counts how often each rule and each expression in it was evaluated, and to what.
public final class RulesCoverage: Sendable {
    public init() {}
    func add(_ recorder: Recorder) {}
}
