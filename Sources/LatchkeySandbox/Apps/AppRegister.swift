import LatchkeySecrets

/// The registered applications, in the order of registration.
struct AppRegister: Sendable {
    static let maxApps = 100
    static let maxCallbacks = 20

    private(set) var all: [SandboxApp]

    init(_ apps: [SandboxApp]) {
        all = apps
    }

    /// Returns the application with this key at a provider.
    func app(_ key: String, at provider: SandboxProvider) -> SandboxApp? {
        all.first { $0.key == key && $0.provider == provider }
    }

    /// Returns the application with this key at any provider; throws ``SandboxError`` when there is none.
    func app(_ key: String) throws -> SandboxApp {
        guard let app = all.first(where: { $0.key == key }) else {
            throw SandboxError(.unknownApp, "no application has the key \"\(key)\"; GET /sandbox/apps lists them")
        }
        return app
    }

    /// Adds an application, or replaces the one with the same key; throws ``SandboxError``.
    mutating func register(_ app: SandboxApp) throws {
        guard !app.key.isEmpty, app.key.utf8.count <= 100, app.secret.expose().utf8.count <= 200 else {
            throw SandboxError(.invalidValue, "a key must have 1 to 100 bytes and a secret at most 200")
        }
        guard app.callbacks.count <= Self.maxCallbacks else {
            throw SandboxError(.invalidValue, "an application has at most \(Self.maxCallbacks) callbacks")
        }
        for callback in app.callbacks where CallbackAddress(callback) == nil {
            throw SandboxError(
                .invalidValue,
                "the callback \"\(callback.prefix(100))\" is not an absolute ASCII URL without a fragment or user name")
        }
        if let index = all.firstIndex(where: { $0.key == app.key }) {
            guard all[index].provider == app.provider else {
                throw SandboxError(.taken, "the key \(app.key) is already in use at another provider")
            }
            all[index] = app
        } else {
            guard all.count < Self.maxApps else { throw SandboxError(.full, "the limit of \(Self.maxApps) applications is reached") }
            all.append(app)
        }
    }
}
