import Synchronization

extension SandboxState {
    /// Signs ID tokens with a new key from now on.
    ///
    /// - Parameters:
    ///   - algorithm: The new key's.
    ///   - keepingOld: False takes the old keys out of the key set at once, so that their tokens verify no longer.
    /// - Returns: The new key's id.
    @discardableResult
    public func rotateOpenIDKey(to algorithm: SandboxSigningAlgorithm = .rs256, keepingOld: Bool = true) throws -> String {
        try openIDKeys.withLock { ring in try ring.rotate(to: algorithm, keepsOld: keepingOld).id }
    }
}
