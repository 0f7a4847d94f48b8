import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import Logging

/// A request of a Firebase 2.x or Simple Login client.
struct LegacyRequest: Sendable {
    enum Generation: Sendable {
        case simpleLogin
        case firebase2

        /// What the OpenAPI document says about the calls of the generation.
        var words: String {
            switch self {
            case .simpleLogin:
                "A call of Firebase Simple Login. `firebase` names the database. A GET sends the parameters in the query."
            case .firebase2:
                "A call of Firebase 2.x. `_method` is the intended method of a client that can only send a GET."
            }
        }
    }

    let generation: Generation
    let caller: Caller
    /// The intended method: `_method` if the client can only send GET, otherwise the method of the request.
    let method: HTTPRequest.Method
    let provider: String
    private let parameters: QueryParameters
    private let emailInPath: String?

    /// Reads a request.
    ///
    /// - Throws: ``HTTPError`` with 404 if the project does not exist or has its legacy routes disabled, as if the path did not exist.
    ///   ``LegacyRefusal`` for invalid requests.
    init(
        _ request: Request, _ context: ServerContext, _ generation: Generation, store: any AccountStore, resolver: CallerResolver
    ) async throws {
        self.generation = generation
        let text = request.uri.query ?? ""
        let query = text.utf8.count > LegacyRoutes.maxBytes ? nil : try? QueryParameters(formEncoded: text)
        let namespace = context.parameters.get("namespace") ?? query?["firebase"] ?? ""
        guard ProjectID.isValid(namespace), var project = try await store.read({ try $0.project(ProjectID(rawValue: namespace)) }) else {
            throw HTTPError(.notFound)
        }
        guard project.settings.legacy.routes else {
            context.logger.info(
                "rejected a request of a Firebase 2.x or Simple Login client: the project has its legacy routes disabled",
                metadata: ["project": "\(project.id)", "remedy": "latchkey projects set \(project.id) --legacy-routes yes"])
            throw HTTPError(.notFound)
        }
        try LegacyPages.check(request.headers, for: project)
        guard let query else { throw LegacyRefusal(.invalidArguments, "The query is too long, or is not a list of names and values.") }
        guard query["callback"] == nil, query["transport"] != "jsonp" else {
            throw LegacyRefusal(.invalidArguments, "Responses are JSON, not scripts. Omit transport and callback.")
        }
        // Clients cannot renew these tokens, so no session lasts longer than a token can.
        if project.settings.legacy.sessionSeconds == 0 { project.settings.legacy.sessionSeconds = Int(LegacyToken.lifetimeSeconds) }
        let told = try await resolver.caller(for: project, tenant: nil, request: request, context: context)
        caller = Caller(project: project, client: told.client, language: told.language, origin: told.origin, generation: .legacy)
        method = try Self.method(of: request, query)
        let body = try await request.bytes(upTo: LegacyRoutes.maxBytes)
        parameters = query + (try Self.read(body, request.headers[.contentType] ?? ""))
        if let name = parameters.firstRepeatedName {
            throw LegacyRefusal(
                .invalidArguments, "“\(name.prefix(64))” appears more than once. Send it once, in the query or in the body.")
        }
        provider = context.parameters.get("provider") ?? ""
        emailInPath = context.parameters.get("email").map { PercentEncoding.decode($0, plusIsSpace: false) ?? $0 }
    }

    /// Returns a parameter; nil if it is empty.
    subscript(name: String) -> String? { parameters[name].unlessEmpty }

    /// Returns the email address of the account.
    func email() throws -> EmailAddress { try Self.address(emailInPath ?? self["email"]) }

    /// Returns the new email address of the account.
    func newEmail() throws -> EmailAddress { try Self.address(self["email"]) }

    func password(_ name: String = "password") throws -> Secret<String> {
        guard let text = self[name] else { throw LegacyRefusal(.invalidPassword, "The password is missing.") }
        return Secret(text)
    }

    func require(_ methods: [HTTPRequest.Method]) throws {
        guard methods.contains(method) else {
            throw LegacyRefusal(.invalidArguments, "Use \(methods.map(\.rawValue).joined(separator: " or ")), directly or as _method.")
        }
    }

    private static func address(_ text: String?) throws -> EmailAddress {
        guard let address = text.flatMap({ EmailAddress($0) }) else {
            throw LegacyRefusal(.invalidEmail, "The specified email address is invalid.")
        }
        return address
    }

    /// Returns the intended method. Only a GET may override it with `_method`, because other requests already state their method.
    private static func method(of request: Request, _ query: QueryParameters) throws -> HTTPRequest.Method {
        guard request.method == .get, let name = query["_method"].unlessEmpty else { return request.method }
        guard let method = HTTPRequest.Method(rawValue: name.uppercased()) else {
            throw LegacyRefusal(.invalidArguments, "_method is not an HTTP method.")
        }
        return method
    }

    private static func read(_ body: [UInt8], _ contentType: String) throws -> QueryParameters {
        if body.isEmpty { return [:] }
        guard contentType.lowercased().hasPrefix("application/json") else {
            guard let parameters = try? QueryParameters(formEncoded: body) else {
                throw LegacyRefusal(.invalidArguments, "The body is not a form.")
            }
            return parameters
        }
        guard let members = try? UniqueJSON.decode([String: String].self, from: body) else {
            throw LegacyRefusal(.invalidArguments, "The body is not a JSON object of strings, or contains a member twice.")
        }
        return QueryParameters(members.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) })
    }
}
