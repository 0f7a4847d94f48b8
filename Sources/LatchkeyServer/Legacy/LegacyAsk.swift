import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb
import Logging

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A call of an original client: whose project it is for, and what it says.
struct LegacyAsk: Sendable {
    enum Generation: Sendable {
        case simpleLogin
        case firebase2
    }

    let generation: Generation
    let caller: Caller
    /// What is meant, which `_method` says where a client can send nothing but GET.
    let method: HTTPRequest.Method
    let provider: String
    private let parameters: QueryParameters
    private let emailInPath: String?

    /// - Throws: ``HTTPError`` with 404 where the project is not there or does not answer such clients: then it is as if there were no
    ///   such path. ``LegacyRefusal`` for what is refused to those that it answers.
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
                "an original client of the first generations is not answered: its project has their routes switched off",
                metadata: ["project": "\(project.id)", "remedy": "latchkey projects set \(project.id) --legacy-routes yes"])
            throw HTTPError(.notFound)
        }
        try LegacyPages.check(request.headers, for: project)
        guard let query else { throw LegacyRefusal(.invalidArguments, "The query is too long, or no list of names and values.") }
        guard query["callback"] == nil, query["transport"] != "jsonp" else {
            throw LegacyRefusal(.invalidArguments, "Answers are JSON and no scripts. Leave transport and callback out.")
        }
        // Nobody can renew what is given out here, so no session lasts longer than a token may.
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

    /// A parameter; nil for one that is empty.
    subscript(name: String) -> String? { parameters[name].unlessEmpty }

    /// The address of the account that the call is about.
    func email() throws -> EmailAddress { try Self.address(emailInPath ?? self["email"]) }

    /// The address that the account is to have from now on.
    func newEmail() throws -> EmailAddress { try Self.address(self["email"]) }

    func password(_ name: String = "password") throws -> Secret<String> {
        guard let text = self[name] else { throw LegacyRefusal(.invalidPassword, "The password is missing.") }
        return Secret(text)
    }

    func require(_ methods: [HTTPRequest.Method]) throws {
        guard methods.contains(method) else {
            throw LegacyRefusal(.invalidArguments, "This takes \(methods.map(\.rawValue).joined(separator: " or ")), also as _method.")
        }
    }

    private static func address(_ text: String?) throws -> EmailAddress {
        guard let address = text.flatMap({ EmailAddress($0) }) else {
            throw LegacyRefusal(.invalidEmail, "The specified email address is not one.")
        }
        return address
    }

    /// Only a GET may mean something else: whoever can send another method has said what is meant.
    private static func method(of request: Request, _ query: QueryParameters) throws -> HTTPRequest.Method {
        guard request.method == .get, let name = query["_method"].unlessEmpty else { return request.method }
        guard let method = HTTPRequest.Method(rawValue: name.uppercased()) else {
            throw LegacyRefusal(.invalidArguments, "_method is no method.")
        }
        return method
    }

    private static func read(_ body: [UInt8], _ contentType: String) throws -> QueryParameters {
        if body.isEmpty { return [:] }
        guard contentType.lowercased().hasPrefix("application/json") else {
            guard let parameters = try? QueryParameters(formEncoded: body) else {
                throw LegacyRefusal(.invalidArguments, "The body is no form.")
            }
            return parameters
        }
        guard let members = try? UniqueJSON.decode([String: String].self, from: body) else {
            throw LegacyRefusal(.invalidArguments, "The body is no object of texts, or has a member twice.")
        }
        return QueryParameters(members.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) })
    }
}
