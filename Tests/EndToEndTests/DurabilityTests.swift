import Foundation
import ServerUnderTest
import Testing

/// Acknowledged writes survive a crash of the server.
@Suite(.timeLimit(.minutes(10))) struct DurabilityTests {
    /// An acknowledged sign-up.
    private struct Acknowledged: Sendable {
        let uid: String
        let refreshToken: String
        /// `nil` for an anonymous account.
        let email: String?
    }

    private static let password = "correct horse"
    private static let signUps = 200
    /// The server is killed after this many sign-ups with a password: well within the run, with others in flight.
    private static let passwordsBeforeTheEnd = 25

    /// A kill loses nothing with either level, because the operating system still writes what SQLite has given to it.
    @Test(arguments: ServerStore.isInFolder ? ["full", "normal"] : [nil])
    func everyAcknowledgedAccountSurvivesAKill(synchronous: String?) async throws {
        let folder = try TemporaryFolder()
        // Tokens name their issuer, which has to be the same after the restart.
        let options =
            ["--public-url", "http://auth.example", "--signing-algorithm", "ES256"]
            + (synchronous.map { ["--sqlite-synchronous", $0] } ?? [])
        let killed = try await LatchkeyProcess.serve(in: folder, options) { server in
            _ = try await server.latchkey("projects", "set", "--anonymous-sign-in", "yes").printed()
            return try await signUpUntilKilled(server)
        }
        #expect(killed.status == nil, "a signal ended it")
        #expect(killed.log.contains("a power failure can lose confirmed changes") == (synchronous == "normal"))
        let acknowledged = killed.value
        let withPassword = acknowledged.filter { $0.email != nil }
        #expect(withPassword.count >= Self.passwordsBeforeTheEnd)
        #expect(acknowledged.count > withPassword.count)
        #expect(acknowledged.count < Self.signUps, "some were cut off, or the test would show nothing")

        try await LatchkeyProcess.serve(in: folder, options) { server in
            for account in acknowledged {
                let refreshed = try await Web.post(
                    "\(server.url)/v1/token?key=\(server.report.apiKey)",
                    json: ["grant_type": "refresh_token", "refresh_token": account.refreshToken])
                #expect(refreshed["user_id"] == account.uid, "lost a session: \(refreshed.text)")
            }
            for account in withPassword {
                let signedIn = try await server.call(
                    "signInWithPassword", ["email": account.email ?? "", "password": Self.password, "returnSecureToken": true])
                #expect(signedIn["localId"] == account.uid, "lost an account: \(signedIn.text)")
            }
        }
    }

    private func signUpUntilKilled(_ server: RunningServer) async throws -> [Acknowledged] {
        await withTaskGroup(of: Acknowledged?.self) { group in
            for index in 0..<Self.signUps {
                // Half of them use a password, which keeps the server busy for longer.
                group.addTask { try? await Self.signUp(email: index.isMultiple(of: 2) ? "person\(index)@example.org" : nil, on: server) }
            }
            var all: [Acknowledged] = []
            var passwords = 0
            for await account in group {
                guard let account else { continue }
                all.append(account)
                if account.email != nil { passwords += 1 }
                if passwords == Self.passwordsBeforeTheEnd { server.killAtOnce() }
            }
            return all
        }
    }

    private static func signUp(email: String?, on server: RunningServer) async throws -> Acknowledged? {
        var body: [String: any Sendable] = ["returnSecureToken": true]
        if let email {
            body["email"] = email
            body["password"] = password
        }
        let reply = try await server.call("signUp", body)
        guard reply.status == 200, let uid = reply["localId"], let token = reply["refreshToken"] else { return nil }
        return Acknowledged(uid: uid, refreshToken: token, email: email)
    }
}
