public import Foundation
import LatchkeyDatabase

extension FQuery {
    public typealias SnapshotBlock = @MainActor @Sendable (_ snapshot: FDataSnapshot) -> Void
    public typealias SiblingBlock = @MainActor @Sendable (_ snapshot: FDataSnapshot, _ prevKey: String?) -> Void
    public typealias CancelBlock = @MainActor @Sendable (_ error: NSError) -> Void

    /// Calls a block for everything that happens, and first for what is there.
    ///
    /// - Parameter cancelBlock: called when nothing is told any more, because the rules do not allow it.
    @discardableResult
    public func observeEventType(
        _ type: FEventType, withBlock block: @escaping SnapshotBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) -> FirebaseHandle {
        query.observe(type.today, with: told(block), withCancel: told(cancelBlock))
    }

    /// The same with the key of the sibling that comes before.
    @discardableResult
    public func observeEventType(
        _ type: FEventType, andPreviousSiblingKeyWithBlock block: @escaping SiblingBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) -> FirebaseHandle {
        query.observe(type.today, andPreviousSiblingKeyWith: told(block), withCancel: told(cancelBlock))
    }

    /// Calls a block for one event.
    public func observeSingleEventOfType(
        _ type: FEventType, withBlock block: @escaping SnapshotBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) {
        query.observeSingleEvent(of: type.today, with: told(block), withCancel: told(cancelBlock))
    }

    /// The same with the key of the sibling that comes before.
    public func observeSingleEventOfType(
        _ type: FEventType, andPreviousSiblingKeyWithBlock block: @escaping SiblingBlock, withCancelBlock cancelBlock: CancelBlock? = nil
    ) {
        query.observeSingleEvent(of: type.today, andPreviousSiblingKeyWith: told(block), withCancel: told(cancelBlock))
    }

    /// Ends what `observeEventType` began.
    public func removeObserverWithHandle(_ handle: FirebaseHandle) { query.removeObserver(withHandle: handle) }

    /// Ends all observers of this place.
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
