// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

/// Everything that is answered on the database's port: another origin than the pages for people have.
public enum DatabaseRoutes {
    public static func router(_ parts: DatabaseParts) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: AccessLog())
        if let emulation = parts.server.emulation {
            router.add(middleware: EmulatorGate(emulation: emulation, publicAddress: parts.server.publicAddress))
        }
        router.add(middleware: DatabaseHeaders())
        if parts.server.emulation != nil { CoveragePages(resolver: DatabaseResolver(parts)).add(to: router) }
        let rest = DatabaseREST(parts)
        for method in [HTTPRequest.Method.get, .put, .post, .patch, .delete] {
            router.on("**", method: method) { request, context in
                await rest.answer(request, context: context)
            }
            router.on("/", method: method) { request, context in
                await rest.answer(request, context: context)
            }
        }
        return router
    }
}
