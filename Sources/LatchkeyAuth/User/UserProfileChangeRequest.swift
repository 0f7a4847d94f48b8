public import Foundation
import LatchkeyWire
import Synchronization

/// A request that changes the display name and the photo together.
public final class UserProfileChangeRequest: Sendable {
    private struct Changes {
        var displayName: String??
        var photoURL: URL??
    }

    private let user: User
    private let changes = Mutex(Changes())

    init(_ user: User) {
        self.user = user
    }

    /// The new display name. `nil` removes it; without an assignment it stays unchanged.
    public var displayName: String? {
        get { changes.withLock { $0.displayName } ?? user.displayName }
        set { changes.withLock { $0.displayName = .some(newValue) } }
    }

    /// The URL of the new photo. `nil` removes it; without an assignment it stays unchanged.
    public var photoURL: URL? {
        get { changes.withLock { $0.photoURL } ?? user.photoURL }
        set { changes.withLock { $0.photoURL = .some(newValue) } }
    }

    /// Sends the changes. Does nothing if there are none.
    public func commitChanges() async throws {
        let changes = changes.withLock { $0 }
        guard changes.displayName != nil || changes.photoURL != nil else { return }
        var removed: [AccountAttribute] = []
        if case .some(.none) = changes.displayName { removed.append(.displayName) }
        if case .some(.none) = changes.photoURL { removed.append(.photoURL) }
        try await user.update { [removed] idToken in
            UpdateRequest(
                idToken: idToken, displayName: changes.displayName ?? nil, photoUrl: changes.photoURL??.absoluteString,
                deleteAttribute: removed.isEmpty ? nil : removed, returnSecureToken: true)
        }
    }

    /// Sends the changes. The completion handler is called on the main actor.
    public func commitChanges(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.commitChanges() }
    }
}
