import Synchronization

// An app and its extensions, or several apps of one developer, share one session if they use the same keychain access group.
extension Auth {
    /// The keychain access group of the session; `nil` for the app's own storage.
    public var userAccessGroup: String? { keeper.accessGroup?.name }

    /// Moves this instance to a keychain access group, or back to the app's own storage (`nil`), also for later runs.
    ///
    /// Afterwards, the user stored in the group is signed in, or none if the group has none. As in Firebase, the current user is not moved.
    /// To keep that user, save ``currentUser`` before the call and pass it to ``updateCurrentUser(_:)`` afterwards. The contents of the
    /// app's own storage are removed.
    ///
    /// Changes by other apps of the group are noticed when this app renews or changes the session, when the session turns out to be over,
    /// and at the next start. ``getStoredUser(forAccessGroup:)`` reads the group immediately. An unseen session is never overwritten,
    /// except by a sign-in. ``signOut()`` removes the session of the current user, even a newer one, but not that of another user.
    ///
    /// - Parameter accessGroup: The group as in the app's entitlement `keychain-access-groups`, with the team's prefix.
    /// - Throws: ``AuthErrorCode/keychainError`` if there is no keychain, the app may not use the group, or the session in it cannot be
    ///   decoded, for example because a newer version wrote it. Nothing is changed in that case.
    public func useUserAccessGroup(_ accessGroup: String?) throws {
        try keeper.use(group(accessGroup)) { stored in
            show(stored.map { SignedInAccount($0, tokens: backend.tokens($0.tokens, now: now)) })
        }
    }

    /// Returns the user stored in an access group, or in the app's own storage (`nil`), without signing in; `nil` if there is none.
    ///
    /// - Throws: ``AuthErrorCode/keychainError``. A session that cannot be decoded stays in the group.
    public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
        guard let stored = try keeper.session(in: group(accessGroup)) else { return nil }
        return SignedInAccount(stored, tokens: backend.tokens(stored.tokens, now: now)).user(of: self)
    }

    /// Whether the session of an access group is synchronized to the user's other devices through iCloud Keychain.
    ///
    /// The initial value is that of the group that the last run used, otherwise `false`.
    ///
    /// The value applies to later calls of ``useUserAccessGroup(_:)`` and ``getStoredUser(forAccessGroup:)``, and only to sessions in a
    /// group.
    public var shareAuthStateAcrossDevices: Bool {
        get { state.withLock { $0.sharesAcrossDevices } }
        set { state.withLock { $0.sharesAcrossDevices = newValue } }
    }

    private func group(_ name: String?) -> AccessGroup? {
        name.map { AccessGroup(name: $0, isSynchronized: shareAuthStateAcrossDevices) }
    }
}
