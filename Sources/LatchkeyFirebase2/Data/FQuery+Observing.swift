public import Foundation
import LatchkeyDatabase

extension FQuery {
    /// A block that receives a snapshot.
    public typealias SnapshotBlock = @MainActor @Sendable (_ snapshot: FDataSnapshot) -> Void
    /// A block that receives a snapshot and the key of the previous sibling.
    public typealias SiblingBlock = @MainActor @Sendable (_ snapshot: FDataSnapshot, _ prevKey: String?) -> Void
    /// A block that is called when an observer is canceled.
    public typealias CancelBlock = @MainActor @Sendable (_ error: NSError) -> Void

    /// Observes events of a type. The block first receives the current data, then every change.
    ///
    /// - Parameter cancelBlock: Called if the rules no longer allow reading; no further events follow.
    @discardableResult
    public func observeEventType(
        _ type: FEventType, withBlock block: @escaping SnapshotBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) -> FirebaseHandle {
        query.observe(type.today, with: told(block), withCancel: told(cancelBlock))
    }

    /// Observes events of a type. The block also receives the key of the previous sibling.
    @discardableResult
    public func observeEventType(
        _ type: FEventType, andPreviousSiblingKeyWithBlock block: @escaping SiblingBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) -> FirebaseHandle {
        query.observe(type.today, andPreviousSiblingKeyWith: told(block), withCancel: told(cancelBlock))
    }

    /// Observes a single event of a type.
    public func observeSingleEventOfType(
        _ type: FEventType, withBlock block: @escaping SnapshotBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) {
        query.observeSingleEvent(of: type.today, with: told(block), withCancel: told(cancelBlock))
    }

    /// Observes a single event of a type. The block also receives the key of the previous sibling.
    public func observeSingleEventOfType(
        _ type: FEventType, andPreviousSiblingKeyWithBlock block: @escaping SiblingBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) {
        query.observeSingleEvent(of: type.today, andPreviousSiblingKeyWith: told(block), withCancel: told(cancelBlock))
    }

    /// Removes an observer added with `observeEventType`.
    public func removeObserverWithHandle(_ handle: FirebaseHandle) { query.removeObserver(withHandle: handle) }

    /// Removes all observers of this location.
    public func removeAllObservers() { query.removeAllObservers() }

    private func told(_ block: @escaping SnapshotBlock) -> DatabaseQuery.SnapshotBlock {
        { [makeReference] in block(FDataSnapshot($0, makeReference)) }
    }

    private func told(_ block: @escaping SiblingBlock) -> DatabaseQuery.SiblingBlock {
        { [makeReference] in block(FDataSnapshot($0, makeReference), $1) }
    }

    private func told(_ block: CancelBlock?) -> DatabaseQuery.CancelBlock? {
        guard let block else { return nil }
        return { block($0 as NSError) }
    }
}
