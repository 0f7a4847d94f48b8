import Foundation
import HTTPTypes
import LatchkeySQLite
import LatchkeySecrets
import LatchkeyServerTestSupport
import LatchkeyTestSupport
import Testing

@testable import LatchkeyIdentity

/// Every single-use thing, used a hundred times concurrently over HTTP, with a store in a file: one use succeeds.
@Suite struct OneWinnerTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Fewer where each use costs a password hash or needs a separate sign-in.
        var uses = 100
        /// Creates the thing; each use returns whether it succeeded.
        let make: @Sendable (Stage) async throws -> @Sendable (Int) async throws -> Bool
    }

    /// Things issued for accounts, and others.
    static let rows =
        IssuedThing.all.filter { $0.uses > 0 }.map { thing in
            Row(testDescription: thing.testDescription, uses: thing.uses) { stage in
                let use = try await thing.issue(stage)
                return { _ in try await use(stage).works }
            }
        } + others

    @Test(arguments: rows) func isUsedOnce(_ row: Row) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("latchkey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try SQLiteStore.open(path: folder.appendingPathComponent("latchkey.sqlite").path, mode: .real)
        let server = try await Stage.server(store: store)
        try await server.run { caller in
            let stage = try await Stage(server, caller, try await Administering(server, caller), number: 1, inTenant: false)
            let use = try await row.make(stage)
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for number in 0..<row.uses { group.addTask { try await use(number) } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
            let late = try await use(row.uses)
            #expect(!late, "once more, afterwards")
        }
    }

    // MARK: Things of no account, or of several sign-ins

    private static let others: [Row] = [
        Row(testDescription: "a sign-in that waits for a second factor") { stage in
            try await stage.haveTOTP()
            let pending = try #require(try await stage.firstFactor()["mfaPendingCredential"])
            let code = try stage.nextCode()
            return { _ in try await stage.finish(pending, ["totpVerificationInfo": ["verificationCode": code]]) }
        },
        Row(testDescription: "a code of an authenticator program, by sign-ins of their own", uses: 20) { stage in
            try await stage.haveTOTP()
            let pending = try await stage.waitingSignIns(21)
            let code = try stage.nextCode()
            return { try await stage.finish(pending[$0], ["totpVerificationInfo": ["verificationCode": code]]) }
        },
        Row(testDescription: "a recovery code, by sign-ins of their own", uses: 20) { stage in
            try await stage.haveTOTP()
            let given = try await stage.done("accounts/mfaRecoveryCodes:renew", ["idToken": stage.idToken], version: "v2")
            let code = try #require((given.json["recoveryCodes"] as? [String])?.first)
            let pending = try await stage.waitingSignIns(21)
            return { try await stage.finish(pending[$0], ["recoveryCodeInfo": ["recoveryCode": code]]) }
        },
        Row(testDescription: "a code to a phone that is the second factor") { stage in
            let number = "+491701234567"
            let started = try await stage.done(
                "accounts/mfaEnrollment:start", ["idToken": stage.idToken, "phoneEnrollmentInfo": ["phoneNumber": number]], version: "v2")
            let enrolling = try #require((started.json["phoneSessionInfo"] as? [String: Any])?["sessionInfo"] as? String)
            let proof: [String: any Sendable] = ["sessionInfo": enrolling, "code": try await stage.lastMessage()]
            try await stage.done(
                "accounts/mfaEnrollment:finalize", ["idToken": stage.idToken, "phoneVerificationInfo": proof], version: "v2")
            let first = try await stage.firstFactor()
            let pending = try #require(first["mfaPendingCredential"])
            let factor = try #require((first.json["mfaInfo"] as? [[String: Any]])?.first?["mfaEnrollmentId"] as? String)
            let sent = try await stage.done(
                "accounts/mfaSignIn:start",
                ["mfaPendingCredential": pending, "mfaEnrollmentId": factor, "phoneSignInInfo": [String: String]()], version: "v2")
            let info = try #require((sent.json["phoneResponseInfo"] as? [String: Any])?["sessionInfo"] as? String)
            let code = try await stage.lastMessage()
            return { _ in try await stage.finish(pending, ["phoneVerificationInfo": ["sessionInfo": info, "code": code]]) }
        },
        Row(testDescription: "a passkey's challenge, to sign in") { stage in
            var authenticator = stage.authenticator()
            try stage.take(try await stage.enrol(&authenticator))
            let start = try await stage.done("accounts/passkeySignIn:start", [:], version: "v2")
            let assertion = try authenticator.sign(
                try #require(try start.options("credentialRequestOptions")["challenge"] as? String))
            return { _ in
                let body: [String: any Sendable] = ["authenticatorAuthenticationResponse": assertion.json]
                return try await stage.call("accounts/passkeySignIn:finalize", body, version: "v2").status == .ok
            }
        },
        Row(testDescription: "a callback of a provider, at the handler page") { stage in
            let begun = try await stage.beginAtTheHandler()
            return { _ in try await stage.comeBack(begun).status == .seeOther }
        },
        Row(testDescription: "a callback of a provider, that an app brings itself") { stage in
            let begun = try await stage.done(
                "accounts:createAuthUri", ["providerId": "github.com", "continueUri": "https://app.example.org/cb"])
            let state = URLComponents(string: begun["authUri"] ?? "")?.queryItems?.first { $0.name == "state" }?.value
            stage.server.provider.add(code: "code-of-the-app-", for: "g-person-1-")
            let body: [String: any Sendable] = [
                "requestUri": "https://app.example.org/cb?code=code-of-the-app-&state=" + (try #require(state, "\(begun.text)")),
                "sessionId": try #require(begun["sessionId"]),
            ]
            return { _ in try await stage.call("accounts:signInWithIdp", body).status == .ok }
        },
        Row(testDescription: "a link that signs up") { stage in
            let code = try await stage.mail("EMAIL_SIGNIN", ["email": "new@example.org"], to: "new@example.org").code
            return { _ in
                let body: [String: any Sendable] = ["email": "new@example.org", "oobCode": code]
                return try await stage.call("accounts:signInWithEmailLink", body).status == .ok
            }
        },
        Row(testDescription: "a credential that waits, to link it to the account") { stage in
            try await stage.trustTwitter(false)
            let pending = try #require(try await stage.twitter()["pendingToken"])
            let token = stage.idToken
            return { _ in try await stage.idp("providerId=twitter.com", ["pendingToken": pending, "idToken": token]).status == .ok }
        },
    ]
}

extension Stage {
    fileprivate func finish(_ pending: String, _ proof: [String: any Sendable]) async throws -> Bool {
        var body = proof
        body["mfaPendingCredential"] = pending
        return try await call("accounts/mfaSignIn:finalize", body, version: "v2").status == .ok
    }

    fileprivate func waitingSignIns(_ count: Int) async throws -> [String] {
        var pending: [String] = []
        for _ in 0..<count { pending.append(try #require(try await firstFactor()["mfaPendingCredential"])) }
        return pending
    }
}
