public import Foundation
import LatchkeyDatabase

extension Firebase {
    /// A block that is called when the server has responded to a write, with `nil` on success.
    public typealias WriteBlock = @MainActor @Sendable (_ error: NSError?, _ ref: Firebase) -> Void

    /// Replaces the data; `nil` removes it.
    public func setValue(_ value: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.setValue(value) }
        reference.setValue(value, withCompletionBlock: told(block))
    }

    /// Replaces the data and its priority, which determines the order.
    public func setValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.setValue(value, andPriority: priority) }
        reference.setValue(value, andPriority: priority, withCompletionBlock: told(block))
    }

    /// Removes the data.
    public func removeValue() { reference.removeValue() }
    /// Removes the data.
    public func removeValueWithCompletionBlock(_ block: @escaping WriteBlock) { reference.removeValue(completionBlock: told(block)) }

    /// Sets the priority of the data.
    public func setPriority(_ priority: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.setPriority(priority) }
        reference.setPriority(priority, withCompletionBlock: told(block))
    }

    /// Replaces several children or paths at once, and leaves the others unchanged.
    public func updateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.updateChildValues(values) }
        reference.updateChildValues(values, withCompletionBlock: told(block))
    }

    /// Replaces the data when the client disconnects.
    public func onDisconnectSetValue(_ value: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.onDisconnectSetValue(value) }
        reference.onDisconnectSetValue(value, withCompletionBlock: told(block))
    }

    /// Replaces the data and its priority when the client disconnects.
    public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.onDisconnectSetValue(value, andPriority: priority) }
        reference.onDisconnectSetValue(value, andPriority: priority, withCompletionBlock: told(block))
    }

    /// Removes the data when the client disconnects.
    public func onDisconnectRemoveValue() { reference.onDisconnectRemoveValue() }
    /// Removes the data when the client disconnects.
    public func onDisconnectRemoveValueWithCompletionBlock(_ block: @escaping WriteBlock) {
        reference.onDisconnectRemoveValue(completionBlock: told(block))
    }

    /// Replaces several children or paths when the client disconnects.
    public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.onDisconnectUpdateChildValues(values) }
        reference.onDisconnectUpdateChildValues(values, withCompletionBlock: told(block))
    }

    /// Cancels all pending disconnect operations.
    public func cancelDisconnectOperations() { reference.cancelDisconnectOperations() }
    /// Cancels all pending disconnect operations.
    public func cancelDisconnectOperationsWithCompletionBlock(_ block: @escaping WriteBlock) {
        reference.cancelDisconnectOperations(completionBlock: told(block))
    }

    private func told(_ block: @escaping WriteBlock) -> DatabaseReference.WriteCompletion {
        { [makeReference] in block($0 as NSError?, makeReference($1)) }
    }
}

extension Firebase {
    /// Disconnects all databases until ``goOnline()``.
    public static func goOffline() { for client in FirebaseClients.all { client.database.goOffline() } }
    /// Reconnects all databases.
    public static func goOnline() { for client in FirebaseClients.all { client.database.goOnline() } }
}

/// Placeholder values that the server fills in.
public enum FirebaseServerValue {
    /// Returns a placeholder for the server's time, in milliseconds since 1970.
    public static func timestamp() -> [AnyHashable: Any] { ServerValue.timestamp() }
}
