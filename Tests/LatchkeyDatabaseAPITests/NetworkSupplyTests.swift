import HTTPTypes
import Hummingbird
import LatchkeyIdentity
import Synchronization
import Testing

@testable import LatchkeyDatabaseAPI
@testable import LatchkeyWeb

/// The byte allowance of one network.
@Suite(.timeLimit(.minutes(10))) struct NetworkSupplyTests {
    private final class Clock: Sendable {
        private let start = ContinuousClock.now
        private let seconds = Mutex(0.0)
        var now: ContinuousClock.Instant { start.advanced(by: .seconds(seconds.withLock { $0 })) }
        func advance(_ seconds: Double) { self.seconds.withLock { $0 += seconds } }
    }

    private let clock = Clock()
    private let megabyte = 1_048_576

    private func supply(_ rate: Int = 60) -> NetworkSupply { NetworkSupply(rate: rate) { [clock] in clock.now } }

    private func client(of supply: NetworkSupply, at address: String) -> ClientSupply {
        ClientSupply(supply, network: AddressRange.countedNetwork(of: address))
    }

    /// The time that a client has to wait, in whole seconds; nil if the bytes were taken.
    private func wait(of client: ClientSupply, taking bytes: Int = 0) -> Int? {
        do {
            try client.take(bytes)
            return nil
        } catch {
            return error.response.headers[.retryAfter].flatMap(Int.init)
        }
    }

    @Test func quotaOfAMinuteIsAvailableImmediatelyAndRefillsEvenly() {
        let supply = supply()
        let client = client(of: supply, at: "192.0.2.1")
        #expect(wait(of: client, taking: 60 * megabyte - 1) == nil)
        #expect(wait(of: client, taking: 10 * megabyte + 1) == nil, "something was left")
        #expect(wait(of: client) == 11, "ten seconds for ten megabytes")
        #expect(wait(of: self.client(of: supply, at: "192.0.2.2")) == nil, "another network")
        clock.advance(9)
        #expect(wait(of: client) == 2)
        clock.advance(1.1)
        #expect(wait(of: client) == nil)
        clock.advance(3600)
        #expect(wait(of: client, taking: 60 * megabyte) == nil)
        #expect(wait(of: client) == 1, "no more than a minute's is kept")
    }

    @Test func refusedBytesAreNotCounted() {
        let client = client(of: supply(), at: "192.0.2.1")
        #expect(wait(of: client, taking: 61 * megabyte) == nil)
        for _ in 0..<100 { #expect(wait(of: client, taking: 16 * megabyte) == 2) }
    }

    @Test(arguments: [60, 1]) func returnedBytesAreFullyCredited(_ rate: Int) {
        let supply = supply(rate)
        let client = client(of: supply, at: "192.0.2.1")
        #expect(wait(of: client, taking: 16 * megabyte) == nil)
        client.giveBack(16 * megabyte)
        #expect(wait(of: client, taking: rate * megabyte - 1) == nil)
        #expect(wait(of: client, taking: megabyte) == nil)
        #expect(wait(of: client) == (rate == 1 ? 61 : 2), "a megabyte is owed")
        // Returning these bytes must not reduce what other clients of the network owe.
        client.giveBack(megabyte)
        #expect(wait(of: client) == nil)
    }

    @Test func networksOfOneSiteShareSixteenTimesAsMuch() {
        let supply = supply()
        for network in 0..<16 { #expect(wait(of: client(of: supply, at: "2001:db8:1:\(network)::1"), taking: 60 * megabyte) == nil) }
        #expect(wait(of: client(of: supply, at: "2001:db8:1:99::1")) == 1)
        #expect(wait(of: client(of: supply, at: "2001:db8:2::1")) == nil, "another site of the same provider")
    }

    @Test func uncountedClientsNeverWait() {
        let local = client(of: supply(), at: "127.0.0.1")
        for _ in 0..<2 { #expect(wait(of: local, taking: 1000 * megabyte) == nil) }
        let free = client(of: supply(0), at: "192.0.2.1")
        for _ in 0..<2 { #expect(wait(of: free, taking: 1000 * megabyte) == nil) }
    }

    @Test(
        arguments: [
            ("127.0.0.1", nil), ("::1", nil), (nil, nil), ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2::7", "20:1:d:b8:0:1:0:2/64"),
        ] as [(String?, String?)])
    func thisMachineIsNotCounted(_ address: String?, _ network: String?) {
        #expect(AddressRange.countedNetwork(of: address) == network)
    }

    @Test func clientWaitsForItsQuotaUnlessExempt() async throws {
        let client = client(of: supply(), at: "192.0.2.1")
        try client.take(61 * megabyte)
        #expect(try await client.take(1) { true } < .seconds(1))
        let waiting = Task { try await client.take(1) { false } }
        clock.advance(2)
        _ = try await waiting.value
        #expect(wait(of: client) == nil)
    }

    @Test func aRefusalSaysWhenToTryAgain() {
        let response = DatabaseRefusal.sentTooMuch(wait: .milliseconds(3200)).response
        #expect(response.status == .tooManyRequests && response.headers[.retryAfter] == "4")
    }
}
