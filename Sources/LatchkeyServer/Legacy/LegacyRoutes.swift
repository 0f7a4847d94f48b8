// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import HTTPTypes
import Hummingbird
import LatchkeyIdentity

/// The HTTP routes of Firebase Simple Login (`/auth/...`) and Firebase 2.x (`/v2/NAMESPACE/...`), for original clients that can be pointed
/// at another host. A project has them switched off at first; then they are not there.
///
/// Both send passwords in the query of a GET, and name what they mean with `_method`: nothing of a query is logged, nothing is cached, and
/// nothing is wrapped in a script (JSONP).
struct LegacyRoutes: Sendable {
    let store: any AccountStore
    let resolver: CallerResolver
    let accounts: LegacyAccounts
    let providers: LegacyProviders

    static let maxBodyBytes = 16_384

    /// What a call does, by its path below the generation's root.
    private typealias Act = @Sendable (LegacyAsk) async throws -> [String: ClaimValue]

    func add(to router: Router<ServerContext>) {
        let first: [(String, Act)] = [
            ("anonymous", { try await accounts.anonymously($0) }),
            ("firebase", { try await accounts.signIn($0) }),
            ("firebase/create", { try await accounts.create($0) }),
            ("firebase/remove", { try await accounts.remove($0) }),
            ("firebase/update", { try await accounts.changePassword($0, old: "oldPassword", new: "newPassword") }),
            ("firebase/reset_password", { try await accounts.sendReset($0) }),
            (":provider/reverse", { try await providers.reverse($0) }),
            (":provider/token", { try await providers.signIn($0) }),
        ]
        for (path, act) in first { on("/auth/" + path, .simpleLogin, router) { try await act($0) } }
        let second: [(String, Act)] = [
            ("auth/anonymous", { try await accounts.anonymously($0) }),
            ("auth/password", { try await accounts.signIn($0) }),
            ("auth/:provider/reverse", { try await providers.reverse($0) }),
            ("auth/:provider/token", { try await providers.signIn($0) }),
        ]
        for (path, act) in second { on("/v2/:namespace/" + path, .firebase2, router) { try await act($0) } }
        on("/v2/:namespace/users", .firebase2, router) { ask in
            try ask.require([.post])
            return try await accounts.create(ask)
        }
        on("/v2/:namespace/users/:email", .firebase2, router) { ask in
            try ask.require([.delete])
            return try await accounts.remove(ask)
        }
        on("/v2/:namespace/users/:email/password", .firebase2, router) { ask in
            try ask.require([.put, .post])
            return ask.method == .post
                ? try await accounts.sendReset(ask) : try await accounts.changePassword(ask, old: "oldPassword", new: "password")
        }
        on("/v2/:namespace/users/:email/email", .firebase2, router) { ask in
            try ask.require([.put])
            return try await accounts.changeEmail(ask)
        }
    }

    private func on(_ path: String, _ generation: LegacyAsk.Generation, _ router: Router<ServerContext>, _ act: @escaping Act) {
        for method in [HTTPRequest.Method.get, .post, .put, .delete] {
            router.on(RouterPath(path), method: method) { request, context in
                let ask: LegacyAsk
                do {
                    ask = try await LegacyAsk(request, context, generation, store: store, resolver: resolver)
                } catch let refusal as LegacyRefusal {
                    return try refusal.response
                }
                do {
                    return try Response.json(ClaimValue.object(try await act(ask)))
                } catch {
                    guard let refusal = LegacyRefusal(error) else { throw error }
                    return try refusal.response
                }
            }
        }
    }
}
