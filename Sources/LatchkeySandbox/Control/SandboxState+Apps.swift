extension SandboxState {
    /// Returns all registered applications.
    public func apps() -> [SandboxApp] {
        withLedger { $0.apps.all }
    }

    /// Returns the application with this consumer key or client ID, with its current settings.
    ///
    /// Throws ``SandboxError`` when there is none.
    public func app(_ key: String) throws -> SandboxApp {
        try withLedger { try $0.apps.app(key) }
    }

    /// Registers an application, or replaces the settings of the one with the same key; its tokens are kept.
    ///
    /// Throws ``SandboxError`` for malformed callbacks and when there are already 100 applications.
    public func register(_ app: SandboxApp) throws {
        try withLedger { try $0.apps.register(app) }
    }
}
