extension StoreReading {
    /// Returns the configuration of a provider that may be used for sign-in. This is the only place that decides so.
    ///
    /// - Throws: ``SignInError`` with `OPERATION_NOT_ALLOWED` for a provider that the project has not configured or has disabled.
    package func enabledProvider(_ id: ProviderID, in realm: Realm) throws -> ProviderConfiguration {
        guard let configuration = try provider(id, in: realm) else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration is not found.")
        }
        guard configuration.enabled else {
            throw SignInError(.operationNotAllowed, message: "The identity provider configuration is disabled.")
        }
        return configuration
    }
}
