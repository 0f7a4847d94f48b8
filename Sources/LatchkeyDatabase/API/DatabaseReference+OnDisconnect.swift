import LatchkeyTree

extension DatabaseReference {
    /// Has the server replace what is here once this client's connection is gone, however it goes. Whether that is allowed is
    /// answered at once.
    public func onDisconnectSetValue(_ value: Any?) {
        onDisconnect({ try Self.content(value, priority: nil, at: $0) }, report: warning(Self.onDisconnectSetName))
    }

    public func onDisconnectSetValue(_ value: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        onDisconnect({ try Self.content(value, priority: nil, at: $0) }, report: report(block))
    }

    public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?) {
        onDisconnect({ try Self.content(value, priority: .some(priority), at: $0) }, report: warning(Self.onDisconnectSetName))
    }

    public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: @escaping WriteCompletion) {
        onDisconnect({ try Self.content(value, priority: .some(priority), at: $0) }, report: report(block))
    }

    /// Has the server remove what is here once the connection is gone.
    public func onDisconnectRemoveValue() { onDisconnectSetValue(nil) }

    public func onDisconnectRemoveValue(completionBlock block: @escaping WriteCompletion) {
        onDisconnectSetValue(nil, withCompletionBlock: block)
    }

    /// Has the server replace several places below once the connection is gone.
    public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any]) {
        onDisconnect({ try Self.update(values, at: $0) }, report: warning("onDisconnectUpdateChildValues:"))
    }

    public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: @escaping WriteCompletion) {
        onDisconnect({ try Self.update(values, at: $0) }, report: report(block))
    }

    /// Takes back what was asked for here and below.
    public func cancelDisconnectOperations() { cancelDisconnect(report: warning("cancelDisconnectOperations")) }

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
