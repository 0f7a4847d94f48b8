// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyTree
import Synchronization

/// Keeps nothing but what was written, in order, and fails when it is told to.
final class ScriptedTreeStore: TreeStore {
    struct DiskFull: Error {}

    private struct Contents {
        var entries: [TreeLogEntry] = []
        var rules = ""
        var made: [DatabaseID: String] = [:]
        var isFull = false
    }

    private let contents = Mutex(Contents())

    var entries: [TreeLogEntry] { contents.withLock { $0.entries } }
    var rules: String { contents.withLock { $0.rules } }
    var isFull: Bool {
        get { contents.withLock { $0.isFull } }
        set { contents.withLock { $0.isFull = newValue } }
    }

    func append(_ entries: [TreeLogEntry], to database: DatabaseID) async throws {
        try contents.withLock { contents in
            if contents.isFull { throw DiskFull() }
            contents.entries += entries
        }
    }

    func save(rules: String, of database: DatabaseID) async throws {
        contents.withLock { $0.rules = rules }
    }

    func save(_ settings: DatabaseSettings, of database: DatabaseID) async throws {}

    func databases(of project: String) async throws -> [DatabaseID] { [] }
    func database(named name: String) async throws -> DatabaseID? { nil }
    func load(_ database: DatabaseID) async throws -> StoredTree? {
        contents.withLock { contents in
            contents.made[database].map {
                StoredTree(snapshot: TreeSnapshot(root: .empty, sequence: 0), entries: contents.entries, rules: $0)
            }
        }
    }

    func make(_ database: DatabaseID, rules: String) async throws {
        contents.withLock { contents in
            if contents.made[database] == nil { contents.made[database] = rules }
        }
    }

    func save(_ snapshot: TreeSnapshot, of database: DatabaseID) async throws {}
}
