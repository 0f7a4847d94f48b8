import LatchkeySecrets

/// Every registered application, in the order of registration.
struct AppRegister: Sendable {
    static let maxApps = 100
    static let maxCallbacks = 20

    private(set) var all: [SandboxApp]

    init(_ apps: [SandboxApp]) {
        all = apps
    }

    /// The application of that key at that provider.
    func app(_ key: String, at provider: SandboxProvider) -> SandboxApp? {
        all.first { $0.key == key && $0.provider == provider }
    }

    /// The application of that key wherever it is registered.
    func app(_ key: String) throws -> SandboxApp {
        guard let app = all.first(where: { $0.key == key }) else {
            throw SandboxError(.unknownApp, "no application has the key \"\(key)\"; GET /sandbox/apps lists them")
        }
        return app
    }

    /// Adds an application, or replaces the one with the same key.
    mutating func register(_ app: SandboxApp) throws {
        guard !app.key.isEmpty, app.key.utf8.count <= 100, app.secret.expose().utf8.count <= 200 else {
            throw SandboxError(.invalidValue, "a key has 1 to 100 bytes and a secret at most 200")
        }
        guard app.callbacks.count <= Self.maxCallbacks else {
            throw SandboxError(.invalidValue, "an application has at most \(Self.maxCallbacks) callbacks")
        }
        for callback in app.callbacks where CallbackAddress(callback) == nil {
            throw SandboxError(
                .invalidValue,
                "the callback \"\(callback.prefix(100))\" is no absolute address in ASCII without fragment and user name")
        }
        if let index = all.firstIndex(where: { $0.key == app.key }) {
            guard all[index].provider == app.provider else {
                throw SandboxError(.taken, "the key \(app.key) is taken at another provider")
            }
            all[index] = app
        } else {
            guard all.count < Self.maxApps else { throw SandboxError(.full, "there are \(Self.maxApps) applications already") }
            all.append(app)
        }
    }
}
