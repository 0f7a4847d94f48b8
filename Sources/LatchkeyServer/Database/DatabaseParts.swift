// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity
import LatchkeyRealtime
public import LatchkeyTree

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What the database's own port is put together from.
public struct DatabaseParts: Sendable {
    let server: ServerParts
    let directory: DatabaseDirectory
    let trees: any TreeStore
    /// Who is connected, over sockets and polls.
    let clients = DatabaseClients()

    /// - Parameters:
    ///   - server: those of the server beside it, whose accounts and projects hold here too.
    ///   - trees: where databases are kept.
    public init(_ server: ServerParts, trees: any TreeStore) {
        self.server = server
        self.trees = trees
        directory = DatabaseDirectory(store: trees, now: { [now = server.now] in (now().timeIntervalSince1970 * 1000).rounded(.down) })
    }

    /// The server's time, as it is told to clients.
    var milliseconds: Double { (server.now().timeIntervalSince1970 * 1000).rounded(.down) }
}
