// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRules
import LatchkeyTree
import Synchronization

/// What everybody sees of a database: its tree as of the last durable write, its rules, and who listens.
///
/// Readers take the root, which costs a lock for the time of a copy, and then look at a tree that nobody changes.
final class DatabaseState: Sendable {
    private struct Visible {
        var root: Node
        var rules: SecurityRules
    }

    private let visible: Mutex<Visible>
    private let listeners = Mutex(ListenerTree())

    init(root: Node, rules: SecurityRules) {
        visible = Mutex(Visible(root: root, rules: rules))
    }

    var root: Node { visible.withLock { $0.root } }
    var rules: SecurityRules { visible.withLock { $0.rules } }
    var rootAndRules: (root: Node, rules: SecurityRules) { visible.withLock { ($0.root, $0.rules) } }

    /// Shows a tree, and tells those who listen where it changed. Called for one write after the other.
    func publish(_ root: Node, paths: [TreePath], now: Double) {
        listeners.withLock { listeners in
            // Under the lock of the listeners, so that whoever begins to listen sees each change once: in what it is given first, or after.
            let (before, rules) = visible.withLock { visible in
                defer { visible.root = root }
                return (visible.root, visible.rules)
            }
            listeners.tell(paths, before: before, after: root, rules: rules, now: now)
        }
    }

    /// Other rules from now on; who may not listen any more is told so.
    func replace(rules: SecurityRules, now: Double) {
        listeners.withLock { listeners in
            let root = visible.withLock { visible in
                visible.rules = rules
                return visible.root
            }
            listeners.recheck(rules: rules, root: root, now: now)
        }
    }

    /// Lets somebody listen whom the rules do not turn away, and shows them first what is there: no change comes in between.
    func listen(
        to path: TreePath, query: Query, by requester: Requester, now: Double, sink: @escaping ListenerSink, first: (Node) -> Void
    ) throws(DatabaseError) -> ListenerID {
        let order = query.isUnfiltered ? .key : query.order
        let (root, rules) = rootAndRules
        guard ReadCheck(rules: rules, root: root, now: now, path: path, query: query).allows(requester) else { throw .permissionDenied }
        // Sorting a large node and writing it down takes long: everybody else would wait for that under the lock.
        let sorted = OrderedNode(root[path], order: order)
        let gate = ListenerGate(sink)
        let result: Result<(ListenerID, OrderedNode), DatabaseError> = listeners.withLock { listeners in
            let (root, rules) = rootAndRules
            guard ReadCheck(rules: rules, root: root, now: now, path: path, query: query).allows(requester) else {
                return .failure(.permissionDenied)
            }
            let node = sorted.following(root[path])
            let id = listeners.add(
                at: path, query: query, node: node, isIndexed: rules.hasIndex(for: order, at: path), for: requester, sink: gate.take)
            return id.map { .success(($0, node)) } ?? .failure(.indexMissing(query, path))
        }
        let (id, node) = try result.get()
        first(query.apply(to: node))
        gate.open()
        return id
    }

    func change(_ listener: ListenerID, to requester: Requester, now: Double) -> Bool {
        listeners.withLock { listeners in
            let (root, rules) = rootAndRules
            return listeners.change(listener, to: requester, rules: rules, root: root, now: now)
        }
    }

    func end(_ listener: ListenerID) {
        listeners.withLock { $0.remove(listener) }
    }
}
