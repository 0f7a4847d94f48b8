/// A storage for the session between runs of the program.
public protocol SessionStorage: Sendable {
    /// Returns the bytes that were saved last; `nil` if there are none.
    ///
    /// - Throws: Any error; it is reported as ``AuthErrorCode/keychainError``.
    func load() throws -> [UInt8]?
    /// Replaces the stored bytes atomically.
    ///
    /// - Throws: Any error; it is reported as ``AuthErrorCode/keychainError``.
    func save(_ bytes: [UInt8]) throws
    /// Removes the stored bytes. Succeeds if there are none.
    ///
    /// - Throws: Any error; it is reported as ``AuthErrorCode/keychainError``.
    func remove() throws
    /// Sets unreadable bytes aside. The default implementation removes them. Not called in an access group.
    func setAside() throws
    /// Returns the storage of the same session in an access group, which apps of one developer share.
    ///
    /// - Parameters:
    ///   - accessGroup: The name of the group.
    ///   - isSynchronized: Whether the session is synchronized to the user's other devices.
    /// - Throws: ``AuthErrorCode/keychainError`` if the storage has no groups.
    func storage(inAccessGroup accessGroup: String, isSynchronized: Bool) throws -> any SessionStorage
}

extension SessionStorage {
    /// Removes the bytes.
    public func setAside() throws { try remove() }

    /// Throws ``AuthErrorCode/keychainError``, because the storage has no groups.
    public func storage(inAccessGroup accessGroup: String, isSynchronized: Bool) throws -> any SessionStorage {
        throw AuthError.make(
            .keychainError,
            reason: "Access groups exist only in the keychain of Apple platforms, and this session is stored elsewhere. Programs of a user "
                + "can share a session with the same sessionFile in their AuthConfiguration, if they run one after the other.")
    }
}
