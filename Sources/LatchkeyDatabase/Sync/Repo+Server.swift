import LatchkeyTree

extension Repo: ServerReceiver {
    func received(_ node: Node, at path: TreePath, tag: Int?) {
        change { state, effects in state.data.received([.set(path, node)], at: path, tag: tag, &effects) }
    }

    func received(_ children: [(path: WritePath, node: Node)], at path: TreePath, tag: Int?) {
        let changes: [TreeChange] = children.compactMap { child in
            let place = path.appending(child.path.node)
            guard child.path.isPriority else { return .set(place, child.node) }
            return (try? Priority(child.node)).map { .setPriority(place, $0) }
        }
        guard !changes.isEmpty else { return }
        change { state, effects in state.data.received(changes, at: path, tag: tag, &effects) }
    }

    /// Handles the response to a listen, or its end. Uses the ID, because another listen may have started at the same location.
    func listenAnswered(_ id: Int, _ key: Listen.Key, _ reply: ServerReply) {
        switch reply {
        case .ok(let warnings):
            change { state, effects in state.data.listenConfirmed(id, &effects) }
            if warnings.contains("no_index") { environment.warn(Self.indexWarning(key)) }
        case .failed(let failure):
            change { state, effects in state.data.listenFailed(id, failure, &effects) }
        }
    }

    private static func indexWarning(_ key: Listen.Key) -> String {
        let name = key.query.order.indexName ?? ".value"
        return "The query at \(key.path) has no index and slows down as the data grows. Add \".indexOn\": \"\(name)\" to its rules."
    }

    func connectionChanged(isConnected: Bool) {
        change { state, effects in
            let wasConnected = state.isConnected
            state.isConnected = isConnected
            setInfo("connected", .leaf(.boolean(isConnected)), &state, &effects)
            if wasConnected, !isConnected { applyDisconnectWrites(&state, &effects) }
        }
    }

    func serverTimeChanged(offsetMilliseconds: Double) {
        change { state, effects in
            state.serverTimeOffset = offsetMilliseconds
            setInfo("serverTimeOffset", .leaf(.number(offsetMilliseconds)), &state, &effects)
        }
    }

    /// Reports whether the server has authenticated the user. Called again if the user changes.
    func authenticationChanged(isAuthenticated: Bool) {
        change { state, effects in
            setInfo("authenticated", .leaf(.boolean(isAuthenticated)), &state, &effects)
            if isAuthenticated { keepAll(&state, &effects) }
        }
    }
}

extension Repo {
    static var initialInfo: Node {
        let values: [(String, Node)] = [
            ("authenticated", .leaf(.boolean(false))), ("connected", .leaf(.boolean(false))), ("serverTimeOffset", .leaf(.number(0))),
        ]
        return values.reduce(.empty) { node, value in
            ChildKey(value.0).map { node.setting(value.1, at: TreePath(keys: [$0])) } ?? node
        }
    }

    private func setInfo(_ name: String, _ node: Node, _ state: inout State, _ effects: inout [SyncTree.Effect]) {
        guard let key = ChildKey(name) else { return }
        let path = TreePath(keys: [key])
        state.info.received([.set(path, node)], at: path, tag: nil, &effects)
    }
}
