// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyRules
import LatchkeyTree

/// Those who listen, by the place that they listen to: a change is told to those above it, at it and below it, and costs the others
/// nothing.
struct ListenerTree: Sendable {
    private struct Listener: Sendable {
        var requester: Requester
        let sink: ListenerSink
    }

    private struct Branch: Sendable {
        var children: [ChildKey: Branch] = [:]
        /// Who asks for the same is told the same: what changed is found out once for all of them.
        var listeners: [Query: [UInt64: Listener]] = [:]

        var isEmpty: Bool { children.isEmpty && listeners.isEmpty }
    }

    private var root = Branch()
    private var lastNumber: UInt64 = 0
    private let denials: DenialRecorder?

    init(denials: DenialRecorder? = nil) {
        self.denials = denials
    }

    mutating func add(at path: TreePath, query: Query, for requester: Requester, sink: @escaping ListenerSink) -> ListenerID {
        lastNumber += 1
        let id = ListenerID(number: lastNumber, path: path, query: query)
        Self.change(&root, at: path.keys[...]) { branch in
            branch.listeners[query, default: [:]][id.number] = Listener(requester: requester, sink: sink)
        }
        return id
    }

    /// - Parameter onDenied: is called if the listener may not go on.
    /// - Returns: whether it may; if not, it is removed.
    mutating func change(
        _ id: ListenerID, to requester: Requester, rules: SecurityRules, root tree: Node, now: Double, onDenied: (DecisionID?) -> Void
    ) -> Bool {
        var mayRead = false
        Self.change(&root, at: id.path.keys[...]) { [denials] branch in
            guard var listener = branch.listeners[id.query]?[id.number] else { return }
            listener.requester = requester
            mayRead = Self.mayRead(listener, id.path, id.query, root: tree, rules: rules, now: now)
            if !mayRead { onDenied(denials?.listening(requester, id.path, id.query, root: tree, rules: rules, now: now)) }
            branch.listeners[id.query]?[id.number] = listener
        }
        if !mayRead { remove(id) }
        return mayRead
    }

    mutating func remove(_ id: ListenerID) {
        Self.change(&root, at: id.path.keys[...]) { branch in
            branch.listeners[id.query]?[id.number] = nil
            if branch.listeners[id.query]?.isEmpty == true { branch.listeners[id.query] = nil }
        }
    }

    private static func change(_ branch: inout Branch, at keys: ArraySlice<ChildKey>, _ body: (inout Branch) -> Void) {
        guard let key = keys.first else { return body(&branch) }
        change(&branch.children[key, default: Branch()], at: keys.dropFirst(), body)
        if branch.children[key]?.isEmpty == true { branch.children[key] = nil }
    }

    /// Tells of one write.
    ///
    /// - Parameters:
    ///   - paths: where it was, and where alone the two trees differ.
    ///   - rules: by which each listener is asked anew whether it may see what it is told: what rules look at may have changed.
    mutating func tell(_ paths: [TreePath], before: Node, after: Node, rules: SecurityRules, now: Double) {
        guard !root.isEmpty else { return }
        var ended: [ListenerID] = []
        visit(root, at: .root, paths: paths) { path, listeners in
            let (old, new) = (before[path], after[path])
            for (query, group) in listeners {
                guard let event = ListenerEvent(query.changes(from: old, to: new), at: path) else { continue }
                for (number, listener) in group {
                    if Self.mayRead(listener, path, query, root: after, rules: rules, now: now) {
                        listener.sink(event)
                    } else {
                        listener.sink(.revoked(denials?.listening(listener.requester, path, query, root: after, rules: rules, now: now)))
                        ended.append(ListenerID(number: number, path: path, query: query))
                    }
                }
            }
        }
        for id in ended { remove(id) }
    }

    /// Asks everybody's rules anew, because there are other ones.
    mutating func recheck(rules: SecurityRules, root tree: Node, now: Double) {
        var ended: [ListenerID] = []
        visit(root, at: .root, paths: [.root]) { path, listeners in
            for (query, group) in listeners {
                for (number, listener) in group where !Self.mayRead(listener, path, query, root: tree, rules: rules, now: now) {
                    listener.sink(.revoked(denials?.listening(listener.requester, path, query, root: tree, rules: rules, now: now)))
                    ended.append(ListenerID(number: number, path: path, query: query))
                }
            }
        }
        for id in ended { remove(id) }
    }

    private static func mayRead(
        _ listener: Listener, _ path: TreePath, _ query: Query, root: Node, rules: SecurityRules, now: Double
    ) -> Bool {
        guard case .user(let auth) = listener.requester else { return true }
        return rules.read(path, RulesRequest(root: root, auth: auth, now: now), query: RulesQuery(query)).isAllowed
    }

    /// Goes to all who listen to a place on the way to one of the paths, or below it.
    private func visit(
        _ branch: Branch, at path: TreePath, paths: [TreePath], _ body: (TreePath, [Query: [UInt64: Listener]]) -> Void
    ) {
        if !branch.listeners.isEmpty { body(path, branch.listeners) }
        if paths.contains(where: { $0.contains(path) }) {
            for (key, child) in branch.children { visit(child, at: path.appending(key), paths: [path.appending(key)], body) }
            return
        }
        let depth = path.keys.count
        for (key, paths) in Dictionary(grouping: paths, by: { $0.keys[depth] }) {
            if let child = branch.children[key] { visit(child, at: path.appending(key), paths: paths, body) }
        }
    }
}
