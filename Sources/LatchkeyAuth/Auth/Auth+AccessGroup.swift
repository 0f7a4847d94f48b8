import Synchronization

// An app and its extensions, or several apps of one developer, have one session where they use one access group of the keychain.
extension Auth {
    /// The access group of the keychain that the session is kept in; `nil` for the app's own place.
    public var userAccessGroup: String? { keeper.accessGroup?.name }

    /// Keeps the session in an access group of the keychain, or in the app's own place again (`nil`); the next start does so too.
    ///
    /// Whoever is stored there is signed in from now on, and nobody if nobody is: whoever was signed in does not move by itself, as in
    /// Firebase. To take them along, keep ``currentUser`` before and give it to ``updateCurrentUser(_:)`` afterwards. What the app's own place held is
    /// removed. What another app of the group does with the session is seen when this one renews or changes it, or finds that it is over, and
    /// at the next start; ``getStoredUser(forAccessGroup:)`` looks at once. It is never written over unseen, except by a sign-in:
    /// ``signOut()`` removes the session of whoever is signed in here, also a newer one, and leaves another person's.
    ///
    /// - Parameter accessGroup: as in the app's entitlement `keychain-access-groups`, with the team's prefix.
    /// - Throws: ``AuthErrorCode/keychainError`` where there is no keychain, the app may not use the group, or the session there is not
    ///   understood, for example that of a newer version; nothing has changed then.
    public func useUserAccessGroup(_ accessGroup: String?) throws {
        try keeper.use(group(accessGroup)) { stored in
            show(stored.map { SignedInAccount($0, tokens: backend.tokens($0.tokens, now: now)) })
        }
    }

    /// The account whose session is stored in an access group, or in the app's own place (`nil`), without signing it in; `nil` for nobody.
    ///
    /// - Throws: ``AuthErrorCode/keychainError``. A session that is not understood stays in the group.
    public func getStoredUser(forAccessGroup accessGroup: String?) throws -> User? {
        guard let stored = try keeper.session(in: group(accessGroup)) else { return nil }
        return SignedInAccount(stored, tokens: backend.tokens(stored.tokens, now: now)).user(of: self)
    }

    /// Whether the session of an access group goes to the person's other devices, by the keychain that they share; at first what
    /// counts for the group that the last run left the session in, else `false`.
    ///
    /// It counts for ``useUserAccessGroup(_:)`` and ``getStoredUser(forAccessGroup:)`` from now on, and for no session that is not in a group.
    public var shareAuthStateAcrossDevices: Bool {
        get { state.withLock { $0.sharesAcrossDevices } }
        set { state.withLock { $0.sharesAcrossDevices = newValue } }
    }

    private func group(_ name: String?) -> AccessGroup? {
        name.map { AccessGroup(name: $0, isSynchronized: shareAuthStateAcrossDevices) }
    }
}
