// SPDX-FileCopyrightText: 2026 The Latchkey authors
// SPDX-License-Identifier: Apache-2.0

import LatchkeyIdentity

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an original client is answered that signed somebody in: a token of version 0, and who it is.
struct LegacyAnswers: Sendable {
    let secrets: DatabaseSecrets

    /// - Parameters:
    ///   - provider: as these generations call it.
    ///   - told: what the provider said, by the names of Firebase 2.x.
    func signedIn(
        _ tokens: IssuedTokens, provider: String, told: [String: ClaimValue] = [:], _ ask: LegacyAsk
    ) async throws -> [String: ClaimValue] {
        let uid = tokens.account.id.rawValue
        let id = uid.firstIndex(of: ":").map { String(uid[uid.index(after: $0)...]) } ?? uid
        var data: [String: ClaimValue] = ["uid": .string(uid), "provider": .string(provider)]
        if ask.generation == .simpleLogin {
            data["id"] = .string(id)
            if provider == "password", let email = tokens.account.email { data["email"] = .string(email.text) }
        }
        let (token, end) = try await secrets.token(data, for: tokens.session)
        switch ask.generation {
        case .firebase2:
            return [
                "token": .string(token), "uid": .string(uid), "provider": .string(provider), provider: .object(told),
                "expires": .integer(Int64(end.timeIntervalSince1970)),
            ]
        case .simpleLogin:
            var user = told
            user["thirdPartyUserData"] = user.removeValue(forKey: "cachedUserProfile")
            return ["token": .string(token), "user": .object(user.merging(data) { $1 }.merging(["id": .string(id)]) { told, _ in told })]
        }
    }
}
