import Foundation
import Synchronization

extension Auth {
    private static let defaultInstance = Mutex<Auth?>(nil)

    /// Sets the server of ``auth()``; called once, at the start of the program.
    ///
    /// A second call makes a new default instance; what was got before keeps the old server.
    public static func configure(_ configuration: AuthConfiguration) {
        let instance = Auth(configuration: configuration)
        defaultInstance.withLock { $0 = instance }
    }

    /// The default instance.
    ///
    /// Without ``configure(_:)`` it reads `LATCHKEY_URL` and `LATCHKEY_API_KEY`. When these are missing too, every operation
    /// fails with ``AuthErrorCode/invalidAPIKey`` and a reason that says what to do.
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
