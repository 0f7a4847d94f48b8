// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity

/// Finds out which project a request is for, by its API key.
struct CallerResolver: Sendable {
    private let projects: ProjectDirectory
    private let clientAddress: ClientAddress

    private static let apiKeyHeader = HTTPField.Name("x-goog-api-key")
    private static let clientVersionHeader = HTTPField.Name("x-client-version")
    private static let appHeaders = [HTTPField.Name("x-firebase-gmpid"), HTTPField.Name("x-ios-bundle-identifier")].compactMap { $0 }
    /// Longer keys are not looked up.
    private static let maxKeyBytes = 256

    init(store: any AccountStore, clientAddress: ClientAddress) {
        projects = ProjectDirectory(store: store)
        self.clientAddress = clientAddress
    }

    /// - Throws: ``APIKeyError``.
    func caller(of request: Request, tenant: String? = nil, context: ServerContext) async throws -> Caller {
        let key =
            request.uri.queryParameters["key"].map(String.init)
            ?? Self.apiKeyHeader.flatMap { request.headers[$0] }
        guard let key, !key.isEmpty else { throw APIKeyError.missing }
        return try await caller(withKey: key, tenant: tenant, request: request, context: context)
    }

    /// As ``caller(of:tenant:context:)``, for pages that carry the key under another name.
    func caller(withKey key: String, tenant: String? = nil, request: Request, context: ServerContext) async throws -> Caller {
        guard key.utf8.count <= Self.maxKeyBytes else { throw APIKeyError.invalid }
        guard let project = try await projects.project(withKey: key) else { throw APIKeyError.invalid }
        return Caller(
            project: project, tenant: tenant.map(TenantID.init(rawValue:)) ?? .none,
            client: ClientDescription(
                app: Self.appHeaders.lazy.compactMap { request.headers[$0] }.first,
                version: Self.clientVersionHeader.flatMap { request.headers[$0] },
                address: clientAddress.address(of: request, context: context),
                userAgent: request.headers[.userAgent]))
    }
}

/// Why an API key did not name a project.
enum APIKeyError: Error, Equatable {
    case missing
    case invalid
}
