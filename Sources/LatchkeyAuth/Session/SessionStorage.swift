// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// Where the session waits while the program does not run.
public protocol SessionStorage: Sendable {
    /// The bytes saved last; `nil` when there are none.
    func load() throws -> [UInt8]?
    /// Keeps bytes in place of what was there; whole or not at all.
    func save(_ bytes: [UInt8]) throws
    /// Forgets what was saved; nothing there is no error.
    func remove() throws
    /// Takes bytes that could not be read out of the way; removes them unless a storage can do better.
    func setAside() throws
}

extension SessionStorage {
    /// Removes the bytes.
    public func setAside() throws { try remove() }
}
