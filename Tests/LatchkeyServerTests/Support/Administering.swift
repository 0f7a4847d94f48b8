// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPTypes
import LatchkeyIdentity
import LatchkeySecrets
import Testing

/// Calls the server as a program does that administers the standard project.
struct Administering: Sendable {
    static let actor = "back-end@default.example.org"
    let token = "lka_" + String(repeating: "a", count: 43)
    let caller: TestServer.Caller

    init(_ server: TestServer, _ caller: TestServer.Caller) async throws {
        self.caller = caller
        let account = ServiceAccount(
            email: Self.actor, project: server.project.id, keyID: "key", publicKeyPEM: "PEM", createdAt: server.clock.now)
        let access = AccessToken(
            id: Fingerprint(of: token), serviceAccount: account.email, expiresAt: server.clock.now.addingTimeInterval(864_000))
        try await server.store.write { transaction in
            try transaction.insert(account)
            try transaction.insert(access)
        }
    }

    /// - Parameter path: What follows `projects/{project}`.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: [String: any Sendable]? = nil, version: String = "v1",
        project: String = "default"
    ) async throws -> Answer {
        let text = try body.map { String(decoding: try JSONSerialization.data(withJSONObject: $0), as: UTF8.self) }
        return try await caller.send(
            method, "/identitytoolkit.googleapis.com/\(version)/projects/\(project)\(path)",
            headers: [.contentType: "application/json", .authorization: "Bearer " + token], body: text)
    }

    func call(_ name: String, _ body: [String: any Sendable] = [:]) async throws -> Answer {
        try await send(.post, "/" + name, body)
    }
}
