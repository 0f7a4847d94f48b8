import LatchkeyTree

extension DatabaseReference {
    /// A block that is called when the server has responded to a write. The error is `nil` on success.
    public typealias WriteCompletion = @MainActor @Sendable ((any Error)?, DatabaseReference) -> Void

    /// Replaces the data at this location. `nil` removes it.
    ///
    /// - Parameter value: Strings, numbers, Booleans, ``ServerValue``, and arrays and dictionaries of these.
    public func setValue(_ value: Any?) {
        set(value, priority: nil, report: warning(Self.setValueName))
    }

    /// Replaces the data at this location, and calls the block when the server has responded.
    public func setValue(_ value: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        set(value, priority: nil, report: report(block))
    }

    /// Replaces the data at this location and its priority, which determines its order among its siblings: a number, a string or `nil`.
    public func setValue(_ value: Any?, andPriority priority: Any?) {
        set(value, priority: .some(priority), report: warning(Self.setValueName))
    }

    /// Replaces the data and the priority, and calls the block when the server has responded.
    public func setValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        set(value, priority: .some(priority), report: report(block))
    }

    /// Removes the data at this location.
    public func removeValue() { setValue(nil) }

    /// Removes the data at this location, and calls the block when the server has responded.
    public func removeValue(completionBlock block: @escaping WriteCompletion) { setValue(nil, withCompletionBlock: block) }

    /// Changes the priority of the data at this location. It has no effect if there is no data.
    public func setPriority(_ priority: Any?) {
        write({ _ in .setPriority(try ValueReader.priority(priority)) }, report: warning("setPriority:"))
    }

    /// Changes the priority, and calls the block when the server has responded.
    public func setPriority(_ priority: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        write({ _ in .setPriority(try ValueReader.priority(priority)) }, report: report(block))
    }

    /// Replaces several locations below this one atomically. Other locations do not change.
    ///
    /// - Parameter values: The values by their paths relative to this location. No path may contain another. `nil` and `NSNull` remove
    ///   data.
    public func updateChildValues(_ values: [AnyHashable: Any]) {
        write({ try Self.update(values, at: $0) }, report: warning("updateChildValues:"))
    }

    /// Replaces several locations atomically, and calls the block when the server has responded.
    public func updateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: @escaping WriteCompletion) {
        write({ try Self.update(values, at: $0) }, report: report(block))
    }
}

extension DatabaseReference {
    /// Replaces the data at this location.
    ///
    /// - Parameter priority: `nil` to use the priority in the value.
    func set(_ value: Any?, priority: Any??, report: @escaping Repo.Completion) {
        write({ try Self.content(value, priority: priority, at: $0) }, report: report)
    }

    /// Sends a write, or reports why it is invalid.
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
                throw DatabaseError.make(.invalidArgument, "The path \(name.base) of the update is not a string.")
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
        // After sorting, a path that contains others is directly before one of them.
        children.sort { $0.path.node.keys.lexicographicallyPrecedes($1.path.node.keys) }
        for (upper, lower) in zip(children, children.dropFirst())
        where upper.path.node.contains(lower.path.node) && (!upper.path.isPriority || upper.path == lower.path) {
            throw DatabaseError.make(
                .invalidArgument,
                "The update writes to \(upper.path.node) and to \(lower.path.node), which is part of it. Put both in one value.")
        }
        return .merge(children)
    }

    /// Returns the path if it can be written.
    ///
    /// - Throws: An error for `.info`, which the client maintains, and for invalid paths.
    func writablePath() throws -> TreePath {
        if let problem = parameters.problem { throw DatabaseError.make(.invalidArgument, problem) }
        guard location.tree == .data else {
            throw DatabaseError.make(.invalidArgument, "\(location) is read-only: the client maintains it.")
        }
        return location.path
    }

    func report(_ block: @escaping WriteCompletion) -> Repo.Completion {
        { [self] error in database.repo.main.send { block(error, self) } }
    }

    /// Returns a completion for writes without a completion block. It logs failures for the developer, in a format like that of Firebase
    /// clients.
    func warning(_ call: String) -> Repo.Completion {
        { [database, location] error in
            guard let error, !DatabaseError.isGivenUp(error) else { return }
            database.repo.environment.warn(DatabaseError.warning(call, location, error))
        }
    }

    private static let setValueName = "setValue: or removeValue:"
}
