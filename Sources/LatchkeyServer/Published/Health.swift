// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import Logging

/// For whoever watches the server: `/healthz` says that it runs, `/readyz` that it reaches its store.
struct Health: Sendable {
    let store: any AccountStore

    struct Report: Codable {
        let status: String
    }

    /// Where the server says that it runs.
    static let path = "/healthz"

    func add(to router: Router<ServerContext>) {
        router.get(RouterPath(Self.path)) { _, _ in try Response.json(Report(status: "ok")) }
        router.get("/readyz") { _, context in
            do {
                _ = try await store.read { try $0.project(.standard) }
                return try Response.json(Report(status: "ready"))
            } catch {
                context.logger.error("the store cannot be read", metadata: ["cause": "\(error)"])
                return try Response.json(Report(status: "unavailable"), status: .serviceUnavailable)
            }
        }
    }
}
