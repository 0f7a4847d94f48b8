import LatchkeyTree

extension DatabaseReference {
    /// What is called when the server has answered a write: nil for success.
    public typealias WriteCompletion = @MainActor @Sendable ((any Error)?, DatabaseReference) -> Void

    /// Replaces what is here. Nil removes it.
    ///
    /// - Parameter value: strings, numbers, booleans, ``ServerValue``, and arrays and dictionaries of them.
    public func setValue(_ value: Any?) {
        set(value, priority: nil, report: warning(Self.setValueName))
    }

    public func setValue(_ value: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        set(value, priority: nil, report: report(block))
    }

    /// Replaces what is here, and the priority by which it is sorted among its siblings: a number, a string or nil.
    public func setValue(_ value: Any?, andPriority priority: Any?) {
        set(value, priority: .some(priority), report: warning(Self.setValueName))
    }

    public func setValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        set(value, priority: .some(priority), report: report(block))
    }

    /// Removes what is here.
    public func removeValue() { setValue(nil) }

    public func removeValue(completionBlock block: @escaping WriteCompletion) { setValue(nil, withCompletionBlock: block) }

    /// Changes the priority of what is here. Where nothing is, nothing happens.
    public func setPriority(_ priority: Any?) {
        write({ _ in .setPriority(try ValueReader.priority(priority)) }, report: warning("setPriority:"))
    }

    public func setPriority(_ priority: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        write({ _ in .setPriority(try ValueReader.priority(priority)) }, report: report(block))
    }

    /// Replaces several places below at once, all or none of them; others stay as they are.
    ///
    /// - Parameter values: by their paths from here, none of them above another. Nil and `NSNull` remove.
    public func updateChildValues(_ values: [AnyHashable: Any]) {
        write({ try Self.update(values, at: $0) }, report: warning("updateChildValues:"))
    }

    public func updateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: @escaping WriteCompletion) {
        write({ try Self.update(values, at: $0) }, report: report(block))
    }
}

extension DatabaseReference {
    /// - Parameter priority: nil leaves it to the value.
    func set(_ value: Any?, priority: Any??, report: @escaping Repo.Completion) {
        write({ try Self.content(value, priority: priority, at: $0) }, report: report)
    }

    /// Sends what can be written, and tells of what cannot.
    func write(_ content: (TreePath) throws -> PendingWrite.Content, report: @escaping Repo.Completion) {
        do {
            let path = try writablePath()
            database.repo.write(try content(path), at: path, completion: report)
        } catch {
            report(error)
        }
    }

    static func content(_ value: Any?, priority: Any??, at path: TreePath) throws -> PendingWrite.Content {
        let node = try ValueReader.node(value, at: path)
        guard let priority else { return .set(node) }
        return .set(node.setting(priority: try ValueReader.priority(priority)))
    }

    static func update(_ values: [AnyHashable: Any], at path: TreePath) throws -> PendingWrite.Content {
        var children: [WriteChild] = []
        for (name, value) in values {
            guard let text = name.base as? String else {
                throw DatabaseError.make(.invalidArgument, "The path \(name.base) of the update is no string.")
            }
            let place: WritePath
            do throws(TreeError) {
                place = try WritePath(text)
                guard !place.node.isRoot || place.isPriority, path.keys.count + place.node.keys.count <= TreePath.maxKeys else {
                    throw TreeError.depth(max: TreePath.maxKeys)
                }
            } catch {
                throw DatabaseError.make(.invalidArgument, "The update cannot write to \"\(text.prefix(200))\". \(error.description)")
            }
            let node =
                place.isPriority
                ? try ValueReader.priority(value).node : try ValueReader.node(value, at: path.appending(place.node))
            children.append(WriteChild(path: place, node: node))
        }
        // In the order of their paths, one that is above another stands right before it or before others below it.
        children.sort { $0.path.node.keys.lexicographicallyPrecedes($1.path.node.keys) }
        for (upper, lower) in zip(children, children.dropFirst())
        where upper.path.node.contains(lower.path.node) && (!upper.path.isPriority || upper.path == lower.path) {
            throw DatabaseError.make(
                .invalidArgument,
                "The update writes to \(upper.path.node) and to \(lower.path.node), which is in it. Put both in one value.")
        }
        return .merge(children)
    }

    /// - Throws: where nothing can be written: `.info` is the client's own, and bad paths are no places.
    func writablePath() throws -> TreePath {
        if let problem = parameters.problem { throw DatabaseError.make(.invalidArgument, problem) }
        guard location.tree == .data else {
            throw DatabaseError.make(.invalidArgument, "\(location) cannot be written: the client keeps it itself.")
        }
        return location.path
    }

    func report(_ block: @escaping WriteCompletion) -> Repo.Completion {
        { [self] error in database.repo.main.send { block(error, self) } }
    }

    /// Of what nobody waits for: the developer is told that it was not done, in words like those of Firebase's clients.
    func warning(_ call: String) -> Repo.Completion {
        { [database, location] error in
            guard let error, !DatabaseError.isGivenUp(error) else { return }
            database.repo.environment.warn(DatabaseError.warning(call, location, error))
        }
    }

    private static let setValueName = "setValue: or removeValue:"
}
