import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import Logging

/// The HTTP routes of Firebase Simple Login (`/auth/...`) and Firebase 2.x (`/v2/NAMESPACE/...`), for original clients that can use
/// another host. They are disabled by default for each project, and then return 404.
///
/// Both generations send passwords in the query of a GET and the intended method as `_method`. Queries are therefore not logged, responses
/// are not cached, and JSONP is not supported.
struct LegacyRoutes: Sendable {
    let store: any AccountStore
    let resolver: CallerResolver
    let accounts: LegacyAccounts
    let providers: LegacyProviders
    let record: APIRecord

    /// The maximum size of a query and of a body, in bytes. Addresses, passwords and provider tokens are far shorter.
    static let maxBytes = 16_384

    /// The action of a call.
    private typealias Act = @Sendable (LegacyRequest) async throws -> [String: ClaimValue]

    /// A path below the generation's root, with its methods and parameters.
    private struct Route: Sendable {
        let path: String
        let summary: String
        var methods: [HTTPRequest.Method] = [.get, .post]
        var parameters: [String] = []
        let act: Act
    }

    func add(to router: Router<ServerContext>) {
        for route in simpleLogin { join(route, "/auth/" + route.path, ["firebase"], .simpleLogin, router) }
        for route in firebase2 { join(route, "/v2/:namespace/" + route.path, ["_method"], .firebase2, router) }
    }

    private static let password = ["email", "password"]
    private static let token = ["access_token", "oauth_token", "oauth_token_secret", "user_id"]

    private var simpleLogin: [Route] {
        [
            Route(path: "anonymous", summary: "Signs in anonymously") { try await accounts.anonymously($0) },
            Route(path: "firebase", summary: "Signs in with a password", parameters: Self.password) { try await accounts.signIn($0) },
            Route(path: "firebase/create", summary: "Creates an account", parameters: Self.password) { try await accounts.create($0) },
            Route(path: "firebase/remove", summary: "Removes an account", parameters: Self.password) { try await accounts.remove($0) },
            Route(path: "firebase/update", summary: "Changes a password", parameters: ["email", "oldPassword", "newPassword"]) {
                try await accounts.changePassword($0, old: "oldPassword", new: "newPassword")
            },
            Route(path: "firebase/reset_password", summary: "Sends a link to set a new password", parameters: ["email"]) {
                try await accounts.sendReset($0)
            },
        ] + providersRoutes(below: "")
    }

    private var firebase2: [Route] {
        [
            Route(path: "auth/anonymous", summary: "Signs in anonymously") { try await accounts.anonymously($0) },
            Route(path: "auth/password", summary: "Signs in with a password", parameters: Self.password) { try await accounts.signIn($0) },
            Route(path: "users", summary: "Creates an account", methods: [.post], parameters: Self.password) {
                try await accounts.create($0)
            },
            Route(path: "users/:email", summary: "Removes an account", methods: [.delete], parameters: ["password"]) {
                try await accounts.remove($0)
            },
            Route(
                path: "users/:email/password", summary: "Changes a password, or sends a link to set a new one", methods: [.put, .post],
                parameters: ["oldPassword", "password"]
            ) { input in
                input.method == .post
                    ? try await accounts.sendReset(input) : try await accounts.changePassword(input, old: "oldPassword", new: "password")
            },
            Route(path: "users/:email/email", summary: "Changes an email address", methods: [.put], parameters: ["password", "email"]) {
                try await accounts.changeEmail($0)
            },
        ] + providersRoutes(below: "auth/")
    }

    private func providersRoutes(below root: String) -> [Route] {
        [
            Route(path: root + ":provider/reverse", summary: "Starts reverse auth for a Twitter account on a device") {
                try await providers.reverse($0)
            },
            Route(path: root + ":provider/token", summary: "Signs in with a provider's token", parameters: Self.token) {
                try await providers.signIn($0)
            },
        ]
    }

    private func join(
        _ route: Route, _ path: String, _ common: [String], _ generation: LegacyRequest.Generation, _ router: Router<ServerContext>
    ) {
        let names = common + route.parameters
        for method in Set(route.methods + [.get]) {
            record.add(
                APIOperation(
                    method: method, path: path, words: APIWords(nil, .originals, route.summary, generation.words), access: .anyone,
                    input: method == .get || method == .delete ? .nothing : .form(names), output: .object, query: names
                ).openToPages())
            router.on(RouterPath(path), method: method) { request, context in
                do {
                    let input = try await LegacyRequest(request, context, generation, store: store, resolver: resolver)
                    try input.require(route.methods)
                    return try Response.json(ClaimValue.object(try await route.act(input)))
                } catch {
                    guard let refusal = LegacyRefusal(error) else { throw error }
                    Self.log(error, context.logger)
                    return try refusal.response
                }
            }
        }
    }

    /// Logs the details of an error that only administrators may see.
    private static func log(_ error: any Error, _ logger: Logger) {
        switch error {
        case let error as OAuthError:
            logger.info(
                "the provider refused",
                metadata: ["code": "\(error.code.rawValue)", "detail": "\(error.detail)", "hint": "\(error.hint ?? "-")"])
        case LegacyTokenError.invalid(let reason): logger.warning("cannot issue a legacy token", metadata: ["reason": "\(reason)"])
        default: break
        }
    }
}
