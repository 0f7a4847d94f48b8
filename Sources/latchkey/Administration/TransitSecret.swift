import LatchkeySecrets

/// A secret in a request from a command to the server, over a socket that only their common user can access.
///
/// Other types for secrets are not `Codable`, so that no secret is serialized by accident.
struct TransitSecret: Codable, Sendable, Equatable {
    let value: Secret<String>

    init(_ value: Secret<String>) {
        self.value = value
    }

    init(from decoder: any Decoder) throws {
        value = Secret(try decoder.singleValueContainer().decode(String.self))
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value.expose())
    }
}
