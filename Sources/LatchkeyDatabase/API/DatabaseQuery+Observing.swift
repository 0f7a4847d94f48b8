import LatchkeyTree

extension DatabaseQuery {
    public typealias SnapshotBlock = @MainActor @Sendable (DataSnapshot) -> Void
    public typealias SiblingBlock = @MainActor @Sendable (DataSnapshot, String?) -> Void
    public typealias CancelBlock = @MainActor @Sendable (any Error) -> Void

    /// Calls the block with what is there, as soon as it is known, and after every change, also by this app's own writes.
    ///
    /// - Returns: what ``removeObserver(withHandle:)`` takes.
    @discardableResult
    public func observe(_ eventType: DataEventType, with block: @escaping SnapshotBlock) -> DatabaseHandle {
        observe(eventType, isOnce: false, { snapshot, _ in block(snapshot) }, nil)
    }

    /// - Parameter cancelBlock: called once, instead of the block from then on, where reading is not allowed or not any more.
    @discardableResult
    public func observe(
        _ eventType: DataEventType, with block: @escaping SnapshotBlock, withCancel cancelBlock: CancelBlock?
    ) -> DatabaseHandle {
        observe(eventType, isOnce: false, { snapshot, _ in block(snapshot) }, cancelBlock)
    }

    /// The same with the key of the child that stands before, for lists that are shown in order.
    @discardableResult
    public func observe(_ eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingBlock) -> DatabaseHandle {
        observe(eventType, isOnce: false, block, nil)
    }

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

    public func observeSingleEvent(of eventType: DataEventType, with block: @escaping SnapshotBlock, withCancel cancelBlock: CancelBlock?) {
        observe(eventType, isOnce: true, { snapshot, _ in block(snapshot) }, cancelBlock)
    }

    public func observeSingleEvent(of eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingBlock) {
        observe(eventType, isOnce: true, block, nil)
    }

    public func observeSingleEvent(
        of eventType: DataEventType, andPreviousSiblingKeyWith block: @escaping SiblingBlock, withCancel cancelBlock: CancelBlock?
    ) {
        observe(eventType, isOnce: true, block, cancelBlock)
    }

    /// Removes an observer of this place; called on the main actor its block is not called any more.
    public func removeObserver(withHandle handle: DatabaseHandle) {
        database.repo.remove(at: location) { $0.handle == handle && $0.type != nil }
    }

    /// Removes all observers of this query; on a ``DatabaseReference`` those of all queries of the place.
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

    /// Tells the registration at once where the query is none.
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
