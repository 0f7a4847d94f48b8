import Hummingbird

/// Serves the pictures of people, and the sandbox's icon.
struct PictureEndpoint: Sendable {
    let state: SandboxState

    func add(to routes: some RouterMethods<SandboxContext>) {
        routes.get("sandbox/icon.svg") { _, _ in
            try picture(hue: 220, initial: "S")
        }
        routes.get("sandbox/avatars/:file") { _, context in
            try avatar(context.parameters.get("file") ?? "")
        }
    }

    /// Returns a colored tile with an initial. `_normal` is Twitter's suffix for the small picture, which clients may remove.
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
