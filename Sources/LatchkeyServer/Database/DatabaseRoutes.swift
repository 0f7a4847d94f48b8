// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
public import Hummingbird

/// Everything that is answered on the database's port: another origin than the pages for people have.
public enum DatabaseRoutes {
    static let methods = [HTTPRequest.Method.get, .put, .post, .patch, .delete]

    public static func router(_ parts: DatabaseParts) -> Router<ServerContext> {
        router(parts, polling: .init())
    }

    static func router(_ parts: DatabaseParts, polling timing: PollSession.Timing) -> Router<ServerContext> {
        let router = Router(context: ServerContext.self)
        router.add(middleware: AccessLog())
        if let emulation = parts.server.emulation {
            router.add(middleware: EmulatorGate(emulation: emulation, publicAddress: parts.server.publicAddress))
        }
        router.add(middleware: DatabaseHeaders())
        if parts.server.emulation != nil { CoveragePages(resolver: DatabaseResolver(parts)).add(to: router) }
        let rest = DatabaseREST(parts)
        let polling = LongPolling(parts, timing: timing)
        // The page that says goodbye posts; everything else comes from script tags.
        for method in [HTTPRequest.Method.get, .post] {
            router.on(RouterPath(LongPolling.path), method: method) { request, context in
                await polling.answer(request, context: context)
            }
        }
        for method in methods {
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
