public import Foundation
import LatchkeyWire

/// A session of an account: a device or browser on which the user is signed in. Firebase has no equivalent.
public struct UserSession: Sendable, Hashable, Identifiable {
    /// The ID of the session. It is not a secret, and gives no access.
    public let id: String
    /// Whether it is the session of this client.
    public let isCurrent: Bool
    /// The time of the sign-in.
    public let creationDate: Date
    /// The time at which the session last got an ID token, to the minute.
    public let lastUseDate: Date
    /// The time at which the session ends; `nil` for a session without an end.
    public let expirationDate: Date?
    /// The sign-in method, for example `password` or `github.com`.
    public let signInProvider: String
    /// The browser and the system of the device, for example `Firefox · Linux`, or the name of the program, as it described itself at the
    /// sign-in; `nil` if it did not.
    public let device: String?
    /// The IP address at the sign-in.
    public let ipAddress: String?

    /// Creates a session; `nil` for an entry without ID or times.
    init?(_ info: SessionInfo) {
        guard let id = info.sessionId, !id.isEmpty, let created = Self.date(info.createdAt), let used = Self.date(info.lastUsedAt) else {
            return nil
        }
        self.id = id
        (isCurrent, signInProvider) = (info.current ?? false, info.signInProvider ?? "")
        (creationDate, lastUseDate, expirationDate) = (created, used, Self.date(info.endsAt))
        (device, ipAddress) = (info.device, info.address)
    }

    private static func date(_ text: String?) -> Date? {
        text.flatMap { try? Date($0, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)) }
    }
}
