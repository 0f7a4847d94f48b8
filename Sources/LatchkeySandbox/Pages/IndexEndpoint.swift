// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import Hummingbird

/// The sandbox's own pages: who is here, and the pictures of people.
struct IndexEndpoint: Sendable {
    let state: SandboxState
    let pages: Pages

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("/") { request, context in
            let request = try await ReceivedRequest(request, context: context)
            return try pages.index(address: request.address.description, people: state.people())
        }
        routes.get("sandbox/icon.svg") { _, _ in
            try picture(hue: 220, initial: "S")
        }
        routes.get("sandbox/avatars/:file") { _, context in
            try avatar(context.parameters.get("file") ?? "")
        }
    }

    /// A coloured tile with an initial. `_normal` is Twitter's word for the small picture, which clients may strip.
    private func avatar(_ file: String) throws -> Response {
        let name = file.prefix { $0 != "." && $0 != "_" }
        guard file == "\(name).svg" || file == "\(name)_normal.svg",
            let person = state.people().first(where: { person in
                SandboxProvider.allCases.contains { person.pictureName(at: $0) == String(name) }
            })
        else { throw HTTPError(.notFound) }
        let hue = name.utf8.reduce(0) { ($0 * 10 + Int($1)) % 360 }
        return try picture(hue: hue, initial: String(person.name.prefix(1)))
    }

    private func picture(hue: Int, initial: String) throws -> Response {
        let view = AvatarView(hue: hue, initial: initial)
        return .text(
            try Templates.avatar.render(view), type: "image/svg+xml; charset=utf-8",
            headers: [.contentSecurityPolicy: "default-src 'none'; sandbox", .cacheControl: "max-age=3600"])
    }
}

private struct AvatarView: Sendable {
    let hue: Int
    let initial: String
}
