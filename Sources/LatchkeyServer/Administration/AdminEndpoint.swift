// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyWire

/// Who administers, and what.
struct AdminCaller: Sendable {
    let caller: Caller
    /// The service account's address, for the record.
    let actor: String
}

/// One call of Identity Toolkit for programs that administer a project: `projects/{project}/...`.
protocol AdminEndpoint: Sendable {
    associatedtype Ask: Decodable & Sendable
    associatedtype Answer: Encodable & Sendable

    static var method: HTTPRequest.Method { get }
    static var version: String { get }
    /// What follows `projects/{project}/` in its path.
    static var name: String { get }

    func answer(_ ask: Ask, from caller: AdminCaller) async throws -> Answer
}

extension AdminEndpoint {
    static var method: HTTPRequest.Method { .post }
    static var version: String { "v1" }
}

/// Says whom an access token stands for.
protocol AdministratorDoor: Sendable {
    /// - Parameter project: What the request is about; the access that is found may be to another one.
    /// - Returns: `nil` for a token that opens nothing.
    func access(by token: String, to project: String) async throws -> AdministratorAccess?
}

extension ServiceAccountGrant: AdministratorDoor {
    func access(by token: String, to project: String) async throws -> AdministratorAccess? { try await access(by: token) }
}

extension Request {
    /// The token of an `Authorization` header (RFC 6750, section 2.1); `nil` when there is none or another scheme's.
    var bearerToken: String? {
        guard let parts = headers[.authorization]?.split(separator: " ", maxSplits: 1), parts.count == 2, parts[0].lowercased() == "bearer"
        else {
            return nil
        }
        return String(parts[1])
    }
}

/// Joins administrators' endpoints to a router: finds out who asks before anything is read.
struct AdminRoutes: Sendable {
    let door: any AdministratorDoor
    let clientAddress: ClientAddress

    /// A page of a thousand accounts may be sent at once.
    static let maxBodyBytes = 8_388_608

    func add<E: AdminEndpoint>(_ endpoint: E, to router: Router<ServerContext>) {
        for prefix in ["", "/identitytoolkit.googleapis.com"] {
            router.on(RouterPath("\(prefix)/\(E.version)/projects/:project/\(E.name)"), method: E.method) { request, context in
                let project = try context.parameters.require("project")
                let caller = try await caller(for: project, request: request, context: context)
                let ask: E.Ask
                if E.method == .get {
                    ask = try WireDecoder.decode(E.Ask.self, fromForm: Array((request.uri.query ?? "").utf8))
                } else {
                    let bytes = try await request.bytes(upTo: Self.maxBodyBytes, within: .seconds(60))
                    ask = try WireDecoder.decode(E.Ask.self, from: bytes.isEmpty ? Array("{}".utf8) : bytes)
                }
                return try Response.json(try await endpoint.answer(ask, from: caller))
            }
        }
    }

    /// `projects/{project}:createSessionCookie`: the one call whose name hangs on the project's.
    func add(_ endpoint: CreateSessionCookieEndpoint, to router: Router<ServerContext>) {
        for prefix in ["", "/identitytoolkit.googleapis.com"] {
            router.post("\(prefix)/v1/projects/:project") { request, context in
                let parts = try context.parameters.require("project").split(separator: ":", omittingEmptySubsequences: false)
                guard parts.count == 2, parts[1] == CreateSessionCookieEndpoint.name else { throw HTTPError(.notFound) }
                let caller = try await caller(for: String(parts[0]), request: request, context: context)
                let ask = try WireDecoder.decode(
                    CreateSessionCookieRequest.self, from: try await request.bytes(upTo: EndpointRoutes.maxBodyBytes))
                return try Response.json(try await endpoint.answer(ask, from: caller.caller))
            }
        }
    }

    private func caller(for project: String, request: Request, context: ServerContext) async throws -> AdminCaller {
        guard let token = request.bearerToken else { throw AdministratorError.missing }
        guard let access = try await door.access(by: token, to: project) else { throw AdministratorError.invalid }
        guard access.project.id.rawValue == project else { throw AdministratorError.foreignProject }
        let client = ClientDescription(
            app: access.actor, address: clientAddress.address(of: request, context: context), userAgent: request.headers[.userAgent])
        return AdminCaller(caller: Caller(project: access.project, client: client), actor: access.actor)
    }
}

/// Why somebody may not administer.
enum AdministratorError: Error, Equatable {
    case missing
    case invalid
    /// The token is good, for another project.
    case foreignProject
}

extension WireErrorEnvelope {
    init(_ error: AdministratorError) {
        switch error {
        case .missing:
            self.init(
                code: 401, message: "Request is missing required authentication credential. Expected an OAuth 2 access token.",
                errors: [.unauthenticated("Login Required.", reason: "required")], status: "UNAUTHENTICATED")
        case .invalid:
            self.init(
                code: 401,
                message: "Request had invalid authentication credentials. Expected an OAuth 2 access token of a service account.",
                errors: [.unauthenticated("Invalid Credentials", reason: "authError")], status: "UNAUTHENTICATED")
        case .foreignProject:
            self.init(
                code: 403, message: "The caller does not have permission for this project.",
                errors: [.init(message: "The caller does not have permission for this project.", reason: "forbidden")],
                status: "PERMISSION_DENIED")
        }
    }
}

extension WireErrorEnvelope.Item {
    fileprivate static func unauthenticated(_ message: String, reason: String) -> Self {
        Self(message: message, reason: reason, location: "Authorization", locationType: "header")
    }
}
