public import Foundation

/// Values that the server fills in when it executes a write.
public enum ServerValue {
    /// Returns a placeholder for the server's time, in milliseconds since 1970.
    public static func timestamp() -> [AnyHashable: Any] {
        [".sv": "timestamp"]
    }

    /// Returns a placeholder that adds `delta` to the existing number, or sets it if there is no number.
    public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
        [".sv": ["increment": delta]]
    }
}
