import LatchkeyTree

extension DatabaseReference {
    /// Makes the server replace the data at this location when the client's connection ends for any reason. The server checks immediately
    /// whether the rules allow the write.
    public func onDisconnectSetValue(_ value: Any?) {
        onDisconnect({ try Self.content(value, priority: nil, at: $0) }, report: warning(Self.onDisconnectSetName))
    }

    /// Makes the server replace the data on disconnect, and calls the block when the server has confirmed the request.
    public func onDisconnectSetValue(_ value: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        onDisconnect({ try Self.content(value, priority: nil, at: $0) }, report: report(block))
    }

    /// Makes the server replace the data and the priority on disconnect.
    public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?) {
        onDisconnect({ try Self.content(value, priority: .some(priority), at: $0) }, report: warning(Self.onDisconnectSetName))
    }

    /// Makes the server replace the data and the priority on disconnect, and calls the block when the server has confirmed the request.
    public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        onDisconnect({ try Self.content(value, priority: .some(priority), at: $0) }, report: report(block))
    }

    /// Makes the server remove the data at this location on disconnect.
    public func onDisconnectRemoveValue() { onDisconnectSetValue(nil) }

    /// Makes the server remove the data on disconnect, and calls the block when the server has confirmed the request.
    public func onDisconnectRemoveValue(completionBlock block: @escaping WriteCompletion) {
        onDisconnectSetValue(nil, withCompletionBlock: block)
    }

    /// Makes the server replace several locations below this one on disconnect.
    public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any]) {
        onDisconnect({ try Self.update(values, at: $0) }, report: warning("onDisconnectUpdateChildValues:"))
    }

    /// Makes the server replace several locations on disconnect, and calls the block when the server has confirmed the request.
    public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: @escaping WriteCompletion) {
        onDisconnect({ try Self.update(values, at: $0) }, report: report(block))
    }

    /// Cancels the on-disconnect writes at this location and below.
    public func cancelDisconnectOperations() { cancelDisconnect(report: warning("cancelDisconnectOperations")) }

    /// Cancels the on-disconnect writes at this location and below, and calls the block when the server has confirmed it.
    public func cancelDisconnectOperations(completionBlock block: @escaping WriteCompletion) { cancelDisconnect(report: report(block)) }

    private static let onDisconnectSetName = "onDisconnectSetValue: or onDisconnectRemoveValue:"

    private func onDisconnect(_ content: (TreePath) throws -> PendingWrite.Content, report: @escaping Repo.Completion) {
        do {
            let path = try writablePath()
            database.repo.onDisconnect(try content(path), at: path, completion: report)
        } catch {
            report(error)
        }
    }

    private func cancelDisconnect(report: @escaping Repo.Completion) {
        do {
            database.repo.cancelOnDisconnect(at: try writablePath(), completion: report)
        } catch {
            report(error)
        }
    }
}
