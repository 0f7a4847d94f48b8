// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth

/// What an administrator does to a project, by a form of its pages.
struct ConsoleAsk: Sendable {
    let visitor: ConsoleVisitor
    let project: Project
    let form: QueryParameters
    /// For parts of the path.
    let context: ServerContext
    let client: ClientDescription

    /// Who did it, in the record of events.
    var actor: String { "console/" + visitor.account.id.rawValue }
    var caller: Caller { Caller(project: project, client: client) }
}

extension Console {
    /// A form of a project's page, for who has a role.
    func form(
        _ path: String, by role: ConsoleRole, on router: Router<ServerContext>,
        _ act: @escaping @Sendable (ConsoleAsk) async throws -> Response
    ) {
        post(path, on: router) { request, context in
            let visitor = try await door.visitor(request, atLeast: role)
            let (form, _) = try await forms.read(request)
            let project = try await project(context)
            return try await act(
                ConsoleAsk(
                    visitor: visitor, project: project, form: form, context: context, client: door.caller(request, context).client))
        }
    }
}
