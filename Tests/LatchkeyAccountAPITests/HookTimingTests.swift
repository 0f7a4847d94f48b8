import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LatchkeySecrets
import LatchkeyServerTestSupport
import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import LatchkeyIdentity
@testable import LatchkeyProviders

/// Changes during a hook's call, and hooks behind a real socket.
@Suite(.timeLimit(.minutes(10))) struct HookTimingTests {
    private static let realm = Realm(project: .standard)
    private static let refusal = SignInError(.blockingFunctionErrorResponse)

    /// A hook that performs an action before it allows the sign-in.
    private struct ScriptedHook: HookTransport {
        let act: @Sendable (_ url: String, _ deadline: Duration) async throws -> HookReply
        func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply { try await act(url, deadline) }
    }

    /// A hook without a time limit, for busy machines.
    private struct PatientHook: HookTransport {
        let next: any HookTransport
        func post(_ body: [UInt8], to url: String, within deadline: Duration) async throws -> HookReply {
            try await next.post(body, to: url, within: .seconds(600))
        }
    }

    private static func address() throws -> EmailAddress { try #require(EmailAddress("ada@example.org")) }
    private static let pass = HookReply(status: 200, body: Array("{}".utf8))

    private struct Services {
        let signUp: SignUp
        let password: PasswordSignIn
        let caller: LatchkeyIdentity.Caller
    }

    /// The services of a server with hooks at a URL.
    private func services(_ server: TestServer, _ hooks: BlockingHooks, _ transport: (any HookTransport)?) -> Services {
        let clock = server.clock
        var project = server.project
        project.settings.hooks = hooks
        let sessions = Sessions(store: server.store, authority: server.authority, hooks: transport, now: { clock.now })
        let vault = PasswordVault(pool: HashingPool(width: 2), sealer: server.sealer)
        let throttle = Throttle(now: { clock.now })
        return Services(
            signUp: SignUp(
                store: server.store, sessions: sessions, passwords: vault,
                codes: CodeIssuer(outbox: Outbox(sealer: server.sealer)) { $0.mode.rawValue }, now: { clock.now }),
            password: PasswordSignIn(store: server.store, sessions: sessions, passwords: vault, throttle: throttle, now: { clock.now }),
            caller: LatchkeyIdentity.Caller(project: project))
    }

    private func ada(_ services: Services) async throws -> IssuedTokens {
        var caller = services.caller
        caller = LatchkeyIdentity.Caller(project: withoutHooks(caller.project))
        return try await services.signUp.withPassword(
            email: try Self.address(), password: "lovelace", displayName: nil, caller: caller)
    }

    private func withoutHooks(_ project: Project) -> Project {
        var project = project
        project.settings.hooks = BlockingHooks()
        return project
    }

    private func signIn(_ services: Services) async throws -> SignInOutcome {
        try await services.password.signIn(
            email: try Self.address(), password: "lovelace", caller: services.caller)
    }

    private static let signInHook = BlockingHooks(beforeSignIn: "https://hooks.test/")

    /// A change to the account during the hook's call, and whether its holder still gets in.
    @Test(arguments: [
        ("nothing", nil), ("a new name", nil), ("another password", "INVALID_LOGIN_CREDENTIALS"),
        ("another address", "BLOCKING_FUNCTION_ERROR_RESPONSE"), ("a phone number", "BLOCKING_FUNCTION_ERROR_RESPONSE"),
        ("disabled", "USER_DISABLED"), ("deleted", "INVALID_LOGIN_CREDENTIALS"),
    ])
    func changesDuringTheHookCallAreRespected(_ change: String, _ code: String?) async throws {
        let server = try await TestServer()
        let store = server.store
        let received = Mutex(0)
        let services = services(
            server, Self.signInHook,
            ScriptedHook { _, deadline in
                #expect(deadline == .seconds(7))
                received.withLock { $0 += 1 }
                try await store.write { transaction in
                    var account = try #require(try transaction.accounts(in: Self.realm, after: nil, limit: 1).first)
                    switch change {
                    case "a new name": account.displayName = "Countess"
                    case "another password": account.password = PasswordHash(hash: [1], salt: [2], parameters: .firebase)
                    case "another address": account.email = EmailAddress("eve@example.org")
                    case "a phone number": account.phoneNumber = "+4915112345678"
                    case "disabled": account.disabled = true
                    case "deleted": _ = try transaction.deleteAccount(account.id, in: Self.realm)
                    default: break
                    }
                    if change != "deleted" { try transaction.update(account) }
                }
                return Self.pass
            })
        let made = try await ada(services)
        if let code {
            await #expect(throws: SignInError(.init(rawValue: code))) { _ = try await signIn(services) }
        } else {
            _ = try await signIn(services)
        }
        #expect(received.withLock { $0 } == 1)
        let sessions = try await store.read { try $0.sessions(of: made.account.id, in: Self.realm) }
        #expect(sessions.count == (change == "deleted" ? 0 : code == nil ? 2 : 1))
    }

    @Test func anAddressThatIsTakenMeanwhileStaysTaken() async throws {
        let server = try await TestServer()
        let twin = services(server, BlockingHooks(), nil)
        let services = services(
            server, BlockingHooks(beforeCreate: "https://hooks.test/"),
            ScriptedHook { _, _ in
                _ = try await self.ada(twin)
                return Self.pass
            })
        await #expect(throws: SignInError(.emailExists)) {
            _ = try await services.signUp.withPassword(
                email: try Self.address(), password: "lovelace", displayName: nil, caller: services.caller)
        }
        #expect(try await server.store.read { try $0.accounts(in: Self.realm, after: nil, limit: 9) }.count == 1)
    }

    @Test func serverWithoutAHookTransportRefusesSignIns() async throws {
        let server = try await TestServer()
        let services = services(server, Self.signInHook, nil)
        _ = try await ada(services)
        let error = await #expect(throws: SignInError.self) { _ = try await signIn(services) }
        #expect(error == Self.refusal && error?.isServerFault == true)
    }

    /// Blocks until a number of callers have arrived, or one of them gives up.
    private actor Gate {
        private var missing: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []
        init(_ count: Int) { missing = count }

        func pass() async {
            missing -= 1
            if missing <= 0 { return open() }
            await withTaskCancellationHandler {
                await withCheckedContinuation { waiting.append($0) }
            } onCancel: {
                Task { await open() }
            }
        }

        private func open() {
            missing = 0
            for waiter in waiting { waiter.resume() }
            waiting = []
        }
    }

    /// Each call waits for the others: if one of them held the store, the test would never end.
    @Test func concurrentHookCallsDoNotBlockTheStore() async throws {
        let server = try await TestServer()
        // The limit of concurrent password attempts.
        let gate = Gate(4)
        let received = Mutex(0)
        let services = services(
            server, Self.signInHook,
            ScriptedHook { _, _ in
                received.withLock { $0 += 1 }
                // A user without a hook signs in meanwhile.
                _ = try await bystander(server)
                await gate.pass()
                return Self.pass
            })
        let made = try await ada(services)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { _ = try await signIn(services) } }
            for try await _ in group {}
        }
        #expect(received.withLock { $0 } == 4)
        let sessions = try await server.store.read { try $0.sessions(of: made.account.id, in: Self.realm) }
        #expect(sessions.count == 5)
    }

    private func bystander(_ server: TestServer) async throws {
        let services = services(server, BlockingHooks(), nil)
        _ = try await services.signUp.anonymously(services.caller)
    }

    // MARK: Behind a socket

    private func overHTTP<T: Sendable>(
        _ router: Router<BasicRequestContext>, _ body: @escaping @Sendable (any HookTransport, String) async throws -> T
    ) async throws -> T {
        let app = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        return try await app.test(.live) { test in
            let port = try #require(test.port)
            return try await TargetClient.with(.ofThisMachine, configuration: .init(redirectConfiguration: .disallow)) { client in
                try await body(
                    PatientHook(next: HTTPHookTransport(transport: HTTPProviderTransport(client: client))), "http://127.0.0.1:\(port)")
            }
        }
    }

    @Test func hookRequestHasGooglesFormat() async throws {
        let server = try await TestServer()
        let router = Router()
        router.post("/before") { request, _ in
            let bytes = try await request.body.collect(upTo: 65_536)
            let known = String(buffer: bytes).hasPrefix(#"{"data":{"jwt":"eyJ"#) && request.headers[.contentType] == "application/json"
            return known ? #"{"userRecord":{"updateMask":"displayName","displayName":"Countess"}}"# : "wrong"
        }
        try await overHTTP(router) { transport, origin in
            let services = services(server, BlockingHooks(beforeSignIn: origin + "/before"), transport)
            _ = try await ada(services)
            guard case .signedIn(let tokens) = try await signIn(services) else {
                Issue.record("not signed in")
                return
            }
            #expect(tokens.account.displayName == "Countess")
        }
    }

    @Test func redirectsAreNotFollowed() async throws {
        let server = try await TestServer()
        let router = Router()
        let visits = Mutex<[String]>([])
        router.post("/before") { _, _ in
            visits.withLock { $0.append("before") }
            return Response(status: .temporaryRedirect, headers: [.location: "/elsewhere"])
        }
        router.post("/elsewhere") { _, _ in
            visits.withLock { $0.append("elsewhere") }
            return "{}"
        }
        try await overHTTP(router) { transport, origin in
            let services = services(server, BlockingHooks(beforeSignIn: origin + "/before"), transport)
            _ = try await ada(services)
            let error = await #expect(throws: SignInError.self) { _ = try await signIn(services) }
            #expect(error == Self.refusal && error?.isServerFault == true)
            let visited = visits.withLock { $0 }
            #expect(visited == ["before"])
        }
    }

    @Test func unreachableHookIsAServerError() async throws {
        let server = try await TestServer()
        try await overHTTP(Router()) { transport, origin in
            for url in ["http://127.0.0.1:1/before", origin + "/nowhere"] {
                let services = services(server, BlockingHooks(beforeCreate: url), transport)
                let error = await #expect(throws: SignInError.self) {
                    _ = try await services.signUp.withPassword(
                        email: try Self.address(), password: "lovelace", displayName: nil,
                        caller: services.caller)
                }
                #expect(error == Self.refusal && error?.isServerFault == true)
                let accounts = try await server.store.read { try $0.accounts(in: Self.realm, after: nil, limit: 9) }
                #expect(accounts.isEmpty)
            }
        }
    }
}
