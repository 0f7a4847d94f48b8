import Foundation
import LatchkeyAuth
import ServerUnderTest
import Testing

/// Sessions and passkeys of an account, as an app with LatchkeyAuth shows and ends them.
@Suite(.timeLimit(.minutes(10))) struct AccountSessionTests {
    private func app(_ server: RunningServer) -> Auth {
        Auth(configuration: AuthConfiguration(serverURL: server.report.url, apiKey: server.report.apiKey), storage: MemorySessionStorage())
    }

    private func code(of operation: () async throws -> Void) async -> AuthErrorCode? {
        do {
            try await operation()
            return nil
        } catch {
            return AuthErrorCode(rawValue: (error as NSError).code)
        }
    }

    @Test func sessionsOfOtherDevicesAreListedAndEnded() async throws {
        let folder = try TemporaryFolder()
        try await LatchkeyProcess.serve(in: folder) { server in
            let (auth, phone, tablet) = (app(server), app(server), app(server))
            try await auth.createUser(withEmail: "ada@example.org", password: "lovelace")
            for device in [phone, tablet] { try await device.signIn(withEmail: "ada@example.org", password: "lovelace") }
            let user = try #require(auth.currentUser)
            // snippet.Sessions.list
            for session in try await user.sessions() {
                let device = session.device ?? "Unknown device"
                print(session.isCurrent ? "\(device), this device" : "\(device), last used \(session.lastUseDate)")
            }
            // snippet.end
            let sessions = try await user.sessions()
            #expect(sessions.count == 3 && sessions.filter(\.isCurrent).count == 1)
            #expect(sessions.allSatisfy { $0.device == "latchkey-swift" && $0.ipAddress == "127.0.0.1" && $0.signInProvider == "password" })
            #expect(sessions.allSatisfy { abs($0.creationDate.timeIntervalSinceNow) < 600 && $0.lastUseDate >= $0.creationDate })

            let other = try #require(try await phone.currentUser?.sessions().first { $0.isCurrent })
            // snippet.Sessions.end
            try await user.endSession(other)
            // snippet.end
            #expect(await code { _ = try await phone.currentUser?.getIDToken(forcingRefresh: true) } == .userTokenExpired)
            #expect(phone.currentUser == nil, "the app on the other device is signed out")
            #expect(tablet.currentUser != nil)
            // snippet.Sessions.endOthers
            try await user.endOtherSessions()
            // snippet.end
            #expect(await code { _ = try await tablet.currentUser?.sessions() } == .userTokenExpired)
            #expect(try await user.sessions().count == 1)

            try await user.endSession(try #require(try await user.sessions().first))
            #expect(auth.currentUser == nil)
        }
    }

    /// The emulator accepts a passkey without an authenticator.
    @Test func passkeyIsListedAndRemoved() async throws {
        try await Emulator.run { emulator in
            let auth = Auth(
                configuration: AuthConfiguration(serverURL: emulator.listening, apiKey: "k"), storage: MemorySessionStorage())
            let user = try await auth.createUser(withEmail: "ada@example.org", password: "lovelace").user
            let made = try await Web.post(
                emulator.listening + "/identitytoolkit.googleapis.com/v2/accounts/passkeyEnrollment:finalize?key=k",
                json: [
                    "idToken": try await user.getIDToken(), "name": "Laptop", "authenticatorRegistrationResponse": ["id": "made-up"],
                ])
            #expect(made.status == 200, "\(made.text)")
            try await user.reload()
            // snippet.Sessions.passkeys
            for passkey in user.enrolledPasskeys {
                print(passkey.name ?? "Passkey")
                try await user.unenrollPasskey(withCredentialID: passkey.credentialID)
            }
            // snippet.end
            #expect(user.enrolledPasskeys.isEmpty)
            try await user.reload()
            #expect(user.enrolledPasskeys.isEmpty, "the server has removed it")
        }
    }
}
