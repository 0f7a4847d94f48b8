import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LatchkeySandbox
import Logging
import Testing

@Suite struct ListeningTests {
    /// Runs a sandbox while the body runs.
    func withSandbox<Result: Sendable>(
        _ configuration: SandboxConfiguration, _ body: (Sandbox) async throws -> Result
    ) async throws -> Result {
        var logger = Logger(label: "tests")
        logger.logLevel = .critical
        let sandbox = try Sandbox(configuration, logger: logger)
        return try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sandbox.run() }
            let result = try await body(sandbox)
            group.cancelAll()
            return result
        }
    }

    @Test func reportsItsAddressAndServesIt() async throws {
        try await withSandbox(SandboxConfiguration(port: 0)) { sandbox in
            let address = try #require(URLComponents(string: try await sandbox.baseURL()))
            let port = try #require(address.port)
            #expect(address.host == "127.0.0.1" && port > 0)
            #expect(try await sandbox.tlsBaseURL() == nil)
            try sandbox.state.switchOn(SandboxFault(.wrongClock, times: 0, seconds: -86_400 * 365))
            try await TestClient.withClient(host: "127.0.0.1", port: port) { client in
                let request = TestClient.Request("/user", method: .get, authority: "127.0.0.1:\(port)", headers: [.userAgent: "x"])
                let reply = try await client.execute(request)
                #expect(reply.status == .unauthorized)
                let year = Calendar(identifier: .gregorian).component(.year, from: Date().addingTimeInterval(-86_400 * 365))
                #expect(reply.headers[.date]?.contains(" \(year) ") == true)
            }
        }
    }

    @Test func theRouterWorksInHummingbirdsOwnTests() async throws {
        let app = Application(router: SandboxState().router())
        try await app.test(.router) { client in
            try await client.execute(uri: "/sandbox/people", method: .get) { reply in
                #expect(reply.status == .ok)
            }
        }
    }

    @Test func withTLSItWritesTheCertificateToTrust() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "latchkey-\(UUID().uuidString).pem").path()
        defer { try? FileManager.default.removeItem(atPath: file) }
        try await withSandbox(SandboxConfiguration(port: 0, tlsPort: 0, certificateFile: file)) { sandbox in
            let address = try #require(try await sandbox.tlsBaseURL())
            #expect(address.hasPrefix("https://127.0.0.1:"))
            let certificate = try String(contentsOfFile: file, encoding: .utf8)
            #expect(certificate.hasPrefix("-----BEGIN CERTIFICATE-----"))
            #expect(!certificate.contains("PRIVATE KEY"))
        }
    }

    @Test func takenPortIsReported() async throws {
        try await withSandbox(SandboxConfiguration(port: 0)) { first in
            let port = try #require(URLComponents(string: try await first.baseURL())?.port)
            var logger = Logger(label: "tests")
            logger.logLevel = .critical
            let second = try Sandbox(SandboxConfiguration(port: port), logger: logger)
            await #expect(throws: SandboxError(.cannotListen, "")) { try await second.run() }
            await #expect(throws: SandboxError(.cannotListen, "")) { try await second.baseURL() }
        }
    }

    static let impossible: [(String, SandboxConfiguration)] = [
        ("a host that others reach", SandboxConfiguration(host: "0.0.0.0")),
        ("a name that is not this machine", SandboxConfiguration(host: "example.org")),
        ("a port that does not exist", SandboxConfiguration(port: 70_000)),
        ("a certificate file without https", SandboxConfiguration(certificateFile: "/tmp/x.pem")),
        ("a public address with a path", SandboxConfiguration(publicAddresses: ["https://api.twitter.com/1.1"])),
        ("a public address without scheme", SandboxConfiguration(publicAddresses: ["api.twitter.com"])),
        ("a callback that is none", SandboxConfiguration(twitterCallbacks: ["/callback"])),
        ("two people with one key", SandboxConfiguration(people: SandboxPerson.seeds + [SandboxPerson.seeds[0]])),
    ]

    @Test(arguments: impossible) func impossibleConfiguration(_ name: String, _ configuration: SandboxConfiguration) {
        #expect(throws: SandboxError.self) { try Sandbox(configuration, logger: Logger(label: "tests")) }
    }
}
