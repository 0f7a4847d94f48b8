// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRealtime
import LatchkeyTree

/// What shall be written when a client is gone, in the order in which it was asked for.
///
/// What is asked for later takes the place of what was left for the same place and below it, also within an update.
struct OnDisconnect {
    typealias Children = [(path: WritePath, node: Node)]

    private enum Deed {
        case set(WriteOperation, bytes: Int)
        /// All or none, as when it was asked for. The paths count from the root.
        case update(Children, at: TreePath, bytes: Int)
    }

    private var deeds: [Deed] = []

    /// Of one client: changes, and bytes of their JSON.
    static let maxChanges = 1_000
    static let maxBytes = 16 * 1024 * 1024

    /// - Throws: `SocketRequestError` when it would be too much.
    mutating func set(_ operation: WriteOperation, _ node: Node) throws {
        var next = self
        next.cancel(operation.path)
        next.deeds.append(.set(operation, bytes: node.jsonBytes(.export).count))
        try next.requireRoom()
        self = next
    }

    mutating func update(_ children: Children, at path: TreePath) throws {
        let children = children.map { (path: WritePath(path.appending($0.path.node), isPriority: $0.path.isPriority), node: $0.node) }
        var next = self
        for child in children where !child.path.isPriority { next.cancel(child.path.node) }
        next.deeds.append(.update(children, at: path, bytes: children.reduce(0) { $0 + $1.node.jsonBytes(.export).count }))
        try next.requireRoom()
        self = next
    }

    mutating func cancel(_ path: TreePath) {
        deeds = deeds.compactMap { deed in
            switch deed {
            case .set(let operation, _): return path.contains(operation.path) ? nil : deed
            case .update(let children, let place, let bytes):
                let left = children.filter { !path.contains($0.path.node) }
                return left.isEmpty ? nil : .update(left, at: place, bytes: bytes)
            }
        }
    }

    /// What is to be written now.
    func operations() throws -> [WriteOperation] {
        try deeds.map { deed in
            switch deed {
            case .set(let operation, _): operation
            case .update(let children, let path, _):
                try .update(
                    children.map {
                        (WritePath(TreePath(keys: $0.path.node.keys.dropFirst(path.keys.count)), isPriority: $0.path.isPriority), $0.node)
                    }, at: path)
            }
        }
    }

    private func requireRoom() throws {
        var (changes, bytes) = (0, 0)
        for deed in deeds {
            switch deed {
            case .set(_, let size): (changes, bytes) = (changes + 1, bytes + size)
            case .update(let children, _, let size): (changes, bytes) = (changes + children.count, bytes + size)
            }
        }
        guard changes <= Self.maxChanges, bytes <= Self.maxBytes else {
            throw SocketRequestError(
                "A client leaves at most \(Self.maxChanges) changes and \(Self.maxBytes) bytes for the end of its connection.")
        }
    }
}
