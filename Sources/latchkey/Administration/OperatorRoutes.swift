import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets
import LatchkeyWeb

/// Adds typed calls of the operator to a router. Their errors contain the texts that the command prints.
struct OperatorRoutes {
    let router: Router<ServerContext>

    /// Adds a call without a body.
    ///
    /// - Parameter listing: The command that lists the objects of which the path names one, for error messages.
    func on<Reply: Encodable & Sendable>(
        _ method: AdminCall.Method, _ path: String, listing: String? = nil,
        respond: @escaping @Sendable (OperatorCall) async throws -> Reply
    ) {
        stream(method, path, listing: listing) { .json(bytes: try AdminJSON.encode(try await respond($0))) }
    }

    /// Adds a call with a JSON body.
    func on<Body: Decodable & Sendable, Reply: Encodable & Sendable>(
        _ method: AdminCall.Method, _ path: String, listing: String? = nil,
        respond: @escaping @Sendable (OperatorCall, Body) async throws -> Reply
    ) {
        on(method, path, listing: listing) { try await respond($0, try await $0.body(as: Body.self)) }
    }

    /// Adds a call that reads its body or writes its response in pieces.
    func stream(
        _ method: AdminCall.Method, _ path: String, listing: String? = nil,
        respond: @escaping @Sendable (OperatorCall) async throws -> Response
    ) {
        router.on(RouterPath(path), method: method.http) { request, context in
            do {
                return try await respond(OperatorCall(request: request, parameters: context.parameters))
            } catch let error as any HTTPResponseError {
                throw error
            } catch {
                throw AdminError(error, listing: listing)
            }
        }
    }
}

/// A request to one of the operator's routes.
struct OperatorCall: Sendable {
    let request: Request
    let parameters: Hummingbird.Parameters

    private static let maxBodyBytes = 1_048_576
    private static let bodyDeadline = Duration.seconds(60)

    /// The parameter `project` of the path.
    var project: String { self["project"] }

    var projectID: ProjectID { ProjectID(rawValue: project) }

    /// A parameter of the path.
    subscript(name: String) -> String {
        let text = parameters.get(name) ?? ""
        return PercentEncoding.decode(text, plusIsSpace: false) ?? text
    }

    /// A parameter of the query.
    func query(_ name: String) -> String? { request.uri.queryParameters[name[...]].map { String($0) } }

    /// A number in the query.
    func number(_ name: String, default standard: Int) throws -> Int {
        guard let text = query(name) else { return standard }
        guard let number = Int(text) else { throw AdminError("\(name) must be a number.") }
        return number
    }

    /// The number of objects in a page.
    var pageSize: Int { get throws { try number("pageSize", default: 100) } }

    /// A truth value in the query; false if it is absent.
    func flag(_ name: String) throws -> Bool {
        guard let text = query(name) else { return false }
        guard let value = Bool(text) else { throw AdminError("\(name) must be true or false.") }
        return value
    }

    /// The JSON body. An empty body counts as `{}`.
    func body<Body: Decodable>(as type: Body.Type) async throws -> Body {
        let bytes = try await request.bytes(upTo: Self.maxBodyBytes, within: Self.bodyDeadline)
        do {
            return try UniqueJSON.decode(type, from: bytes.isEmpty ? Array("{}".utf8) : bytes)
        } catch let error as DecodingError {
            throw AdminError("The request body is not valid: \(Self.problem(of: error))")
        } catch let error as JSONError {
            throw AdminError("The request body \(error.problem)")
        } catch let error as UniqueJSON.RepeatedMember {
            throw AdminError("The request body is not valid: \(error).")
        }
    }

    private static func problem(of error: DecodingError) -> String {
        func place(_ path: [any CodingKey]) -> String { path.map(\.stringValue).joined(separator: ".") }
        return switch error {
        case .keyNotFound(let key, let context): "the member \(place(context.codingPath + [key])) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            "the member \(place(context.codingPath)) has a value of the wrong type."
        @unknown default: "\(error)"
        }
    }
}
