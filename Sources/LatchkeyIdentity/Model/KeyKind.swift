/// A kind of key or secret whose age administrators watch.
public enum KeyKind: String, Sendable, CaseIterable {
    /// The key that signs ID tokens.
    case idToken = "id-token"
    /// The key that signs session cookies.
    case sessionCookie = "session-cookie"
    /// A secret of the realtime databases.
    case databaseSecret = "database-secret"
    /// The key of a service account.
    case serviceAccount = "service-account"
    /// An API key.
    case apiKey = "api-key"
    /// A secret at a sign-in provider, such as Apple. Its age begins with the last change of the provider's configuration, because nothing
    /// tells when the provider issued it.
    case providerSecret = "provider-secret"
    /// The certificate of the server. It is not in the store.
    case certificate
}
