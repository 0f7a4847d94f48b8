import LatchkeySecrets

/// The address of a database, and the password of its user if the address does not contain it.
struct PostgresLogin: Sendable {
    /// A connection string or URI, which may contain a password.
    let address: String
    /// The password of the user. It replaces the one in the address.
    var password: Secret<String>?
}
