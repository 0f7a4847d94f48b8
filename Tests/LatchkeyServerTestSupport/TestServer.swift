import Crypto
package import Foundation
package import HTTPTypes
import Hummingbird
package import HummingbirdTesting
package import LatchkeyConsole
package import LatchkeyEmulator
package import LatchkeyIdentity
import LatchkeyOAuth
import LatchkeyProviders
import LatchkeySQLite
import LatchkeySecrets
package import LatchkeyServer
package import LatchkeySignInPages
import NIOCore
import Synchronization

@testable package import LatchkeyDatabaseAPI
@testable package import LatchkeyWeb

/// A whole server without a socket: a real store in memory, real keys, a mock provider.
package struct TestServer: Sendable {
    package let store: any AccountStore
    package let sealer: Sealer
    package let authority: TokenAuthority
    package let project: Project
    package let apiKey: String
    package let clock: TestClock
    package let provider: PlayedProvider
    package let publicAddress: PublicAddress
    package let databaseAddress = DatabaseAddress()
    let lookup: HostLookup

    /// - Parameter settings: The settings of the default project; by default, those of a new project with anonymous sign-in.
    package init(
        _ settings: ProjectSettings = .init(anonymousSignIn: true), provider: PlayedProvider = PlayedProvider(),
        publicURL: String = "https://auth.example.org", store: (any AccountStore)? = nil, names: [String: [String]] = [:]
    ) async throws {
        lookup = .played(names)
        publicAddress = PublicAddress(publicURL)
        let clock = TestClock()
        let store = try store ?? SQLiteStore.inMemory()
        self.store = store
        sealer = Sealer(masterKey: SymmetricKey(size: .bits256))
        let setup = ProjectSetup(store: store, sealer: sealer, now: { clock.now })
        var (made, key) = try await setup.standardProject()
        made.settings = settings
        made.authorizedDomains = ["localhost", "app.example.org"]
        let saved = made
        try await store.write { try $0.update(saved) }
        // ES256 keys are made in microseconds; the algorithm has its own tests.
        let ring = try await setup.keyRing(preferring: .es256)
        let address = publicAddress
        authority = TokenAuthority(ring: ring, issuer: { address.url + "/" + $0.rawValue }, now: { clock.now })
        project = made
        apiKey = key.text
        self.clock = clock
        self.provider = provider
        try await configure(.twitter, origin: "https://twitter.test")
        try await configure(.github, origin: "https://github.test")
    }

    package func configure(_ id: ProviderID, origin: String, enabled: Bool = true, trusted: Bool = false) async throws {
        let configuration = ProviderConfiguration(
            project: project.id, provider: id, enabled: enabled, clientID: "our-\(id)-key",
            sealedSecret: try sealer.seal("our secret", for: ProviderConfiguration.sealingContext(project: project.id, provider: id)),
            apiOrigin: origin, webOrigin: origin, trustedForTakeover: trusted, updatedAt: clock.now)
        try await store.write { try $0.save(configuration) }
    }

    package func change(_ edit: @Sendable (inout ProjectSettings) -> Void) async throws {
        var changed = project
        edit(&changed.settings)
        let saved = changed
        try await store.write { try $0.update(saved) }
    }

    /// The header with the host name by which a test opens the server; without it, the public name.
    package static let openedAs = HTTPField.Name("x-test-opened-as")!

    package func parts(
        hashing: HashingPool = HashingPool(width: 2), sandbox: Bool = false, outbox: (any OutboxViewing)? = nil, sendsMail: Bool = false,
        console: ConsoleParts? = nil
    ) -> ServerParts {
        let clock = clock
        return ServerParts(
            store: store, sealer: sealer, authority: authority, publicAddress: publicAddress, databaseAddress: databaseAddress,
            transport: provider,
            hashing: hashing, now: { clock.now }, sandbox: sandbox, outbox: outbox,
            sendsMail: { sendsMail }, console: console,
            targets: CallTargets(allowing: sandbox ? .thisMachine : .none, lookup: lookup))
    }

    /// The modes in which a server can be started.
    package enum Mode: Sendable {
        case real
        case sandbox
        case emulator
    }

    /// The parts of a server in a mode. If the mode has an outbox page, the outbox is empty.
    package func parts(_ mode: Mode, _ emulation: Emulation = Emulation()) -> ServerParts {
        let clock = clock
        switch mode {
        case .real: return parts()
        case .sandbox: return parts(sandbox: true, outbox: EmptyOutbox())
        case .emulator:
            return ServerParts(
                store: store, sealer: sealer, authority: Emulation.authority(now: { clock.now }), publicAddress: publicAddress,
                transport: provider, hashing: HashingPool(width: 2), now: { clock.now }, sandbox: true, outbox: EmptyOutbox(),
                emulation: emulation, targets: CallTargets(allowing: .thisMachine, lookup: lookup))
        }
    }

    /// Runs a test against the router in a mode.
    package func run<T: Sendable>(_ mode: Mode, _ body: @escaping @Sendable (Caller) async throws -> T) async throws -> T {
        try await run(parts(mode), body)
    }

    /// Runs a test against the router, in this process.
    package func run<T: Sendable>(
        hashing: HashingPool = HashingPool(width: 2), sandbox: Bool = false, outbox: (any OutboxViewing)? = nil,
        _ body: @escaping @Sendable (Caller) async throws -> T
    ) async throws -> T {
        try await run(parts(hashing: hashing, sandbox: sandbox, outbox: outbox), body)
    }

    package func run<T: Sendable>(
        _ parts: ServerParts, databases: DatabaseParts? = nil, _ body: @escaping @Sendable (Caller) async throws -> T
    ) async throws -> T {
        let router = ServerRoutes.router(parts, databases: databases)
        let app = Application(responder: Named(base: router.buildResponder(), publicAddress: publicAddress))
        return try await app.test(.router) { client in
            try await body(Caller(client: client, apiKey: apiKey))
        }
    }

    /// Adds the authority that a client would send.
    private struct Named<Base: HTTPResponder>: HTTPResponder {
        let base: Base
        let publicAddress: PublicAddress

        @concurrent func respond(to request: Request, context: Base.Context) async throws -> Response {
            var head = request.head
            head.authority = head.headerFields[TestServer.openedAs] ?? publicAddress.url.components(separatedBy: "://").last
            return try await base.respond(to: Request(head: head, body: request.body), context: context)
        }
    }

    /// Calls the server as a client does.
    package struct Caller: Sendable {
        package let client: any TestClientProtocol
        package let apiKey: String

        package init(client: any TestClientProtocol, apiKey: String) {
            self.client = client
            self.apiKey = apiKey
        }

        package func send(
            _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:], body: String? = nil
        ) async throws -> Reply {
            try await client.execute(
                uri: uri, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) }
            ) { response in
                Reply(status: response.status, headers: response.headers, text: String(buffer: response.body))
            }
        }

        /// An Identity Toolkit call with the project's key.
        package func call(_ name: String, _ body: [String: any Sendable]) async throws -> Reply {
            let text = String(decoding: try JSONSerialization.data(withJSONObject: body), as: UTF8.self)
            return try await send(.post, "/v1/\(name)?key=\(apiKey)", headers: [.contentType: "application/json"], body: text)
        }

        package func post(_ uri: String, _ body: String) async throws -> Reply {
            try await send(.post, uri, headers: [.contentType: "application/json"], body: body)
        }
    }
}

private struct EmptyOutbox: OutboxViewing {
    func recentMessages(of project: ProjectID) async throws -> [ShownMessage] { [] }
    func message(_ id: String, of project: ProjectID) async throws -> ShownMessage? { nil }
}

/// A response and its contents.
package struct Reply: Sendable {
    package let status: HTTPResponse.Status
    package let headers: HTTPFields
    package let text: String

    package init(status: HTTPResponse.Status, headers: HTTPFields, text: String) {
        self.status = status
        self.headers = headers
        self.text = text
    }

    package var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any] ?? [:]
    }

    package subscript(name: String) -> String? { json[name] as? String }

    /// The code of an error: its message up to the colon.
    package var error: String? {
        guard let message = (json["error"] as? [String: Any])?["message"] as? String else { return nil }
        return message.components(separatedBy: " : ").first
    }
}

package final class TestClock: Sendable {
    package init() {}

    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
    package var now: Date { time.withLock { $0 } }
    package func advance(bySeconds seconds: Double) { time.withLock { $0 += seconds } }
}
