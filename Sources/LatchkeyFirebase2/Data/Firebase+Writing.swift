public import Foundation
import LatchkeyDatabase

extension Firebase {
    /// What is called when the server has answered a write: nil for success.
    public typealias WriteBlock = @MainActor @Sendable (_ error: NSError?, _ ref: Firebase) -> Void

    /// Replaces what is here; nil removes it.
    public func setValue(_ value: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.setValue(value) }
        reference.setValue(value, withCompletionBlock: told(block))
    }

    /// Replaces what is here, and the priority by which it is ordered.
    public func setValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.setValue(value, andPriority: priority) }
        reference.setValue(value, andPriority: priority, withCompletionBlock: told(block))
    }

    /// Removes what is here.
    public func removeValue() { reference.removeValue() }
    /// Removes what is here.
    public func removeValueWithCompletionBlock(_ block: @escaping WriteBlock) { reference.removeValue(completionBlock: told(block)) }

    /// Changes the priority of what is here.
    public func setPriority(_ priority: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.setPriority(priority) }
        reference.setPriority(priority, withCompletionBlock: told(block))
    }

    /// Replaces several places below at once; others stay.
    public func updateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.updateChildValues(values) }
        reference.updateChildValues(values, withCompletionBlock: told(block))
    }

    /// Replaces what is here when the connection ends.
    public func onDisconnectSetValue(_ value: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.onDisconnectSetValue(value) }
        reference.onDisconnectSetValue(value, withCompletionBlock: told(block))
    }

    /// The same with a priority.
    public func onDisconnectSetValue(_ value: Any?, andPriority priority: Any?, withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.onDisconnectSetValue(value, andPriority: priority) }
        reference.onDisconnectSetValue(value, andPriority: priority, withCompletionBlock: told(block))
    }

    /// Removes what is here when the connection ends.
    public func onDisconnectRemoveValue() { reference.onDisconnectRemoveValue() }
    /// Removes what is here when the connection ends.
    public func onDisconnectRemoveValueWithCompletionBlock(_ block: @escaping WriteBlock) {
        reference.onDisconnectRemoveValue(completionBlock: told(block))
    }

    /// Replaces several places below when the connection ends.
    public func onDisconnectUpdateChildValues(_ values: [AnyHashable: Any], withCompletionBlock block: WriteBlock? = nil) {
        guard let block else { return reference.onDisconnectUpdateChildValues(values) }
        reference.onDisconnectUpdateChildValues(values, withCompletionBlock: told(block))
    }

    /// Takes back what was left for the end.
    public func cancelDisconnectOperations() { reference.cancelDisconnectOperations() }
    /// Takes back what was left for the end.
    public func cancelDisconnectOperationsWithCompletionBlock(_ block: @escaping WriteBlock) {
        reference.cancelDisconnectOperations(completionBlock: told(block))
    }

    private func told(_ block: @escaping WriteBlock) -> DatabaseReference.WriteCompletion {
        { [makeReference] in block($0 as NSError?, makeReference($1)) }
    }
}

extension Firebase {
    /// Ends the connections of all databases until ``goOnline()``.
    public static func goOffline() { for client in FirebaseClients.all { client.database.goOffline() } }
    /// Connects again.
    public static func goOnline() { for client in FirebaseClients.all { client.database.goOnline() } }
}

/// Values that the server fills in.
public enum FirebaseServerValue {
    /// The server's time, in milliseconds since 1970.
    public static func timestamp() -> [AnyHashable: Any] { ServerValue.timestamp() }
}
