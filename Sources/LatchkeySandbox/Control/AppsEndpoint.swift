import Hummingbird
import LatchkeyOAuth
import LatchkeySecrets

/// `/sandbox/apps`: lists and registers applications and changes their settings.
struct AppsEndpoint: Sendable {
    /// The settings to change; omitted members stay unchanged.
    private struct Settings: Decodable {
        var name: String?
        var callbacks: [String]?
        var allowsAnyLoopbackPort: Bool?
        var mayRequestEmail: Bool?
        var accessLevel: SandboxApp.AccessLevel?
        var signatureMethods: [String]?
        var rsaPublicKey: String?
        var mayUseReverseAuth: Bool?
        var allowsDeviceFlow: Bool?
        var isPublicClient: Bool?

        func apply(to app: inout SandboxApp) {
            app.name = name ?? app.name
            app.callbacks = callbacks ?? app.callbacks
            app.allowsAnyLoopbackPort = allowsAnyLoopbackPort ?? app.allowsAnyLoopbackPort
            app.mayRequestEmail = mayRequestEmail ?? app.mayRequestEmail
            app.accessLevel = accessLevel ?? app.accessLevel
            app.signatureMethods = signatureMethods?.map { OAuth1SignatureMethod(rawValue: $0) } ?? app.signatureMethods
            app.rsaPublicKeyPEM = rsaPublicKey ?? app.rsaPublicKeyPEM
            app.mayUseReverseAuth = mayUseReverseAuth ?? app.mayUseReverseAuth
            app.allowsDeviceFlow = allowsDeviceFlow ?? app.allowsDeviceFlow
            app.isPublicClient = isPublicClient ?? app.isPublicClient
        }
    }

    private struct Registration: Decodable {
        let provider: SandboxProvider
        let key: String
        let secret: String
    }

    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("apps") { _, _ in
            Response.json(["apps": .array(state.apps().map(Self.json))])
        }
        routes.post("apps") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            let input = try request.decodeControl(Registration.self)
            guard (try? state.app(input.key)) == nil else {
                throw SandboxError(.taken, "the key \(input.key) is already in use; PATCH /sandbox/apps/\(input.key) changes its settings")
            }
            var app = SandboxApp(
                provider: input.provider, key: input.key, secret: Secret(input.secret), name: input.key, callbacks: [])
            try request.decodeControl(Settings.self).apply(to: &app)
            try state.register(app)
            return Response.json(Self.json(app), status: .created)
        }
        routes.patch("apps/:key") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            var app = try state.app(context.parameters.get("key") ?? "")
            try request.decodeControl(Settings.self).apply(to: &app)
            try state.register(app)
            return Response.json(Self.json(app))
        }
    }

    /// Includes the secret, which is public and needed for testing.
    private static func json(_ app: SandboxApp) -> JSON {
        [
            "provider": JSON(app.provider.rawValue), "key": JSON(app.key), "secret": JSON(app.secret.expose()),
            "name": JSON(app.name), "callbacks": .array(app.callbacks.map { JSON($0) }),
            "allowsAnyLoopbackPort": .bool(app.allowsAnyLoopbackPort), "mayRequestEmail": .bool(app.mayRequestEmail),
            "accessLevel": JSON(app.accessLevel.rawValue),
            "signatureMethods": .array(app.signatureMethods.map { JSON($0.rawValue) }),
            "rsaPublicKey": JSON(app.rsaPublicKeyPEM), "mayUseReverseAuth": .bool(app.mayUseReverseAuth),
            "isSystemAccountStore": .bool(app.isSystemAccountStore), "allowsDeviceFlow": .bool(app.allowsDeviceFlow),
            "isPublicClient": .bool(app.isPublicClient),
        ]
    }
}
