import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity
import LatchkeyWire

/// One call of Identity Toolkit: what is asked, who asks, what is answered.
package protocol Endpoint: Sendable {
    associatedtype Ask: Decodable & Sendable
    associatedtype Answer: Codable & Sendable

    /// The last part of its path, for example `accounts:signUp`.
    static var name: String { get }
    /// The version of Google's interface that has it: `v1`, or `v2` for what came later.
    static var version: String { get }
    /// The name it had in version 3 (the "relying party" interface), which the iOS client still calls.
    static var legacyName: String? { get }

    /// Somebody else is asked, who may not be there.
    static var asksProviders: Bool { get }

    /// Trouble of the store must not look like an answer about the user: see ``ErrorEnvelope/keepingUsers(logger:_:)``.
    static var keepsUsers: Bool { get }

    /// The tenant that the request names.
    static func tenant(of ask: Ask) -> String?
    func answer(_ ask: Ask, from caller: Caller) async throws -> Answer
}

extension Endpoint {
    package static var version: String { "v1" }
    package static var legacyName: String? { nil }
    package static var asksProviders: Bool { false }
    package static var keepsUsers: Bool { false }

    /// The path under every name by which clients know it: bare, and prefixed by Google's host as the official clients compose it.
    package static var paths: [String] {
        let today = ["/\(version)/\(name)", "/identitytoolkit.googleapis.com/\(version)/\(name)"]
        let legacy = legacyName.map {
            ["/www.googleapis.com/identitytoolkit/v3/relyingparty/\($0)", "/identitytoolkit/v3/relyingparty/\($0)"]
        }
        return today + (legacy ?? [])
    }
}

/// Answers some requests in place of the endpoint that has their path.
package protocol EndpointInterceptor: Sendable {
    /// - Parameters:
    ///   - name: The name of the endpoint.
    ///   - bytes: The body of the request.
    /// - Returns: `nil` for a request that the endpoint answers.
    func answer(_ name: String, _ bytes: [UInt8], _ request: Request, _ context: ServerContext) async throws -> Response?
}

/// Joins endpoints to a router: reads the body, finds the caller, writes the answer.
package struct EndpointRoutes: Sendable {
    package let resolver: CallerResolver
    package let record: APIRecord
    package var interceptor: (any EndpointInterceptor)?

    package init(resolver: CallerResolver, record: APIRecord, interceptor: (any EndpointInterceptor)? = nil) {
        self.resolver = resolver
        self.record = record
        self.interceptor = interceptor
    }

    /// A whole request of Identity Toolkit is small; this leaves room for a profile picture's URL, claims and a credential.
    package static let maxBodyBytes = 131_072

    package func add<E: Endpoint>(_ endpoint: E, to router: Router<ServerContext>) {
        for path in E.paths {
            record.add(
                APIOperation(
                    method: .post, path: path, summary: E.name, access: .apiKey, ask: .json(E.Ask.self), answer: .json(E.Answer.self),
                    furtherRefusals: E.asksProviders ? [503] : []))
            router.post(RouterPath(path)) { request, context in
                guard E.keepsUsers else { return try await answer(endpoint, request, context) }
                return try await ErrorEnvelope.keepingUsers(logger: context.logger) { try await answer(endpoint, request, context) }
            }
        }
    }

    private func answer<E: Endpoint>(_ endpoint: E, _ request: Request, _ context: ServerContext) async throws -> Response {
        // The key first: nothing is read for strangers.
        let project = try await resolver.project(of: request)
        let bytes = try await request.bytes(upTo: Self.maxBodyBytes)
        if let response = try await interceptor?.answer(E.name, bytes, request, context) { return response }
        let ask = try WireDecoder.decode(E.Ask.self, from: bytes)
        var tenant = E.tenant(of: ask).unlessEmpty
        if let named = try await resolver.tenant(named: bytes, of: project) {
            guard tenant == nil || tenant == named else { throw SignInError(.tenantIDMismatch) }
            tenant = named
        }
        let caller = try await resolver.caller(for: project, tenant: tenant, request: request, context: context)
        return try Response.json(try await endpoint.answer(ask, from: caller))
    }
}
