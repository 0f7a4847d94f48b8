import HTTPTypes
import LatchkeyAdministrationAPI
import LatchkeyIdentity
import LatchkeySQLite
import LatchkeyServerTestSupport
import Testing

/// Anonymous sign-in is off in a new project until it is switched on.
@Suite struct AnonymousDefaultTests {
    @Test func aNewProjectRefusesAnonymousSignInUntilItIsSwitchedOn() async throws {
        let server = try await TestServer(ProjectSettings())
        try await server.run { caller in
            let refused = try await caller.call("accounts:signUp", [:])
            #expect(refused.status == .badRequest && refused.error == "ADMIN_ONLY_OPERATION")
            try await server.change { $0.anonymousSignIn = true }
            #expect(try await caller.call("accounts:signUp", [:]).status == .ok)
        }
    }

    @Test(arguments: [false, true]) func onlyASandboxMakesProjectsWithAnonymousSignIn(isSandbox: Bool) async throws {
        let server = try await TestServer()
        let clock = server.clock
        let administration = Administration(
            store: server.store, sealer: server.sealer,
            passwords: PasswordVault(pool: HashingPool(width: 1), sealer: server.sealer), authority: nil, now: { clock.now },
            isSandbox: isSandbox, checkHook: { _ in }, checkWebhook: { _ in })
        let (made, _) = try await administration.projects.create("acme-1", name: nil, by: .command)
        #expect(made.settings.anonymousSignIn == isSandbox)
        #expect(try await server.store.read { try $0.project("acme-1")?.settings.anonymousSignIn } == isSandbox)
    }

    @Test func theStandardProjectOfAFirstStartHasItOff() async throws {
        let server = try await TestServer()
        let clock = server.clock
        let store = try SQLiteStore.inMemory()
        let setup = ProjectSetup(store: store, sealer: server.sealer, now: { clock.now })
        #expect(try await !setup.standardProject().0.settings.anonymousSignIn)
    }
}
