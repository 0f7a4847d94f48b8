import LatchkeySecrets

/// A secret on its way from a command to the server, through a socket that only their common user can open.
///
/// Everywhere else secrets are not `Codable`, so that none is written somewhere by accident.
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
