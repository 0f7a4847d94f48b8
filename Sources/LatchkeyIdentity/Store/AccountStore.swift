// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Where accounts are kept.
///
/// A transaction is a closure, synchronous inside, so that none can be left open and none waits for the network. Failing closures
/// leave nothing behind. A `write` that returned is durable.
public protocol AccountStore: Sendable {
    /// Reads from one consistent view.
    func read<T: Sendable>(_ body: @escaping @Sendable (any StoreReading) throws -> T) async throws -> T
    /// Runs one transaction. Transactions run one after the other, in the order of the calls.
    func write<T: Sendable>(_ body: @escaping @Sendable (any StoreWriting) throws -> T) async throws -> T
}

/// A constraint of the store said no: somebody else was first.
public struct StoreConflict: Error, Equatable, Sendable {
    public enum Subject: String, Sendable {
        case account
        case email
        case identity
        case provider
        case project
        case other
    }

    public let subject: Subject

    public init(_ subject: Subject) {
        self.subject = subject
    }
}
