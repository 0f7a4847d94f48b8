// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeySecrets

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

    /// - Throws: ``LegacyRefusal``: `INVALID_FIREBASE` for a project that is not there, or that has these routes switched off.
    init(
        _ request: Request, _ context: ServerContext, _ generation: Generation, store: any AccountStore, resolver: CallerResolver
    ) async throws {
        self.generation = generation
        let query = try Self.read(request.uri.query ?? "")
        let namespace = context.parameters.get("namespace") ?? query["firebase"] ?? ""
        let project = try await store.read { try $0.project(ProjectID(rawValue: namespace)) }
        guard ProjectID.isValid(namespace), let project, project.settings.legacy.routes else {
            throw LegacyRefusal(.invalidFirebase, "There is no such project, or it does not answer clients of this kind.")
        }
        guard query["callback"] == nil, query["transport"] != "jsonp" else {
            throw LegacyRefusal(.invalidArguments, "Answers are JSON and no scripts. Leave transport and callback out.")
        }
        let told = try await resolver.caller(for: project, tenant: nil, request: request, context: context)
        caller = Caller(project: project, client: told.client, language: told.language, origin: told.origin, generation: .legacy)
        let body = try await request.bytes(upTo: LegacyRoutes.maxBodyBytes)
        parameters = query + (try Self.read(body, request.headers[.contentType] ?? ""))
        method = query["_method"].map { HTTPRequest.Method(rawValue: $0.uppercased()) ?? .get } ?? request.method
        provider = context.parameters.get("provider") ?? ""
        emailInPath = context.parameters.get("email").map { PercentEncoding.decode($0, plusIsSpace: false) ?? $0 }
    }

    /// A parameter; nil for one that is empty.
    subscript(name: String) -> String? { parameters[name].unlessEmpty }

    /// The address that the call is about.
    func email(_ name: String = "email") throws -> EmailAddress {
        guard let address = EmailAddress(name == "email" ? emailInPath ?? self[name] ?? "" : self[name] ?? "") else {
            throw LegacyRefusal(.invalidEmail, "The specified email address is not one.")
        }
        return address
    }

    func password(_ name: String = "password") throws -> Secret<String> {
        guard let text = self[name] else { throw LegacyRefusal(.invalidPassword, "The password is missing.") }
        return Secret(text)
    }

    func require(_ methods: [HTTPRequest.Method]) throws {
        guard methods.contains(method) else {
            throw LegacyRefusal(.invalidArguments, "This takes \(methods.map(\.rawValue).joined(separator: " or ")), also as _method.")
        }
    }

    private static func read(_ text: String) throws -> QueryParameters {
        guard let parameters = try? QueryParameters(formEncoded: text) else {
            throw LegacyRefusal(.invalidArguments, "The query is no list of names and values.")
        }
        return parameters
    }

    private static func read(_ body: [UInt8], _ contentType: String) throws -> QueryParameters {
        if body.isEmpty { return [:] }
        guard contentType.lowercased().hasPrefix("application/json") else { return try read(String(decoding: body, as: UTF8.self)) }
        guard let members = try? JSONDecoder().decode([String: String].self, from: Data(body)) else {
            throw LegacyRefusal(.invalidArguments, "The body is no object of texts.")
        }
        return QueryParameters(members.sorted { $0.key < $1.key }.map { Parameter($0.key, $0.value) })
    }
}
