import Dispatch
import Synchronization
import Testing

@testable import LatchkeyProviders

@Suite(.timeLimit(.minutes(1))) struct SharedLookupsTests {
    /// Name servers that respond when the test lets them.
    private final class NameServers: Sendable {
        let received = Mutex<[String]>([])
        /// The number of questions after each.
        private let requests = AsyncStream<Int>.makeStream()
        private let gate = DispatchSemaphore(value: 0)

        func resolve(_ host: String) throws -> [String] {
            requests.continuation.yield(
                received.withLock {
                    $0.append(host)
                    return $0.count
                })
            if host.hasPrefix("slow") { gate.wait() }
            if host == "none.example" { throw HostLookup.Failure(host: host, problem: "it has no addresses") }
            return ["192.0.2.1"]
        }

        func respond(_ count: Int) { for _ in 0..<count { gate.signal() } }

        func waitUntilAsked(_ count: Int) async {
            for await number in requests.stream where number >= count { return }
        }
    }

    @Test func callsForOneHostShareALookUp() async throws {
        let servers = NameServers()
        let lookups = SharedLookups(patience: .milliseconds(20), resolve: servers.resolve)
        let problems = await withTaskGroup(of: String?.self) { group in
            for name in ["slow.example", "SLOW.example"] + Array(repeating: "slow.example", count: 50) {
                group.addTask {
                    do {
                        return try await lookups.addresses(of: name).first
                    } catch {
                        return (error as? HostLookup.Failure)?.problem
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(problems == Array(repeating: "its name servers do not respond", count: 52))
        // On a busy machine, the calls can give up before the lookup's thread begins.
        await servers.waitUntilAsked(1)
        #expect(servers.received.withLock { $0.count } == 1)
        servers.respond(1)
    }

    @Test func slowLookupDelaysNoOtherHost() async throws {
        let servers = NameServers()
        let lookups = SharedLookups(patience: .seconds(600), resolve: servers.resolve)
        let slow = Task { try await lookups.addresses(of: "slow.example") }
        await servers.waitUntilAsked(1)
        #expect(try await lookups.addresses(of: "other.example") == ["192.0.2.1"])
        await #expect(throws: HostLookup.Failure.self) { try await lookups.addresses(of: "none.example") }
        servers.respond(1)
        #expect(try await slow.value == ["192.0.2.1"])
    }

    @Test func sixteenLookUpsRunAtOnce() async throws {
        let servers = NameServers()
        let lookups = SharedLookups(patience: .seconds(600), resolve: servers.resolve)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<16 { group.addTask { _ = try await lookups.addresses(of: "slow\(number).example") } }
            await servers.waitUntilAsked(16)
            let error = await #expect(throws: HostLookup.Failure.self) { try await lookups.addresses(of: "other.example") }
            #expect(error?.problem == "16 other look-ups are pending")
            servers.respond(16)
            try await group.waitForAll()
        }
        #expect(try await lookups.addresses(of: "other.example") == ["192.0.2.1"])
    }

    @Test func aCancelledCallLeavesTheOthersWaiting() async throws {
        let servers = NameServers()
        let lookups = SharedLookups(patience: .seconds(600), resolve: servers.resolve)
        let first = Task { try await lookups.addresses(of: "slow.example") }
        await servers.waitUntilAsked(1)
        let second = Task { try await lookups.addresses(of: "slow.example") }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        servers.respond(2)
        #expect(try await second.value == ["192.0.2.1"])
    }
}
