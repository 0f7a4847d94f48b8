import LatchkeyTree

extension DatabaseQuery {
    /// A block that receives a snapshot.
    public typealias SnapshotBlock = @MainActor @Sendable (DataSnapshot) -> Void
    /// A block that receives a snapshot and the key of the previous sibling.
    public typealias SiblingBlock = @MainActor @Sendable (DataSnapshot, String?) -> Void
    /// A block that receives the error when an observer is canceled.
    public typealias CancelBlock = @MainActor @Sendable (any Error) -> Void

    /// Calls the block with the existing data when it is known, and after each change, including the app's own writes.
    ///
    /// - Returns: The handle for ``removeObserver(withHandle:)``.
    @discardableResult
    public func observe(_ eventType: DataEventType, with block: @escaping SnapshotBlock) -> DatabaseHandle {
        observe(eventType, isOnce: false, { snapshot, _ in block(snapshot) }, nil)
    }

    /// Calls the block like ``observe(_:with:)``, and reports when the observer is canceled.
    ///
    /// - Parameters:
    ///   - eventType: The type of event.
    ///   - block: Called for each event.
    ///   - cancelBlock: Called once if the rules deny reading, or if they do so later. The observer receives no further events.
    /// - Returns: The handle for ``removeObserver(withHandle:)``.
    @discardableResult
    public func observe(
        _ eventType: DataEventType, with block: @escaping SnapshotBlock, withCancel cancelBlock: CancelBlock?
    ) -> DatabaseHandle {
        observe(eventType, isOnce: false, { snapshot, _ in block(snapshot) }, cancelBlock)
    }

    /// Calls the block with the key of the previous child as well, for ordered lists.
    ///
    /// - Returns: The handle for ``removeObserver(withHandle:)``.
    @discardableResult
    public func observe(_ eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingBlock) -> DatabaseHandle {
        observe(eventType, isOnce: false, block, nil)
    }

    /// Calls the block with the key of the previous child as well, and reports when the observer is canceled.
    ///
    /// - Returns: The handle for ``removeObserver(withHandle:)``.
    @discardableResult
    public func observe(
        _ eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingBlock, withCancel cancelBlock: CancelBlock?
    ) -> DatabaseHandle {
        observe(eventType, isOnce: false, block, cancelBlock)
    }

    /// Calls the block once, with the first event.
    public func observeSingleEvent(of eventType: DataEventType, with block: @escaping SnapshotBlock) {
        observe(eventType, isOnce: true, { snapshot, _ in block(snapshot) }, nil)
    }

    /// Calls the block once, with the first event, or the cancel block if the rules deny reading.
    public func observeSingleEvent(of eventType: DataEventType, with block: @escaping SnapshotBlock, withCancel cancelBlock: CancelBlock?) {
        observe(eventType, isOnce: true, { snapshot, _ in block(snapshot) }, cancelBlock)
    }

    /// Calls the block once, with the first event and the key of the previous child.
    public func observeSingleEvent(of eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingBlock) {
        observe(eventType, isOnce: true, block, nil)
    }

    /// Calls the block once, with the first event and the key of the previous child, or the cancel block if the rules deny reading.
    public func observeSingleEvent(
        of eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingBlock, withCancel cancelBlock: CancelBlock?
    ) {
        observe(eventType, isOnce: true, block, cancelBlock)
    }

    /// Removes an observer of this location. If you call it on the main actor, the block is not called afterwards.
    public func removeObserver(withHandle handle: DatabaseHandle) {
        database.repo.remove(at: location) { $0.handle == handle && $0.type != nil }
    }

    /// Removes all observers of this query; on a ``DatabaseReference`` the observers of all queries at the location.
    public func removeAllObservers() {
        guard !(self is DatabaseReference) else { return database.repo.remove(at: location) { $0.type != nil } }
        guard let query = try? parameters.query else { return }
        database.repo.remove(at: location, query: query) { $0.type != nil }
    }

    @discardableResult
    private func observe(
        _ type: DataEventType, isOnce: Bool, _ block: @escaping SiblingBlock, _ cancelBlock: CancelBlock?
    ) -> DatabaseHandle {
        let registration = Registration(
            type, isOnce: isOnce,
            sink: .main(event: { [self] event in block(snapshot(event), event.previousKey?.text) }, cancel: cancelBlock))
        add(registration)
        return registration.handle
    }

    /// Adds a registration, or cancels it immediately if the query is invalid.
    func add(_ registration: Registration) {
        do {
            database.repo.add(registration, at: location, query: try parameters.query)
        } catch {
            database.repo.cancel([registration], at: location, error)
        }
    }

    func snapshot(_ event: ViewEvent) -> DataSnapshot {
        guard let key = event.key else { return DataSnapshot(ref, event.node, parameters.order ?? .priority) }
        let child = Location(tree: location.tree, path: location.path.appending(key))
        return DataSnapshot(DatabaseReference(database: database, location: child), event.node)
    }
}
