/// Where the session waits while the program does not run.
public protocol SessionStorage: Sendable {
    /// The bytes saved last; `nil` when there are none.
    func load() throws -> [UInt8]?
    /// Keeps bytes in place of what was there; whole or not at all.
    func save(_ bytes: [UInt8]) throws
    /// Forgets what was saved; nothing there is no error.
    func remove() throws
    /// Takes bytes that could not be read out of the way; removes them unless a storage can do better. Not called in an access group.
    func setAside() throws
    /// The place of the same session in an access group, which apps of one developer share.
    ///
    /// - Parameter isSynchronized: whether the person's other devices get it too.
    /// - Throws: ``AuthErrorCode/keychainError`` unless a storage has groups.
    func storage(inAccessGroup accessGroup: String, isSynchronized: Bool) throws -> any SessionStorage
}

extension SessionStorage {
    /// Removes the bytes.
    public func setAside() throws { try remove() }

    /// There are no groups.
    public func storage(inAccessGroup accessGroup: String, isSynchronized: Bool) throws -> any SessionStorage {
        throw AuthError.make(
            .keychainError,
            reason: "Access groups are of the keychain of Apple's systems, and this session is kept elsewhere. Programs of one person "
                + "share a session where their AuthConfiguration has the same sessionFile, one after the other.")
    }
}
