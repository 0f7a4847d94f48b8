import LatchkeySecrets

/// The address of a database: a connection string or URI (“Connection Strings” in PostgreSQL's documentation of libpq).
///
/// Options that the operator sets win over the ones here, except for the encoding.
struct PostgresAddress: Sendable {
    /// The options by their keywords.
    let options: [(keyword: String, value: String)]

    /// A server that cannot be reached, or that stops without a word, is noticed within seconds instead of hours.
    private static let defaults = [
        ("connect_timeout", "5"), ("keepalives_idle", "10"), ("keepalives_interval", "5"), ("keepalives_count", "3"),
        ("tcp_user_timeout", "15000"), ("fallback_application_name", "latchkey"),
    ]

    /// Parses an address, and adds the password.
    ///
    /// - Throws: ``PostgresError``, without the address, which may contain a password.
    init(_ login: PostgresLogin, _ library: PostgresLibrary) throws {
        guard let parsed = library.options(of: login.address) else {
            throw PostgresError(
                message: """
                    The address is not a valid connection string. Write it like postgres://user@host/database, and percent-encode \
                    special characters in the password
                    """)
        }
        var options = Dictionary(Self.defaults, uniquingKeysWith: { $1 })
        for (keyword, value) in parsed { options[keyword] = value }
        if let password = login.password { options["password"] = password.expose() }
        options["client_encoding"] = "UTF8"
        self.options = options.map { ($0.key, $0.value) }
    }

    /// Removes the password of the address from a message.
    func redact(_ message: String) -> String {
        let secrets = options.filter { ["password", "sslpassword"].contains($0.keyword) && !$0.value.isEmpty }
        return secrets.reduce(message) { $0.replacing($1.value, with: "<secret>") }
    }
}
