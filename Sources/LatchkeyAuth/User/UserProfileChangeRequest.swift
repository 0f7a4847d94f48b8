public import Foundation
import LatchkeyWire
import Synchronization

/// Changes of name and picture, sent together.
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

    /// The new name to show; `nil` removes it, and what is not set stays.
    public var displayName: String? {
        get { changes.withLock { $0.displayName } ?? user.displayName }
        set { changes.withLock { $0.displayName = .some(newValue) } }
    }

    /// The new picture to show; `nil` removes it, and what is not set stays.
    public var photoURL: URL? {
        get { changes.withLock { $0.photoURL } ?? user.photoURL }
        set { changes.withLock { $0.photoURL = .some(newValue) } }
    }

    /// Sends the changes; without any it does nothing.
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

    /// Sends the changes; the completion comes on the main actor.
    public func commitChanges(completion: (@MainActor ((any Error)?) -> Void)? = nil) {
        deliver(to: completion) { try await self.commitChanges() }
    }
}
