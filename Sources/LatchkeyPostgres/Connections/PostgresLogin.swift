import LatchkeySecrets

/// What a connection needs: the address of a database, and the password if it is not part of it.
struct PostgresLogin: Sendable {
    /// A connection string or URI, which may contain a password.
    let address: String
    /// Wins over the password of the address.
    var password: Secret<String>?
}
