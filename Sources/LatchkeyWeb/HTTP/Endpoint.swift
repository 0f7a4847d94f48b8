import HTTPTypes
package import Hummingbird
package import LatchkeyIdentity
import LatchkeyWire

/// A call of Identity Toolkit: the request, the caller and the response.
package protocol Endpoint: Sendable {
    associatedtype Input: Decodable & Sendable
    associatedtype Output: Codable & Sendable

    /// The last part of the path, for example `accounts:signUp`.
    static var name: String { get }
    /// The version of Google's API that contains the call: `v1`, or `v2` for later calls.
    static var version: String { get }
    /// The name in version 3 of the API ("relying party"), which the iOS client still calls.
    static var version3Name: String? { get }

    /// The description in the OpenAPI document.
    static var words: APIWords { get }

    /// Whether the call contacts a provider, which may be unavailable.
    static var asksProviders: Bool { get }

    /// Whether a store failure must not look like a response about the user; see ``ErrorEnvelope/keepingUsers(logger:_:)``.
    static var keepsUsers: Bool { get }

    /// The tenant that the request names.
    static func tenant(of input: Input) -> String?
    func respond(to input: Input, from caller: Caller) async throws -> Output
}

extension Endpoint {
    package static var version: String { "v1" }
    package static var version3Name: String? { nil }
    package static var asksProviders: Bool { false }
    package static var keepsUsers: Bool { false }

    /// All paths of the call: without a prefix, and with the prefix of Google's host that the official clients use.
    package static var paths: [String] {
        let today = ["/\(version)/\(name)", "/identitytoolkit.googleapis.com/\(version)/\(name)"]
        let legacy = version3Name.map {
            ["/www.googleapis.com/identitytoolkit/v3/relyingparty/\($0)", "/identitytoolkit/v3/relyingparty/\($0)"]
        }
        return today + (legacy ?? [])
    }
}

/// Responds to some requests in place of the endpoint at their path.
package protocol EndpointInterceptor: Sendable {
    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - name: The name of the endpoint.
    ///   - bytes: The body of the request.
    /// - Returns: `nil` for a request that the endpoint handles.
    func respond(_ name: String, _ bytes: [UInt8], _ request: Request, _ context: ServerContext) async throws -> Response?
}

/// Adds endpoints to a router: reads the body, resolves the caller and writes the response.
package struct EndpointRoutes: Sendable {
    package let resolver: CallerResolver
    package let record: APIRecord
    private let interceptor: (any EndpointInterceptor)?
    private let replacements: EndpointReplacements

    package init(
        resolver: CallerResolver, record: APIRecord, interceptor: (any EndpointInterceptor)? = nil,
        replacements: EndpointReplacements = EndpointReplacements()
    ) {
        self.resolver = resolver
        self.record = record
        self.interceptor = interceptor
        self.replacements = replacements
    }

    /// The maximum body size, in bytes. Requests are small; the limit leaves room for a photo URL, claims and a credential.
    package static let maxBodyBytes = 131_072

    /// Adds an endpoint, or its replacement.
    package func add(_ endpoint: some Endpoint, to router: Router<ServerContext>) {
        addRoutes(of: replacements.replacement(for: endpoint), to: router)
    }

    private func addRoutes<E: Endpoint>(of endpoint: E, to router: Router<ServerContext>) {
        for path in E.paths {
            record.add(
                APIOperation(
                    method: .post, path: path, words: E.words, access: .apiKey, input: .json(E.Input.self), output: .json(E.Output.self),
                    furtherRefusals: E.asksProviders ? [503] : []))
            router.post(RouterPath(path)) { request, context in
                guard E.keepsUsers else { return try await reply(endpoint, request, context) }
                return try await ErrorEnvelope.keepingUsers(logger: context.logger) { try await reply(endpoint, request, context) }
            }
        }
    }

    private func reply<E: Endpoint>(_ endpoint: E, _ request: Request, _ context: ServerContext) async throws -> Response {
        // The key is checked first, so that bodies of unauthorized requests are not read.
        let project = try await resolver.project(of: request)
        let bytes = try await request.bytes(upTo: Self.maxBodyBytes)
        if let response = try await interceptor?.respond(E.name, bytes, request, context) { return response }
        let input = try WireDecoder.decode(E.Input.self, from: bytes)
        var tenant = E.tenant(of: input).unlessEmpty
        if let named = try await resolver.tenant(named: bytes, of: project) {
            guard tenant == nil || tenant == named else { throw SignInError(.tenantIDMismatch) }
            tenant = named
        }
        let caller = try await resolver.caller(for: project, tenant: tenant, request: request, context: context)
        return try Response.json(try await endpoint.respond(to: input, from: caller))
    }
}
