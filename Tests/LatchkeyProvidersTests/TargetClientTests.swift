import AsyncHTTPClient
import Hummingbird
import HummingbirdTesting
import LatchkeyOAuth
import LatchkeyServerTestSupport
import LatchkeyWire
import NIOCore
import Testing

@testable import LatchkeyProviders
@testable import LatchkeySignInFlow

/// Connections go only to the addresses that were checked.
@Suite struct TargetClientTests {
    /// Runs a server on 127.0.0.1 that responds with the `Host` header of the request.
    private func onServer(_ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let router = Router()
        router.get("/") { request, _ in request.head.authority ?? "" }
        let app = Application(router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await app.test(.live) { try await body(try #require($0.port)) }
    }

    private func get(_ url: String, _ targets: CallTargets) async throws -> String {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.httpVersion = .http1Only
        configuration.connectionPool.retryConnectionEstablishment = false
        return try await TargetClient.with(targets, configuration: configuration) { client in
            try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(5)) { response in
                String(buffer: try await response.body.collect(upTo: 1024))
            }
        }
    }

    @Test func aHostIsCalledAtTheAddressThatWasChecked() async throws {
        try await onServer { port in
            // No resolver has this name, so the address cannot come from elsewhere.
            let name = ChangingName([["127.0.0.1"], ["203.0.113.7"]])
            let reply = try await get("http://hook.invalid:\(port)/", CallTargets(allowing: .thisMachine, lookup: name.lookup))
            #expect(reply == "hook.invalid:\(port)" && name.count == 1)
        }
    }

    @Test func aNameThatWasPublicWhenItWasSavedIsRefusedWhenItIsCalled() async throws {
        try await onServer { port in
            let name = ChangingName([["203.0.113.7"], ["127.0.0.1"]])
            let targets = CallTargets(lookup: name.lookup)
            let url = "http://hook.invalid:\(port)/"
            #expect(await targets.refusal(ofURL: url, isOperator: false) == nil)
            await #expect(throws: TargetRefusal.self) { try await get(url, targets) }
        }
    }

    @Test func unreachableAddressFallsBackToTheNext() async throws {
        try await onServer { port in
            // No server listens at the first address: the server uses only one address of this machine.
            let targets = CallTargets(allowing: .thisMachine, lookup: .played(["hook.invalid": ["127.77.0.1", "127.0.0.1"]]))
            let reply = try await get("http://hook.invalid:\(port)/", targets)
            #expect(reply == "hook.invalid:\(port)")
        }
    }

    @Test(arguments: [
        "http://127.0.0.1:%d/", "http://localhost:%d/", "http://127.1:%d/", "http://2130706433:%d/", "http://[::ffff:127.0.0.1]:%d/",
    ])
    func thisMachineIsRefusedUnderEachOfItsNames(_ form: String) async throws {
        try await onServer { port in
            let url = form.replacing("%d", with: String(port))
            await #expect(throws: TargetRefusal.self) { try await get(url, CallTargets()) }
        }
    }

    @Test(arguments: ["http+unix://%2Ftmp%2Fx/", "unix:/tmp/x", "file:///etc/passwd", "http://", "x"])
    func onlyHTTPURLsAreCalled(_ url: String) async {
        await #expect(throws: (any Error).self) { try await get(url, CallTargets(allowing: .thisMachine)) }
    }

    @Test func aProvidersRefusalTellsTheOperatorAndNotTheCaller() async throws {
        let targets = CallTargets(lookup: .played(["issuer.example": ["10.0.0.7"]]))
        let error = await #expect(throws: OAuthError.self) {
            try await TargetClient.with(targets, configuration: .init(redirectConfiguration: .disallow)) { client in
                let request = try ProviderRequest(method: .get, url: "https://issuer.example/.well-known/openid-configuration")
                _ = try await HTTPProviderTransport(client: client).send(request, within: .seconds(5))
            }
        }
        #expect(error?.code == .addressRefused)
        #expect(error?.detail == "issuer.example leads to 10.0.0.7, which is in the server's own network")
        #expect(error?.hint?.contains("add issuer.example:443 to --allow-private-targets") == true)
        #expect(error?.publicDetail == "The provider could not be reached.")
        let nameless = CallTargets(lookup: HostLookup { throw HostLookup.Failure(host: $0, problem: "it has no addresses") })
        let missing = await #expect(throws: OAuthError.self) {
            try await TargetClient.with(nameless, configuration: .init(redirectConfiguration: .disallow)) { client in
                let request = try ProviderRequest(method: .get, url: "https://inner.example/token")
                _ = try await HTTPProviderTransport(client: client).send(request, within: .seconds(5))
            }
        }
        #expect(missing?.detail == "The host inner.example cannot be looked up: it has no addresses.")
        #expect(missing?.publicDetail == "The provider could not be reached.")
        #expect(error?.envelope.code == 503)
    }
}
