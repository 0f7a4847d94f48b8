import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/keys`: the keys that sign the ID tokens of all projects, and their rotation.
struct KeysPage: Sendable {
    let console: Console
    let rotation: KeyRotation
    let now: WallClock

    static let path = "/console/keys"

    private struct Content {
        let frame: ConsoleFrame
        let csrf: String
        let done: String?
        let rows: [Row]
        let isOwner: Bool
    }

    private struct Row {
        let id: String
        let algorithm: String
        let created: ShownDate
        let signs: Bool
        let until: ShownDate?
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request)
            return try await show(visitor, done: request.uri.queryParameters["done"] == "rotated")
        }
        console.action(Self.path, by: .owner, on: router) { action in
            do {
                try await rotation.rotate(to: SigningKey.Algorithm(rawValue: action.form["algorithm"] ?? ""), by: action.author)
            } catch let refusal as SettingRefusal {
                throw ConsoleRefusal.notFound(refusal.message)
            }
            return .seeOther(Self.path + "?done=rotated")
        }
    }

    private func show(_ visitor: ConsoleVisitor, done: Bool) async throws -> Response {
        let instant = now()
        // Expired keys are not shown.
        let keys = try await console.store.read { try $0.signingKeys() }
            .filter { $0.publishedUntil.map { $0 > instant } ?? true }.sorted { $0.createdAt > $1.createdAt }
        let active = keys.first { $0.publishedUntil == nil }?.id
        return try console.page(
            "console-keys",
            Content(
                frame: try await console.frame(visitor), csrf: console.forms.cookie.formToken(for: visitor.browser),
                done: done ? "Signing key rotated. New tokens are signed with the new key." : nil,
                rows: keys.map {
                    Row(
                        id: $0.id, algorithm: $0.algorithm.rawValue, created: ShownDate($0.createdAt), signs: $0.id == active,
                        until: $0.publishedUntil.map(ShownDate.init))
                }, isOwner: visitor.role >= .owner))
    }
}
