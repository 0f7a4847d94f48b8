// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

extension Node {
    /// About how many bytes it takes: what its text would have, and some for every key. Looks at every leaf.
    public var estimatedBytes: Int {
        switch self {
        case .empty: 8
        case .leaf(let value): value.estimatedBytes
        case .rankedLeaf(let leaf): leaf.value.estimatedBytes + leaf.priority.estimatedBytes
        case .object(let object):
            object.children.reduce(16 + object.priority.estimatedBytes) { $0 + 8 + $1.key.text.utf8.count + $1.value.estimatedBytes }
        }
    }

    /// Whether what is written depends on what is there: such a node says something about it once it is filled in.
    public var holdsIncrement: Bool {
        switch self {
        case .empty: false
        case .leaf(let value): value.isIncrement
        case .rankedLeaf(let leaf): leaf.value.isIncrement || leaf.priority.isIncrement
        case .object(let object): object.priority.isIncrement || object.children.contains { $0.value.holdsIncrement }
        }
    }
}

extension LeafValue {
    fileprivate var estimatedBytes: Int {
        if case .string(let text) = self { 16 + text.utf8.count } else { 16 }
    }

    fileprivate var isIncrement: Bool {
        if case .serverValue(.increment) = self { true } else { false }
    }
}

extension Priority {
    var estimatedBytes: Int {
        switch self {
        case .none: 0
        case .string(let text): 16 + text.utf8.count
        case .number, .serverValue: 16
        }
    }

    fileprivate var isIncrement: Bool {
        if case .serverValue(.increment) = self { true } else { false }
    }
}
