import LatchkeyTree

extension Compiler {
    /// Compiles a snapshot to its node only, without access to its parent.
    func plainNode(_ expression: TypedExpression) -> NodeCode {
        switch expression.operation {
        case .root: return { evaluation throws(RuleFailure) in evaluation.before.root }
        case .data: return { evaluation throws(RuleFailure) in evaluation.data }
        case .newData: return { evaluation throws(RuleFailure) in evaluation.newData }
        case .child(let target, let path):
            let code = node(target)
            if !isRecording {
                switch path.operation {
                case .string(let literal): return child(code, ChildPath(literal))
                case .wildcard(let position):
                    return { evaluation throws(RuleFailure) in
                        let node = try code(&evaluation)
                        return node[evaluation.keys[position]]
                    }
                default: break
                }
            }
            let path = childPath(path)
            return { evaluation throws(RuleFailure) in
                let node = try code(&evaluation)
                return try path(&evaluation).node(below: node)
            }
        case .parent:
            let code = plainSnapshot(expression)
            return { evaluation throws(RuleFailure) in try code(&evaluation).node }
        case .conditional(let condition, let first, let second):
            let (condition, first, second) = (boolean(condition), node(first), node(second))
            return { evaluation throws(RuleFailure) in try condition(&evaluation) ? try first(&evaluation) : try second(&evaluation) }
        default: return { _ throws(RuleFailure) in .empty }
        }
    }

    private func child(_ code: @escaping NodeCode, _ path: ChildPath) -> NodeCode {
        if case .key(let key) = path {
            return { evaluation throws(RuleFailure) in try code(&evaluation)[key] }
        }
        return { evaluation throws(RuleFailure) in path.node(below: try code(&evaluation)) }
    }

    /// Compiles a snapshot with access to its parent.
    func plainSnapshot(_ expression: TypedExpression) -> SnapshotCode {
        switch expression.operation {
        case .root:
            return { evaluation throws(RuleFailure) in Snapshot(node: evaluation.before.root, side: .before, depth: 0) }
        case .data:
            return { evaluation throws(RuleFailure) in Snapshot(node: evaluation.data, side: .before, depth: evaluation.depth) }
        case .newData:
            return { evaluation throws(RuleFailure) in Snapshot(node: evaluation.newData, side: .after, depth: evaluation.depth) }
        case .child(let target, let path):
            let (code, path) = (snapshot(target), childPath(path))
            return { evaluation throws(RuleFailure) in
                var snapshot = try code(&evaluation)
                snapshot.enter(try path(&evaluation))
                return snapshot
            }
        case .parent(let target):
            let code = snapshot(target)
            return { evaluation throws(RuleFailure) in
                var snapshot = try code(&evaluation)
                try snapshot.leave(&evaluation)
                return snapshot
            }
        case .conditional(let condition, let first, let second):
            let (condition, first, second) = (boolean(condition), snapshot(first), snapshot(second))
            return { evaluation throws(RuleFailure) in try condition(&evaluation) ? try first(&evaluation) : try second(&evaluation) }
        default: return { _ throws(RuleFailure) in Snapshot(node: .empty, side: .before, depth: 0) }
        }
    }

    /// Compiles the path of a child. Literal paths are split once.
    func childPath(_ expression: TypedExpression) -> @Sendable (inout Evaluation) throws(RuleFailure) -> ChildPath {
        if !isRecording {
            switch expression.operation {
            case .string(let literal):
                let path = ChildPath(literal)
                return { _ throws(RuleFailure) in path }
            case .wildcard(let position):
                return { evaluation throws(RuleFailure) in .key(evaluation.keys[position]) }
            default: break
            }
        }
        let code = text(expression)
        return { evaluation throws(RuleFailure) in ChildPath(try code(&evaluation)) }
    }
}
