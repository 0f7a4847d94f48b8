// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

/// One place of a tree gets another node, or another priority.
public enum TreeChange: Equatable, Sendable {
    case set(TreePath, Node)
    case setPriority(TreePath, Priority)

    public var path: TreePath {
        switch self {
        case .set(let path, _), .setPriority(let path, _): path
        }
    }
}

extension Node {
    /// The tree after the change. A priority for nothing changes nothing.
    public func applying(_ change: TreeChange) -> Node {
        switch change {
        case .set(let path, let node): setting(node, at: path)
        case .setPriority(let path, let priority): setting(self[path].setting(priority: priority), at: path)
        }
    }
}
