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
    private let listeners: Mutex<ListenerTree>
    /// Where denials are remembered, if they are.
    let denials: DenialRecorder?

    init(root: Node, rules: SecurityRules, denials: DenialRecorder? = nil) {
        visible = Mutex(Visible(root: root, rules: rules))
        listeners = Mutex(ListenerTree(denials: denials))
        self.denials = denials
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
            let (root, rules) = visible.withLock { visible in
                // What is counted belongs to one text.
                let coverage = visible.rules.coverage.map { _ in RulesCoverage() }
                visible.rules = rules
                visible.rules.coverage = coverage
                return (visible.root, visible.rules)
            }
            listeners.recheck(rules: rules, root: root, now: now)
        }
    }

    /// Counts from now on what is evaluated, from nothing, or does so no more.
    func count(in coverage: RulesCoverage?) {
        visible.withLock { $0.rules.coverage = coverage }
    }

    /// Lets somebody listen whom `check` does not turn away, and shows them first what is there: no change comes in between.
    func listen(
        to path: TreePath, query: Query, by requester: Requester, sink: @escaping ListenerSink,
        check: (Node, SecurityRules) throws(DatabaseError) -> Void, first: (Node) -> Void
    ) throws(DatabaseError) -> ListenerID {
        let result: Result<ListenerID, DatabaseError> = listeners.withLock { listeners in
            let (root, rules) = rootAndRules
            do throws(DatabaseError) {
                try check(root, rules)
            } catch {
                return .failure(error)
            }
            first(query.apply(to: root[path]))
            return .success(listeners.add(at: path, query: query, for: requester, sink: sink))
        }
        return try result.get()
    }

    func change(_ listener: ListenerID, to requester: Requester, now: Double, onDenied: (DecisionID?) -> Void) -> Bool {
        listeners.withLock { listeners in
            let (root, rules) = rootAndRules
            return listeners.change(listener, to: requester, rules: rules, root: root, now: now, onDenied: onDenied)
        }
    }

    func end(_ listener: ListenerID) {
        listeners.withLock { $0.remove(listener) }
    }
}
