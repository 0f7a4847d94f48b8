// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyWire

/// What an emulator says about itself: `/`, by which tools see that it is ready, and `/emulator/openapi.json`.
struct EmulatorDocuments: Sendable {
    static let health = #"""
        {"authEmulator":{"ready":true,"docs":"https://firebase.google.com/docs/emulator-suite","apiSpec":"/emulator/openapi.json"}}
        """#

    func add(to router: Router<ServerContext>) {
        router.get("/") { _, _ in Response.json(bytes: Array(Self.health.utf8)) }
        let outline = OpenAPIOutline(paths: Self.paths(of: router))
        router.get("/emulator/openapi.json") { _, _ in try Response.json(outline) }
    }

    /// Every route of the server with its methods; pages and aliases included.
    private static func paths(of router: Router<ServerContext>) -> [String: [String: OpenAPIOutline.Operation]] {
        var paths: [String: [String: OpenAPIOutline.Operation]] = [:]
        for route in router.routes where route.method != .head {
            paths[described(route.path.description), default: [:]][route.method.rawValue.lowercased()] = .init()
        }
        return paths
    }

    /// `/a/:b` in our router is `/a/{b}` there.
    private static func described(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") ? "{\($0.dropFirst())}" : String($0) }.joined(separator: "/")
    }
}

/// As little of an OpenAPI 3.0 document as names what is there.
struct OpenAPIOutline: Encodable, Sendable {
    struct Info: Encodable, Sendable {
        var title = "Latchkey, emulator"
        var version = "v1"
    }

    struct Operation: Encodable, Sendable {
        struct Answer: Encodable, Sendable {
            var description = "The answer."
        }
        var responses = ["default": Answer()]
    }

    var openapi = "3.0.0"
    var info = Info()
    var paths: [String: [String: Operation]]
}
