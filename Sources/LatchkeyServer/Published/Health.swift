// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import Logging

/// For whoever watches the server: `/healthz` says that it runs, `/readyz` that it reaches its store.
struct Health: Sendable {
    let store: any AccountStore

    func add(to router: Router<ServerContext>) {
        router.get("/healthz") { _, _ in Response.json(bytes: Array(#"{"status":"ok"}"#.utf8)) }
        router.get("/readyz") { _, context in
            do {
                _ = try await store.read { try $0.project(.standard) }
                return Response.json(bytes: Array(#"{"status":"ready"}"#.utf8))
            } catch {
                context.logger.error("the store cannot be read", metadata: ["cause": "\(error)"])
                return Response.json(bytes: Array(#"{"status":"unavailable"}"#.utf8), status: .serviceUnavailable)
            }
        }
    }
}
