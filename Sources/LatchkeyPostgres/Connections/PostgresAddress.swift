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
                    The address is not a valid connection string. Write it like postgres://user@host/database, with the parameters of \
                    libpq only, and percent-encode special characters in the password
                    """)
        }
        try Self.check(parsed)
        var options = Dictionary(Self.defaults, uniquingKeysWith: { $1 })
        for (keyword, value) in parsed { options[keyword] = value }
        if let password = login.password { options["password"] = password.expose() }
        options["client_encoding"] = "UTF8"
        self.options = options.map { ($0.key, $0.value) }
    }

    /// Refuses values that libpq would quote in a message, because they are part of a password that is not percent-encoded, and values that
    /// it checks only when it connects.
    private static func check(_ options: [(keyword: String, value: String)]) throws {
        for (keyword, value) in options {
            switch keyword {
            case "host" where value.dropFirst().contains("@"), "dbname" where value.contains("@"),
                "port" where !value.allSatisfy { $0.isNumber || $0 == "," }:
                throw PostgresError(
                    message: """
                        The \(keyword) of the address is not valid. Percent-encode special characters in the password: %40 for @, %2F \
                        for /
                        """)
            case "sslmode" where !sslModes.contains(value):
                throw PostgresError(message: "The sslmode of the address is not valid. Use verify-full, or another mode of libpq")
            default: break
            }
        }
    }

    private static let sslModes: Set = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"]

    /// Returns what is wrong with an address; `nil` if it is valid, or the client library cannot be loaded.
    static func problem(of text: String) -> String? {
        guard let library = try? PostgresLibrary.loaded.get() else { return nil }
        do {
            _ = try PostgresAddress(PostgresLogin(address: text), library)
            return nil
        } catch {
            return (error as? PostgresError)?.message
        }
    }

    /// Removes the password of the address from a message.
    func redact(_ message: String) -> String {
        let secrets = options.filter { ["password", "sslpassword"].contains($0.keyword) && !$0.value.isEmpty }
        return secrets.reduce(message) { $0.replacing($1.value, with: "<secret>") }
    }
}
