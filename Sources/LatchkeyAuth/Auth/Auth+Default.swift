import Foundation
import Synchronization

extension Auth {
    private static let defaultInstance = Mutex<Auth?>(nil)

    /// Sets the server of ``auth()``. Call this once, at the start of the program.
    ///
    /// A second call creates a new default instance. Existing references to the previous one keep the old server.
    public static func configure(_ configuration: AuthConfiguration) {
        let instance = Auth(configuration: configuration)
        defaultInstance.withLock { $0 = instance }
    }

    /// Returns the default instance.
    ///
    /// Without ``configure(_:)``, it reads `LATCHKEY_URL` and `LATCHKEY_API_KEY`. If these are missing too, every operation fails with
    /// ``AuthErrorCode/invalidAPIKey`` and a failure reason that explains how to configure the server.
    public static func auth() -> Auth {
        defaultInstance.withLock { instance in
            if let instance { return instance }
            let configuration = AuthConfiguration(environment: ProcessInfo.processInfo.environment)
            let made = Auth(configuration: configuration ?? .missing)
            instance = made
            return made
        }
    }
}
