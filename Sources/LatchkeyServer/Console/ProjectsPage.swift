// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity

/// `/console/projects`: which project to look at.
struct ProjectsPage: Sendable {
    let console: Console

    static let path = "/console/projects"

    private struct Content {
        let frame: ConsoleFrame
        let rows: [Row]
    }

    private struct Row {
        let href: String
        let name: String
        let id: String
        let created: ShownDate
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request)
            let projects = try await console.store.read { try $0.projects() }
            return try console.page(
                "console-projects",
                Content(
                    frame: try await console.frame(visitor),
                    rows: projects.map {
                        Row(
                            href: ConsoleSection.users.path(in: $0.id), name: $0.displayName, id: $0.id.rawValue,
                            created: ShownDate($0.createdAt))
                    }))
        }
    }
}
