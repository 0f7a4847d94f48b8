public import Foundation

/// Values that the server fills in when it writes them.
public enum ServerValue {
    /// The server's time, in milliseconds since 1970.
    public static func timestamp() -> [AnyHashable: Any] {
        [".sv": "timestamp"]
    }

    /// The number that is there, and so much more; the difference alone where no number is.
    public static func increment(_ delta: NSNumber) -> [AnyHashable: Any] {
        [".sv": ["increment": delta]]
    }
}
