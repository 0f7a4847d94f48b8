import Synchronization

extension SandboxState {
    /// Rotates the key that signs ID tokens.
    ///
    /// - Parameters:
    ///   - algorithm: The algorithm of the new key.
    ///   - keepingOld: Whether the old keys stay in the key set; otherwise, tokens signed with them can no longer be verified.
    /// - Returns: The ID of the new key.
    @discardableResult
    public func rotateOpenIDKey(to algorithm: SandboxSigningAlgorithm = .rs256, keepingOld: Bool = true) throws -> String {
        try openIDKeys.withLock { ring in try ring.rotate(to: algorithm, keepsOld: keepingOld).id }
    }
}
