import Foundation
import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyWeb

/// `/console/keys`: the keys that sign the ID tokens and session cookies of all projects, and their rotation.
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
        let signed: String
        let algorithm: String
        let created: ShownDate
        let signs: Bool
        let until: ShownDate?
        let cookiesUntil: ShownDate?

        init(_ key: SigningKey, signs: Bool, at now: Date) {
            id = key.id
            signed = key.purpose == .idToken ? "ID tokens" : "session cookies"
            algorithm = key.algorithm.rawValue
            created = ShownDate(key.createdAt)
            self.signs = signs
            until = key.publishedUntil.map(ShownDate.init)
            cookiesUntil = key.cookiesUntil.flatMap { $0 > now ? ShownDate($0) : nil }
        }
    }

    func add(to router: Router<ServerContext>) {
        console.get(Self.path, on: router) { request, _ in
            let visitor = try await console.door.visitor(request)
            return try await show(visitor, done: request.uri.queryParameters["done"] == "rotated")
        }
        console.action(Self.path, by: .owner, on: router) { action in
            do {
                let purpose = action.form["purpose"].flatMap { $0.isEmpty ? nil : $0 }
                try await rotation.rotate(
                    KeyRotation.purposes(named: purpose), to: SigningKey.Algorithm(rawValue: action.form["algorithm"] ?? ""),
                    by: action.author)
            } catch let refusal as SettingRefusal {
                throw ConsoleRefusal.notFound(refusal.message)
            }
            return .seeOther(Self.path + "?done=rotated")
        }
    }

    private func show(_ visitor: ConsoleVisitor, done: Bool) async throws -> Response {
        let instant = now()
        // Expired keys are not shown.
        let stored = try await console.store.read { try $0.signingKeys() }
        let keys = stored.filter { key in SigningKey.Purpose.allCases.contains { key.verifies($0, at: instant) } }
            .sorted { ($1.createdAt, $0.purpose.rawValue) < ($0.createdAt, $1.purpose.rawValue) }
        return try console.page(
            "console-keys",
            Content(
                frame: try await console.frame(visitor), csrf: console.forms.cookie.formToken(for: visitor.browser),
                done: done ? "Signing keys rotated. New tokens are signed with the new keys." : nil,
                rows: keys.map { Row($0, signs: $0.id == keys.signer(of: $0.purpose)?.id, at: instant) },
                isOwner: visitor.role >= .owner))
    }
}
