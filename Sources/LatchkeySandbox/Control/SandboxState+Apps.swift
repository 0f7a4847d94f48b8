extension SandboxState {
    /// Every registered application.
    public func apps() -> [SandboxApp] {
        withLedger { $0.apps.all }
    }

    /// The application with that consumer key or client id, as it is registered now.
    ///
    /// Throws ``SandboxError`` when there is none.
    public func app(_ key: String) throws -> SandboxApp {
        try withLedger { try $0.apps.app(key) }
    }

    /// Registers an application, or replaces the settings of the one with the same key; its tokens stay.
    ///
    /// Throws ``SandboxError`` for malformed callbacks and beyond 100 applications.
    public func register(_ app: SandboxApp) throws {
        try withLedger { try $0.apps.register(app) }
    }
}
